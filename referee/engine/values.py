"""Values: hashes, read-only views, and results cached on an immutable state."""

from collections.abc import Callable, Container, Hashable, Mapping
from functools import cache, cached_property, wraps
from typing import Any, TypeVar, TypeVarTuple, cast

from msgspec import Struct

from schemas.record import Record, Value


def hash_value(value: Struct) -> int:
    """The hash of a value, of all its parts."""
    return hash(_freeze_parts(value))


def _freeze(part: object) -> object:
    """A part as a set can hold it."""
    match part:
        case Mapping():
            items = cast(Mapping[object, object], part).items()
            return frozenset((key, _freeze(value)) for key, value in items)
        case tuple():
            return tuple(_freeze(item) for item in cast(tuple[object, ...], part))
        case Struct():
            return _freeze_parts(part)
        case _:
            return part


def _freeze_parts(value: Struct) -> tuple[object, ...]:
    return (type(value), *(_freeze(getattr(value, name)) for name in value.__struct_fields__))


Shape = TypeVar("Shape", bound=Record)


def show(shape: type[Shape], value: object, **others: object) -> Shape:
    """A view of a value: each field of the shape that it has, and others that are worked out.

    What the shape does not name is never copied.
    """
    shown = {
        name: getattr(value, name)
        for name in _find_common(shape, cast(Hashable, type(value)))
        if name not in others
    }
    return cast(Callable[..., Shape], shape)(**shown, **others)


@cache
def _find_common(shape: type[Record], kind: Hashable) -> tuple[str, ...]:
    """The fields of a shape that values of a kind have."""
    # A model has no attribute for a field without a default.
    fields: Container[str] = getattr(kind, "model_fields", ())
    return tuple(name for name in shape.__struct_fields__ if name in fields or hasattr(kind, name))


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
