"""Front lines: the borders between areas that different sides hold."""

from collections.abc import Iterable, Iterator

from schemas.record import Side
from schemas.reports.picture import PictureCell, Point

Border = tuple[Point, Point]
"""A stretch of border, its ends in order."""


def borders(cells: Iterable[PictureCell]) -> tuple[Border, ...]:
    """The stretches of border along which two sides face each other."""
    holders: dict[Border, set[Side]] = {}
    for cell in cells:
        for stretch in _outline(cell):
            side = holders.setdefault(stretch, set())
            if cell.holder is not None:
                side.add(cell.holder)
    return tuple(stretch for stretch, sides in sorted(holders.items()) if len(sides) > 1)


def touching(cells: Iterable[PictureCell], area: str) -> frozenset[str]:
    """The areas that share a stretch of border with one."""
    outlines = {cell.area: set(_outline(cell)) for cell in cells}
    mine = outlines.get(area, set[Border]())
    return frozenset(other for other, outline in outlines.items() if other != area and outline & mine)


def path(stretches: Iterable[Border]) -> str:
    """Stretches of border as the path of a drawing, joined where they meet."""
    told: list[str] = []
    for line in _lines(list(stretches)):
        told.append("M" + "L".join(f"{x} {y}" for x, y in line))
    return "".join(told)


def _outline(cell: PictureCell) -> Iterator[Border]:
    for here, there in zip(cell.corners, (*cell.corners[1:], *cell.corners[:1]), strict=True):
        yield (here, there) if here <= there else (there, here)


def _lines(left: list[Border]) -> Iterator[list[Point]]:
    """Stretches strung together into lines as long as can be."""
    while left:
        line = list(left.pop(0))
        grown = True
        while grown:
            grown = False
            for stretch in left:
                if joined := _join(line, stretch):
                    line, grown = joined, True
                    left.remove(stretch)
                    break
        yield line


def _join(line: list[Point], stretch: Border) -> list[Point] | None:
    here, there = stretch
    match line[0], line[-1]:
        case _, end if end == here:
            return [*line, there]
        case _, end if end == there:
            return [*line, here]
        case begin, _ if begin == here:
            return [there, *line]
        case begin, _ if begin == there:
            return [here, *line]
        case _:
            return None
