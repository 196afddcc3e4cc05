"""The base of values that are never written down."""

from typing import dataclass_transform

from msgspec import Struct, field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """A value with named parts that never changes: equal to its like, hashable, copyable, picklable."""
