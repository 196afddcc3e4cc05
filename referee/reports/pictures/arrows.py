"""Movements on a map: an arrow for every way that pieces went, and the names of those who went it."""

from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element

from referee.reports.pictures.captions import extent
from referee.reports.pictures.drawing import INK, PAPER, Palette, add, polygon
from schemas.reports.picture import MapPicture, PictureArrow, Point

Place = tuple[float, float]

_CLEAR = 6
"""How far an arrow keeps from the words of the area it goes to."""

_MOST = 0.5
"""What part of its way an arrow may give up at its end for the sake of words."""

_BEND = 0.12
"""How much an arrow swings out, so that there and back are two arrows."""

_STEPS = 32

_HEAD, _BREADTH = 17, 8


def arrows(root: Element, picture: MapPicture, palette: Palette) -> None:
    """All arrows of a map, in a group of their own."""
    group = add(root, "g", id="arrows")
    written = {cell.at: extent(cell, picture.most_pieces, palette.tongue) for cell in picture.cells}
    for arrow in picture.arrows:
        _arrow(group, arrow, palette, written)


def _arrow(parent: Element, arrow: PictureArrow, palette: Palette, written: Mapping[Point, Point]) -> None:
    group = add(parent, "g")
    title = palette.tongue.say("{side}: {pieces}", side=palette.name(arrow.side), pieces=arrow.text)
    add(group, "title", title)
    way = _way(arrow.points, written)
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


def _way(points: tuple[Point, ...], written: Mapping[Point, Point]) -> list[Place]:
    """The line of an arrow, place by place: bent between two points, straight by way of more."""
    line: list[Place] = []
    bend = _BEND if len(points) == 2 else 0
    for (ax, ay), (bx, by) in pairwise(points):
        middle = ((ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend)
        line += [_curve((ax, ay), middle, (bx, by), step / _STEPS) for step in range(_STEPS)]
    line.append(points[-1])
    last = _outside(line[-round(_MOST * _STEPS) :][::-1], written.get(points[-1], (0, 0)))
    return line[_STEPS // 8 : len(line) - last]


def _outside(way: list[Place], written: Point) -> int:
    """How many places at the beginning of a way lie on the words around the first."""
    (x, y), (across, down) = way[0], written
    for number, (here_x, here_y) in enumerate(way):
        if abs(here_x - x) > across / 2 + _CLEAR or abs(here_y - y) > down / 2 + _CLEAR:
            return number
    return len(way) - 1


def _curve(begin: Place, middle: Place, end: Place, at: float) -> Place:
    there = 1 - at
    x, y = (
        there * there * a + 2 * there * at * b + at * at * c
        for a, b, c in zip(begin, middle, end, strict=True)
    )
    return x, y


def _distance(here: Place, there: Place) -> float:
    return hypot(there[0] - here[0], there[1] - here[1])


def _towards(here: Place, there: Place, far: float) -> Place:
    """The point so far from here on the way to there."""
    length = _distance(here, there) or 1
    return here[0] + (there[0] - here[0]) * far / length, here[1] + (there[1] - here[1]) * far / length
