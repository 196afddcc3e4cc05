"""What one viewer may know of a position."""

from collections.abc import Mapping

from schemas.record import Prompt, Record, Side
from schemas.skirmish.orders import Plot
from schemas.skirmish.words import (
    Light,
    Mode,
    Phase,
    Posture,
    Quality,
    Role,
    Spot,
    Status,
    UnitKind,
)


class UnitView(Record):
    """A unit of the viewer's own."""

    id: str
    side: Side
    name: str
    kind: UnitKind
    quality: Quality
    markers: int
    status: str
    shoot: str
    fall_back: str


class FigureView(Record):
    """A figure of the viewer's own."""

    id: str
    unit: str
    side: Side
    role: Role
    at: Spot
    posture: Posture
    mode: Mode
    pins: int
    status: Status
    weapons: tuple[str, ...]
    masked: bool
    motivated: bool
    fired: bool


class ContactView(Record):
    """An enemy as a side knows him; `units` are those that see him now."""

    side: Side
    alias: str
    at: Spot
    posture: Posture
    mode: Mode
    pins: int
    quality: str
    weapon: str
    status: Status
    units: tuple[str, ...]


class MeleeView(Record):
    """A hand-to-hand fight: one's own figure, and the enemy's alias."""

    side: Side
    own: str
    enemy: str
    attacking: bool


class GroundView(Record):
    """Smoke on the table, or a token."""

    id: str
    at: Spot


class MissionView(Record):
    """A battery off the table: missions left, and where and when shells are to fall."""

    id: str
    side: Side
    left: int
    pending: tuple[tuple[Spot, int], ...] = ()


class View(Record):
    """A position as one viewer may know it, built up from nothing."""

    viewer: Side
    turn: int
    turns: int
    phase: Phase
    light: Light
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
    plots: tuple[Plot, ...]
    score: Mapping[Side, int]
    result: str | None
