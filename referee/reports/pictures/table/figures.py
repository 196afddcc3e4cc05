"""Figures on a table: side, weapon, leader, pins, last move, and casualties."""

from math import hypot
from xml.etree.ElementTree import Element

from referee.reports.pictures import placing
from referee.reports.pictures.drawing import INK, PAPER, Palette, add, polygon, rectangle, words
from referee.reports.pictures.placing import Box
from referee.reports.pictures.table.labels import FIGURE, MARK
from schemas.reports.picture import PictureMark, Point

_RING, _NOSE = 3, 8
"""Radius of the ring of a leader, and length of the mark for the direction of a move."""

_APART = 9
"""A name that is farther from its figure is joined to it by a line."""


def draw_way(root: Element, mark: PictureMark, palette: Palette) -> None:
    """The way that a figure came, under all figures."""
    if not mark.way:
        return
    line = "M" + "L".join(f"{x} {y}" for x, y in (*mark.way, mark.at))
    colour = {"stroke": palette.colour(mark.side), "stroke-opacity": 0.8, "stroke-dasharray": "2 4"}
    add(root, "path", d=line, fill="none", stroke_width=2, stroke_linecap="round", **colour)


def draw_join(root: Element, mark: PictureMark, box: Box) -> None:
    """A line from a figure to its name, where others keep them apart."""
    x, y = mark.at
    near = max(box[0], min(x, box[2])), max(box[1], min(y, box[3]))
    far = hypot(near[0] - x, near[1] - y)
    if far > MARK + _APART:
        begin = _towards((x, y), near, MARK)
        add(root, "path", d=f"M{begin[0]} {begin[1]}L{near[0]} {near[1]}", stroke=INK, stroke_width=0.8)


def draw(root: Element, mark: PictureMark, palette: Palette, *, squared: bool) -> None:
    """A figure: a circle of the first side, a square of the second; hollow if he is not seen there now."""
    group = add(root, "g")
    told = {"side": palette.name(mark.side), "mark": ", ".join(filter(None, (mark.text, mark.note)))}
    seen = palette.tongue.say("{side}: {mark}", **told)
    add(group, "title", palette.tongue.say("{side}: {mark}, not seen now", **told) if mark.faded else seen)
    colour = palette.colour(mark.side)
    if mark.fallen:
        draw_cross(group, mark.at, colour)
        return
    if mark.way:
        _point(group, mark.way[-1], mark.at)
    look: dict[str, object] = {"fill": PAPER if mark.faded else colour, "stroke": colour, "stroke-width": 2}
    if mark.faded:
        look["stroke-dasharray"] = "3 2"
    draw_body(group, mark.at, MARK, squared=squared, **look)
    if mark.leader:
        draw_ring(group, mark.at, squared=squared)
    draw_pins(group, mark.at, mark.pins)
    draw_sign(group, mark.at, mark.sign, PAPER if not mark.faded else INK)


def draw_body(root: Element, at: Point, half: int, *, squared: bool, **look: object) -> None:
    """A circle or a square around a point."""
    x, y = at
    if squared:
        polygon(root, rectangle(x - half, y - half, x + half, y + half), **look)
    else:
        add(root, "circle", cx=x, cy=y, r=half, **look)


def draw_ring(root: Element, at: Point, *, squared: bool) -> None:
    """Draw the ring of a leader."""
    draw_body(root, at, MARK + _RING, squared=squared, fill="none", stroke=INK, stroke_width=1.6)


def draw_pins(root: Element, at: Point, pins: int) -> None:
    """A short bar under a figure for each of its pins, three at the most."""
    shown = min(pins, 3)
    for number in range(shown):
        x, y = at[0] - 3 * (shown - 1) + 6 * number, at[1] + MARK + 2
        polygon(root, rectangle(x - 2, y, x + 2, y + 4), fill=INK, stroke=PAPER, stroke_width=0.6)


def draw_sign(root: Element, at: Point, sign: str, colour: str) -> None:
    """The letter of a weapon inside a figure."""
    if sign:
        look = {"stroke": "none", "fill": colour, "font_weight": "bold", "text_anchor": "middle"}
        words(root, at[0], at[1] + 4, sign, 11, **look)


def draw_cross(root: Element, at: Point, colour: str) -> None:
    """Draw a cross for a casualty."""
    x, y, far = *at, MARK - 2
    line = f"M{x - far} {y - far}L{x + far} {y + far}M{x - far} {y + far}L{x + far} {y - far}"
    add(root, "path", d=line, stroke=PAPER, stroke_width=5, fill="none")
    add(root, "path", d=line, stroke=colour, stroke_width=2.5, fill="none")


def draw_name(root: Element, mark: PictureMark, box: Box) -> None:
    """The name of a figure at its place."""
    look: dict[str, object] = {"font_style": "italic"} if mark.faded or mark.fallen else {}
    words(root, placing.centre(box)[0], box[3] - 3, mark.text, FIGURE, text_anchor="middle", **look)


def _point(root: Element, origin: Point, at: Point) -> None:
    """A nose that points where a figure went."""
    back = 2 * at[0] - origin[0], 2 * at[1] - origin[1]
    begin, tip = _towards(at, back, MARK - 1), _towards(at, back, MARK + _NOSE)
    add(root, "path", d=f"M{begin[0]} {begin[1]}L{tip[0]} {tip[1]}", stroke=INK, stroke_width=3)


def _towards(here: Point, there: Point, far: int) -> Point:
    length = hypot(there[0] - here[0], there[1] - here[1]) or 1
    return (
        round(here[0] + (there[0] - here[0]) * far / length),
        round(here[1] + (there[1] - here[1]) * far / length),
    )
