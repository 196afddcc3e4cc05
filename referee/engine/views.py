"""Views of values: a shape is the list of what is copied."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

from schemas.record import Record

Shape = TypeVar("Shape", bound=Record)


def show(shape: type[Shape], value: object, **others: object) -> Shape:
    """A view of a value: each field of the shape that it has, and others that are worked out.

    What the shape does not name is never copied.
    """
    shown = {
        name: getattr(value, name) for name in _names(shape) if name not in others and hasattr(value, name)
    }
    return cast(Callable[..., Shape], shape)(**shown, **others)


@cache
def _names(shape: type[Record]) -> tuple[str, ...]:
    """The fields that a shape names itself, those of what it extends before them."""
    own = tuple(name for kind in reversed(shape.__mro__) for name in vars(kind).get("__annotations__", ()))
    return tuple(dict.fromkeys(name for name in own if not name.startswith("_")))
