"""Front lines between areas, and the part of a map around one area."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from referee.i18n.translator import ENGLISH, Translator
from schemas.record import Side
from schemas.reports import MapPicture, PictureArrow, PictureCell, Point

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
    commands: list[str] = []
    for line in _lines(list(stretches)):
        commands.append("M" + "L".join(f"{x} {y}" for x, y in line))
    return "".join(commands)


def _outline(cell: PictureCell) -> Iterator[Border]:
    for here, there in zip(cell.corners, (*cell.corners[1:], *cell.corners[:1]), strict=True):
        yield (here, there) if here <= there else (there, here)


def _lines(stretches: list[Border]) -> Iterator[list[Point]]:
    """Stretches strung together into lines as long as can be."""
    while stretches:
        line = list(stretches.pop(0))
        grown = True
        while grown:
            grown = False
            for stretch in stretches:
                if longer := _join(line, stretch):
                    line, grown = longer, True
                    stretches.remove(stretch)
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


Frame = tuple[int, int, int, int]
"""Left, top, right and bottom of a part."""

MOST_PIECES = 9
"""Highest number of labelled pieces of an area on a partial map."""

_MARGIN = 18

_LEAST = 260
"""No part is smaller than this: its words would not be read better for it."""


def around(picture: MapPicture, area: str, tongue: Translator = ENGLISH) -> MapPicture:
    """The map of an area and its neighbours; a picture that does not know the area stays as it is."""
    near = {area, *touching(picture.cells, area)}
    near |= _link(picture, area)
    if not any(cell.area in near for cell in picture.cells):
        return picture
    middle = next(cell.name for cell in picture.cells if cell.area == area)
    title = tongue.say("{title}, around {area}", title=picture.title, area=middle)
    return replace(_cut(picture, near), title=title)


def crop_front(picture: MapPicture) -> MapPicture:
    """Return the part of a map with the areas on both sides of the front; all of it without a front."""
    holders = {cell.area: cell.holder for cell in picture.cells}
    at_front = {cell.area for cell in picture.cells if cell.disputed or cell.battle}
    for cell in picture.cells:
        enemies = {holders[near] for near in touching(picture.cells, cell.area)} - {None, cell.holder}
        at_front |= {cell.area} if cell.holder is not None and enemies else set()
    return _cut(picture, at_front) if at_front else picture


def _cut(picture: MapPicture, near: set[str]) -> MapPicture:
    """Return the part of a map that shows these areas."""
    corners = [corner for cell in picture.cells if cell.area in near for corner in cell.corners or (cell.at,)]
    left, right = _span([x for x, _ in corners])
    top, bottom = _span([y for _, y in corners])
    scale = picture.width / (right - left)
    frame = (left, top, right, bottom)

    def transform(point: Point) -> Point:
        return round((point[0] - left) * scale), round((point[1] - top) * scale)

    part = replace(
        picture,
        height=max(200, round((bottom - top) * scale)),
        most_pieces=MOST_PIECES,
        cells=tuple(cell for cell in picture.cells if _within(cell.corners, cell.at, frame)),
        arrows=tuple(arrow for arrow in picture.arrows if _is_seen(arrow, frame)),
    )
    return move(part, transform, scale)


def move(picture: MapPicture, transform: Callable[[Point], Point], scale: float) -> MapPicture:
    """Return a map with all its points moved and its land scaled."""
    ground = picture.ground
    if ground is not None:
        regions = tuple((name, transform(at)) for name, at in ground.regions)
        offset = transform(ground.offset)
        ground = replace(ground, regions=regions, offset=offset, scale=ground.scale * scale)
    return replace(
        picture,
        ground=ground,
        cells=tuple(
            replace(cell, at=transform(cell.at), corners=tuple(map(transform, cell.corners)))
            for cell in picture.cells
        ),
        links=tuple((transform(begin), transform(end)) for begin, end in picture.links),
        bars=tuple((transform(begin), transform(end)) for begin, end in picture.bars),
        arrows=tuple(replace(arrow, points=tuple(map(transform, arrow.points))) for arrow in picture.arrows),
    )


def _link(picture: MapPicture, area: str) -> set[str]:
    """The areas that a line joins to one."""
    area_at = {cell.at: cell.area for cell in picture.cells}
    ends = [{area_at[begin], area_at[end]} for begin, end in picture.links]
    return {other for pair in ends if area in pair for other in pair}


def _span(places: list[int]) -> tuple[int, int]:
    """Return the span of coordinates with a margin and a minimum length."""
    begin, end = min(places) - _MARGIN, max(places) + _MARGIN
    lacking = max(0, _LEAST - (end - begin))
    return begin - lacking // 2, end + lacking - lacking // 2


def _within(corners: tuple[Point, ...], at: Point, frame: Frame) -> bool:
    """Return True if the bounding box of an area overlaps the frame."""
    left, top, right, bottom = frame
    xs, ys = [x for x, _ in corners or (at,)], [y for _, y in corners or (at,)]
    return min(xs) < right and max(xs) > left and min(ys) < bottom and max(ys) > top


def _is_seen(arrow: PictureArrow, frame: Frame) -> bool:
    left, top, right, bottom = frame
    return any((left <= x <= right) and (top <= y <= bottom) for x, y in arrow.points)
