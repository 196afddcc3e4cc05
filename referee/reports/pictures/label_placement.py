"""Labels of areas and their placement without overlap."""

from functools import cache, lru_cache
from math import cos, pi, sin
from xml.etree.ElementTree import Element

from referee.i18n.translator import Translator
from referee.reports.pictures import columns, fonts
from referee.reports.pictures.atlas import Atlas, contains
from referee.reports.pictures.drawing import INK, LIGHT, PAPER, Palette, add, polygon, rectangle, shade, words
from schemas.record import Side
from schemas.reports import PictureCell, Point

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""

_GAP = 2
"""Gap between two boxes."""

_STEP, _WAYS, _FAR = 6, 16, 420
"""The rings around a point that are tried: how far apart, how many places on each, and the last."""

_REACHES = 64, 192, _FAR
"""Search radii. Each search only considers boxes within its radius."""


class Sheet:
    """A map with the places that words have taken on it."""

    def __init__(
        self, width: int, height: int, below: "Sheet | None" = None, atlas: Atlas | None = None
    ) -> None:
        self._size = width, height
        self._atlas = atlas
        self._below, self._taken = below, list[Box]()
        self._near: dict[tuple[Box, int], tuple[Box, ...]] = {}

    def take(self, box: Box) -> None:
        """Keep a place for words."""
        self._taken.append(box)
        self._near.clear()

    def lay_over(self) -> "Sheet":
        """A map on which more can be taken; on the one below nothing may be taken from now on."""
        return Sheet(*self._size, self, self._atlas)

    def find(self, size: Point, wish: Point, corners: tuple[Point, ...], weight: int) -> Box:
        """Take the free place that costs least; where nothing is free, it is the wish."""
        _, box = self.weigh(size, wish, corners, weight)
        self.take(box)
        return box

    def weigh(self, size: Point, wish: Point, corners: tuple[Point, ...], weight: int) -> tuple[float, Box]:
        """Return the cost and the place: the distance from the wish, and the part outside an outline.

        `weight` is the cost of a place that lies outside altogether.
        """
        best, best_box = float("inf"), around(wish, size)
        for reach in _REACHES:
            others = self._list_near(around(wish, size), reach)
            best, best_box = _search(self._atlas, self._size, others, size, wish, corners, weight, reach)
            if best < reach:
                break
        return best, best_box

    def _list_near(self, box: Box, reach: int) -> tuple[Box, ...]:
        """Return the boxes that a box could overlap after a move of less than `reach`."""
        below = self._below.find_near(box, reach) if self._below is not None else ()
        left, top, right, bottom = box
        far = reach + _GAP
        west, north, east, south = left - far, top - far, right + far, bottom + far
        return below + tuple(
            other
            for other in self._taken
            if west < other[2] and east > other[0] and north < other[3] and south > other[1]
        )

    def find_near(self, box: Box, reach: int) -> tuple[Box, ...]:
        """The same, looked for once as long as nothing more is taken."""
        neighbours = self._near.get((box, reach))
        if neighbours is None:
            neighbours = self._near[box, reach] = self._list_near(box, reach)
        return neighbours


@lru_cache(maxsize=1 << 12)
def _search(
    atlas: Atlas | None,
    sheet: Point,
    others: tuple[Box, ...],
    size: Point,
    wish: Point,
    corners: tuple[Point, ...],
    weight: int,
    reach: int,
) -> tuple[float, Box]:
    """Return the cost and the best place within reach of a wish, independent of distant boxes."""
    best, best_box = float("inf"), around(wish, size)
    for far, right, down in _offsets():
        if far >= min(best, reach):
            break
        box = around((wish[0] + right, wish[1] + down), size)
        if _is_free(box, sheet, others) and (cost := far + weight * _outside(atlas, box, corners)) < best:
            best, best_box = cost, box
    return best, best_box


def _is_free(box: Box, sheet: Point, others: tuple[Box, ...]) -> bool:
    """Return True if a box lies on the map and overlaps no other box."""
    left, top, right, bottom = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
    if left < 0 or top < 0 or right > sheet[0] or bottom > sheet[1]:
        return False
    for other in others:
        if left < other[2] and right > other[0] and top < other[3] and bottom > other[1]:
            return False
    return True


def around(middle: Point, size: Point) -> Box:
    """The box of a size around a point."""
    left, top = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    return left, top, left + size[0], top + size[1]


def centre(box: Box) -> Point:
    """The middle of a box."""
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def nearest(box: Box, at: Point) -> Point:
    """The point of a box that is nearest to another point."""
    return max(box[0], min(at[0], box[2])), max(box[1], min(at[1], box[3]))


def distance(here: Box, there: Box) -> int:
    """Return the distance of two boxes: the larger of the gaps between them, or 0 if they touch."""
    across = max(here[0] - there[2], there[0] - here[2], 0)
    return max(across, here[1] - there[3], there[1] - here[3])


@lru_cache(maxsize=1 << 16)
def _outside(atlas: Atlas | None, box: Box, corners: tuple[Point, ...]) -> float:
    """Return the part of a box outside an outline; without a grid, by its corners and its middle."""
    if not corners:
        return 0
    if atlas is not None:
        return atlas.cost(box, corners)
    left, top, right, bottom = box
    points = ((left, top), (right, top), (left, bottom), (right, bottom), centre(box))
    return sum(not contains(corners, point) for point in points) / len(points)


@cache
def _offsets() -> tuple[tuple[int, int, int], ...]:
    """Return offsets (distance, right, down) from a point, ring by ring."""
    rings = [(0, 0, 0)]
    for far in range(_STEP, _FAR, _STEP):
        for way in range(_WAYS):
            turn = 2 * pi * way / _WAYS
            rings.append((far, round(far * sin(turn)), round(far * cos(turn))))
    return tuple(rings)


NAME, SMALL = 14, 12
"""Sizes of letters."""

BADGE = 20
"""The room that one badge takes."""

BATTLE = shade("battle")
"""The colour of battles; their star tells them in black and white."""

_STAR = (
    (0, -10), (3, -4), (9, -5), (5, 0), (9, 5), (3, 4),
    (0, 10), (-3, 4), (-9, 5), (-5, 0), (-9, -5), (-3, -4),
)  # fmt: skip

_LINE, _NAME_HIGH = 15, 18


def labels(cell: PictureCell, most: int, tongue: Translator) -> list[tuple[Side | None, str]]:
    """Return the labels of the pieces in an area."""
    visible_pieces = cell.pieces if len(cell.pieces) <= most else cell.pieces[: most - 1]
    texts: list[tuple[Side | None, str]] = [
        (piece.side, columns.shorten(piece.text)) for piece in visible_pieces
    ]
    if more := len(cell.pieces) - len(visible_pieces):
        texts.append((None, tongue.say("and {count} more", count=more)))
    return texts


def badges(cell: PictureCell) -> list[tuple[str, str]]:
    """The badges of an area: kind and inscription."""
    kinds = [("battle", "")] if cell.battle else []
    kinds += [("points", str(cell.points))] if cell.points else []
    kinds += [("fort", str(cell.fort))] if cell.fort is not None else []
    kinds += [("supply", "S")] if cell.supply is not None else []
    return kinds


def measure_head(cell: PictureCell) -> Point:
    """Return the width and height of the name of an area with its badges."""
    marks = badges(cell)
    across = max(fonts.measure(cell.name, NAME, bold=True) + 4, BADGE * len(marks))
    return across, _NAME_HIGH + (BADGE if marks else 0)


def measure_pieces(cell: PictureCell, most: int, tongue: Translator) -> Point:
    """Return the width and height of the pieces of an area, one below the other."""
    texts = labels(cell, most, tongue)
    if _is_row(texts):
        return sum(_room(text) for _, text in texts), _LINE + 1
    return max(_room(text) for _, text in texts), _LINE * len(texts) + 1


def _is_row(texts: list[tuple[Side | None, str]]) -> bool:
    """Return True if the labels are numbers, which stand side by side."""
    return all(text.isdigit() for _, text in texts)


def _room(text: str) -> int:
    return fonts.measure(text, SMALL) + 8


def head(parent: Element, cell: PictureCell, place: Box, palette: Palette) -> None:
    """The name of an area with its badges."""
    x, y = centre(place)[0], place[1]
    words(parent, x, y + NAME, cell.name, NAME, font_weight="bold")
    marks = badges(cell)
    left = x - BADGE * (len(marks) - 1) // 2
    for number, (kind, text) in enumerate(marks):
        edge = palette.line(cell.supply) if kind == "supply" and cell.supply is not None else INK
        middle = left + BADGE * number, y + _NAME_HIGH + BADGE // 2
        badge(parent, middle, kind=kind, text=text, edge=edge)


def pieces(parent: Element, cell: PictureCell, place: Box, palette: Palette, most: int) -> None:
    """The pieces of an area, one below the other, or their numbers side by side."""
    x, y = centre(place)[0], place[1] + 1
    texts = labels(cell, most, palette.tongue)
    if _is_row(texts):
        x = place[0]
        for side, text in texts:
            _label(parent, (x + _room(text) // 2, y), text, side, palette)
            x += _room(text)
        return
    for side, text in texts:
        _label(parent, (x, y), text, side, palette)
        y += _LINE


def measure_label(text: str) -> Point:
    """Return the width and height of the label of a movement."""
    return (_room(columns.shorten(text)), _LINE + 1) if text else (0, 0)


def _label(group: Element, top: Point, text: str, side: Side | None, palette: Palette) -> None:
    """Words in the colour of a side: light on dark, or, of a side that is drawn open, dark on light."""
    x, y = top
    half = _room(text) // 2 - 1
    ground = palette.colour(side) if side is not None else PAPER
    dark = side is not None and not palette.open(side)
    corners = rectangle(x - half, y, x + half, y + _LINE - 1)
    edge = ground if dark or side is None else palette.line(side)
    polygon(group, corners, fill=ground if dark else PAPER, stroke=edge, stroke_width=2)
    look = {"stroke": "none", "fill": LIGHT if dark else INK}
    words(group, x, y + _LINE - 4, text, SMALL, **look)


def badge(group: Element, middle: Point, *, kind: str, text: str, edge: str = INK) -> None:
    """A sign with its inscription: a circle, a square, a diamond, or the star of a battle."""
    x, y = middle
    match kind:
        case "battle":
            polygon(group, _star(middle), fill=BATTLE, stroke=INK, stroke_width=1)
        case "points":
            add(group, "circle", cx=x, cy=y, r=7.5, fill=PAPER, stroke=edge, stroke_width=1.5)
        case "fort":
            corners = rectangle(x - 7, y - 7, x + 7, y + 7)
            polygon(group, corners, fill=PAPER, stroke=edge, stroke_width=1.5)
        case _:
            corners = ((x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y))
            polygon(group, corners, fill=PAPER, stroke=edge, stroke_width=1.5)
    words(group, x, y + 4, text, SMALL, text_anchor="middle", stroke="none")


def _star(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return tuple((x + right, y + down) for right, down in _STAR)
