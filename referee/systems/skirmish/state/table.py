"""A pack bound to one of its scenarios, ready to be looked up in."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from referee.engine.teller import Teller
from referee.engine.tongue import ENGLISH, Translator
from referee.systems.skirmish.state import choices, renaming, words
from referee.systems.skirmish.state.position import Figure, Mission, Position, Token, Unit
from referee.values.value import Value
from schemas.record import Citation, Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.names import Names
from schemas.skirmish.pack import Feature, Force, Pack, Scenario, Troops, UnitEntry, Weapon
from schemas.skirmish.words import Spot, TerrainKind


class Sight(Value):
    """A line of sight: what blocks it, whether smoke lies on it, what covers its far end.

    A line is blocked by a piece of ground, or by as much of a kind as `words.BLOCKING` names.
    """

    blocked: str
    smoke: bool
    hard: tuple[str, ...]

    @property
    def clear(self) -> bool:
        """Whether one sees along it."""
        return not self.blocked


class Line(Value):
    """A line through the ground that never changes: the sight along it, and how much light cover is on it."""

    sight: Sight
    light: float


class Table(Teller):
    """One scenario of a pack: its ground, its forces, its figures.

    It is played in the language of the pack; in that of a `tongue`, with its `names`, it is told of.
    """

    def __init__(
        self,
        pack: Pack,
        scenario: str,
        options: Mapping[str, str] | None = None,
        tongue: Translator = ENGLISH,
        names: Names | None = None,
    ) -> None:
        self.played, self.names = pack, names
        self.pack = pack = pack if names is None else renaming.rename(pack, names)
        super().__init__(tongue, names, pack.game.sides)
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
        """The ground that covers whoever is in it, wherever one looks from."""
        rules = self.parameters.sight
        return (*rules.soft_kinds, *(kind for kind in rules.hard_kinds if kind != "wall"))

    @cached_property
    def citations(self) -> Mapping[str, Citation]:
        """The clauses of the sheet by number."""
        return {citation.number: citation for citation in self.pack.clauses.citations}

    def cite(self, meaning: str) -> Citation:
        """The clause of the sheet that has a meaning."""
        return self.citations[self.pack.clauses.meanings[Clause(meaning)]]

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
        """Whether a place is on the table."""
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

    def unit_name(self, unit: str) -> str:
        """A unit as a report names it: `Section 1`."""
        return self.units[unit].name if unit in self.units else unit

    def weapon_name(self, weapon: str) -> str:
        """A weapon as a report names it."""
        return self.weapons[weapon].name if weapon in self.weapons else weapon

    def a_weapon(self, weapon: str) -> str:
        """A weapon with its article: `an automatic rifle`."""
        if self.names is not None and weapon in self.names.weapons:
            return self.names.weapons[weapon].one
        name = self.weapon_name(weapon)
        return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"

    def quality_name(self, quality: str) -> str:
        """A class of troops in a sentence: `stubborn`."""
        return next((troops.name.lower() for id, troops in self.troops.items() if id == quality), quality)

    def feature_name(self, feature: Feature) -> str:
        """A piece of ground as a report names it."""
        return feature.name or self.say(words.GROUND[feature.kind])

    def ground_name(self, ground: str) -> str:
        """What blocks a line of sight, as a report names it."""
        if ground in words.BLOCKING:
            return self.say(words.BLOCKING[ground])
        return next((self.feature_name(one) for one in self.features if one.id == ground), ground)

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
