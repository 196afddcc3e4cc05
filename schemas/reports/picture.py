"""A map before it is drawn: areas or ground with their outlines, and what a viewer may know of them."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Record, Side
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
