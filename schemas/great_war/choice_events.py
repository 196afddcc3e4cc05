"""What happens in a transit box, and what only happens by rules that are chosen for a match."""

from schemas.record import Event, Rolled, Side


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
