"""What may happen."""

from collections.abc import Mapping
from typing import Literal

from schemas.great_war.card_events import CardEvent
from schemas.great_war.names import Fate, FirePhase, Kind
from schemas.great_war.orders import AmendmentEvent, Mode
from schemas.great_war.plan_events import (
    CardsBid,
    CardsBought,
    ChartEvent,
    ChoiceEvent,
    Ending,
    ParleyEvent,
    PhaseClosed,
    PieceArrived,
    PieceEntrenched,
    PieceFortified,
    PieceReplaced,
    PlanClosed,
    PlanDropped,
    PlansRevealed,
    SupplyChecked,
    TemplateEvent,
)
from schemas.record import Event, Revealed, Rolled, Shape, Shuffled, Side


class DeckShuffled(Shuffled, tag="deck-shuffled"):
    """The draw pile was put in a hidden order; only the referee knows it."""


class CardsDrawn(Revealed, tag="cards-drawn"):
    """A side drew; only the side knows which cards."""

    side: Side
    count: int
    cards: tuple[int, ...] = ()
    locked: bool = False


class CardsDiscarded(Event, tag="cards-discarded"):
    """A side put cards face up on the discard pile without playing them."""

    side: Side
    cards: tuple[int, ...]


class SeasonOpened(Event, tag="season-opened"):
    """A season turn began."""

    turn: int


class TurnOpened(Event, tag="turn-opened"):
    """A player turn began."""

    side: Side


class OffensivePlayed(Event, tag="offensive-played"):
    """The phasing side attacks; `kind` is the effect in force."""

    side: Side
    card: int
    kind: Literal["special", "offensive", "limited"]


class TurnPassed(Event, tag="turn-passed"):
    """The phasing side does not attack this turn."""

    side: Side


class PieceMoved(Event, tag="piece-moved"):
    """A piece, an army with all it holds, came to the last area of its path."""

    piece: str
    origin: str
    path: tuple[str, ...]
    mode: Mode
    into: str | None = None
    card: int | None = None


class ArmyJoined(Event, tag="army-joined"):
    """A piece went into an army of its area."""

    piece: str
    army: str


class ArmyLeft(Event, tag="army-left"):
    """A piece came out of its army."""

    piece: str
    army: str


class ArmyEntrenched(Event, tag="army-entrenched"):
    """An empty army took in entrenched infantry and so is entrenched itself."""

    army: str


class AreaTaken(Event, tag="area-taken"):
    """An area changed owner."""

    area: str
    side: Side


class AreaDisputed(Event, tag="area-disputed"):
    """A move brought both sides into one area; or one side, where even `empty` areas are fought for."""

    area: str
    side: Side
    empty: bool = False


class MovementClosed(Event, tag="movement-closed"):
    """The movement phase ended."""

    side: Side


class BattleDeclared(Event, tag="battle-declared"):
    """A battle will be fought here this turn."""

    area: str
    compulsory: bool = False


class DeclarationClosed(Event, tag="declaration-closed"):
    """All battles of the turn are declared."""

    side: Side


class BattleOpened(Event, tag="battle-opened"):
    """A battle began."""

    area: str


class BattleLapsed(Event, tag="battle-lapsed"):
    """One side has no piece left to fight before the first die: none is thrown (A-43)."""

    area: str


class PieceRetreated(Event, tag="piece-retreated"):
    """A piece left the battle for an adjacent area."""

    piece: str
    origin: str
    to: str
    into: str | None = None


class PieceStayed(Event, tag="piece-stayed"):
    """A piece stays where an `army` leaves it, because it has retreated before in this player turn.

    Without an `army` it is an army itself: all that is left in it has retreated before.
    """

    piece: str
    area: str
    army: str | None = None


class RetreatDeclared(Event, tag="retreat-declared"):
    """A piece will retreat instead of firing, once pursuit is settled."""

    piece: str
    to: str
    into: str | None = None


class RetreatsDeclared(Event, tag="retreats-declared"):
    """The defender has said which pieces retreat instead of firing."""

    side: Side
    area: str


class ArmyMustLeave(Event, tag="army-must-leave"):
    """An empty army has to leave a disputed area, and its owner chooses where to."""

    army: str


class RetreatsClosed(Event, tag="retreats-closed"):
    """A side has said all it wishes to say about retreating."""

    side: Side
    area: str


class FireResolved(Rolled, tag="fire-resolved"):
    """A side fired in one phase of a battle; `siege` of the `hits` must fall on a fort.

    `scored` are the hits of the attacker by the kinds that biplanes answer or that drive armies back.
    """

    area: str
    side: Side
    phase: FirePhase
    hits: int
    siege: int = 0
    scored: Mapping[Kind, int] = {}


class PieceLost(Event, tag="piece-lost"):
    """A piece went back to the force pool; a removed fort left the game."""

    piece: str
    area: str
    fate: Fate
    siege: bool = False


class FortReduced(Event, tag="fort-reduced"):
    """A fort lost strength."""

    fort: str
    area: str
    strength: int
    siege: bool = False


class ErsatzSpent(Event, tag="ersatz-spent"):
    """A card took hits; what it could take beyond them is kept for this fire phase only."""

    side: Side
    card: int
    points: int


class SiegeHitsLapsed(Event, tag="siege-hits-lapsed"):
    """No fort is left for these hits of siege guns; where they are `spilled` they fall on other pieces."""

    side: Side
    area: str
    count: int
    spilled: bool = False


class HitsSettled(Event, tag="hits-settled"):
    """No hit of the phase is open any more; `lapsed` fell on no piece."""

    side: Side
    area: str
    lapsed: int = 0


class BattleClosed(Event, tag="battle-closed"):
    """A battle was over."""

    area: str


Intention = (
    PieceArrived
    | PieceReplaced
    | PieceEntrenched
    | CardsBought
    | ArmyJoined
    | ArmyLeft
    | ArmyEntrenched
    | PieceFortified
    | PieceLost
    | CardsBid
)
"""What a side may plan under seal."""


class PlanExtended(Event, tag="plan-extended"):
    """A side planned something under seal; only the side knows what, and that it did."""

    side: Side
    planned: tuple[Intention, ...]


class Unseen(Event, tag="unseen"):
    """Something happened inside an army that hides what it holds, and others do not see where."""

    side: Side
    event: ArmyJoined | PieceArrived | PieceReplaced


class TurnClosed(Event, tag="turn-closed"):
    """A player turn ended."""

    side: Side


class SeasonClosed(Event, tag="season-closed"):
    """Both sides passed in turn."""

    turn: int


class CampaignEnded(Event, tag="campaign-ended"):
    """The match is over; a resignation names the side that gave up, and its level is one worse for it."""

    level: str
    points: int
    reason: Ending = "last-season"
    side: Side | None = None


PlanEvent = (
    PieceArrived
    | PieceReplaced
    | PieceEntrenched
    | CardsBought
    | SupplyChecked
    | PlanExtended
    | PlanDropped
    | PlanClosed
    | PlansRevealed
    | PhaseClosed
    | ChartEvent
    | ParleyEvent
)
"""What arrivals, purchases, plans and talks bring about."""

GreatWarEvent = (
    DeckShuffled | CardsDrawn | CardsDiscarded | SeasonOpened | TurnOpened | OffensivePlayed | TurnPassed
    | PieceMoved | ArmyJoined | ArmyLeft | ArmyEntrenched | AreaTaken | AreaDisputed | MovementClosed
    | BattleDeclared | DeclarationClosed | BattleOpened | BattleLapsed | PieceRetreated | PieceStayed
    | RetreatDeclared | RetreatsDeclared | ArmyMustLeave | RetreatsClosed | FireResolved | PieceLost
    | FortReduced | ErsatzSpent | SiegeHitsLapsed | HitsSettled | BattleClosed | PlanEvent | TurnClosed
    | SeasonClosed | CampaignEnded | CardEvent | ChoiceEvent | TemplateEvent | Unseen | AmendmentEvent
)  # fmt: skip

EVENTS: Shape[GreatWarEvent] = Shape(GreatWarEvent)
