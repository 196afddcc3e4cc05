"""Views of values: a shape is the list of what is copied."""

from collections.abc import Callable
from typing import TypeVar, cast

from schemas.record import Record

Shape = TypeVar("Shape", bound=Record)


def show(shape: type[Shape], value: object, **others: object) -> Shape:
    """A view of a value: each field of the shape that it has, and others that are worked out.

    What the shape does not name is never copied.
    """
    names = (name for name in shape.__struct_fields__ if name not in others and hasattr(value, name))
    shown = {name: getattr(value, name) for name in names}
    return cast(Callable[..., Shape], shape)(**shown, **others)
