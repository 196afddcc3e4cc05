"""What was worked out of a position, kept while the same position is asked about."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

World = TypeVar("World")
State = TypeVar("State")
Found = TypeVar("Found")
Asked = TypeVarTuple("Asked")


def remember(
    work: Callable[[World, State, *Asked], Found],
) -> Callable[[World, State, *Asked], Found]:
    """The same work, done once for all that is asked about one position in a row.

    A position never changes, and every answer to a question is judged in the same one. The position is known
    by being the same object, so that nothing is compared; the next one takes its place.
    """
    last: tuple[object, object, dict[tuple[*Asked], Found]] = (None, None, {})

    @wraps(work)
    def recalled(world: World, state: State, *asked: *Asked) -> Found:
        nonlocal last
        if last[1] is not state or last[0] is not world:
            last = (world, state, {})
        known = last[2]
        if asked not in known:
            known[asked] = work(world, state, *asked)
        return known[asked]

    return recalled
