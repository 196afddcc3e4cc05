"""Patterns of the lines in which letters give orders; a pattern serves writers and readers."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from schemas.model import Order
from schemas.record import Value

Spelling = Callable[..., str]
"""A function that writes the value of a field."""

_PART = re.compile(r"\[(?P<option>[^]]+)\]|\{(?P<field>\w+)(:(?P<spelling>\w+))?\}|(?P<text>[^[{]+)")


class Slot(Value):
    """A field of an order in its line, and the name of its spelling."""

    field: str
    spelling: str


Form = tuple["str | Slot | Form", ...]
"""The parts of a line: text, fields, and parts in brackets."""


class OrderLine:
    """The line of an order by its pattern: `retreat {piece} to {to}[ into {into}]`.

    A field has a spelling of its own after a colon: `{path:way}`. A part in brackets is left out if its field
    is spelled as nothing. If there are several forms, `bid {cards} | bid nothing`, the first one without such
    a field is the line.
    """

    def __init__(self, pattern: str) -> None:
        self._forms: tuple[Form, ...] = tuple(tuple(_parse(form)) for form in pattern.split(" | "))
        self.fields = tuple(part.field for part in self._forms[0] if isinstance(part, Slot))

    def write(self, order: Order, spellings: Mapping[str, Spelling]) -> str:
        """Return the line of an order."""
        texts = (_fill(form, order, spellings) for form in self._forms)
        return next(filter(None, texts), order.type)


def _parse(form: str) -> Iterator["str | Slot | Form"]:
    for part in _PART.finditer(form):
        if part["option"]:
            yield tuple(_parse(part["option"]))
        elif part["field"]:
            yield Slot(part["field"], part["spelling"] or "")
        else:
            yield part["text"]


def _fill(form: Form, order: Order, spellings: Mapping[str, Spelling]) -> str:
    """Return a form with the fields of an order, or "" if a field outside brackets is spelled as nothing."""
    line = ""
    for part in form:
        if isinstance(part, Slot):
            value = getattr(order, part.field)
            text = "" if value is None else spellings.get(part.spelling, spell)(value)
            if not text:
                return ""
            line += text
        else:
            line += part if isinstance(part, str) else _fill(part, order, spellings)
    return line


def spell(value: object) -> str:
    """Return the text of a value; several values are a list."""
    values = cast(tuple[object, ...], value) if isinstance(value, tuple) else (value,)
    return ", ".join(str(one) for one in values)
