"""Outlines of areas on the map: the stretches that two of them share, in whole numbers."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import dist, gcd

from schemas.great_war.geography import Geography
from schemas.great_war.pack import Cell, Corner

Stretch = tuple[Corner, Corner]
"""A straight piece of an outline."""

Line = tuple[int, int, int]
"""A line by its direction in lowest terms, and its distance from the corner of the square in steps of it."""

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
    # Only sides on one line can have a part in common.
    lines: dict[Line, list[tuple[int, int, Stretch]]] = {}
    for number, cell in enumerate(cells):
        for place, side in enumerate(_sides(cell.corners)):
            if side[0] != side[1]:
                lines.setdefault(_line(side), []).append((number, place, side))
    common: dict[tuple[int, int], list[tuple[int, int, Stretch]]] = {}
    for sides in lines.values():
        for (one, place, side), (other, against_place, against) in combinations(sides, 2):
            if one != other and (part := _overlap(side, against)):
                common.setdefault((one, other), []).append((place, against_place, part))
    found: dict[Pair, tuple[Stretch, ...]] = {}
    for (one, other), parts in sorted(common.items()):
        stretches = tuple(part for _, _, part in sorted(parts))
        if sum(dist(*stretch) for stretch in stretches) >= SHORTEST:
            found[pair(cells[one].area, cells[other].area)] = stretches
    return found


def share_edge(cells: tuple[Cell, ...], here: str, there: str) -> tuple[Stretch, ...]:
    """The stretches that the outlines of two areas have in common."""
    both = tuple(cell for cell in cells if cell.area in {here, there})
    return find_shared_edges(both).get(pair(here, there), ())


def _sides(corners: tuple[Corner, ...]) -> Iterator[Stretch]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _line(side: Stretch) -> Line:
    """Return the line that a side lies on."""
    (ax, ay), (bx, by) = sorted(side)
    step = gcd(bx - ax, by - ay)
    right, down = (bx - ax) // step, (by - ay) // step
    return right, down, right * ay - down * ax


def _overlap(side: Stretch, against: Stretch) -> Stretch | None:
    """The common part of two sides on one line; `None` where there is none longer than a point."""
    begin, end = max(min(side), min(against)), min(max(side), max(against))
    return (begin, end) if begin < end else None
