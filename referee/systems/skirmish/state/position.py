"""The state of a game: figures, units, what each side knows of the other, and its sealed orders."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.engine.values import hash_value
from schemas.record import Side, Value
from schemas.skirmish.names import FireKind, Light, Mode, Phase, Posture, Role, Spot, Status
from schemas.skirmish.orders import Closing, Plot, Reaction


class Figure(Value):
    """A man on the table.

    `start` is where he stood when the turn began, `mode` how he has moved since. `fired` is his shot of
    this turn, `fired_before` says whether he fired in the turn before. `fought` is set once he fought a round
    this turn, and `was_fighting` if he did in the turn before. `looks` counts his looks. `way` are the places
    of his last move before its end, and `went` is the turn of it.
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
        """Return True if he still takes part."""
        return self.status == "active"

    @property
    def moved(self) -> bool:
        """Whether he moved this turn, of his own will or not."""
        return self.mode != "halt" or self.fell_back


class Unit(Value):
    """A section, a commander or a heavy weapon: its morale, and the orders that hold for good."""

    id: str
    side: Side
    markers: int = 0
    dispersed: bool = False
    activated: bool = False
    failed: bool = False
    reaction: Reaction | None = None
    closing: Closing | None = None


class Contact(Value):
    """An enemy as a side knows him; `figure` is who he really is, and empty in a side's own copy.

    `way` is where he was seen before his last move, and `went` the turn of it; `told` is the turn in which
    the rest of this was last seen to change, and `fought` that of his last round of a melee.
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
    """An attacker at a defender; the aliases are what the other side calls each of them."""

    side: Side
    attacker: str
    attacker_alias: str
    defender: str
    defender_alias: str


class Dead(Value):
    """A figure that was killed this turn, and where."""

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
    """A cloud of smoke, and the last turn in which it lies there."""

    id: str
    at: Spot
    until: int


class Token(Value):
    """Something that no rule of the sheet moves; `before` is where it stood when the turn began."""

    id: str
    side: Side
    at: Spot
    before: Spot
    shooting: bool = False


class Mission(Value):
    """A battery off the table: missions left, and those on their way with the turn in which they fall."""

    id: str
    side: Side
    left: int
    pending: tuple[tuple[Spot, int], ...] = ()


class Plan(Value):
    """What one side has written under seal so far."""

    plots: tuple[Plot, ...] = ()
    closed: bool = False


NO_PLAN = Plan()
NOTHING_PLANNED: Mapping[Side, Plan] = {}
NOBODY_KNOWN: Mapping[str, Contact] = {}


class Position(Value):
    """Everything the rules need to know.

    `step` is the tier of troops that fired last; `passed` are the sides that activate no more units this
    turn. `rewarded` are rewards that are paid once, by side and number; `entered` are features that a
    side's figures have been in.
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

    def put(self, figure: Figure) -> "Position":
        """The position with a figure as it is now."""
        return replace(self, figures={**self.figures, figure.id: figure})

    def set(self, unit: Unit) -> "Position":
        """The position with a unit as it is now."""
        return replace(self, units={**self.units, unit.id: unit})

    def plan(self, side: Side) -> Plan:
        """What a side has written so far."""
        return self.plans.get(side, NO_PLAN)

    def other(self, side: Side) -> Side:
        """The enemy of a side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def active(self, side: Side) -> Iterator[Figure]:
        """The figures of a side that take part."""
        return (one for one in self.figures.values() if one.side == side and one.active)

    def members(self, unit: str) -> Iterator[Figure]:
        """The figures of a unit that take part."""
        return (one for one in self.figures.values() if one.unit == unit and one.active)

    def contacts(self, side: Side) -> Mapping[str, Contact]:
        """What a side knows of its enemy, by alias."""
        return self.known.get(side, NOBODY_KNOWN)

    def recent(self, one: Figure | Contact) -> tuple[Spot, ...]:
        """The way of the last move of a figure or an enemy, if it was in this turn or in the one before."""
        return one.way if self.turn - one.went <= 1 else ()

    def alias(self, side: Side, figure: str) -> str:
        """What a side calls an enemy; nothing if it never saw him."""
        known = self.contacts(side).values()
        return next((contact.alias for contact in known if contact.figure == figure), "")

    def called(self, side: Side, alias: str) -> Figure | None:
        """The enemy that a side knows under an alias."""
        contact = self.contacts(side).get(alias)
        return self.figures.get(contact.figure) if contact is not None else None

    def list_seen(self, side: Side) -> tuple[Contact, ...]:
        """The enemies that a side sees now."""
        known = self.contacts(side).values()
        return tuple(contact for contact in known if contact.units and contact.status == "active")

    def seen_spots(self, side: Side) -> tuple[Spot, ...]:
        """Where a side sees enemies now."""
        return tuple(contact.at for contact in self.list_seen(side))

    def fights(self, figure: str) -> Iterator[Melee]:
        """The melees a figure is in."""
        return (one for one in self.melees if figure in {one.attacker, one.defender})

    def in_melee(self, figure: str) -> bool:
        """Return True if a figure is in contact with an enemy."""
        return any(True for _ in self.fights(figure))
