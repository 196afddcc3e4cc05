"""The events of the skirmish. Lengths and coordinates are whole hundredths of an inch.

An event about one side's figures carries that `side`. The enemy never sees such an event, and learns visible
facts from events of its own. Secret facts are blank in the enemy's copy.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, cast

from schemas.model import Order
from schemas.record import Event, JsonValue, Record, Revealed, Roll, Rolled, Shape, Side, Since
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
from schemas.skirmish.names import Effect, FireKind, Light, Mode, Moving, Phase, Posture, Role, Spot, Status
from schemas.skirmish.orders import ORDERS, AmendmentEvent


class PhaseStarted(Event, tag="phase-started"):
    """A phase of a turn began."""

    turn: int
    phase: Phase


class TurnOpened(Rolled, Revealed, tag="turn-opened"):
    """A turn began: its light and the side that moves first. It also reveals the new sightings."""

    turn: int
    first: Side
    light: Light
    rain: bool = False


class OrderPlotted(Event, tag="order-plotted"):
    """A side wrote a sealed order."""

    side: Side
    order: Order


class PlotsTorn(Event, tag="plots-torn"):
    """A side tore up its sealed orders."""

    side: Side


class StandingOrderGiven(Event, tag="standing-order-given"):
    """A side gave a unit a standing order."""

    side: Side
    order: Order


class PlotsClosed(Event, tag="plots-closed"):
    """A side closed its orders."""

    side: Side


class PlotsOpened(Revealed, tag="plots-opened"):
    """The sealed orders of both sides were opened."""


class FigurePlaced(Event, tag="figure-placed"):
    """A figure was deployed."""

    side: Side
    figure: str
    at: Spot
    posture: Posture


class UnitActivated(Rolled, tag="unit-activated"):
    """A unit was activated; `allowances` are the inches of its modes of movement, in the order of `modes`."""

    side: Side
    unit: str
    modes: tuple[Moving, ...] = ()
    allowances: tuple[int, ...] = ()


class LeaderNamed(Event, tag="leader-named"):
    """A figure took over from the leader of its unit."""

    side: Side
    figure: str
    role: Role


class ActivationEnded(Revealed, tag="activation-ended"):
    """In live play, the orders of a side were carried out, or the side passed.

    The event reveals the contacts and sightings of its move.
    """

    side: Side
    passed: bool


class OrderDropped(Event, tag="order-dropped"):
    """A sealed order could not be carried out at its turn, or only in `part`.

    `text` is the reason in the words of the pack; `fact` and `parameters` are the same reason as data.
    """

    side: Side
    figure: str
    clause: str
    text: str
    part: bool = False
    fact: Annotated[str, Since(2)] = ""
    parameters: Annotated[Mapping[str, JsonValue], Since(2)] = {}


class FigureMoved(Event, tag="figure-moved"):
    """A figure walked along a path and used `spent` of its allowance; `cut` is the reason if it was stopped.

    It `advanced` if it moved nearer to the nearest enemy that its side knows of. `fact` is the reason as
    data.
    """

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


class PostureTaken(Event, tag="posture-taken"):
    """A figure changed its posture."""

    side: Side
    figure: str
    posture: Posture


class MaskChanged(Event, tag="mask-changed"):
    """A figure put its gas mask on, or took it off."""

    side: Side
    figure: str
    worn: bool


class Looked(Rolled, tag="looked"):
    """A figure tried to spot. The roll is secret because it would reveal that a figure was there."""

    side: Side
    figure: str
    at: Spot
    need: int = 0

    def odds(self) -> tuple[tuple[int, int], ...]:
        """Return the faces that spot."""
        return tuple(roll.at_least(self.need) for roll in self.rolls)


class Sighted(Revealed, tag="sighted"):
    """The facts about an enemy that `side` knows under its own alias; `figure` is the enemy's true id.

    `units` are the units of the side that see the enemy now; if there are none, it was last seen here.
    """

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
    """A target of dice and their effect; `side` is the target's side.

    `alias` is the firing side's name for the target; a mark without an alias is unknown to that side. `total`
    is the modifier of an aimed die, and `needed` the least face with an effect; both are missing for viewers
    to whom they would reveal unseen troops and weapons.
    """

    side: Side
    figure: str
    alias: str = ""
    total: int | None = None
    needed: int | None = None
    effect: Effect
    pins: int = 0


def _effective(rolls: tuple[Roll, ...], marks: tuple[Mark, ...]) -> tuple[tuple[int, int], ...]:
    """Return the odds of the dice of a shot, as far as the needed scores are known."""
    needs = [mark.needed for mark in marks] if len(rolls) == len(marks) else [None] * len(rolls)
    return tuple(roll.at_least(need) for roll, need in zip(rolls, needs, strict=True))


class Shot(Rolled, tag="shot"):
    """A figure fired; there is one roll for every mark, in the same order. `reaction` is fire at an attacker.

    `alias` is the name that the side under fire uses for the firer. If that side does not see the firer, it
    has no alias, and does not learn the kind of fire, the weapon, the dice or the misses.
    """

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
        """Return the faces that have an effect on each mark."""
        return _effective(self.rolls, self.marks)


class TierFired(Event, tag="tier-fired"):
    """All troops of one quality have fired."""

    tier: int


class FlameUsed(Event, tag="flame-used"):
    """A flamethrower was used. Both sides saw its place."""

    side: Side
    at: Spot
    to: Spot


class BarrageCalled(Event, tag="barrage-called"):
    """A mission was called for; its shells fall in a later turn."""

    side: Side
    mission: str
    aim: Spot
    falls: int


class ShellFell(Rolled, tag="shell-fell"):
    """A shell fell in sight of both sides. Only its own side knows the deviation from its aim."""

    side: Side
    kind: Literal["he", "smoke"]
    at: Spot


class ShellBurst(Rolled, tag="shell-burst"):
    """Figures in the burst of a shell; each side knows only its own. Format 1 omits the firing side."""

    side: Side = ""
    at: Spot
    marks: tuple[Mark, ...] = ()

    def odds(self) -> tuple[tuple[int, int], ...]:
        """Return the faces that have an effect on each mark."""
        return _effective(self.rolls, self.marks)


class MissionSpent(Event, tag="mission-spent"):
    """A mission was fired."""

    side: Side
    mission: str


class SmokeLaid(Event, tag="smoke-laid"):
    """Smoke lies around a point until a turn is over."""

    id: str
    at: Spot
    until: int


class SmokeCleared(Event, tag="smoke-cleared"):
    """Smoke blew away."""

    id: str


class TokenMoved(Event, tag="token-moved"):
    """A token of the scenario, such as a tank, moved or fired."""

    id: str
    at: Spot
    shooting: bool = False


class Scored(Event, tag="scored"):
    """A side scored. Its enemy learns the points at the end of the game."""

    side: Side
    rule: int
    points: int


class TurnEnded(Event, tag="turn-ended"):
    """A turn was over."""

    turn: int


class GameEnded(Revealed, tag="game-ended"):
    """The game ended, and all points were revealed; a draw has no `winner`."""

    winner: Side | None
    points: tuple[int, ...]
    reason: Literal["last-turn", "concession", "nobody-left"]


SkirmishEvent = (
    PhaseStarted | TurnOpened | OrderPlotted | PlotsTorn | StandingOrderGiven | PlotsClosed | PlotsOpened
    | FigurePlaced | LeaderNamed | UnitActivated | ActivationEnded
    | OrderDropped | FigureMoved | PostureTaken | MaskChanged | Looked
    | Sighted | Shot | FlameUsed | Pinned | Unpinned | FellBack | Killed | AttackHalted | ContactMade
    | MeleeEnded | MeleeFought | BrokeOff | MoraleTested | MarkerAdded | UnitRallied | UnitDispersed
    | Surrendered
    | BarrageCalled | TierFired | ShellFell | ShellBurst | MissionSpent | SmokeLaid | SmokeCleared
    | TokenMoved | Scored | TurnEnded | GameEnded | AmendmentEvent
)  # fmt: skip


def read_order(_: type, tree: object) -> Order:
    """Return the order that an event contains. Raises ValueError for anything else."""
    return ORDERS.read(tree)


def upcast_from_format_1(event: object) -> object:
    """Return an event of a journal of format 1 without the faces that its marks repeat."""
    if not isinstance(event, dict):
        return event
    told = cast("dict[str, object]", event)
    if not isinstance(told.get("marks"), list):
        return told
    marks = cast("list[dict[str, object]]", told["marks"])
    bare = [{name: value for name, value in mark.items() if name != "faces"} for mark in marks]
    return {**told, "marks": bare}


EVENTS: Shape[SkirmishEvent] = Shape(SkirmishEvent, upcast=upcast_from_format_1, read_part=read_order)
