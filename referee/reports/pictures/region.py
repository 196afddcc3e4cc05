"""A part of a map, scaled to its full size: one area with its surroundings."""

from collections.abc import Callable

from msgspec.structs import replace

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.pictures import fronts
from schemas.reports.picture import MapPicture, PictureArrow, PictureCell, Point

Frame = tuple[int, int, int, int]
"""Left, top, right and bottom of a part."""

MOST_PIECES = 9
"""Highest number of labelled pieces of an area on a partial map."""

_MARGIN = 18

_LEAST = 260
"""No part is smaller than this: its words would not be read better for it."""


def around(picture: MapPicture, area: str, tongue: Translator = ENGLISH) -> MapPicture:
    """The map of an area and its neighbours; a picture that does not know the area stays as it is."""
    near = {area, *fronts.touching(picture.cells, area)}
    near |= _link(picture, area)
    corners = [corner for cell in picture.cells if cell.area in near for corner in cell.corners or (cell.at,)]
    if not corners:
        return picture
    left, right = _span([x for x, _ in corners])
    top, bottom = _span([y for _, y in corners])
    scale = picture.width / (right - left)
    frame = (left, top, right, bottom)

    def moved(point: Point) -> Point:
        return round((point[0] - left) * scale), round((point[1] - top) * scale)

    middle = next(cell.name for cell in picture.cells if cell.area == area)
    return replace(
        picture,
        title=tongue.say("{title}, around {area}", title=picture.title, area=middle),
        height=max(200, round((bottom - top) * scale)),
        most_pieces=MOST_PIECES,
        cells=tuple(_place(cell, moved) for cell in picture.cells if _within(cell.corners, cell.at, frame)),
        links=tuple((moved(begin), moved(end)) for begin, end in picture.links),
        bars=tuple((moved(begin), moved(end)) for begin, end in picture.bars),
        arrows=tuple(
            replace(arrow, points=tuple(map(moved, arrow.points)))
            for arrow in picture.arrows
            if _is_seen(arrow, frame)
        ),
    )


def _link(picture: MapPicture, area: str) -> set[str]:
    """The areas that a line joins to one."""
    named = {cell.at: cell.area for cell in picture.cells}
    ends = [{named[begin], named[end]} for begin, end in picture.links]
    return {other for pair in ends if area in pair for other in pair}


def _span(places: list[int]) -> tuple[int, int]:
    """Return the span of coordinates with a margin and a minimum length."""
    begin, end = min(places) - _MARGIN, max(places) + _MARGIN
    lacking = max(0, _LEAST - (end - begin))
    return begin - lacking // 2, end + lacking - lacking // 2


def _place(cell: PictureCell, moved: Callable[[Point], Point]) -> PictureCell:
    return replace(cell, at=moved(cell.at), corners=tuple(map(moved, cell.corners)))


def _within(corners: tuple[Point, ...], at: Point, frame: Frame) -> bool:
    """Return True if the bounding box of an area overlaps the frame."""
    left, top, right, bottom = frame
    xs, ys = [x for x, _ in corners or (at,)], [y for _, y in corners or (at,)]
    return min(xs) < right and max(xs) > left and min(ys) < bottom and max(ys) > top


def _is_seen(arrow: PictureArrow, frame: Frame) -> bool:
    left, top, right, bottom = frame
    return any((left <= x <= right) and (top <= y <= bottom) for x, y in arrow.points)
