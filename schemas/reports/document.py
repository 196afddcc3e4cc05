"""A report before it has a format: a tree that speaks of places, counters and dice."""

from typing import Literal

from schemas.record import Record, Roll, Tagged
from schemas.reports.picture import MapPicture, PictureSide


class Text(Tagged, tag="text"):
    """Plain words."""

    text: str


class Strong(Tagged, tag="strong"):
    """Words that must not be overlooked."""

    text: str


class AreaName(Tagged, tag="area"):
    """The name of an area."""

    text: str


class Counter(Tagged, tag="counter"):
    """The name of a playing piece; `side` lets a writer choose a colour."""

    text: str
    side: str = ""


class Code(Tagged, tag="code"):
    """Something to be typed or copied to the letter: an order, a key, a seal."""

    text: str


class Verdict(Tagged, tag="verdict"):
    """What became of an order, in a word or two; `stands` lets a writer choose a colour."""

    text: str
    stands: bool


Inline = Text | Strong | AreaName | Counter | Code | Verdict


INLINES = (Text, Strong, AreaName, Counter, Code, Verdict)
"""The parts that a run of words is made of."""


class Heading(Tagged, tag="heading"):
    """A title; level 1 opens the document."""

    text: str
    level: int = 2


class Paragraph(Tagged, tag="paragraph"):
    """A run of words."""

    parts: tuple[Inline, ...]


class Bullets(Tagged, tag="bullets"):
    """A list of runs of words."""

    items: tuple[tuple[Inline, ...], ...]


class Table(Tagged, tag="table"):
    """Rows under column titles; `numeric` columns are set to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()


class DiceThrown(Tagged, tag="dice"):
    """Rolls with the entry and the key that prove them; `basis` says that they have keys of their own."""

    rolls: tuple[Roll, ...]
    entry: int = 0
    key: str = ""
    basis: Literal["", "own-key"] = ""


class Verbatim(Tagged, tag="verbatim"):
    """Lines that must be copied as they stand: an orders template."""

    lines: tuple[str, ...]


class Figure(Tagged, tag="figure"):
    """A map: drawn by writers that can draw, and set in letters by the others."""

    picture: MapPicture


Block = Heading | Paragraph | Bullets | Table | DiceThrown | Verbatim | Figure


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
