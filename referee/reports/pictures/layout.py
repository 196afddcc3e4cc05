"""Placement of the text on a map: names first, then pieces, then labels of movements."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec.structs import replace

from referee.engine.tongue import Translator
from referee.reports.pictures import captions, placing
from referee.reports.pictures.placing import Box, Sheet
from referee.values.value import Value
from schemas.reports.picture import MapPicture, PictureCell, Point

_NAME_INSIDE, _PIECES_INSIDE = 60, 36
"""Distance that a name, or the pieces, may move to stay inside the area."""

_LEADER = 10
"""Pieces that are farther from their name are joined to it by a line."""

_MOST_TRIES = 12
"""Number of areas with distant pieces that are tried as the first to place."""

_MARGIN = 10
"""Margin around the text of a box beside the map."""


class Place(Value):
    """Boxes of the name of an area, of its pieces, and of a frame beside the map."""

    head: Box
    pieces: Box | None = None
    frame: Box | None = None
    leader: tuple[Point, Point] | None = None


class _Wish(Value):
    """Sizes that an area needs for its name and its pieces. The smallest `urgency` comes first."""

    urgency: tuple[bool, int]
    area: str
    at: Point
    corners: tuple[Point, ...]
    head: Point
    pieces: Point | None


def places(picture: MapPicture, tongue: Translator) -> Mapping[str, Place]:
    """The places of all areas whose words are on the map, by area."""
    most = picture.most_pieces
    wishes = [_wish(cell, most, tongue) for cell in picture.cells if _is_shown(cell, picture)]
    wishes.sort(key=lambda wish: (wish.urgency, wish.area))
    return _arrange(picture.width, picture.height, tuple(wishes))


def free_places(
    picture: MapPicture, taken: Iterable[Place], wishes: Iterable[tuple[Point, Point]]
) -> tuple[Box, ...]:
    """Places for words about movements, each a size and a wish, on a map where the areas have theirs."""
    if not picture.arrows:
        return ()
    sheet = Sheet(picture.width, picture.height)
    for place in taken:
        for box in (place.head, place.pieces, place.frame):
            if box is not None:
                sheet.take(box)
    found: list[Box] = []
    for size, wish in wishes:
        found.append(sheet.find(size, wish, (), 0))
        sheet.take(found[-1])
    return tuple(found)


def _is_shown(cell: PictureCell, picture: MapPicture) -> bool:
    """Return True if the text of an area is shown. Its point may be outside a part of the map."""
    x, y = cell.at
    return not cell.corners or (0 <= x <= picture.width and 0 <= y <= picture.height)


@lru_cache(maxsize=1024)
def _wish(cell: PictureCell, most: int, tongue: Translator) -> _Wish:
    """Return the sizes that an area needs. Boxes come first, then the smallest areas."""
    pieces = captions.measure_pieces(cell, most, tongue) if cell.pieces else None
    xs, ys = [x for x, _ in cell.corners or (cell.at,)], [y for _, y in cell.corners or (cell.at,)]
    urgency = bool(cell.corners), (max(xs) - min(xs)) * (max(ys) - min(ys))
    return _Wish(urgency, cell.area, cell.at, cell.corners, captions.measure_head(cell), pieces)


@lru_cache(maxsize=64)
def _arrange(width: int, height: int, wishes: tuple[_Wish, ...]) -> Mapping[str, Place]:
    """Boxes, then names, then pieces; a name does not move because pieces come and go."""
    boxes = tuple(wish for wish in wishes if not wish.corners)
    names = tuple(replace(wish, pieces=None) for wish in wishes if wish.corners)
    named, places = _name(width, height, boxes, names)
    laid = _lay_out(named, places, [wish for wish in wishes if wish.corners and wish.pieces is not None])
    return {**places, **laid.places}


class _Laid(Value):
    """Placed pieces of areas, and the cost of their places."""

    order: list[_Wish]
    places: Mapping[str, Place]
    cost: float


def _lay_out(named: Sheet, places: Mapping[str, Place], order: list[_Wish]) -> _Laid:
    """Pieces in the order in which they cost least, as far as a few tries show it.

    One that had to go far was late: it is tried as the first.
    """
    best = _lay_out_in_order(named, places, order)
    far = [wish for wish in order if best.places[wish.area].leader is not None]
    for wish in far[:_MOST_TRIES]:
        first = [wish, *(other for other in best.order if other is not wish)]
        tried = _lay_out_in_order(named, places, first)
        best = min(best, tried, key=lambda laid: laid.cost)
    return best


def _lay_out_in_order(named: Sheet, places: Mapping[str, Place], order: list[_Wish]) -> _Laid:
    sheet, found, whole = named.lay_over(), dict[str, Place](), 0.0
    for wish in order:
        cost, found[wish.area] = _lay_out_pieces(sheet, wish, places[wish.area].head)
        whole += cost
    return _Laid(order, found, whole)


@lru_cache(maxsize=64)
def _name(
    width: int, height: int, boxes: tuple[_Wish, ...], names: tuple[_Wish, ...]
) -> tuple[Sheet, Mapping[str, Place]]:
    """Boxes and names, and the map on which they lie."""
    sheet = Sheet(width, height)
    found = {wish.area: _lay_out_box(sheet, wish, width, height) for wish in boxes}
    for wish in names:
        above = wish.at[0], wish.at[1] - 6
        found[wish.area] = Place(sheet.find(wish.head, above, wish.corners, _NAME_INSIDE))
        sheet.take(found[wish.area].head)
    return sheet, found


def _lay_out_pieces(sheet: Sheet, wish: _Wish, head: Box) -> tuple[float, Place]:
    size = wish.pieces or (0, 0)
    below = placing.centre(head)[0], head[3] + 2 + size[1] - size[1] // 2
    cost, box = sheet.weigh(size, below, wish.corners, _PIECES_INSIDE)
    sheet.take(box)
    inside = placing.contains(wish.corners, placing.centre(box))
    leader = None if inside and placing.distance(box, head) <= _LEADER else _join(head, box)
    return cost, Place(head, box, leader=leader)


def _join(head: Box, box: Box) -> tuple[Point, Point]:
    """A line from the edge of one box to the edge of another."""
    return _nearest(head, placing.centre(box)), _nearest(box, placing.centre(head))


def _nearest(box: Box, at: Point) -> Point:
    return max(box[0], min(at[0], box[2])), max(box[1], min(at[1], box[3]))


def _lay_out_box(sheet: Sheet, wish: _Wish, width: int, height: int) -> Place:
    """A box beside the map, as large as its words, as near to its point as the frame allows."""
    across, down = wish.pieces or (0, 0)
    size = max(wish.head[0], across) + 2 * _MARGIN, wish.head[1] + down + 2 * _MARGIN
    x = max(size[0] // 2 + 2, min(wish.at[0], width - size[0] // 2 - 2))
    y = max(size[1] // 2 + 2, min(wish.at[1], height - size[1] // 2 - 2))
    frame = sheet.find(size, (x, y), (), 0)
    sheet.take(frame)
    middle, top = placing.centre(frame)[0], frame[1] + _MARGIN
    head = placing.around((middle, top + wish.head[1] // 2), wish.head)
    if wish.pieces is None:
        return Place(head, frame=frame)
    return Place(head, placing.around((middle, head[3] + down // 2), wish.pieces), frame=frame)
