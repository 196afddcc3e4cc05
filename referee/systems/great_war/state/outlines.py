"""Outlines of areas on the map: the stretches that two of them share, in whole numbers."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import dist

from schemas.great_war.geography import Geography
from schemas.great_war.pack import Cell, Corner

Stretch = tuple[Corner, Corner]
"""A straight piece of an outline."""

Pair = tuple[str, str]
"""Two areas, in the order of their ids."""


EDGE = 1000
"""The side of the square that map and outlines are drawn on."""

SHORTEST = 5
"""The least length of a shared edge on a square of 1000 by 1000; a shorter one looks like a meeting point."""


def pair(here: str, there: str) -> Pair:
    """Two areas, in the order of their ids."""
    return (here, there) if here < there else (there, here)


def read_cells(geography: Geography) -> tuple[Cell, ...]:
    """Return the outlines of a geography, which stores them as text."""
    return tuple(
        Cell(area=entry.area, corners=read_corners(entry.outline))
        for entry in geography.areas
        if entry.outline is not None
    )


def read_corners(outline: str) -> tuple[Corner, ...]:
    """Return the corners of an outline `x,y x,y ...`."""
    numbers = [tuple(map(int, corner.split(","))) for corner in outline.split()]
    return tuple((x, y) for x, y in numbers)


def find_shared_edges(cells: tuple[Cell, ...]) -> Mapping[Pair, tuple[Stretch, ...]]:
    """The stretches that two outlines have in common, for each two areas that share any.

    A corner of one outline may lie on the side of another: only the common part of both sides counts.
    Outlines that meet in a point share nothing, and so do those whose common edge is too short to be seen.
    """
    found: dict[Pair, tuple[Stretch, ...]] = {}
    for one, other in combinations(cells, 2):
        if _frames_meet(one.corners, other.corners):
            sides = product(_sides(one.corners), _sides(other.corners))
            stretches = tuple(part for side, against in sides if (part := _overlap(side, against)))
            if sum(dist(*stretch) for stretch in stretches) >= SHORTEST:
                found[pair(one.area, other.area)] = stretches
    return found


def share_edge(cells: tuple[Cell, ...], here: str, there: str) -> tuple[Stretch, ...]:
    """The stretches that the outlines of two areas have in common."""
    both = tuple(cell for cell in cells if cell.area in {here, there})
    return find_shared_edges(both).get(pair(here, there), ())


def _sides(corners: tuple[Corner, ...]) -> Iterator[Stretch]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _frames_meet(one: tuple[Corner, ...], other: tuple[Corner, ...]) -> bool:
    """Return True if the bounding boxes of two outlines meet; False spares the comparison of their sides."""
    return all(
        min(corner[axis] for corner in one) <= max(corner[axis] for corner in other)
        and min(corner[axis] for corner in other) <= max(corner[axis] for corner in one)
        for axis in (0, 1)
    )


def _overlap(side: Stretch, against: Stretch) -> Stretch | None:
    """The common part of two sides that lie on one line; `None` where there is none longer than a point."""
    if any(_turn(side, corner) for corner in against):
        return None
    begin, end = max(min(side), min(against)), min(max(side), max(against))
    return (begin, end) if begin < end else None


def _turn(side: Stretch, corner: Corner) -> int:
    """Twice the area of the triangle that a corner makes with a side: 0 where it lies on its line."""
    (ax, ay), (bx, by) = side
    return (bx - ax) * (corner[1] - ay) - (by - ay) * (corner[0] - ax)
