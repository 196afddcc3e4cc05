"""Patterns of the lines in which letters give orders; a pattern serves writers and readers."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from schemas.model import Order
from schemas.record import Value

Spelling = Callable[..., str]
"""A function that writes the value of a field."""

_SLOT = re.compile(
    r"(?P<before>[^[{]*)(?P<option>\[)?(?P<text>[^[{]*)\{(?P<field>\w+)(:(?P<spelling>\w+))?\}\]?"
)


class Slot(Value):
    """A field of an order in its line: the text before it, and the text in its own brackets."""

    before: str
    text: str
    field: str
    spelling: str
    is_optional: bool


class OrderLine:
    """The line of an order by its pattern: `retreat {piece} to {to}[ into {into}]`.

    A field has a spelling of its own after a colon: `{path:way}`. A part in brackets is left out if its field
    is spelled as nothing. If there are several forms, `bid {cards} | bid nothing`, the first one without such
    a field is the line.
    """

    def __init__(self, pattern: str) -> None:
        forms = pattern.split(" | ")
        self._forms = tuple((tuple(_list_slots(form)), _SLOT.sub("", form)) for form in forms)
        self.fields = tuple(slot.field for slot in self._forms[0][0] if not slot.is_optional)

    def write(self, order: Order, spellings: Mapping[str, Spelling]) -> str:
        """Return the line of an order."""
        for slots, end in self._forms:
            if (line := _fill(slots, order, spellings)) is not None:
                return line + end
        return order.type


def _list_slots(form: str) -> Iterator[Slot]:
    for slot in _SLOT.finditer(form):
        before, text, field, spelling = slot["before"], slot["text"], slot["field"], slot["spelling"]
        yield Slot(before, text, field, spelling or "", slot["option"] is not None)


def _fill(slots: tuple[Slot, ...], order: Order, spellings: Mapping[str, Spelling]) -> str | None:
    """Return the text of slots, or None if a field outside brackets is spelled as nothing."""
    line = ""
    for slot in slots:
        value = getattr(order, slot.field)
        text = spell(value) if value is None or not slot.spelling else spellings[slot.spelling](value)
        if not text and not slot.is_optional:
            return None
        line += slot.before + (slot.text + text if text else "")
    return line


def spell(value: object) -> str:
    """Return the text of a value; several values are a list, and None is nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return ", ".join(str(one) for one in cast(tuple[object, ...], value))
    return "" if value is None else str(value)
