"""Places for words: each as near as can be to where it is wanted, and on top of no other."""

from functools import cache, lru_cache
from math import cos, pi, sin

from schemas.reports.picture import Point

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""

_BIN = 64
"""The width of the squares in which neighbours are looked for."""

_GAP = 2
"""What stays free between two boxes."""

_STEP, _WAYS, _FAR = 6, 16, 420
"""The rings around a point that are tried: how far apart, how many places on each, and the last."""


class Sheet:
    """A map with the places that words have taken on it."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._bins: dict[tuple[int, int], list[Box]] = {}

    def take(self, box: Box) -> None:
        """Keep a place for words."""
        for square in _squares(box):
            self._bins.setdefault(square, []).append(box)

    def is_free(self, box: Box) -> bool:
        """Whether a place lies on the map, and on nothing that was taken."""
        left, top, right, bottom = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
        if left < 0 or top < 0 or right > self._width or bottom > self._height:
            return False
        for square in _squares(box):
            for other in self._bins.get(square, ()):
                if left < other[2] and right > other[0] and top < other[3] and bottom > other[1]:
                    return False
        return True

    def copy(self) -> "Sheet":
        """The same map, on which more can be taken."""
        other = Sheet(self._width, self._height)
        other._bins = {square: [*boxes] for square, boxes in self._bins.items()}
        return other

    def find(self, size: Point, wish: Point, corners: tuple[Point, ...], weight: int) -> Box:
        """The free place that costs least; where nothing is free, it is the wish."""
        return self.weigh(size, wish, corners, weight)[1]

    def weigh(self, size: Point, wish: Point, corners: tuple[Point, ...], weight: int) -> tuple[float, Box]:
        """The same behind what it costs: its way from the wish, and what of it lies outside an outline.

        `weight` is the cost of a place that lies outside altogether.
        """
        best, found = float("inf"), around(wish, size)
        for far, right, down in _offsets():
            if far >= best:
                break
            box = around((wish[0] + right, wish[1] + down), size)
            if self.is_free(box) and (cost := far + weight * _outside(box, corners)) < best:
                best, found = cost, box
        return best, found


def around(middle: Point, size: Point) -> Box:
    """The box of a size around a point."""
    left, top = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    return left, top, left + size[0], top + size[1]


def centre(box: Box) -> Point:
    """The middle of a box."""
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def distance(here: Box, there: Box) -> int:
    """How far two boxes are apart: the larger of the gaps between them, and 0 where they touch."""
    across = max(here[0] - there[2], there[0] - here[2], 0)
    return max(across, here[1] - there[3], there[1] - here[3])


def contains(corners: tuple[Point, ...], at: Point) -> bool:
    """Whether a point lies inside an outline: a ray from it crosses an odd number of its sides."""
    inside, (ax, ay) = False, corners[-1]
    for bx, by in corners:
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
            inside = not inside
        ax, ay = bx, by
    return inside


@lru_cache(maxsize=1 << 16)
def _outside(box: Box, corners: tuple[Point, ...]) -> float:
    """What part of a box lies outside an outline, as its corners and its middle tell."""
    if not corners:
        return 0
    left, top, right, bottom = box
    points = ((left, top), (right, top), (left, bottom), (right, bottom), centre(box))
    return sum(not contains(corners, point) for point in points) / len(points)


def _squares(box: Box) -> list[tuple[int, int]]:
    """The squares that a box and the gap around it lie in."""
    down = range((box[1] - _GAP) // _BIN, (box[3] + _GAP) // _BIN + 1)
    return [(x, y) for x in range((box[0] - _GAP) // _BIN, (box[2] + _GAP) // _BIN + 1) for y in down]


@cache
def _offsets() -> tuple[tuple[int, int, int], ...]:
    """How far from a point, to the right and down: ring after ring."""
    rings = [(0, 0, 0)]
    for far in range(_STEP, _FAR, _STEP):
        for way in range(_WAYS):
            turn = 2 * pi * way / _WAYS
            rings.append((far, round(far * sin(turn)), round(far * cos(turn))))
    return tuple(rings)
