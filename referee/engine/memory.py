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
    def recall(world: World, state: State, *asked: *Asked) -> Found:
        known, question = _knowledge(state), (work, world, asked)
        found = known.get(question, _UNASKED)
        if found is _UNASKED:
            found = known[question] = work(world, state, *asked)
        return cast(Found, found)

    return recall


def remember_alone(work: Callable[[State, *Asked], Found]) -> Callable[[State, *Asked], Found]:
    """The same for work that needs nothing beside the position."""

    @wraps(work)
    def recall(state: State, *asked: *Asked) -> Found:
        known, question = _knowledge(state), (work, asked)
        found = known.get(question, _UNASKED)
        if found is _UNASKED:
            found = known[question] = work(state, *asked)
        return cast(Found, found)

    return recall


def _knowledge(state: Remembering) -> dict[object, object]:
    known: dict[object, object] | None = vars(state).get("known")
    if known is None:
        known = vars(state)["known"] = {}
    return known
