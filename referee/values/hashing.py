"""Hashes of values that hold tables: equal values have equal hashes, whatever the order of their tables."""

from collections.abc import Mapping
from typing import cast

from msgspec import Struct


def hash_value(value: Struct) -> int:
    """The hash of a value, of all its parts."""
    return hash(_freeze_parts(value))


def _freeze(part: object) -> object:
    """A part as a set can hold it."""
    match part:
        case Mapping():
            table = cast(Mapping[object, object], part)
            return frozenset((key, _freeze(value)) for key, value in table.items())
        case tuple():
            return tuple(map(_freeze, cast(tuple[object, ...], part)))
        case Struct():
            return _freeze_parts(part)
        case _:
            return part


def _freeze_parts(value: Struct) -> tuple[object, ...]:
    return (type(value), *(_freeze(getattr(value, name)) for name in value.__struct_fields__))
