"""Events between player turns: arrivals, purchases, plans, rule choices and hidden templates."""

from typing import Literal

from schemas.great_war.names import Kind
from schemas.great_war.orders import Mode
from schemas.record import Event, Record, Revealed, Rolled, Side


class TransitRolled(Rolled, tag="transit-rolled"):
    """Dice were thrown for what is in a transit box, and so many pieces are lost there."""

    area: str
    side: Side
    losses: int


class PieceFortified(Event, tag="piece-fortified"):
    """An entrenched piece was fortified."""

    piece: str


class HitWithstood(Event, tag="hit-withstood"):
    """A fortified piece took the first hit of a fire phase without a loss."""

    piece: str
    area: str


class BiplaneScrambled(Event, tag="biplane-scrambled"):
    """A biplane of the defender came from a quiet area into the battle next to it."""

    piece: str
    origin: str
    to: str
    into: str | None = None


class ScrambleClosed(Event, tag="scramble-closed"):
    """No further biplane comes into the battle."""

    side: Side
    area: str


class BattleBroughtForward(Event, tag="battle-brought-forward"):
    """The attacker names the battle that is fought next."""

    area: str


class SpareHitsLapsed(Event, tag="spare-hits-lapsed"):
    """These hits are more than there is to lose, and lapse before any is paid."""

    side: Side
    area: str
    count: int


class CardsBid(Event, tag="cards-bid"):
    """A side set these cards aside for the first player turn of the season; they are discarded."""

    side: Side
    cards: tuple[int, ...]


class InitiativeSettled(Event, tag="initiative-settled"):
    """A side has the first player turn of the season; in a tie who had it before."""

    side: Side
    tied: bool = False


ChoiceEvent = (
    TransitRolled
    | PieceFortified
    | HitWithstood
    | BiplaneScrambled
    | ScrambleClosed
    | SpareHitsLapsed
    | BattleBroughtForward
    | CardsBid
    | InitiativeSettled
)
"""What happens in transit, by rules that are chosen, and between battles."""


Planned = Literal["initiative", "reinforcements", "attrition", "production"]
"""The phases in which both sides plan at once, under seal."""

Origin = Literal["reinforcement", "substitute", "built", "rebuilt"]
"""How a piece came on the map; a substitute came for another that the force pool could not give."""


Ending = Literal["last-season", "decisive", "armistice", "resignation"]
"""Why a match is over."""


class PieceArrived(Event, tag="piece-arrived"):
    """A piece came on the map from the force pool, into an area or into an army there."""

    piece: str
    side: Side
    nation: str
    kind: Kind
    area: str
    into: str | None = None
    origin: Origin


class PieceReplaced(Event, tag="piece-replaced"):
    """A piece went to the force pool, and another stands where it stood, in its army and in its trenches."""

    piece: str
    by: str
    kind: Kind
    area: str
    entrenched: bool = False
    reason: Literal["swapped", "upgraded"]


class PieceEntrenched(Event, tag="piece-entrenched"):
    """An army or a single infantry dug in."""

    piece: str


class CardsBought(Event, tag="cards-bought"):
    """A side paid for cards, which are dealt when both sides have spent everything."""

    side: Side
    count: int


class SupplyChecked(Event, tag="supply-checked"):
    """The supply of all pieces was checked; these are marked out of supply."""

    unsupplied: tuple[str, ...] = ()


class PlanDropped(Event, tag="plan-dropped"):
    """A side tore up its plan; only the side knows."""

    side: Side


class PlanClosed(Event, tag="plan-closed"):
    """A side has planned all it wishes to."""

    side: Side


class PlansRevealed(Revealed, tag="plans-revealed"):
    """Both plans are opened; what was planned happens now."""

    phase: Planned


class PhaseClosed(Event, tag="phase-closed"):
    """A phase between the player turns is over."""

    phase: Planned | Literal["events", "purchases", "discards", "transit"]


class CountriesJoined(Event, tag="countries-joined"):
    """Countries that stood apart joined a side, and with them all their areas."""

    side: Side
    countries: tuple[str, ...]
    areas: tuple[str, ...]
    early: bool = False


class ArmyWithdrawn(Event, tag="army-withdrawn"):
    """An army left for another theatre, and will not come back; if it was eliminated, it is so no longer."""

    army: str
    side: Side


class WithdrawalOrdered(Event, tag="withdrawal-ordered"):
    """A side must send pieces elsewhere; each that is missing moves the victory points by `shift`."""

    side: Side
    name: str
    nation: str
    kinds: tuple[Kind, ...]
    count: int
    shift: int


class ArmisticeOffered(Event, tag="armistice-offered"):
    """A side offers an armistice."""

    side: Side


class ArmisticeDeclined(Event, tag="armistice-declined"):
    """The offer of an armistice is gone: the side declined the other's, or withdrew its own."""

    side: Side


ChartEvent = CountriesJoined | WithdrawalOrdered | ArmyWithdrawn
"""What the game events chart brings about."""

ParleyEvent = ArmisticeOffered | ArmisticeDeclined
"""What is said of an end by agreement."""


class TemplatesHidden(Event, tag="templates-hidden"):
    """The armies of the `sides` hide what they hold, those of the `closed` ones from the reader."""

    sides: tuple[Side, ...]
    closed: tuple[Side, ...] = ()


class ShownPiece(Record):
    """A piece inside an army, as it is seen when it is shown."""

    id: str
    army: str
    area: str
    entrenched: bool = False
    fortified: bool = False
    moved: int = 0
    mode: Mode | None = None
    retreated: bool = False


class PiecesShown(Event, tag="pieces-shown"):
    """Hidden pieces are seen, because their side names them next."""

    pieces: tuple[ShownPiece, ...]


class PiecesFound(Revealed, tag="pieces-found"):
    """Hidden pieces are seen, because something happens to them next that is not their side's choice."""

    pieces: tuple[ShownPiece, ...]


class ArmiesShown(Revealed, tag="armies-shown"):
    """Armies let everybody see what they hold, for as long as the cause lasts."""

    pieces: tuple[ShownPiece, ...]


class ArmiesLookedInto(Revealed, tag="armies-looked-into"):
    """What follows depends on what armies hide, whether anything comes of it or not."""


class ArmyFilled(Event, tag="army-filled"):
    """An army that was empty, as far as anybody saw, is not; others did not see what went in."""

    army: str


class ArmyEmptied(Event, tag="army-emptied"):
    """An army holds nothing hidden any more."""

    army: str


TemplateEvent = (
    TemplatesHidden | PiecesShown | PiecesFound | ArmiesShown | ArmiesLookedInto | ArmyFilled | ArmyEmptied
)
"""What is seen of hidden armies."""
