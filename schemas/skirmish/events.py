"""What may happen. Lengths and coordinates are whole hundredths of an inch.

An event that tells of one side's figures carries that `side`: its enemy never sees it, and learns what he
saw of it from events of his own. What an enemy may not know is blanked in the copy that he sees.
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
    """A turn began: the light of it, and which side moves first; with it comes to light who sees whom."""

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
    """A side said how a unit acts from now on."""

    side: Side
    order: Order


class PlotsClosed(Event, tag="plots-closed"):
    """A side has no more orders to write."""

    side: Side


class PlotsOpened(Revealed, tag="plots-opened"):
    """Both sides had written their orders, and they were opened."""


class FigurePlaced(Event, tag="figure-placed"):
    """A figure was deployed."""

    side: Side
    figure: str
    at: Spot
    posture: Posture


class UnitActivated(Rolled, tag="unit-activated"):
    """A unit was activated; `allowances` are what its modes of movement gave, in the order of `modes`."""

    side: Side
    unit: str
    modes: tuple[Moving, ...] = ()
    allowances: tuple[int, ...] = ()


class LeaderNamed(Event, tag="leader-named"):
    """A man took over from the leader of his unit."""

    side: Side
    figure: str
    role: Role


class ActivationEnded(Revealed, tag="activation-ended"):
    """Where units are ordered one at a time: what a side had written was carried out, or it passed.

    What its men met on their way, and who saw them, has come to light.
    """

    side: Side
    passed: bool


class OrderDropped(Event, tag="order-dropped"):
    """A sealed order could not be carried out when its turn came, or only in `part`.

    `text` says why in the words of the pack; `fact` and `parameters` are the same as data.
    """

    side: Side
    figure: str
    clause: str
    text: str
    part: bool = False
    fact: Annotated[str, Since(2)] = ""
    parameters: Annotated[Mapping[str, JsonValue], Since(2)] = {}


class FigureMoved(Event, tag="figure-moved"):
    """A figure walked along a path; `spent` of its allowance went, and `cut` says what stopped it.

    It `advanced` if it came nearer to the nearest enemy that its side knows of. `fact` is what stopped it as
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
    """A figure tried to spot; the throw is secret, for it tells whether anything was there."""

    side: Side
    figure: str
    at: Spot
    need: int = 0

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that spot."""
        return tuple(roll.at_least(self.need) for roll in self.rolls)


class Sighted(Revealed, tag="sighted"):
    """What `side` knows of an enemy, under the name that it gave him; `figure` is who he really is.

    `units` are those of the side that see him now; where there are none he was last seen here.
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


def _effective(rolls: tuple[Roll, ...], marks: tuple[Mark, ...]) -> tuple[tuple[int, int], ...]:
    """The dice of a shot against what they needed, as far as it is known."""
    needs = [mark.needed for mark in marks] if len(rolls) == len(marks) else [None] * len(rolls)
    return tuple(roll.at_least(need) for roll, need in zip(rolls, needs, strict=True))


class Shot(Rolled, tag="shot"):
    """A figure fired; there is one throw for every mark, in the same order. A reaction stops an attacker.

    `alias` is what the side under fire calls the firer. Where it does not see him, it has none, and learns
    neither the kind of fire, nor the weapon, nor the dice, nor who was missed.
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
        """The faces that have an effect on each mark."""
        return _effective(self.rolls, self.marks)


class TierFired(Event, tag="tier-fired"):
    """All troops of one quality have fired."""

    tier: int


class FlameUsed(Event, tag="flame-used"):
    """A flamethrower was used; everybody saw where from."""

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
    """A shell came down, for everybody to see; how far it strayed from its aim, its side alone knows."""

    side: Side
    kind: Literal["he", "smoke"]
    at: Spot


class ShellBurst(Rolled, tag="shell-burst"):
    """Figures in the burst of a shell; each side knows of its own. Format 1 does not say whose it was."""

    side: Side = ""
    at: Spot
    marks: tuple[Mark, ...] = ()

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that have an effect on each mark."""
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
    """A side scored; what it knows, its enemy learns at the end. `at` is the turn, or the end of the game."""

    side: Side
    rule: int
    points: int


class TurnEnded(Event, tag="turn-ended"):
    """A turn was over."""

    turn: int


class GameEnded(Revealed, tag="game-ended"):
    """The game was over, and all points came to light; a draw has no `winner`."""

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
    """Return the order that an event contains; raises `ValueError` if it is none."""
    return ORDERS.read(tree)


def upcast_from_format_1(event: object) -> object:
    """An event of a journal of format 1, where the faces stood in each mark as well as in its roll."""
    if not isinstance(event, dict):
        return event
    told = cast("dict[str, object]", event)
    if not isinstance(told.get("marks"), list):
        return told
    marks = cast("list[dict[str, object]]", told["marks"])
    bare = [{name: value for name, value in mark.items() if name != "faces"} for mark in marks]
    return {**told, "marks": bare}


EVENTS: Shape[SkirmishEvent] = Shape(SkirmishEvent, upcast=upcast_from_format_1, read_part=read_order)
