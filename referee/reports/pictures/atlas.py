"""Outlines of areas: the area at a point, and a grid that keeps labels out of the areas of others."""

from functools import lru_cache

from schemas.reports import Point

_STEP = 6
"""Side of a square of the grid."""

ELSEWHERE = 0.4
"""Cost of a place in the sea or out of play, as a part of the cost of a place in the area of another."""

Outline = tuple[Point, ...]


class Atlas:
    """The areas of a map by square of a grid."""

    def __init__(self, outlines: tuple[Outline, ...]) -> None:
        self._numbers = {outline: number for number, outline in enumerate(outlines, 1)}
        self._rows: dict[int, dict[int, int]] = {}
        for outline, number in self._numbers.items():
            self._fill(outline, number)

    def _fill(self, outline: Outline, number: int) -> None:
        ys = [y for _, y in outline]
        for row in range(min(ys) // _STEP, max(ys) // _STEP + 1):
            line = self._rows.setdefault(row, {})
            crossings = sorted(_cross(outline, row * _STEP + _STEP / 2))
            for begin, end in zip(crossings[::2], crossings[1::2], strict=False):
                line.update(dict.fromkeys(range(round(begin / _STEP), round(end / _STEP)), number))

    def shares(self, box: tuple[int, int, int, int], outline: Outline) -> tuple[float, float]:
        """Return the parts of a box in its own area and in the areas of others."""
        own, mine, others, count = self._numbers.get(outline, 0), 0, 0, 0
        west, north, east, south = (place // _STEP for place in box)
        for row in range(north, south + 1):
            line = self._rows.get(row, {})
            for column in range(west, east + 1):
                number = line.get(column, 0)
                count += 1
                mine += number == own
                others += number not in {0, own}
        return mine / count, others / count

    def cost(self, box: tuple[int, int, int, int], outline: Outline) -> float:
        """Return 0 for a box in its own area, 1 for one in the areas of others, less for one in the sea."""
        own, others = self.shares(box, outline)
        return others + ELSEWHERE * (1 - own - others)


@lru_cache(maxsize=32)
def chart(outlines: tuple[Outline, ...]) -> Atlas:
    """Return the grid of a map with these outlines; one for all maps with the same areas."""
    return Atlas(outlines)


def _cross(outline: Outline, y: float) -> list[float]:
    """Return the places where a line at a height crosses an outline."""
    crossings: list[float] = []
    ax, ay = outline[-1]
    for bx, by in outline:
        if (ay > y) != (by > y):
            crossings.append(ax + (y - ay) * (bx - ax) / (by - ay))
        ax, ay = bx, by
    return crossings


def contains(corners: tuple[Point, ...], at: Point) -> bool:
    """Return True if a point lies inside an outline: a ray from it crosses an odd number of edges."""
    inside, (ax, ay) = False, corners[-1]
    for bx, by in corners:
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
            inside = not inside
        ax, ay = bx, by
    return inside
