"""What was worked out of a position, kept with the position itself."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple, cast

from referee.values.value import Value


class Remembering(Value, dict=True):
    """A value that carries what was worked out of it: that goes when the value goes.

    It is no field, so that no copy, no comparison and no file has it.
    """


World = TypeVar("World")
State = TypeVar("State", bound=Remembering)
Found = TypeVar("Found")
Asked = TypeVarTuple("Asked")

_UNASKED = object()


def remember(
    work: Callable[[World, State, *Asked], Found],
) -> Callable[[World, State, *Asked], Found]:
    """The same work, done once for all that is asked about one position.

    A position never changes, and every answer to a question is judged in the same one. An equal position is
    another one, so that nothing is compared.
    """

    @wraps(work)
    def recalled(world: World, state: State, *asked: *Asked) -> Found:
        question = (work, world, asked)
        known: dict[object, object] = vars(state).setdefault("known", {})
        found = known.get(question, _UNASKED)
        if found is _UNASKED:
            found = known[question] = work(world, state, *asked)
        return cast(Found, found)

    return recalled
