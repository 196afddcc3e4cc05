"""A pack bound to one of its scenarios, ready to be looked up in."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from referee.systems.skirmish.state import choices
from referee.systems.skirmish.state.position import Figure, Mission, Position, Token, Unit
from schemas.record import Side, Value
from schemas.skirmish.names import Spot, TerrainKind
from schemas.skirmish.pack import Feature, Force, Pack, Scenario, Troops, UnitEntry, Weapon


class Sight(Value):
    """A line of sight: what blocks it, whether smoke lies on it, what covers its far end.

    A line is blocked by a piece of ground, or by as much of a kind as `words.BLOCKING` names.
    """

    blocked: str
    smoke: bool
    hard: tuple[str, ...]

    @property
    def clear(self) -> bool:
        """Return True if one sees along it."""
        return not self.blocked


class Line(Value):
    """A line through the ground that never changes: the sight along it, and how much light cover is on it."""

    sight: Sight
    light: float


class Table:
    """One scenario of a pack: its ground, its forces, its figures."""

    def __init__(self, pack: Pack, scenario: str, options: Mapping[str, str] | None = None) -> None:
        self.pack = pack
        self.options = dict(options or {})
        self.scenario: Scenario = next(one for one in pack.scenarios if one.id == scenario)
        self.parameters = choices.agree(pack, self.options)
        self.sides: tuple[Side, Side] = (pack.game.sides[0].id, pack.game.sides[1].id)
        self.weapons: Mapping[str, Weapon] = {weapon.id: weapon for weapon in pack.weapons.weapons}
        self.troops: Mapping[str, Troops] = {troops.id: troops for troops in pack.troops.troops}
        self.features: tuple[Feature, ...] = self.scenario.terrain
        self.lines: dict[tuple[Spot, Spot], Line] = {}
        self.spots: dict[Spot, tuple[Feature, ...]] = {}

    @cached_property
    def units(self) -> Mapping[str, UnitEntry]:
        """The units of both sides."""
        return {unit.id: unit for force in self.scenario.forces.values() for unit in force.units}

    @cached_property
    def cover_kinds(self) -> tuple[TerrainKind, ...]:
        """The ground that covers all figures in it, wherever one looks from."""
        rules = self.parameters.sight
        return (*rules.soft_kinds, *(kind for kind in rules.hard_kinds if kind != "wall"))

    def force(self, side: Side) -> Force:
        """What a side has."""
        return self.scenario.forces[side]

    def troop(self, figure: Figure) -> Troops:
        """The class of a figure: its unit's."""
        return self.troops[self.units[figure.unit].quality]

    def of_kind(self, *kinds: TerrainKind) -> Iterator[Feature]:
        """The ground of some kinds."""
        return (feature for feature in self.features if feature.kind in kinds)

    def on_table(self, spot: Spot) -> bool:
        """Return True if a place is on the table."""
        return 0 <= spot[0] <= self.scenario.width and 0 <= spot[1] <= self.scenario.depth

    def home(self, side: Side, spot: Spot) -> int:
        """How far a place is from a side's own edge."""
        match self.force(side).edge:
            case "south":
                return spot[1]
            case "north":
                return self.scenario.depth - spot[1]
            case "west":
                return spot[0]
            case "east":
                return self.scenario.width - spot[0]

    def aside(self, side: Side, a: Spot, b: Spot) -> int:
        """How far two places are from each other along a side's own edge."""
        axis = 0 if self.force(side).edge in {"south", "north"} else 1
        return abs(a[axis] - b[axis])

    def start(self) -> Position:
        """The set-up, before anything has happened."""
        figures = {figure.id: figure for side in self.sides for figure in self._figures(side)}
        missions = {
            entry.id: Mission(entry.id, side, entry.missions)
            for side in self.sides
            for entry in self.force(side).off_table
        }
        weather = self.scenario.weather[0]
        return Position(
            sides=self.sides, turn=0, phase="deployment", step=0, light=weather.light, rain=weather.rain,
            first=None, figures=figures, units={unit.id: unit for unit in self._units()},
            known={side: {} for side in self.sides}, melees=(), plans={}, dead=(), flames=(), smoke=(),
            tokens={one.id: Token(one.id, one.side, one.at, one.at) for one in self.scenario.tokens},
            missions=missions, entered=frozenset(), rewarded=frozenset(), score=dict.fromkeys(self.sides, 0),
        )  # fmt: skip

    def _units(self) -> Iterator[Unit]:
        for side in self.sides:
            yield from (Unit(entry.id, side) for entry in self.force(side).units)

    def _figures(self, side: Side) -> Iterator[Figure]:
        for unit in self.force(side).units:
            for one in unit.figures:
                yield Figure(
                    one.id, unit.id, side, one.role, one.at, one.weapons, frozenset(one.traits),
                    frozenset(one.items), one.supply, one.posture, one.at,
                )  # fmt: skip
