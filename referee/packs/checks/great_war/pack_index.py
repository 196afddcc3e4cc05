"""Who and what there is in a pack, by id, and the complaint that something is not there or is there twice."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from referee.engine.faults import PackProblem, suggest_in_english
from referee.i18n import name_matching
from schemas.great_war.names import Kind
from schemas.great_war.pack import Area, Nation, Pack, Turn, UnitType

Path = tuple[str | int, ...]


class Named(Protocol):
    """Something that letters call by one of several names."""

    @property
    def id(self) -> str:
        """What the pack calls it."""
        ...

    @property
    def name(self) -> str:
        """What a report calls it."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Other names that a letter may call it by."""
        ...


class RollCall:
    """Everything a pack names, by id. Each list is made when it is needed, for a part may be absent."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides."""
        return tuple(side.id for side in self._pack.game.sides)

    @cached_property
    def countries(self) -> tuple[str, ...]:
        """The countries."""
        return tuple(self._pack.map.countries)

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """The areas."""
        return {area.id: area for area in self._pack.map.areas}

    @cached_property
    def nations(self) -> Mapping[str, Nation]:
        """The nations."""
        return {nation.id: nation for nation in self._pack.forces.nations}

    @cached_property
    def kinds(self) -> Mapping[str, UnitType]:
        """The kinds of pieces."""
        return {unit.kind: unit for unit in self._pack.forces.units}

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """The turns of the track."""
        return {turn.number: turn for turn in self._pack.tables.track.turns}

    @cached_property
    def deck(self) -> int:
        """The number of cards."""
        return sum(kind.copies for kind in self._pack.cards.kinds)

    def home_of(self, country: str) -> Nation | None:
        """The nation whose home a country is."""
        return next((nation for nation in self.nations.values() if country in nation.home), None)

    def no_turn(self, file: str, path: Path, turn: int) -> Iterator[PackProblem]:
        """The complaint that a season turn is not on the track."""
        if turn not in self.turns:
            yield PackProblem(
                file, path, f"there is no season turn {turn}", f"the track has {len(self.turns)}"
            )

    def each_side(self, file: str, path: Path, figures: Mapping[str, object]) -> Iterator[PackProblem]:
        """The complaints that a table for both sides leaves one out or names a third."""
        yield from strangers(file, path, figures, self.sides, "side", keys=True)
        for side in self.sides:
            if side not in figures:
                yield PackProblem(file, path, f"the {side} side is missing", f"add `{side}`")

    def no_counters(
        self, file: str, path: Path, nation: Nation, pieces: Mapping[Kind, int]
    ) -> Iterator[PackProblem]:
        """The complaints that a nation has not so many counters, or cannot have them by themselves."""
        for kind, count in pieces.items():
            if kind in {"army", "fort"}:
                yield PackProblem(
                    file, (*path, kind), f"`{kind}` is not counted here", "take it out", key=True
                )
            elif count < 1:
                yield PackProblem(file, (*path, kind), f"{count} pieces of `{kind}` are none", "take it out")
            elif count > nation.counters.get(kind, 0):
                fact = f"{count} of `{kind}`, and `{nation.id}` has {nation.counters.get(kind, 0)} in all"
                yield PackProblem(file, (*path, kind), fact)


def unknown(file: str, path: Path, word: str, known: Collection[str], what: str) -> Iterator[PackProblem]:
    """The complaint that there is nothing of that name."""
    if word not in known:
        yield PackProblem(file, path, f"there is no {what} `{word}`", suggest_in_english(word, known))


def strangers(
    file: str, path: Path, words: Iterable[str], known: Collection[str], what: str, *, keys: bool = False
) -> Iterator[PackProblem]:
    """The complaints about all the unknown names in a list, or among the keys of a table."""
    for at, word in enumerate(words):
        if word not in known:
            step = word if keys else at
            yield PackProblem(
                file, (*path, step), f"there is no {what} `{word}`", suggest_in_english(word, known), key=keys
            )


def twice(
    file: str, path: Path, ids: Sequence[str], what: str, key: str | None = "id"
) -> Iterator[PackProblem]:
    """The complaints about ids given before in the same list; `key` is where an id stands in its item."""
    seen: set[str] = set()
    for at, id in enumerate(ids):
        if id in seen:
            where = (*path, at) if key is None else (*path, at, key)
            yield PackProblem(file, where, f"the {what} `{id}` is there already", "give each its own")
        seen.add(id)


def share_names(file: str, path: Path, named: Sequence[Named]) -> Iterator[PackProblem]:
    """The complaints about names that two of a list share, so that no letter could mean one of them."""
    owner: dict[str, str] = {}
    for at, one in enumerate(named):
        others: list[tuple[Path, str]] = [(("names", n), name) for n, name in enumerate(one.names)]
        for step, name in [(("id",), one.id), (("name",), one.name), *others]:
            first = owner.setdefault(name_matching.key(name), one.id)
            if first != one.id:
                fact = f"`{name}` is a name of `{first}` as well"
                yield PackProblem(file, (*path, at, *step), fact, "a letter could not tell them apart")
                break
