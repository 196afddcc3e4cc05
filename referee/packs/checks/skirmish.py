"""Checks of a skirmish pack across its files; each file is valid by itself."""

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.faults import PackProblem, suggest_in_english
from referee.packs.checks import absent
from referee.packs.checks.problems import Path, check_meanings, check_sides, unknown
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state import choices
from schemas.skirmish.clauses import Clause
from schemas.skirmish.pack import Choice, Force, Pack, Scenario


def complaints(pack: Pack) -> Iterator[PackProblem]:
    """Yield every contradiction between the parts of a pack."""
    yield from absent.make((_game(pack), _clauses(pack), _tables(pack)))
    yield from absent.make(_scenario(pack, scenario) for scenario in pack.scenarios)


def _scenario(pack: Pack, scenario: Scenario) -> Iterator[PackProblem]:
    yield from _Check(pack, scenario).complaints()


def _twice(file: str, path: Path, names: Iterable[str], what: str) -> Iterator[PackProblem]:
    for name, count in Counter(names).items():
        if count > 1:
            yield PackProblem(
                file, path, f"there are {count} {what} called `{name}`", "give each a name of its own"
            )


def _game(pack: Pack) -> Iterator[PackProblem]:
    file = "game.yaml"
    yield from _twice(file, ("sides",), [side.id for side in pack.game.sides], "sides")
    yield from check_sides(pack.game.sides)
    yield from _twice(file, ("options",), [option.id for option in pack.game.options], "options")
    firsts: dict[str, Choice] = {}
    for at, option in enumerate(pack.game.options):
        path: Path = ("options", at)
        yield from unknown(file, (*path, "default"), option.default, option.choices, "choice")
        yield from unknown(
            file, (*path, "sets"), option.sets, tuple(choices.names(pack.parameters)), "parameter"
        )
        yield from _choices(pack, at, option)
        if (first := firsts.setdefault(option.sets, option)).id != option.id:
            fact = f"the options `{first.id}` and `{option.id}` both set `{option.sets}`"
            yield PackProblem(file, (*path, "sets"), fact, "leave one of them out")
    yield from _twice("rulings.yaml", ("rulings",), [one.id for one in pack.rulings.rulings], "rulings")


def _choices(pack: Pack, at: int, option: Choice) -> Iterator[PackProblem]:
    """Yield the choices that their parameter cannot have."""
    if option.sets not in choices.names(pack.parameters):
        return
    for number, choice in enumerate(option.choices):
        try:
            choices.change(pack.parameters, {option.sets: choice})
        except ValueError:
            fact = f"`{option.sets}` cannot be `{choice}`"
            near = suggest_in_english(choice, choices.words(pack.parameters, option.sets))
            yield PackProblem("game.yaml", ("options", at, "choices", number), fact, near)


def _clauses(pack: Pack) -> Iterator[PackProblem]:
    file, clauses = "clauses.yaml", pack.clauses
    numbers = [citation.number for citation in clauses.citations]
    yield from _twice(file, ("citations",), numbers, "clauses")
    yield from check_meanings(clauses, Clause, numbers)


def _tables(pack: Pack) -> Iterator[PackProblem]:
    weapons = [weapon.id for weapon in pack.weapons.weapons]
    yield from _twice("weapons.yaml", ("weapons",), weapons, "weapons")
    troops = [troops.id for troops in pack.troops.troops]
    yield from _twice("troops.yaml", ("troops",), troops, "classes")
    tiers = [quality for tier in pack.parameters.turns.tiers for quality in tier]
    path: Path = ("turns", "tiers")
    yield from _twice("parameters.yaml", path, tiers, "classes")
    for quality in troops:
        if quality not in tiers:
            yield PackProblem(
                "parameters.yaml", path, f"the fire of {quality} troops has no time", "add the class"
            )


class _Check:
    """Checks of one scenario against the tables of its pack."""

    def __init__(self, pack: Pack, scenario: Scenario) -> None:
        self.pack, self.scenario = pack, scenario
        self.file = f"scenarios/{scenario.id}.yaml"
        self.sides = [side.id for side in pack.game.sides]
        self.features = {feature.id: feature for feature in scenario.terrain}

    def complaints(self) -> Iterator[PackProblem]:
        """Yield all problems of the scenario."""
        yield from self._sides()
        yield from self._ground()
        yield from self._names()
        for side, force in self.scenario.forces.items():
            yield from self._force(side, force)
        yield from self._spacing()
        yield from self._victory()

    def _sides(self) -> Iterator[PackProblem]:
        yield from unknown(self.file, ("first",), self.scenario.first, self.sides, "side")
        for side in self.sides:
            if side not in self.scenario.forces:
                yield PackProblem(
                    self.file, ("forces",), f"the side `{side}` has no force", f"add `{side}: ...`"
                )
        for side in self.scenario.forces:
            yield from unknown(self.file, ("forces", side), side, self.sides, "side")
        if self.scenario.weather[0].from_turn != 1:
            fact = "the light in turn 1 is missing"
            yield PackProblem(self.file, ("weather", 0, "from_turn"), fact, "begin with `from_turn: 1`")

    def _ground(self) -> Iterator[PackProblem]:
        yield from _twice(self.file, ("terrain",), [one.id for one in self.scenario.terrain], "features")
        for at, feature in enumerate(self.scenario.terrain):
            path: Path = ("terrain", at, "corners")
            if not geometry.simple(feature.corners):
                yield PackProblem(self.file, path, f"the outline of `{feature.id}` crosses or touches itself")
            if not all(self._on_table(corner) for corner in feature.corners):
                yield PackProblem(self.file, path, f"`{feature.id}` does not lie on the table")

    def _on_table(self, spot: geometry.Spot) -> bool:
        return 0 <= spot[0] <= self.scenario.width and 0 <= spot[1] <= self.scenario.depth

    def _names(self) -> Iterator[PackProblem]:
        forces = self.scenario.forces.values()
        units = [unit for force in forces for unit in force.units]
        names = [unit.id for unit in units] + [figure.id for unit in units for figure in unit.figures]
        names += [mission.id for force in forces for mission in force.off_table]
        yield from _twice(self.file, ("forces",), names, "units or figures")

    def _force(self, side: str, force: Force) -> Iterator[PackProblem]:
        classes = [troops.id for troops in self.pack.troops.troops]
        weapons = [weapon.id for weapon in self.pack.weapons.weapons]
        for name in force.zone_terrain:
            path: Path = ("forces", side, "zone_terrain")
            yield from unknown(self.file, path, name, self.features, "feature")
        for at, unit in enumerate(force.units):
            path = ("forces", side, "units", at)
            yield from unknown(self.file, (*path, "quality"), unit.quality, classes, "class")
            for number, figure in enumerate(unit.figures):
                here = (*path, "figures", number)
                for weapon in (*figure.weapons, *figure.supply):
                    yield from unknown(self.file, here, weapon, weapons, "weapon")
                if not self._on_table(figure.at):
                    yield PackProblem(self.file, (*here, "at"), f"`{figure.id}` does not stand on the table")

    def _spacing(self) -> Iterator[PackProblem]:
        base = self.pack.parameters.measuring.base_diameter
        figures = [
            one for force in self.scenario.forces.values() for unit in force.units for one in unit.figures
        ]
        for number, one in enumerate(figures):
            for other in figures[number + 1 :]:
                if geometry.closer(one.at, other.at, base):
                    fact = f"`{one.id}` and `{other.id}` stand closer than a base"
                    yield PackProblem(self.file, ("forces",), fact, "move one of them")

    def _victory(self) -> Iterator[PackProblem]:
        for side, rewards in self.scenario.victory.items():
            path: Path = ("victory", side)
            yield from unknown(self.file, path, side, self.sides, "side")
            for at, reward in enumerate(rewards):
                yield from unknown(self.file, (*path, at, "side"), reward.side, self.sides, "side")
                inside = reward.test in {"inside", "never-inside"}
                if inside and reward.terrain is None:
                    yield PackProblem(
                        self.file, (*path, at), "this reward names no ground", "add `terrain: ...`"
                    )
                elif reward.terrain is not None:
                    here = (*path, at, "terrain")
                    yield from unknown(self.file, here, reward.terrain, self.features, "feature")
