"""Views of values: a shape is the list of what is copied."""

from collections.abc import Callable, Container, Hashable
from functools import cache
from typing import TypeVar, cast

from schemas.record import Record

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
