"""Patterns of the lines in which letters give orders; a pattern serves writers and readers."""

from collections.abc import Callable, Mapping
from functools import cached_property
from string import Formatter
from typing import cast

from schemas.model import Order
from schemas.record import Value

Spelling = Callable[..., str]
"""A function that writes the value of a field."""


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
        self._pattern = pattern

    @cached_property
    def _forms(self) -> tuple[tuple[tuple[Slot, ...], str], ...]:
        """The slots of each form and the text behind them. A command reads few of the patterns."""
        return tuple(_parse(form) for form in self._pattern.split(" | "))

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields outside brackets in the first form."""
        return tuple(slot.field for slot in self._forms[0][0] if not slot.is_optional)

    def write(self, order: Order, spellings: Mapping[str, Spelling]) -> str:
        """Return the line of an order."""
        for slots, end in self._forms:
            if (line := _fill(slots, order, spellings)) is not None:
                return line + end
        return order.type


def _parse(form: str) -> tuple[tuple[Slot, ...], str]:
    """Return the slots of a form, in the notation of format strings, and the text behind the last one."""
    slots: list[Slot] = []
    end = ""
    for literal, field, spelling, _ in Formatter().parse(form):
        before, bracket, text = literal.removeprefix("]").partition("[")
        if field is None:
            end = before
        else:
            slots.append(Slot(before, text, field, spelling or "", is_optional=bool(bracket)))
    return tuple(slots), end


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
