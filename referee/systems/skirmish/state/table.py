"""A pack bound to one of its scenarios, with look-ups."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from referee.systems.skirmish.state import choices
from referee.systems.skirmish.state.position import Figure, Mission, Position, Token, Unit
from schemas.record import Side, Value
from schemas.skirmish.names import Spot, TerrainKind
from schemas.skirmish.pack import Feature, Force, Pack, Scenario, Troops, UnitEntry, Weapon


class Sight(Value):
    """A line of sight: its obstacle, smoke on it, and the hard cover of its far end.

    `blocked` is the id of a feature, or a kind of ground that `terms.BLOCKING` names, or "".
    """

    blocked: str
    smoke: bool
    hard: tuple[str, ...]

    @property
    def clear(self) -> bool:
        """Return True if nothing blocks the line."""
        return not self.blocked


class Line(Value):
    """A line through the ground, which never changes: its line of sight, and the length in light cover."""

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
        """Units of both sides by id."""
        return {unit.id: unit for force in self.scenario.forces.values() for unit in force.units}

    @cached_property
    def cover_kinds(self) -> tuple[TerrainKind, ...]:
        """Kinds of ground that cover all figures in them from every direction."""
        rules = self.parameters.sight
        return (*rules.soft_kinds, *(kind for kind in rules.hard_kinds if kind != "wall"))

    def force(self, side: Side) -> Force:
        """Return the force of a side."""
        return self.scenario.forces[side]

    def troop(self, figure: Figure) -> Troops:
        """Return the class of a figure, which is its unit's."""
        return self.troops[self.units[figure.unit].quality]

    def of_kind(self, *kinds: TerrainKind) -> Iterator[Feature]:
        """Return the features of some kinds."""
        return (feature for feature in self.features if feature.kind in kinds)

    def on_table(self, spot: Spot) -> bool:
        """Return True if a place is on the table."""
        return 0 <= spot[0] <= self.scenario.width and 0 <= spot[1] <= self.scenario.depth

    def home(self, side: Side, spot: Spot) -> int:
        """Return the distance of a place from a side's own edge."""
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
        """Return the distance between two places along a side's own edge."""
        axis = 0 if self.force(side).edge in {"south", "north"} else 1
        return abs(a[axis] - b[axis])

    def start(self) -> Position:
        """Return the set-up before anything has happened."""
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
