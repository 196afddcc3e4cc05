"""Views: a position as one viewer may know it."""

from collections.abc import Mapping

from schemas.model import Order
from schemas.record import Prompt, Record, Side
from schemas.skirmish import names
from schemas.skirmish.pack import Item, Trait


class UnitView(Record):
    """A unit of the viewer's own."""

    id: str
    side: Side
    name: str
    kind: names.UnitKind
    quality: names.Quality
    markers: int
    status: str
    shoot: str
    fall_back: str


class FigureView(Record):
    """A figure of the viewer's own.

    `skills` are its traits and equipment. `way` are the places of its last move before the end, if that was
    in this turn or the one before; `facing` is the direction of its last move, because the sheet has no other
    facing.
    """

    id: str
    unit: str
    side: Side
    role: names.Role
    at: names.Spot
    posture: names.Posture
    mode: names.Mode
    pins: int
    status: names.Status
    weapons: tuple[str, ...]
    masked: bool
    motivated: bool
    fired: bool
    skills: tuple[Trait | Item, ...] = ()
    way: tuple[names.Spot, ...] = ()
    facing: names.Compass = ""


class ContactView(Record):
    """An enemy as a side knows it; `units` are the units that see it now, `way` its earlier known places."""

    side: Side
    alias: str
    at: names.Spot
    posture: names.Posture
    mode: names.Mode
    pins: int
    quality: str
    weapon: str
    status: names.Status
    units: tuple[str, ...]
    way: tuple[names.Spot, ...] = ()
    facing: names.Compass = ""


class TerrainView(Record):
    """A terrain feature with its corners."""

    id: str
    kind: names.TerrainKind
    name: str
    corners: tuple[names.Spot, ...]


class SightView(Record):
    """An enemy that a figure's unit sees, and the scores that this figure needs to hit it now.

    `range` is in hundredths of an inch, rounded up; `cover` is the ground that is hard cover for the enemy,
    and `covered` is True if it has any. `pin` and `kill` are the least faces of an aimed die of twenty sides,
    each None if no face has that effect or aimed fire is illegal; `unaimed` are the least and the greatest
    face that an unaimed die may need to pin the enemy, over its possible classes. `against` are the clauses
    that forbid all fire at the enemy.
    """

    figure: str
    enemy: str
    weapon: str
    range: int
    cover: tuple[str, ...] = ()
    covered: bool = False
    dice: int = 0
    pin: int | None = None
    kill: int | None = None
    unaimed: tuple[int, int] | None = None
    against: tuple[str, ...] = ()


class RewardView(Record):
    """A reward of a side.

    `counted` is the least number of points so far, as far as the viewer knows; `certain` is True if this is
    the exact number, and `paid` if the score already contains it.
    """

    side: Side
    title: str
    points: int
    when: str
    counted: int = 0
    certain: bool = True
    paid: bool = False


class MeleeView(Record):
    """A hand-to-hand fight: the viewer's own figure, and the enemy's alias."""

    side: Side
    own: str
    enemy: str
    attacking: bool


class GroundView(Record):
    """Smoke on the table, or a token."""

    id: str
    at: names.Spot


class MissionView(Record):
    """A battery off the table: missions left, and the places and turns of pending missions."""

    id: str
    side: Side
    left: int
    pending: tuple[tuple[names.Spot, int], ...] = ()


class View(Record):
    """A position as one viewer may know it."""

    viewer: Side
    turn: int
    turns: int
    phase: names.Phase
    light: names.Light
    rain: bool
    first: Side | None
    prompts: tuple[Prompt, ...]
    units: tuple[UnitView, ...]
    figures: tuple[FigureView, ...]
    contacts: tuple[ContactView, ...]
    melees: tuple[MeleeView, ...]
    smoke: tuple[GroundView, ...]
    tokens: tuple[GroundView, ...]
    missions: tuple[MissionView, ...]
    plots: tuple[Order, ...]
    score: Mapping[Side, int]
    result: str | None
    width: int = 0
    depth: int = 0
    terrain: tuple[TerrainView, ...] = ()
    rewards: tuple[RewardView, ...] = ()
    sight: tuple[SightView, ...] = ()
