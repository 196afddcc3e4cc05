"""What may happen."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from schemas.great_war.card_events import CardEvent
from schemas.great_war.choice_events import CardsBid, ChoiceEvent, PieceFortified
from schemas.great_war.orders import Mode
from schemas.great_war.plan_events import (
    CardsBought,
    ChartEvent,
    Ending,
    ParleyEvent,
    PhaseClosed,
    PieceArrived,
    PieceEntrenched,
    PieceReplaced,
    PlanClosed,
    PlanDropped,
    PlansRevealed,
    SupplyChecked,
)
from schemas.great_war.template_events import TemplateEvent
from schemas.great_war.words import Fate, FirePhase, Kind
from schemas.record import Event, Revealed, Rolled, Shuffled, Side


class DeckShuffled(Shuffled):
    """The draw pile was put in a hidden order; only the referee knows it."""

    type: Literal["deck-shuffled"] = "deck-shuffled"


class CardsDrawn(Revealed):
    """A side drew; only the side knows which cards."""

    type: Literal["cards-drawn"] = "cards-drawn"
    side: Side
    count: int
    cards: tuple[int, ...] = ()
    locked: bool = False


class CardsDiscarded(Event):
    """A side put cards face up on the discard pile without playing them."""

    type: Literal["cards-discarded"] = "cards-discarded"
    side: Side
    cards: tuple[int, ...]


class SeasonOpened(Event):
    """A season turn began."""

    type: Literal["season-opened"] = "season-opened"
    turn: int


class TurnOpened(Event):
    """A player turn began."""

    type: Literal["turn-opened"] = "turn-opened"
    side: Side


class OffensivePlayed(Event):
    """The phasing side attacks; `kind` is the effect in force."""

    type: Literal["offensive-played"] = "offensive-played"
    side: Side
    card: int
    kind: Literal["special", "offensive", "limited"]


class TurnPassed(Event):
    """The phasing side does not attack this turn."""

    type: Literal["turn-passed"] = "turn-passed"
    side: Side


class PieceMoved(Event):
    """A piece, an army with all it holds, came to the last area of its path."""

    type: Literal["piece-moved"] = "piece-moved"
    piece: str
    origin: str
    path: tuple[str, ...]
    mode: Mode
    into: str | None = None
    card: int | None = None


class ArmyJoined(Event):
    """A piece went into an army of its area."""

    type: Literal["army-joined"] = "army-joined"
    piece: str
    army: str


class ArmyLeft(Event):
    """A piece came out of its army."""

    type: Literal["army-left"] = "army-left"
    piece: str
    army: str


class ArmyEntrenched(Event):
    """An empty army took in entrenched infantry and so is entrenched itself."""

    type: Literal["army-entrenched"] = "army-entrenched"
    army: str


class AreaTaken(Event):
    """An area changed owner."""

    type: Literal["area-taken"] = "area-taken"
    area: str
    side: Side


class AreaDisputed(Event):
    """A move brought both sides into one area; or one side, where even `empty` areas are fought for."""

    type: Literal["area-disputed"] = "area-disputed"
    area: str
    side: Side
    empty: bool = False


class MovementClosed(Event):
    """The movement phase ended."""

    type: Literal["movement-closed"] = "movement-closed"
    side: Side


class BattleDeclared(Event):
    """A battle will be fought here this turn."""

    type: Literal["battle-declared"] = "battle-declared"
    area: str
    compulsory: bool = False


class DeclarationClosed(Event):
    """All battles of the turn are declared."""

    type: Literal["declaration-closed"] = "declaration-closed"
    side: Side


class BattleOpened(Event):
    """A battle began."""

    type: Literal["battle-opened"] = "battle-opened"
    area: str


class BattleLapsed(Event):
    """One side has nobody left to fight before the first die: none is thrown (A-43)."""

    type: Literal["battle-lapsed"] = "battle-lapsed"
    area: str


class PieceRetreated(Event):
    """A piece left the battle for an adjacent area."""

    type: Literal["piece-retreated"] = "piece-retreated"
    piece: str
    origin: str
    to: str
    into: str | None = None


class PieceStayed(Event):
    """A piece stays where an `army` leaves it, because it has retreated before in this player turn.

    Without an `army` it is an army itself: all that is left in it has retreated before.
    """

    type: Literal["piece-stayed"] = "piece-stayed"
    piece: str
    area: str
    army: str | None = None


class RetreatDeclared(Event):
    """A piece will retreat instead of firing, once pursuit is settled."""

    type: Literal["retreat-declared"] = "retreat-declared"
    piece: str
    to: str
    into: str | None = None


class RetreatsDeclared(Event):
    """The defender has said which pieces retreat instead of firing."""

    type: Literal["retreats-declared"] = "retreats-declared"
    side: Side
    area: str


class ArmyMustLeave(Event):
    """An empty army has to leave a disputed area, and its owner chooses where to."""

    type: Literal["army-must-leave"] = "army-must-leave"
    army: str


class RetreatsClosed(Event):
    """A side has said all it wishes to say about retreating."""

    type: Literal["retreats-closed"] = "retreats-closed"
    side: Side
    area: str


class FireResolved(Rolled):
    """A side fired in one phase of a battle; `siege` of the `hits` must fall on a fort.

    `scored` are the hits of the attacker by the kinds that biplanes answer or that drive armies back.
    """

    type: Literal["fire-resolved"] = "fire-resolved"
    area: str
    side: Side
    phase: FirePhase
    hits: int
    siege: int = 0
    scored: Mapping[Kind, int] = {}


class PieceLost(Event):
    """A piece went back to the force pool; a removed fort left the game."""

    type: Literal["piece-lost"] = "piece-lost"
    piece: str
    area: str
    fate: Fate
    siege: bool = False


class FortReduced(Event):
    """A fort lost strength."""

    type: Literal["fort-reduced"] = "fort-reduced"
    fort: str
    area: str
    strength: int
    siege: bool = False


class ErsatzSpent(Event):
    """A card took hits; what it could take beyond them is kept for this fire phase only."""

    type: Literal["ersatz-spent"] = "ersatz-spent"
    side: Side
    card: int
    points: int


class SiegeHitsLapsed(Event):
    """No fort is left for these hits of siege guns; where they are `spilled` they fall on other pieces."""

    type: Literal["siege-hits-lapsed"] = "siege-hits-lapsed"
    side: Side
    area: str
    count: int
    spilled: bool = False


class HitsSettled(Event):
    """No hit of the phase is open any more; `lapsed` fell on nobody."""

    type: Literal["hits-settled"] = "hits-settled"
    side: Side
    area: str
    lapsed: int = 0


class BattleClosed(Event):
    """A battle was over."""

    type: Literal["battle-closed"] = "battle-closed"
    area: str


Intention = Annotated[
    PieceArrived
    | PieceReplaced
    | PieceEntrenched
    | CardsBought
    | ArmyJoined
    | ArmyLeft
    | ArmyEntrenched
    | PieceFortified
    | PieceLost
    | CardsBid,
    Field(discriminator="type"),
]
"""What a side may plan under seal."""


class PlanExtended(Event):
    """A side planned something under seal; only the side knows what, and that it did."""

    type: Literal["plan-extended"] = "plan-extended"
    side: Side
    planned: tuple[Intention, ...]


class Unseen(Event):
    """Something happened inside an army that hides what it holds, and others do not see where."""

    type: Literal["unseen"] = "unseen"
    side: Side
    event: Annotated[ArmyJoined | PieceArrived | PieceReplaced, Field(discriminator="type")]


class TurnClosed(Event):
    """A player turn ended."""

    type: Literal["turn-closed"] = "turn-closed"
    side: Side


class SeasonClosed(Event):
    """Both sides passed in turn."""

    type: Literal["season-closed"] = "season-closed"
    turn: int


class CampaignEnded(Event):
    """The match is over; a resignation names the side that gave up, and its level is one worse for it."""

    type: Literal["campaign-ended"] = "campaign-ended"
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

GreatWarEvent = Annotated[
    DeckShuffled | CardsDrawn | CardsDiscarded | SeasonOpened | TurnOpened | OffensivePlayed | TurnPassed
    | PieceMoved | ArmyJoined | ArmyLeft | ArmyEntrenched | AreaTaken | AreaDisputed | MovementClosed
    | BattleDeclared | DeclarationClosed | BattleOpened | BattleLapsed | PieceRetreated | PieceStayed
    | RetreatDeclared | RetreatsDeclared | ArmyMustLeave | RetreatsClosed | FireResolved | PieceLost
    | FortReduced | ErsatzSpent | SiegeHitsLapsed | HitsSettled | BattleClosed | PlanEvent | TurnClosed
    | SeasonClosed | CampaignEnded | CardEvent | ChoiceEvent | TemplateEvent | Unseen,
    Field(discriminator="type"),
]  # fmt: skip

EVENTS: TypeAdapter[GreatWarEvent] = TypeAdapter(GreatWarEvent, config=ConfigDict(defer_build=True))
