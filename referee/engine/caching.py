"""Results that are computed from an immutable state, cached on the state itself."""

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, TypeVar, TypeVarTuple

from schemas.record import Value


class Cached(Value, dict=True):
    """An immutable value that holds results computed from it.

    The cache is not a field. Comparisons and pickles leave it out, and a changed copy starts with an empty
    one. A result cannot outlive the value that it was computed from, also after a field was added.
    """

    @cached_property
    def results(self) -> dict[tuple[object, ...], Any]:
        """Results of functions decorated with `cached`, by function, world and further arguments."""
        return {}


World = TypeVar("World")
State = TypeVar("State", bound=Cached)
Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


def cached(
    work: Callable[[World, State, *Arguments], Result],
) -> Callable[[World, State, *Arguments], Result]:
    """Decorate a function so that its results are cached on its second argument, the state.

    The result depends on the state alone, whose type names its fields. Equal states have caches of their own.
    """

    @wraps(work)
    def recall(world: World, state: State, *arguments: *Arguments) -> Result:
        results: dict[tuple[object, ...], Result] = state.results
        key = (work, world, arguments)
        found = results.get(key)
        if found is not None:
            return found
        if key not in results:
            results[key] = work(world, state, *arguments)
        return results[key]

    return recall
