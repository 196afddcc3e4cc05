"""Complaints that the checks of all families share: unknown and repeated ids, sides and clauses."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.faults import PackProblem, suggest_in_english
from schemas.record import PUBLIC, REFEREE
from schemas.rulebook import Clauses, SideEntry

Path = tuple[str | int, ...]


def unknown(file: str, path: Path, word: str, words: Collection[str], what: str) -> Iterator[PackProblem]:
    """Yield the complaint that a name is unknown."""
    if word not in words:
        yield PackProblem(file, path, f"there is no {what} `{word}`", suggest_in_english(word, words))


def strangers(
    file: str,
    path: Path,
    words: Iterable[str],
    valid_words: Collection[str],
    what: str,
    *,
    keys: bool = False,
) -> Iterator[PackProblem]:
    """Yield complaints about all unknown names in a list, or among the keys of a table."""
    for at, word in enumerate(words):
        if word not in valid_words:
            step = word if keys else at
            yield PackProblem(
                file,
                (*path, step),
                f"there is no {what} `{word}`",
                suggest_in_english(word, valid_words),
                key=keys,
            )


def twice(
    file: str, path: Path, ids: Sequence[str], what: str, key: str | None = "id"
) -> Iterator[PackProblem]:
    """Yield complaints about repeated ids in a list; `key` is the key of an id in its item."""
    known_ids: set[str] = set()
    for at, id in enumerate(ids):
        if id in known_ids:
            where = (*path, at) if key is None else (*path, at, key)
            yield PackProblem(file, where, f"the {what} `{id}` is there already", "give each its own")
        known_ids.add(id)


def check_sides(sides: Sequence[SideEntry]) -> Iterator[PackProblem]:
    """Yield complaints about sides with the name of another viewer."""
    for at, side in enumerate(sides):
        if side.id in {REFEREE, PUBLIC}:
            fact = f"no side may be called `{side.id}`"
            yield PackProblem("game.yaml", ("sides", at, "id"), fact, "choose another id")


def check_meanings(
    clauses: Clauses, meanings: Iterable[str], numbers: Collection[str]
) -> Iterator[PackProblem]:
    """Yield complaints about meanings of the rules without a number, and about numbers of no clause."""
    for meaning in meanings:
        if meaning not in clauses.meanings:
            fact = f"the meaning `{meaning}` has no number"
            yield PackProblem("clauses.yaml", ("meanings",), fact, f"add `{meaning}: ...`")
    for meaning, number in clauses.meanings.items():
        yield from unknown("clauses.yaml", ("meanings", str(meaning)), number, numbers, "clause")
