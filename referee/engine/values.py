"""Hashes and read-only views of values."""

from collections.abc import Callable, Container, Hashable, Mapping
from functools import cache
from typing import TypeVar, cast

from msgspec import Struct

from schemas.record import Record


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
