"""Index of a pack by id, and the check of its names."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from referee.faults import PackProblem
from referee.i18n import name_matching
from referee.packs.checks.problems import Path, strangers
from schemas.great_war.names import CardKind, Kind
from schemas.great_war.pack import Area, Nation, Pack, Region, Turn, UnitType
from schemas.rulebook import SideEntry


class RollCall:
    """Everything that a pack names, by id. Each list is made on first use, because a part may be absent."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Ids of the sides."""
        return tuple(side.id for side in self._pack.game.sides)

    @cached_property
    def countries(self) -> tuple[str, ...]:
        """Ids of the countries."""
        return tuple(self._pack.map.countries)

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """Areas by id."""
        return {area.id: area for area in self._pack.map.areas}

    @cached_property
    def nations(self) -> Mapping[str, Nation]:
        """Nations by id."""
        return {nation.id: nation for nation in self._pack.forces.nations}

    @cached_property
    def kinds(self) -> Mapping[str, UnitType]:
        """Unit types by kind."""
        return {unit.kind: unit for unit in self._pack.forces.units}

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """Turns of the track by number."""
        return {turn.number: turn for turn in self._pack.tables.track.turns}

    @cached_property
    def deck(self) -> int:
        """Number of cards."""
        return sum(kind.copies for kind in self._pack.cards.kinds)

    def home_of(self, country: str) -> Nation | None:
        """Return the nation that has a country in its home, or None."""
        return next((nation for nation in self.nations.values() if country in nation.home), None)

    def no_turn(self, file: str, path: Path, turn: int) -> Iterator[PackProblem]:
        """Yield the complaint that a season turn is not on the track."""
        if turn not in self.turns:
            yield PackProblem(
                file, path, f"there is no season turn {turn}", f"the track has {len(self.turns)}"
            )

    def each_side(self, file: str, path: Path, figures: Mapping[str, object]) -> Iterator[PackProblem]:
        """Yield the complaints that a table for both sides lacks one or names a third."""
        yield from strangers(file, path, figures, self.sides, "side", keys=True)
        for side in self.sides:
            if side not in figures:
                yield PackProblem(file, path, f"the {side} side is missing", f"add `{side}`")

    def no_counters(
        self, file: str, path: Path, nation: Nation, pieces: Mapping[Kind, int]
    ) -> Iterator[PackProblem]:
        """Yield the complaints that a nation has too few counters, or cannot have them by themselves."""
        for kind, count in pieces.items():
            if kind in {"army", "fort"}:
                yield PackProblem(file, (*path, kind), f"`{kind}` is not counted here", "remove it", key=True)
            elif count < 1:
                yield PackProblem(file, (*path, kind), f"{count} pieces of `{kind}` are none", "remove it")
            elif kind not in self.kinds and kind not in nation.counters:
                yield from strangers(file, path, (kind,), self.kinds, "unit type", keys=True)
            elif count > nation.counters.get(kind, 0):
                fact = f"{count} of `{kind}`, and `{nation.id}` has {nation.counters.get(kind, 0)} in all"
                yield PackProblem(file, (*path, kind), fact)


def share_names(
    file: str, path: Path, items: Sequence[SideEntry | CardKind | Area | Region]
) -> Iterator[PackProblem]:
    """Yield complaints about names that two items share, so that letters would be ambiguous."""
    owner: dict[str, str] = {}
    for at, one in enumerate(items):
        others: list[tuple[Path, str]] = [(("names", n), name) for n, name in enumerate(one.names)]
        for step, name in [(("id",), one.id), (("name",), one.name), *others]:
            first = owner.setdefault(name_matching.key(name), one.id)
            if first != one.id:
                fact = f"`{name}` is a name of `{first}` as well"
                yield PackProblem(file, (*path, at, *step), fact, "a letter could not tell them apart")
                break
