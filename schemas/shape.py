"""Unions of records that differ by their types, read as a journal holds them."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, get_args

from msgspec import ValidationError, convert, defstruct

from schemas.record import Tagged

T_co = TypeVar("T_co", covariant=True)


class Shape(Generic[T_co]):
    """A union of tagged records, such as all orders of a system.

    `upcast` turns a value of an earlier format into one of today. Only values that cannot be read go there.
    `read_part` reads a part that is a pydantic model: it gets the model's type and the JSON tree.
    """

    def __init__(
        self,
        union: object,
        upcast: Callable[[object], object] | None = None,
        read_part: Callable[[type, object], object] | None = None,
    ) -> None:
        self.union = union
        self._upcast = upcast
        self._read_part = read_part
        # The decoder caches a struct, but not a union: reading through a box takes a fraction of the time.
        self._box: type[Any] = defstruct("_Box", [("content", union)])

    @property
    def kinds(self) -> Mapping[str, type[Tagged]]:
        """The records of the union, by their types."""
        return {str(kind.__struct_config__.tag): kind for kind in get_args(self.union)}

    def read(self, value: object) -> T_co:
        """The record that a tree of JSON is; raises msgspec's `ValidationError` where it is none."""
        try:
            return self._convert(value)
        except ValidationError as error:
            if self._upcast is None or (earlier := self._upcast(value)) == value:
                raise ValidationError(str(error).replace("$.content", "$")) from None
            return self._convert(earlier)

    def _convert(self, value: object) -> T_co:
        read: T_co = convert({"content": value}, self._box, dec_hook=self._read_part).content
        return read
