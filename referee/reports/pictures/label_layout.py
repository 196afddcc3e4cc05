"""The layout of a map: names first, then pieces, then arrows below them and the names of the arrows."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from referee.i18n.translator import Translator
from referee.reports.pictures import atlas as atlases
from referee.reports.pictures import columns, label_placement
from referee.reports.pictures.atlas import Atlas
from referee.reports.pictures.drawing import INK, LIGHT, PAPER, Palette, add, polygon, words
from referee.reports.pictures.label_placement import (
    SMALL,
    Box,
    Sheet,
    centre,
    distance,
    measure_label,
    nearest,
)
from schemas.record import Value
from schemas.reports import MapPicture, PictureArrow, PictureCell, Point

_NAME_INSIDE, _PIECES_INSIDE = 60, 110
"""Distance that a name, or the pieces, may move to stay inside the area."""

_OWN = 0.6
"""Part of a box that must lie in its own area if no line joins it to its name."""

_LEADER = 10
"""Pieces that are farther from their name are joined to it by a line."""

_MOST_TRIES = 12
"""Number of areas with distant pieces that are tried as the first to place."""

_LABEL_FAR = 200
"""Names of movements that would stand farther from their arrow are left out."""

_DISC = (18, 18)
"""Size of the disc with the number of a movement."""

_NEAR_TAIL = 0.25
"""Part of an arrow before its number, which leaves the head of a short arrow free."""

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
    atlas = atlases.chart(tuple(cell.corners for cell in picture.cells if cell.corners))
    return _arrange(atlas, picture.width, picture.height, tuple(wishes))


def free_places(
    picture: MapPicture, occupied_places: Iterable[Place], wishes: Iterable[tuple[Point, Point]]
) -> tuple[Box | None, ...]:
    """Places for words about movements, each a size and a wish, on a map where the areas have theirs.

    A place is None if nothing near is free: the words would cover others.
    """
    if not picture.arrows:
        return ()
    sheet = Sheet(picture.width, picture.height)
    for place in occupied_places:
        for box in (place.head, place.pieces, place.frame):
            if box is not None:
                sheet.take(box)
    boxes: list[Box | None] = []
    for size, wish in wishes:
        cost, box = sheet.weigh(size, wish, (), 0)
        boxes.append(box if cost <= _LABEL_FAR else None)
        if cost <= _LABEL_FAR:
            sheet.take(box)
    return tuple(boxes)


def _is_shown(cell: PictureCell, picture: MapPicture) -> bool:
    """Return True if the text of an area is shown. Its point may be outside a part of the map."""
    x, y = cell.at
    return not cell.corners or (0 <= x <= picture.width and 0 <= y <= picture.height)


@lru_cache(maxsize=1024)
def _wish(cell: PictureCell, most: int, tongue: Translator) -> _Wish:
    """Return the sizes that an area needs. Boxes come first, then the smallest areas."""
    pieces = label_placement.measure_pieces(cell, most, tongue) if cell.pieces else None
    xs, ys = [x for x, _ in cell.corners or (cell.at,)], [y for _, y in cell.corners or (cell.at,)]
    urgency = bool(cell.corners), (max(xs) - min(xs)) * (max(ys) - min(ys))
    return _Wish(urgency, cell.area, cell.at, cell.corners, label_placement.measure_head(cell), pieces)


@lru_cache(maxsize=64)
def _arrange(atlas: Atlas, width: int, height: int, wishes: tuple[_Wish, ...]) -> Mapping[str, Place]:
    """Boxes, then names, then pieces; a name does not move because pieces come and go."""
    boxes = tuple(wish for wish in wishes if not wish.corners)
    names = tuple(replace(wish, pieces=None) for wish in wishes if wish.corners)
    sheet, places = _name(atlas, width, height, boxes, names)
    laid = _lay_out(
        atlas, sheet, places, [wish for wish in wishes if wish.corners and wish.pieces is not None]
    )
    return {**places, **laid.places}


class _Laid(Value):
    """Placed pieces of areas, and the cost of their places."""

    order: list[_Wish]
    places: Mapping[str, Place]
    cost: float


def _lay_out(atlas: Atlas, names_sheet: Sheet, places: Mapping[str, Place], order: list[_Wish]) -> _Laid:
    """Pieces in the order in which they cost least, as far as a few tries show it.

    One that had to go far was late: it is tried as the first.
    """
    best = _lay_out_in_order(atlas, names_sheet, places, order)
    far = [wish for wish in order if best.places[wish.area].leader is not None]
    for wish in far[:_MOST_TRIES]:
        first = [wish, *(other for other in best.order if other is not wish)]
        alternative = _lay_out_in_order(atlas, names_sheet, places, first)
        best = min(best, alternative, key=lambda laid: laid.cost)
    return best


def _lay_out_in_order(
    atlas: Atlas, names_sheet: Sheet, places: Mapping[str, Place], order: list[_Wish]
) -> _Laid:
    sheet, heads, whole = names_sheet.lay_over(), dict[str, Place](), 0.0
    for wish in order:
        cost, heads[wish.area] = _lay_out_pieces(atlas, sheet, wish, places[wish.area].head)
        whole += cost
    return _Laid(order, heads, whole)


@lru_cache(maxsize=64)
def _name(
    atlas: Atlas, width: int, height: int, boxes: tuple[_Wish, ...], names: tuple[_Wish, ...]
) -> tuple[Sheet, Mapping[str, Place]]:
    """Boxes and names, and the map on which they lie."""
    sheet = Sheet(width, height, atlas=atlas)
    heads = {wish.area: _lay_out_box(sheet, wish, width, height) for wish in boxes}
    for wish in names:
        above = wish.at[0], wish.at[1] - 6
        heads[wish.area] = Place(sheet.find(wish.head, above, wish.corners, _NAME_INSIDE))
    return sheet, heads


def _lay_out_pieces(atlas: Atlas, sheet: Sheet, wish: _Wish, head: Box) -> tuple[float, Place]:
    size = wish.pieces or (0, 0)
    below = label_placement.centre(head)[0], head[3] + 2 + size[1] - size[1] // 2
    cost, box = sheet.weigh(size, below, wish.corners, _PIECES_INSIDE)
    sheet.take(box)
    inside = atlas.shares(box, wish.corners)[0] >= _OWN
    leader = None if inside and label_placement.distance(box, head) <= _LEADER else _join(head, box)
    return cost, Place(head, box, leader=leader)


def _join(head: Box, box: Box) -> tuple[Point, Point]:
    """A line from the edge of one box to the edge of another."""
    return nearest(head, centre(box)), nearest(box, centre(head))


def _lay_out_box(sheet: Sheet, wish: _Wish, width: int, height: int) -> Place:
    """A box beside the map, as large as its words, as near to its point as the frame allows."""
    across, down = wish.pieces or (0, 0)
    size = max(wish.head[0], across) + 2 * _MARGIN, wish.head[1] + down + 2 * _MARGIN
    x = max(size[0] // 2 + 2, min(wish.at[0], width - size[0] // 2 - 2))
    y = max(size[1] // 2 + 2, min(wish.at[1], height - size[1] // 2 - 2))
    frame = sheet.find(size, (x, y), (), 0)
    middle, top = label_placement.centre(frame)[0], frame[1] + _MARGIN
    head = label_placement.around((middle, top + wish.head[1] // 2), wish.head)
    if wish.pieces is None:
        return Place(head, frame=frame)
    return Place(head, label_placement.around((middle, head[3] + down // 2), wish.pieces), frame=frame)


Spot = tuple[float, float]

_CLEAR = 6
"""Distance between an arrow and the text of its areas."""

_MOST = 0.5
"""Largest part of an arrow that may be cut off at each end."""

_BEND = 0.12
"""Curvature of an arrow, so that opposite movements give two arrows."""

_STEPS = 32

_HEAD, _BREADTH = 17, 8

_WIDE, _NARROW = 600, 0.6
"""Size of an arrow on a map of less than this width."""


def arrows(root: Element, picture: MapPicture, palette: Palette, places: Mapping[str, Place]) -> Element:
    """All arrows of a map, in a group of their own."""
    group = add(root, "g", id="arrows")
    for arrow, way in zip(picture.arrows, _ways(picture, places), strict=True):
        _arrow(group, arrow, palette, way, _NARROW if picture.width < _WIDE else 1)
    return group


def arrow_names(
    root: Element, below: Element, picture: MapPicture, palette: Palette, places: Mapping[str, Place]
) -> None:
    """Draw the marks or the names of movements above the text of areas, with a line to the arrow if needed.

    The joining lines are drawn `below` all words, so that they strike none out.
    """
    group = add(root, "g", id="arrow-names", text_anchor="middle", pointer_events="none")
    pairs = zip(picture.arrows, _ways(picture, places), strict=True)
    middles = [_find_spot(way, _NEAR_TAIL if arrow.mark else 0.5) for arrow, way in pairs]
    sizes = [_DISC if arrow.mark else measure_label(arrow.text) for arrow in picture.arrows]
    boxes = free_places(picture, places.values(), zip(sizes, middles, strict=True))
    for arrow, middle, box in zip(picture.arrows, middles, boxes, strict=True):
        if not arrow.text or box is None:
            continue
        if distance((*middle, *middle), box):
            x, y = nearest(box, middle)
            add(below, "path", d=f"M{middle[0]} {middle[1]}L{x} {y}", stroke=INK, stroke_width=1.5)
        if arrow.mark:
            _draw_mark(group, centre(box), arrow, palette)
        else:
            words(group, centre(box)[0], box[3] - 4, columns.shorten(arrow.text), SMALL)


def _draw_mark(group: Element, middle: Point, arrow: PictureArrow, palette: Palette) -> None:
    """Draw a number in a disc of the colour of its side; an open side has an open disc."""
    x, y = middle
    is_open = palette.open(arrow.side)
    colour, edge = palette.colour(arrow.side), palette.line(arrow.side)
    disc = {"fill": PAPER, "stroke": edge} if is_open else {"fill": colour, "stroke": PAPER}
    add(group, "circle", cx=x, cy=y, r=_DISC[0] // 2 - 1, stroke_width=1.5, **disc)
    words(group, x, y + 4, arrow.mark, SMALL, stroke="none", fill=INK if is_open else LIGHT)


def _ways(picture: MapPicture, places: Mapping[str, Place]) -> list[list[Spot]]:
    """The line of every arrow."""
    standing = {cell.at: places[cell.area] for cell in picture.cells if cell.area in places}
    return [_way(arrow.points, standing) for arrow in picture.arrows]


def _find_spot(way: list[Spot], part: float) -> Point:
    """Return the point after a part of the line of an arrow."""
    x, y = way[int(len(way) * part)]
    return round(x), round(y)


def _arrow(parent: Element, arrow: PictureArrow, palette: Palette, way: list[Spot], scale: float) -> None:
    group = add(parent, "g")
    title = palette.tongue.say("{side}: {pieces}", side=palette.name(arrow.side), pieces=arrow.text)
    add(group, "title", title)
    colour, open_ = palette.line(arrow.side), palette.open(arrow.side)
    tip, head, breadth = way[-1], _HEAD * scale, _BREADTH * scale
    shaft = [place for place in way[:-1] if _distance(place, tip) > head] or way[:1]
    back = _towards(tip, shaft[-1], head)
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (*shaft, _towards(tip, back, head - 2)))
    dashes = {"stroke-dasharray": f"{round(11 * scale)} {round(7 * scale)}"} if arrow.broken else {}
    add(group, "path", d=line, fill="none", stroke=PAPER, stroke_width=9 * scale, stroke_opacity=0.85)
    add(group, "path", d=line, fill="none", stroke=colour, stroke_width=6 * scale, **dashes)
    if open_:
        add(group, "path", d=line, fill="none", stroke=PAPER, stroke_width=2.4 * scale, **dashes)
    ahead = (tip[0] - back[0], tip[1] - back[1])
    length = hypot(*ahead) or 1
    across = (-ahead[1] / length * breadth, ahead[0] / length * breadth)
    corners = (tip, (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1]))
    whole = tuple((round(x), round(y)) for x, y in corners)
    polygon(
        group, whole, fill=PAPER if open_ else colour, stroke=colour if open_ else INK, stroke_width=2 * scale
    )


def _way(points: tuple[Point, ...], standing: Mapping[Point, Place]) -> list[Spot]:
    """The line of an arrow, place by place: bent between two points, straight by way of more.

    It begins and ends beside the words of its areas.
    """
    line: list[Spot] = []
    bend = _BEND if len(points) == 2 else 0
    for (ax, ay), (bx, by) in pairwise(points):
        middle = ((ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend)
        line += [_curve((ax, ay), middle, (bx, by), step / _STEPS) for step in range(_STEPS)]
    line.append(points[-1])
    half = round(_MOST * _STEPS)
    first = max(_STEPS // 8, _outside(line[:half], standing.get(points[0])))
    last = _outside(line[-half:][::-1], standing.get(points[-1]))
    return line[first : len(line) - last]


def _outside(way: list[Spot], place: Place | None) -> int:
    """Count the points at the beginning of a path that lie on text, all but one at most."""
    boxes = [] if place is None else [box for box in (place.head, place.pieces) if box is not None]
    for number, at in enumerate(way):
        if not any(_is_on(at, box) for box in boxes):
            return number
    return len(way) - 1


def _is_on(at: Spot, box: Box) -> bool:
    left, top, right, bottom = box
    return left - _CLEAR <= at[0] <= right + _CLEAR and top - _CLEAR <= at[1] <= bottom + _CLEAR


def _curve(begin: Spot, middle: Spot, end: Spot, at: float) -> Spot:
    there = 1 - at
    x, y = (
        there * there * a + 2 * there * at * b + at * at * c
        for a, b, c in zip(begin, middle, end, strict=True)
    )
    return x, y


def _distance(here: Spot, there: Spot) -> float:
    return hypot(there[0] - here[0], there[1] - here[1])


def _towards(here: Spot, there: Spot, far: float) -> Spot:
    """The point so far from here on the way to there."""
    length = _distance(here, there) or 1
    return here[0] + (there[0] - here[0]) * far / length, here[1] + (there[1] - here[1]) * far / length
