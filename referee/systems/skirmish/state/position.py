"""The state of a game: figures, units, each side's contacts and its sealed orders."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.engine.values import hash_value
from schemas.record import Side, Value
from schemas.skirmish.names import FireKind, Light, Mode, Phase, Posture, Role, Spot, Status
from schemas.skirmish.orders import Closing, Plot, Reaction


class Figure(Value):
    """A figure on the table.

    `start` is its place at the beginning of the turn, `mode` its movement since then. `fired` is the kind of
    its shot this turn, and `fired_before` is True if it fired last turn. `fought` is True once it fought a
    round this turn, and `was_fighting` if it fought last turn. `looks` counts its looks. `way` holds the
    places of its last move before the end, and `went` is the turn of that move.
    """

    id: str
    unit: str
    side: Side
    role: Role
    at: Spot
    weapons: tuple[str, ...]
    traits: frozenset[str]
    items: frozenset[str]
    supply: Mapping[str, int]
    posture: Posture
    start: Spot
    status: Status = "active"
    masked: bool = False
    pins: int = 0
    mode: Mode = "halt"
    advanced: bool = False
    emerged: bool = False
    fired: FireKind | None = None
    fired_before: bool = False
    fell_back: bool = False
    looks: int = 0
    fought: bool = False
    was_fighting: bool = False
    way: tuple[Spot, ...] = ()
    went: int = 0

    @property
    def active(self) -> bool:
        """Return True if the figure still takes part."""
        return self.status == "active"

    @property
    def has_moved(self) -> bool:
        """Return True if the figure moved this turn, by order or by falling back."""
        return self.mode != "halt" or self.fell_back


class Unit(Value):
    """A section, a commander or a heavy weapon: its morale and its standing orders."""

    id: str
    side: Side
    markers: int = 0
    dispersed: bool = False
    activated: bool = False
    failed: bool = False
    reaction: Reaction | None = None
    closing: Closing | None = None


class Contact(Value):
    """An enemy as a side knows it; `figure` is its true id, and empty in a side's own copy.

    `way` holds its known places before its last move, and `went` is the turn of that move; `told` is the turn
    of the last change of the other facts, and `fought` the turn of its last round of a melee.
    """

    alias: str
    figure: str
    at: Spot
    posture: Posture
    mode: Mode
    pins: int
    quality: str
    weapon: str
    status: Status
    units: tuple[str, ...]
    way: tuple[Spot, ...] = ()
    went: int = 0
    told: int = 0
    fought: int = 0


class Melee(Value):
    """An attacker and a defender, each with the alias that the other side uses."""

    side: Side
    attacker: str
    attacker_alias: str
    defender: str
    defender_alias: str


class Dead(Value):
    """A figure that was killed this turn, and its place."""

    figure: str
    unit: str
    side: Side
    role: Role
    at: Spot


class Flames(Value):
    """A flamethrower that was used this turn."""

    side: Side
    at: Spot
    to: Spot


class Smoke(Value):
    """A cloud of smoke, and the last turn in which it stays."""

    id: str
    at: Spot
    until: int


class Token(Value):
    """A thing that only the scenario moves; `before` is its place at the beginning of the turn."""

    id: str
    side: Side
    at: Spot
    before: Spot
    shooting: bool = False


class Mission(Value):
    """A battery off the table: missions left, and the pending missions with the turn in which they fall."""

    id: str
    side: Side
    left: int
    pending: tuple[tuple[Spot, int], ...] = ()


class Plan(Value):
    """Sealed orders of one side so far."""

    plots: tuple[Plot, ...] = ()
    closed: bool = False


NO_PLAN = Plan()
NOTHING_PLANNED: Mapping[Side, Plan] = {}
NOBODY_KNOWN: Mapping[str, Contact] = {}


class Position(Value):
    """Everything the rules need to know.

    `step` is the number of tiers that have fired; `passed` are the sides that activate no more units this
    turn. `rewarded` are paid rewards by side and number; `entered` are features that a side's figures have
    entered.
    """

    sides: tuple[Side, Side]
    turn: int
    phase: Phase
    step: int
    light: Light
    rain: bool
    first: Side | None
    figures: Mapping[str, Figure]
    units: Mapping[str, Unit]
    known: Mapping[Side, Mapping[str, Contact]]
    melees: tuple[Melee, ...]
    plans: Mapping[Side, Plan]
    dead: tuple[Dead, ...]
    flames: tuple[Flames, ...]
    smoke: tuple[Smoke, ...]
    tokens: Mapping[str, Token]
    missions: Mapping[str, Mission]
    entered: frozenset[tuple[Side, str]]
    rewarded: frozenset[tuple[Side, int]]
    score: Mapping[Side, int]
    result: str | None = None
    winner: Side | None = None
    passed: frozenset[Side] = frozenset()

    def __hash__(self) -> int:
        return hash_value(self)

    def with_figure(self, figure: Figure) -> "Position":
        """Return the position with a figure in its new state."""
        return replace(self, figures={**self.figures, figure.id: figure})

    def with_unit(self, unit: Unit) -> "Position":
        """Return the position with a unit in its new state."""
        return replace(self, units={**self.units, unit.id: unit})

    def plan(self, side: Side) -> Plan:
        """Return the sealed orders of a side."""
        return self.plans.get(side, NO_PLAN)

    def other(self, side: Side) -> Side:
        """Return the enemy of a side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def active(self, side: Side) -> Iterator[Figure]:
        """Return the figures of a side that take part."""
        return (one for one in self.figures.values() if one.side == side and one.active)

    def members(self, unit: str) -> Iterator[Figure]:
        """Return the figures of a unit that take part."""
        return (one for one in self.figures.values() if one.unit == unit and one.active)

    def contacts(self, side: Side) -> Mapping[str, Contact]:
        """Return the contacts of a side by alias."""
        return self.known.get(side, NOBODY_KNOWN)

    def recent(self, one: Figure | Contact) -> tuple[Spot, ...]:
        """Return the way of a figure's or contact's last move, if it was in this turn or in the last one."""
        return one.way if self.turn - one.went <= 1 else ()

    def alias(self, side: Side, figure: str) -> str:
        """Return a side's alias for an enemy, or "" if it never saw the enemy."""
        contact = self.find_contact(side, figure)
        return contact.alias if contact is not None else ""

    def find_contact(self, side: Side, figure: str) -> Contact | None:
        """Return a side's contact with an enemy, or None if it never saw the enemy."""
        return next((one for one in self.contacts(side).values() if one.figure == figure), None)

    def find_enemy(self, side: Side, alias: str) -> Figure | None:
        """Return the enemy that a side knows under an alias, or None."""
        contact = self.contacts(side).get(alias)
        return self.figures.get(contact.figure) if contact is not None else None

    def list_seen(self, side: Side) -> tuple[Contact, ...]:
        """Return the enemies that a side sees now."""
        contacts = self.contacts(side).values()
        return tuple(contact for contact in contacts if contact.units and contact.status == "active")

    def list_visible_spots(self, side: Side) -> tuple[Spot, ...]:
        """Return the places of the enemies that a side sees now."""
        return tuple(contact.at for contact in self.list_seen(side))

    def fights(self, figure: str) -> Iterator[Melee]:
        """Return the melees of a figure."""
        return (one for one in self.melees if figure in {one.attacker, one.defender})

    def in_melee(self, figure: str) -> bool:
        """Return True if a figure is in contact with an enemy."""
        return any(True for _ in self.fights(figure))
