"""Letters of a side.

People and programs write `Envelope` and `Posted`, which are pydantic models. The reader builds the others.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from pydantic import Field

from schemas.journal import Head
from schemas.model import Many, Model
from schemas.record import JsonValue, Record, Side, Tagged

Form = Literal["text", "yaml", "json"]
"""How the orders of a letter are written."""


class LetterLine(Tagged, tag="line"):
    """One order in words: as it was typed, and with its signs made plain for reading.

    `column` is where the text begins in the line of the file; `columns` says it sign by sign, where making
    the signs plain has moved them. `above` is the comment right above it: a mail program may have broken the
    line off that.
    """

    line: Annotated[int, Meta(ge=1)]
    column: Annotated[int, Meta(ge=1)] = 1
    text: str
    typed: str
    columns: tuple[int, ...] = ()
    above: str = ""

    def at(self, column: int) -> int:
        """The column in the file of a column of the text."""
        if self.columns:
            return self.columns[min(column, len(self.columns)) - 1]
        return self.column + column - 1


class LetterFields(Tagged, tag="fields"):
    """One order as the fields of its record, `side` left out; YAML gives every value as a text."""

    line: Annotated[int, Meta(ge=1)]
    column: Annotated[int, Meta(ge=1)] = 1
    fields: Mapping[str, JsonValue]


LetterOrder = LetterLine | LetterFields


class Letter(Record):
    """A letter that was opened: whatever is left in it asks for something.

    `phrase` is what its side puts into the dice, `digest` the SHA-256 of its bytes, and `body` that of
    its text, where it came as an e-mail; lines are those of the file. `left` are lines that do not count:
    quoted, older, or outside a fence; `template` says that the template of a report came back in it.
    """

    name: str
    form: Form = "text"
    digest: str
    body: str | None = None
    message_id: str | None = None
    match: str | None = None
    side: Side | None = None
    answers: int | None = None
    head: Head | None = None
    phrase: str | None = None
    orders: tuple[LetterOrder, ...]
    left: tuple[LetterLine, ...] = ()
    template: bool = False
    warnings: tuple[str, ...] = ()


class Envelope(Model):
    """A letter as it is written in YAML or JSON: orders are lines in words, or records."""

    match: str | None = None
    side: str | None = None
    answers: Annotated[int, Field(ge=1)] | None = None
    head: str | None = None
    phrase: str | None = None
    orders: Annotated[Many[str | Mapping[str, JsonValue]], Field(min_length=1)]


class Posted(Model):
    """A letter in a batch: where it goes, whose it is, and its text."""

    match: str
    side: str | None = None
    letter: str
    faces: Many[int] | None = None
    source: str = ""
