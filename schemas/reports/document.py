"""A report before it has a format: a tree that speaks of places, counters and dice."""

from typing import Annotated, Literal

from pydantic import Field

from schemas.record import Record, Roll
from schemas.reports.picture import MapPicture, PictureSide


class Text(Record):
    """Plain words."""

    type: Literal["text"] = "text"
    text: str


class Strong(Record):
    """Words that must not be overlooked."""

    type: Literal["strong"] = "strong"
    text: str


class AreaName(Record):
    """The name of an area."""

    type: Literal["area"] = "area"
    text: str


class Counter(Record):
    """The name of a playing piece; `side` lets a writer choose a colour."""

    type: Literal["counter"] = "counter"
    text: str
    side: str = ""


class Code(Record):
    """Something to be typed or copied to the letter: an order, a key, a seal."""

    type: Literal["code"] = "code"
    text: str


class Verdict(Record):
    """What became of an order, in a word or two; `stands` lets a writer choose a colour."""

    type: Literal["verdict"] = "verdict"
    text: str
    stands: bool


Inline = Annotated[Text | Strong | AreaName | Counter | Code | Verdict, Field(discriminator="type")]


INLINES = (Text, Strong, AreaName, Counter, Code, Verdict)
"""The parts that a run of words is made of."""


class Heading(Record):
    """A title; level 1 opens the document."""

    type: Literal["heading"] = "heading"
    text: str
    level: int = 2


class Paragraph(Record):
    """A run of words."""

    type: Literal["paragraph"] = "paragraph"
    parts: tuple[Inline, ...]


class Bullets(Record):
    """A list of runs of words."""

    type: Literal["bullets"] = "bullets"
    items: tuple[tuple[Inline, ...], ...]


class Table(Record):
    """Rows under column titles; `numeric` columns are set to the right."""

    type: Literal["table"] = "table"
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()


class DiceThrown(Record):
    """Rolls with the entry and the key that prove them."""

    type: Literal["dice"] = "dice"
    rolls: tuple[Roll, ...]
    entry: int = 0
    key: str = ""


class Verbatim(Record):
    """Lines that must be copied as they stand: an orders template."""

    type: Literal["verbatim"] = "verbatim"
    lines: tuple[str, ...]


class Figure(Record):
    """A map: drawn by writers that can draw, and set in letters by the others."""

    type: Literal["figure"] = "figure"
    picture: MapPicture


Block = Annotated[
    Heading | Paragraph | Bullets | Table | DiceThrown | Verbatim | Figure, Field(discriminator="type")
]


class Document(Record):
    """A report, ready for any writer: `subject` heads a mail, `sides` lets a writer choose colours.

    `language` is the one that it is written in, by its code.
    """

    title: str
    blocks: tuple[Block, ...]
    subject: str = ""
    sides: tuple[PictureSide, ...] = ()
    language: str = "en"

    @property
    def titled(self) -> tuple[Block, ...]:
        """The blocks with the title above them, unless they open with one of their own."""
        first = self.blocks[0] if self.blocks else None
        opens = isinstance(first, Heading) and first.level == 1
        return self.blocks if opens else (Heading(text=self.title, level=1), *self.blocks)


def words(*parts: "str | Text | Strong | AreaName | Counter | Code") -> Paragraph:
    """A paragraph of words and names; bare strings are plain words."""
    return Paragraph(parts=tuple(Text(text=part) if isinstance(part, str) else part for part in parts))
