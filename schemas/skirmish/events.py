"""What may happen. Lengths and coordinates are whole hundredths of an inch.

An event that tells of one side's figures carries that `side`: its enemy never sees it, and learns what he
saw of it from events of his own. What an enemy may not know is blanked in the copy that he sees.
"""

from typing import Annotated, Literal, cast

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, model_validator

from schemas.record import Event, Record, Revealed, Roll, Rolled, Side
from schemas.skirmish.close_events import (
    AttackHalted,
    BrokeOff,
    ContactMade,
    FellBack,
    Killed,
    MarkerAdded,
    MeleeEnded,
    MeleeFought,
    MoraleTested,
    Pinned,
    Surrendered,
    UnitDispersed,
    UnitRallied,
    Unpinned,
)
from schemas.skirmish.orders import Closing, Plot, Reaction
from schemas.skirmish.words import Effect, FireKind, Light, Mode, Moving, Phase, Posture, Role, Spot, Status
from schemas.vocabulary import Since


class PhaseStarted(Event):
    """A phase of a turn began."""

    type: Literal["phase-started"] = "phase-started"
    turn: int
    phase: Phase


class TurnOpened(Rolled):
    """A turn began: the light of it, and which side moves first."""

    type: Literal["turn-opened"] = "turn-opened"
    turn: int
    first: Side
    light: Light
    rain: bool = False


class OrderPlotted(Event):
    """A side wrote a sealed order."""

    type: Literal["order-plotted"] = "order-plotted"
    side: Side
    order: Plot


class PlotsTorn(Event):
    """A side tore up its sealed orders."""

    type: Literal["plots-torn"] = "plots-torn"
    side: Side


class StandingOrderGiven(Event):
    """A side said how a unit acts from now on."""

    type: Literal["standing-order-given"] = "standing-order-given"
    side: Side
    order: Annotated[Reaction | Closing, Field(discriminator="type")]


class PlotsClosed(Event):
    """A side has no more orders to write."""

    type: Literal["plots-closed"] = "plots-closed"
    side: Side


class PlotsOpened(Revealed):
    """Both sides had written their orders, and they were opened."""

    type: Literal["plots-opened"] = "plots-opened"


class FigurePlaced(Event):
    """A figure was deployed."""

    type: Literal["figure-placed"] = "figure-placed"
    side: Side
    figure: str
    at: Spot
    posture: Posture


class UnitActivated(Rolled):
    """A unit was activated; `allowances` are what its modes of movement gave, in the order of `modes`."""

    type: Literal["unit-activated"] = "unit-activated"
    side: Side
    unit: str
    modes: tuple[Moving, ...] = ()
    allowances: tuple[int, ...] = ()


class LeaderNamed(Event):
    """A man took over from the leader of his unit."""

    type: Literal["leader-named"] = "leader-named"
    side: Side
    figure: str
    role: Role


class ActivationEnded(Event):
    """Where units are ordered one at a time: what a side had written was carried out, or it passed."""

    type: Literal["activation-ended"] = "activation-ended"
    side: Side
    passed: bool


class OrderDropped(Event):
    """A sealed order could not be carried out when its turn came, or only in `part`.

    `text` says why in the words of the pack; `fact` and `parameters` are the same as data.
    """

    type: Literal["order-dropped"] = "order-dropped"
    side: Side
    figure: str
    clause: str
    text: str
    part: bool = False
    fact: Annotated[str, Since(2)] = ""
    parameters: Annotated[dict[str, JsonValue], Since(2)] = Field(default_factory=dict)


class FigureMoved(Event):
    """A figure walked along a path; `spent` of its allowance went, and `cut` says what stopped it.

    It `advanced` if it came nearer to the nearest enemy that its side knows of. `fact` is what stopped it as
    data.
    """

    type: Literal["figure-moved"] = "figure-moved"
    side: Side
    figure: str
    mode: Mode
    path: tuple[Spot, ...]
    spent: int
    advanced: bool = False
    emerged: bool = False
    posture: Posture = "open"
    cut: str = ""
    fact: Annotated[str, Since(2)] = ""


class PostureTaken(Event):
    """A figure changed its posture."""

    type: Literal["posture-taken"] = "posture-taken"
    side: Side
    figure: str
    posture: Posture


class MaskChanged(Event):
    """A figure put its gas mask on, or took it off."""

    type: Literal["mask-changed"] = "mask-changed"
    side: Side
    figure: str
    worn: bool


class Looked(Rolled):
    """A figure tried to spot; the throw is secret, for it tells whether anything was there."""

    type: Literal["looked"] = "looked"
    side: Side
    figure: str
    at: Spot
    need: int = 0

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that spot."""
        return tuple(roll.at_least(self.need) for roll in self.rolls)


class Sighted(Revealed):
    """What `side` knows of an enemy, under the name that it gave him; `figure` is who he really is.

    `units` are those of the side that see him now; where there are none he was last seen here.
    """

    type: Literal["sighted"] = "sighted"
    side: Side
    alias: str
    figure: str = ""
    at: Spot
    posture: Posture
    mode: Mode
    pins: int = 0
    quality: str = ""
    weapon: str = ""
    status: Status = "active"
    units: tuple[str, ...] = ()
    how: Literal["seen", "fired", "rolled", "contact", "lost"] = "seen"


class Mark(Record):
    """A figure that dice were thrown at, and what they did; `side` is its side.

    `alias` is what the firing side calls it; a mark without one is not known to that side. `total` is the
    modifier of an aimed die, and `needed` the least face that has an effect; both are missing for those to
    whom they would tell of troops and weapons that they do not see.
    """

    side: Side
    figure: str
    alias: str = ""
    total: int | None = None
    needed: int | None = None
    effect: Effect
    pins: int = 0

    @model_validator(mode="before")
    @classmethod
    def from_format_1(cls, given: object) -> object:
        """The faces stood in the mark as well as in its roll, in journals of format 1."""
        if isinstance(given, dict):
            return {
                name: value for name, value in cast("dict[str, object]", given).items() if name != "faces"
            }
        return given


def _effective(rolls: tuple[Roll, ...], marks: tuple[Mark, ...]) -> tuple[tuple[int, int], ...]:
    """The dice of a shot against what they needed, as far as it is known."""
    needs = [mark.needed for mark in marks] if len(rolls) == len(marks) else [None] * len(rolls)
    return tuple(roll.at_least(need) for roll, need in zip(rolls, needs, strict=True))


class Shot(Rolled):
    """A figure fired; there is one throw for every mark, in the same order. A reaction stops an attacker.

    `alias` is what the side under fire calls the firer. Where it does not see him, it has none, and is told
    neither the kind of fire, nor the weapon, nor the dice, nor who was missed.
    """

    type: Literal["shot"] = "shot"
    side: Side
    figure: str
    alias: str = ""
    weapon: str
    kind: FireKind | None
    at: Spot
    rapid: bool = False
    reaction: bool = False
    marks: tuple[Mark, ...] = ()

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that have an effect on each mark."""
        return _effective(self.rolls, self.marks)


class TierFired(Event):
    """All troops of one quality have fired."""

    type: Literal["tier-fired"] = "tier-fired"
    tier: int


class FlameUsed(Event):
    """A flamethrower was used; everybody saw where from."""

    type: Literal["flame-used"] = "flame-used"
    side: Side
    at: Spot
    to: Spot


class BarrageCalled(Event):
    """A mission was called for; its shells fall in a later turn."""

    type: Literal["barrage-called"] = "barrage-called"
    side: Side
    mission: str
    aim: Spot
    falls: int


class ShellFell(Rolled):
    """A shell came down, for everybody to see; how far it strayed from its aim, its side alone knows."""

    type: Literal["shell-fell"] = "shell-fell"
    side: Side
    kind: Literal["he", "smoke"]
    at: Spot


class ShellBurst(Rolled):
    """Figures in the burst of a shell; each side knows of its own. Format 1 does not say whose it was."""

    type: Literal["shell-burst"] = "shell-burst"
    side: Side = ""
    at: Spot
    marks: tuple[Mark, ...] = ()

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that have an effect on each mark."""
        return _effective(self.rolls, self.marks)


class MissionSpent(Event):
    """A mission was fired."""

    type: Literal["mission-spent"] = "mission-spent"
    side: Side
    mission: str


class SmokeLaid(Event):
    """Smoke lies around a point until a turn is over."""

    type: Literal["smoke-laid"] = "smoke-laid"
    id: str
    at: Spot
    until: int


class SmokeCleared(Event):
    """Smoke blew away."""

    type: Literal["smoke-cleared"] = "smoke-cleared"
    id: str


class TokenMoved(Event):
    """A token of the scenario, such as a tank, moved or fired."""

    type: Literal["token-moved"] = "token-moved"
    id: str
    at: Spot
    shooting: bool = False


class Scored(Event):
    """A side scored; what it knows, its enemy learns at the end. `at` is the turn, or the end of the game."""

    type: Literal["scored"] = "scored"
    side: Side
    rule: int
    points: int


class TurnEnded(Event):
    """A turn was over."""

    type: Literal["turn-ended"] = "turn-ended"
    turn: int


class GameEnded(Event):
    """The game was over; `winner` is nobody in a draw."""

    type: Literal["game-ended"] = "game-ended"
    winner: Side | None
    points: tuple[int, ...]
    reason: Literal["last-turn", "concession", "nobody-left"]


SkirmishEvent = Annotated[
    PhaseStarted | TurnOpened | OrderPlotted | PlotsTorn | StandingOrderGiven | PlotsClosed | PlotsOpened
    | FigurePlaced | LeaderNamed | UnitActivated | ActivationEnded
    | OrderDropped | FigureMoved | PostureTaken | MaskChanged | Looked
    | Sighted | Shot | FlameUsed | Pinned | Unpinned | FellBack | Killed | AttackHalted | ContactMade
    | MeleeEnded | MeleeFought | BrokeOff | MoraleTested | MarkerAdded | UnitRallied | UnitDispersed
    | Surrendered
    | BarrageCalled | TierFired | ShellFell | ShellBurst | MissionSpent | SmokeLaid | SmokeCleared
    | TokenMoved | Scored | TurnEnded | GameEnded,
    Field(discriminator="type"),
]  # fmt: skip

EVENTS: TypeAdapter[SkirmishEvent] = TypeAdapter(SkirmishEvent, config=ConfigDict(defer_build=True))
