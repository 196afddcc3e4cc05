"""Movements on a map: an arrow for each path, and the names of the pieces that moved."""

from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element

from referee.reports.pictures.captions import SMALL, measure_label, shorten
from referee.reports.pictures.drawing import INK, PAPER, Palette, add, polygon, words
from referee.reports.pictures.layout import Place, free_places
from referee.reports.pictures.placing import Box, centre, distance
from schemas.reports.picture import MapPicture, PictureArrow, Point

Spot = tuple[float, float]

_CLEAR = 6
"""Distance between an arrow and the text of its destination."""

_MOST = 0.5
"""Largest part of an arrow that may be cut off at its end to keep text readable."""

_BEND = 0.12
"""Curvature of an arrow, so that opposite movements give two arrows."""

_STEPS = 32

_HEAD, _BREADTH = 17, 8


def arrows(root: Element, picture: MapPicture, palette: Palette, places: Mapping[str, Place]) -> Element:
    """All arrows of a map, in a group of their own."""
    group = add(root, "g", id="arrows")
    for arrow, way in zip(picture.arrows, _ways(picture, places), strict=True):
        _arrow(group, arrow, palette, way)
    return group


def arrow_names(
    root: Element, below: Element, picture: MapPicture, palette: Palette, places: Mapping[str, Place]
) -> None:
    """Draw the names of moved pieces above the text of areas, with a line to the arrow if needed.

    The joining lines are drawn `below` all words, so that they strike none out.
    """
    group = add(root, "g", id="arrow-names", text_anchor="middle", pointer_events="none")
    middles = [_middle(way) for way in _ways(picture, places)]
    sizes = [measure_label(arrow.text) for arrow in picture.arrows]
    boxes = free_places(picture, places.values(), zip(sizes, middles, strict=True))
    for arrow, middle, box in zip(picture.arrows, middles, boxes, strict=True):
        if distance((*middle, *middle), box):
            x, y = max(box[0], min(middle[0], box[2])), max(box[1], min(middle[1], box[3]))
            add(below, "path", d=f"M{middle[0]} {middle[1]}L{x} {y}", stroke=INK, stroke_width=1.5)
        named = {"fill": palette.colour(arrow.side), "font_style": "italic"}
        words(group, centre(box)[0], box[3] - 4, shorten(arrow.text), SMALL, **named)


def _ways(picture: MapPicture, places: Mapping[str, Place]) -> list[list[Spot]]:
    """The line of every arrow."""
    written = {cell.at: places[cell.area].head for cell in picture.cells if cell.area in places}
    return [_way(arrow.points, written) for arrow in picture.arrows]


def _middle(way: list[Spot]) -> Point:
    x, y = way[len(way) // 2]
    return round(x), round(y)


def _arrow(parent: Element, arrow: PictureArrow, palette: Palette, way: list[Spot]) -> None:
    group = add(parent, "g")
    title = palette.tongue.say("{side}: {pieces}", side=palette.name(arrow.side), pieces=arrow.text)
    add(group, "title", title)
    colour, open_ = palette.colour(arrow.side), palette.open(arrow.side)
    tip = way[-1]
    shaft = [place for place in way[:-1] if _distance(place, tip) > _HEAD] or way[:1]
    back = _towards(tip, shaft[-1], _HEAD)
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (*shaft, _towards(tip, back, _HEAD - 2)))
    dashes = {"stroke-dasharray": "11 7"} if arrow.broken else {}
    add(group, "path", d=line, fill="none", stroke=PAPER, stroke_width=9, stroke_opacity=0.85)
    add(group, "path", d=line, fill="none", stroke=colour, stroke_width=6, **dashes)
    if open_:
        add(group, "path", d=line, fill="none", stroke=PAPER, stroke_width=2.4, **dashes)
    ahead = (tip[0] - back[0], tip[1] - back[1])
    length = hypot(*ahead) or 1
    across = (-ahead[1] / length * _BREADTH, ahead[0] / length * _BREADTH)
    corners = (tip, (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1]))
    whole = tuple((round(x), round(y)) for x, y in corners)
    polygon(group, whole, fill=PAPER if open_ else colour, stroke=colour if open_ else INK, stroke_width=2)


def _way(points: tuple[Point, ...], written: Mapping[Point, Box]) -> list[Spot]:
    """The line of an arrow, place by place: bent between two points, straight by way of more."""
    line: list[Spot] = []
    bend = _BEND if len(points) == 2 else 0
    for (ax, ay), (bx, by) in pairwise(points):
        middle = ((ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend)
        line += [_curve((ax, ay), middle, (bx, by), step / _STEPS) for step in range(_STEPS)]
    line.append(points[-1])
    last = _outside(line[-round(_MOST * _STEPS) :][::-1], written.get(points[-1]))
    return line[_STEPS // 8 : len(line) - last]


def _outside(way: list[Spot], written: Box | None) -> int:
    """Count the points at the beginning of a path that lie on text."""
    if written is None:
        return 0
    left, top, right, bottom = written
    for number, (x, y) in enumerate(way):
        if x < left - _CLEAR or x > right + _CLEAR or y < top - _CLEAR or y > bottom + _CLEAR:
            return number
    return len(way) - 1


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
