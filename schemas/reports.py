"""Documents, maps and charts, independent of their format."""

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
    """A piece or a group of pieces, in the words of the map."""

    side: Side
    text: str


class PictureCell(Record):
    """An area of the map. An area without corners is a box beside the map, sized to its words.

    `names` are its names in other languages, `at` is the place of its words, `claimed` the side that would
    gain it, and `supply` the side that it supplies. A `battle` is or was fought there this turn. For several
    games at once, `share` is the percentage in which the holder controls it.
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
    """A movement of this turn along its points. `broken` arrows are not marches.

    `mark` stands on the arrow in place of the text, which the list under the map has.
    """

    side: Side
    text: str
    points: Annotated[tuple[Point, ...], Meta(min_length=2)]
    broken: bool = False
    mark: str = ""


Outline = Literal["dug", "crossed", "solid", "high", "leaves", "tufts", "cloud"]
"""Style of terrain. Each has its own pattern, so it is distinct without colours."""


class PictureShape(Record):
    """Terrain with its outline."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z")]
    name: str
    outline: Outline
    corners: Annotated[tuple[Point, ...], Meta(min_length=3)]


class PictureMark(Record):
    """A figure of a side at a point. A faded one is no longer seen there; a fallen one is out of action.

    `way` are the points of its last move without the end, `sign` is the letter of its weapon, and `note`
    describes the drawing in words.
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
    """A circle: a cloud that fills it, or a range."""

    at: Point
    radius: Annotated[int, Meta(ge=1)]
    text: str
    filled: bool = False


class PictureRuler(Record):
    """The scale of a table: picture units per inch, and the interval of labels."""

    unit: Annotated[int, Meta(ge=1)]
    step: Annotated[int, Meta(ge=1)] = 6


Line = tuple[Point, Point]
"""A straight line between two points."""


class PictureGround(Record):
    """The land under a map as SVG paths, and the names of seas and closed countries at their points.

    The paths are drawn `scale` times as large, with `offset` as the new origin.
    """

    land: str
    lakes: str = ""
    rivers: str = ""
    regions: tuple[tuple[str, Point], ...] = ()
    offset: Point = (0, 0)
    scale: float = 1.0


class MapPicture(Record):
    """The map as one viewer may see it, with title, note and legend.

    If an area has more than `most_pieces`, the others are only counted. `links` join areas that are adjacent
    without a shared edge. `bars` are on shared edges that are not borders. `signs` are letters and their
    meaning. `ground` is the land under the areas, where it is known.
    `details` are the codes of areas with their names and contents, for a map that is too narrow for these.
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
    ground: PictureGround | None = None
    details: tuple[tuple[str, str], ...] = ()


class Score(Record):
    """The score of a position: its moment, its points, and the number of areas that each side controls.

    `contested` counts areas without sole control.
    """

    moment: str
    points: int
    level: str = ""
    held: Mapping[Side, int] = {}
    contested: int = 0


class Band(Record):
    """A level of victory, both ends included. An open end is None."""

    name: str
    least: int | None = None
    most: int | None = None


class Mark(Record):
    """The score after an entry."""

    entry: Annotated[int, Meta(ge=0)]
    score: Score


class FrontLine(Record):
    """The front at the end of a moment."""

    moment: str
    stretches: tuple[tuple[Point, Point], ...]


class Chart(Record):
    """The course of a war: scores by entry, and front lines on the outlines of the map.

    `measure` names the score, and `holding` the things that the sides control.
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
    """Plain text."""

    text: str


class Strong(Tagged, tag="strong"):
    """Emphasised text."""

    text: str


class AreaName(Tagged, tag="area"):
    """The name of an area."""

    text: str


class Counter(Tagged, tag="counter"):
    """The name of a playing piece; `side` lets a writer choose a colour."""

    text: str
    side: str = ""


class Code(Tagged, tag="code"):
    """Text to be typed or copied literally: an order, a key, a seal."""

    text: str


class Verdict(Tagged, tag="verdict"):
    """The result of an order, in a word or two. Formats choose a colour by `stands`."""

    text: str
    stands: bool


Inline = Text | Strong | AreaName | Counter | Code | Verdict


INLINES = (Text, Strong, AreaName, Counter, Code, Verdict)
"""The parts of a paragraph."""


class Heading(Tagged, tag="heading"):
    """A title. Level 1 opens the document."""

    text: str
    level: int = 2


class Paragraph(Tagged, tag="paragraph"):
    """A paragraph."""

    parts: tuple[Inline, ...]


class Bullets(Tagged, tag="bullets"):
    """A list of items.

    With `columns`, items of so many plain texts are rows of a table in formats that have tables.
    """

    items: tuple[tuple[Inline, ...], ...]
    columns: tuple[str, ...] = ()

    def is_row(self, item: tuple[Inline, ...]) -> bool:
        """Return True for an item that has a plain text for each column."""
        has_columns = bool(self.columns) and len(item) == len(self.columns)
        return has_columns and all(isinstance(part, Text) for part in item)


class Table(Tagged, tag="table"):
    """Rows under column titles. `numeric` columns are right-aligned."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()

    @property
    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The titles and the rows, all of the same length: empty cells fill the shorter ones."""
        rows = (self.columns, *self.rows)
        across = max(map(len, rows))
        return tuple(row + ("",) * (across - len(row)) for row in rows)


class DiceThrown(Tagged, tag="dice"):
    """Rolls with the entry and the key that prove them. `basis` marks rolls with their own keys."""

    rolls: tuple[Roll, ...]
    entry: int = 0
    key: str = ""
    basis: Literal["", "own-key"] = ""


class Verbatim(Tagged, tag="verbatim"):
    """Lines that must be copied literally: an orders template."""

    lines: tuple[str, ...]


class Figure(Tagged, tag="figure"):
    """A map. Formats without pictures render it as text."""

    picture: MapPicture


Block = Heading | Paragraph | Bullets | Table | DiceThrown | Verbatim | Figure


class Document(Record):
    """A report for any format. `subject` is that of a mail, and `sides` determine colours.

    `language` is the code of its language, `letters` are the letters for kinds and states of pieces.
    """

    title: str
    blocks: tuple[Block, ...]
    subject: str = ""
    sides: tuple[PictureSide, ...] = ()
    language: str = "en"
    letters: tuple[tuple[str, str], ...] = ()

    @property
    def titled(self) -> tuple[Block, ...]:
        """The blocks with the title first, unless they begin with one."""
        first = self.blocks[0] if self.blocks else None
        opens = isinstance(first, Heading) and first.level == 1
        return self.blocks if opens else (Heading(text=self.title, level=1), *self.blocks)


def words(*parts: "str | Text | Strong | AreaName | Counter | Code") -> Paragraph:
    """Return a paragraph of texts and names. A string is plain text."""
    return Paragraph(parts=tuple(Text(text=part) if isinstance(part, str) else part for part in parts))
