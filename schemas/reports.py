"""Documents, maps and charts before they have a format."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Record, Roll, Side, Tagged
from schemas.rulebook import Colour

Point = tuple[int, int]
"""A place on the map: x to the east, y to the south."""


class PictureSide(Record):
    """A side in the legend."""

    side: Side
    name: str
    colour: Colour


class PicturePiece(Record):
    """A piece, or a group of them, in the words that stand on the map."""

    side: Side
    text: str


class PictureCell(Record):
    """An area as it is drawn. Without corners it is a box beside the map, as large as its words.

    `names` are those it has in other languages; `at` is where its words stand; `claimed` is the side that
    would gain it; `supply` the side it supplies; a `battle` is fought or was fought there this turn. Of many
    games at once `share` says in what percent of them the holder has it.
    """

    area: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z")]
    name: str
    names: tuple[str, ...] = ()
    at: Point
    corners: tuple[Point, ...] = ()
    holder: Side | None = None
    disputed: bool = False
    claimed: Side | None = None
    rough: bool = False
    supply: Side | None = None
    points: int = 0
    fort: int | None = None
    pieces: tuple[PicturePiece, ...] = ()
    battle: bool = False
    share: Annotated[int, Meta(ge=0, le=100)] = 100


class PictureArrow(Record):
    """A movement of this turn, along the points it went by; `broken` arrows are not marches."""

    side: Side
    text: str
    points: Annotated[tuple[Point, ...], Meta(min_length=2)]
    broken: bool = False


Outline = Literal["dug", "crossed", "solid", "high", "leaves", "tufts", "cloud"]
"""How ground is drawn: each by a pattern of its own, so that it is told apart without colours."""


class PictureShape(Record):
    """A piece of ground by its outline."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z")]
    name: str
    outline: Outline
    corners: Annotated[tuple[Point, ...], Meta(min_length=3)]


class PictureMark(Record):
    """Something of a side that stands at a point; a faded one is not seen there now, a fallen one lies there.

    `way` are the points of its last move before the end; `sign` is the letter of its weapon; `note` says in
    words what the drawing says in signs.
    """

    side: Side
    at: Point
    text: str
    faded: bool = False
    fallen: bool = False
    leader: bool = False
    pins: Annotated[int, Meta(ge=0)] = 0
    sign: str = ""
    way: tuple[Point, ...] = ()
    note: str = ""


class PictureDisc(Record):
    """A circle: a cloud that fills it, or how far something reaches."""

    at: Point
    radius: Annotated[int, Meta(ge=1)]
    text: str
    filled: bool = False


class PictureRuler(Record):
    """The scale of a table: how many units of the picture an inch is, and each how many of them are named."""

    unit: Annotated[int, Meta(ge=1)]
    step: Annotated[int, Meta(ge=1)] = 6


Line = tuple[Point, Point]
"""A straight line from point to point."""


class MapPicture(Record):
    """The map as one viewer may see it; under it stand its title, a note and the legend.

    Where more than `most_pieces` stand in an area, the rest are counted and not named. `links` join areas
    that border on each other without a shared edge; `bars` lie on shared edges that are no border.
    """

    title: str
    note: str = ""
    width: Annotated[int, Meta(ge=200)] = 1000
    height: Annotated[int, Meta(ge=200)] = 1000
    sides: tuple[PictureSide, ...]
    cells: tuple[PictureCell, ...]
    arrows: tuple[PictureArrow, ...] = ()
    most_pieces: Annotated[int, Meta(ge=1)] = 4
    shapes: tuple[PictureShape, ...] = ()
    marks: tuple[PictureMark, ...] = ()
    discs: tuple[PictureDisc, ...] = ()
    links: tuple[Line, ...] = ()
    bars: tuple[Line, ...] = ()
    ruler: PictureRuler | None = None
    signs: tuple[tuple[str, str], ...] = ()


class Score(Record):
    """How a position counts: its moment in the words of the game, the points, and how much each side holds.

    `contested` is what no side holds alone.
    """

    moment: str
    points: int
    level: str = ""
    held: Mapping[Side, int] = {}
    contested: int = 0


class Band(Record):
    """A level of victory, both ends included; an open end is left out."""

    name: str
    least: int | None = None
    most: int | None = None


class Mark(Record):
    """The score after an entry."""

    entry: Annotated[int, Meta(ge=0)]
    score: Score


class FrontLine(Record):
    """Where the sides faced each other at the end of a moment."""

    moment: str
    stretches: tuple[tuple[Point, Point], ...]


class Chart(Record):
    """The course of a war: marks in the order of entries, and front lines on the outlines of the map.

    `measure` is what is counted, `holding` what the sides divide between them.
    """

    title: str
    measure: str
    holding: str = "areas held"
    sides: tuple[PictureSide, ...]
    bands: tuple[Band, ...] = ()
    marks: tuple[Mark, ...]
    outlines: tuple[tuple[Point, ...], ...] = ()
    fronts: tuple[FrontLine, ...] = ()


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
