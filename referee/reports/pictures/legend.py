"""Strip under a map: title, note, and legend."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from referee.i18n.translator import message
from referee.reports.pictures import fonts, table, text_table
from referee.reports.pictures.drawing import (
    BAR,
    FRONT,
    INK,
    LINK,
    NOBODY,
    PAPER,
    Palette,
    add,
    polygon,
    rectangle,
    words,
)
from referee.reports.pictures.label_placement import badge, badges
from referee.reports.pictures.table import MARK
from schemas.record import Side, Value
from schemas.reports import MapPicture, Point

_HEAD, _ROW = 34, 24
"""Height of title and note, and of each row of the legend. A strip without a list has at least two rows."""

_TITLE = 22
"""Height of a line of the title."""

_WORDS = 12

_LINE, _INDENT = 16, 34
"""Height of a line of the list under a narrow map, and the width of its codes."""

_BADGES = (
    ("battle", "", message("battle")),
    ("points", "1", message("points")),
    ("fort", "3", message("fort")),
    ("supply", "S", message("supply source")),
)
"""Kind, inscription in the legend, and meaning."""


_FRONT = {"stroke": FRONT, "stroke-width": 5, "fill": "none"}
_WAY = {
    "stroke": INK, "stroke-width": 2, "fill": "none", "stroke-dasharray": "2 4", "stroke-linecap": "round"
}  # fmt: skip
"""Lines of a front, and of the last move of a figure."""


class Sign(Value):
    """A legend entry: a function that draws it at a point, its style, and its meaning."""

    draw: Callable[..., None]
    meaning: str
    look: Mapping[str, object] = {}


def legend(parent: Element, picture: MapPicture, signs: Sequence[Sign]) -> None:
    """Title, note and the meaning of every sign that is on the map, in as many rows as it takes."""
    top = picture.height
    root = add(parent, "g", id="legend")
    titles = _wrap_title(picture)
    for number, line in enumerate(titles):
        words(root, 12, top + 24 + _TITLE * number, line, 18, font_weight="bold")
    if _has_long_head(picture):
        words(root, 12, top + 22 + _TITLE * len(titles), picture.note, 13)
    else:
        words(root, picture.width - 12, top + 24, picture.note, 13, text_anchor="end")
    below = top + _measure_head(picture)
    for sign, (left, row) in zip(signs, _lay_out(picture, signs), strict=True):
        sign.draw(root, (left + 11, below + 10 + _ROW * row), **sign.look)
        words(root, left + 28, below + 14 + _ROW * row, sign.meaning, _WORDS)
    list_top = top + _measure_signs(picture, signs)
    for number, (code, line) in enumerate(_list_details(picture)):
        y = list_top + 14 + _LINE * number
        words(root, 12, y, code, _WORDS, font_weight="bold")
        words(root, 12 + _INDENT, y, line, _WORDS)


def measure_strip(picture: MapPicture, signs: Sequence[Sign]) -> int:
    """The height of the strip under a map."""
    details = sum(1 for _ in _list_details(picture))
    return _measure_signs(picture, signs) + (_LINE * details + 10 if details else 0)


def _measure_signs(picture: MapPicture, signs: Sequence[Sign]) -> int:
    """Return the height of the title and of the legend."""
    last = max((row for _, row in _lay_out(picture, signs)), default=0)
    return _measure_head(picture) + _ROW * max(1 if picture.details else 2, last + 1) + 4


def _measure_head(picture: MapPicture) -> int:
    """Return the height of title and note, which need several lines on a narrow map."""
    more = _TITLE * (len(_wrap_title(picture)) - 1)
    return _HEAD + more + (20 if _has_long_head(picture) else 0)


def _wrap_title(picture: MapPicture) -> list[str]:
    lines = [""]
    for word in picture.title.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and fonts.measure(longer, 18, bold=True) > picture.width - 24:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _has_long_head(picture: MapPicture) -> bool:
    across = fonts.measure(picture.title, 18, bold=True) + fonts.measure(picture.note, 13)
    return bool(picture.note) and across + 44 > picture.width


def _list_details(picture: MapPicture) -> Iterator[tuple[str, str]]:
    """Yield the lines of the list under a narrow map: a code, or "", and text."""
    for code, text in picture.details:
        line, head = "", code
        for word in text.split(" "):
            longer = f"{line} {word}".strip()
            if line and fonts.measure(longer, _WORDS) > picture.width - 24 - _INDENT:
                yield head, line
                longer, head = word, ""
            line = longer
        yield head, line


def _lay_out(picture: MapPicture, signs: Sequence[Sign]) -> Iterator[tuple[int, int]]:
    """Yield the x coordinate and the row of each legend entry."""
    left, row = 12, 0
    for sign in signs:
        wide = 28 + fonts.measure(sign.meaning, _WORDS) + 14
        if left + wide > picture.width and left > 12:
            left, row = 12, row + 1
        yield left, row
        left += wide


def list_signs(picture: MapPicture, palette: Palette, *, front: bool) -> Iterator[Sign]:
    """The signs that occur."""
    yield from _figures(picture, palette)
    for side in () if picture.marks else picture.sides:
        yield Sign(_swatch, side.name, {"palette": palette, "side": side.side})
    if any(cell.corners and cell.holder is None and not cell.disputed for cell in picture.cells):
        yield Sign(_swatch, palette.tongue.say("not controlled"), {"palette": palette})
    if any(cell.disputed for cell in picture.cells):
        yield Sign(_swatch, palette.tongue.say("disputed"), {"palette": palette, "is_disputed": True})
    if claimant := next((cell.claimed for cell in picture.cells if cell.claimed), None):
        yield Sign(_claim, palette.tongue.say("claimed"), {"palette": palette, "side": claimant})
    if any(cell.rough for cell in picture.cells):
        yield Sign(_ground, palette.tongue.say("rough"), {"pattern": "map-rough"})
    yield from _lines(picture, palette, front=front)
    yield from _arrows(picture, palette)
    badge_kinds = {kind for cell in picture.cells for kind, _ in badges(cell)}
    for kind, text, meaning in _BADGES:
        if kind in badge_kinds:
            yield Sign(badge, palette.tongue.say(meaning), {"kind": kind, "text": text})
    for letter, meaning in picture.signs if picture.cells else ():
        yield Sign(_letter, meaning, {"text": letter})


def _arrows(picture: MapPicture, palette: Palette) -> Iterator[Sign]:
    """The kinds of movement on the map."""
    arrows = picture.arrows if picture.ruler is None else ()
    for broken, meaning in ((False, message("march")), (True, message("other movement"))):
        if arrow := next((arrow for arrow in arrows if arrow.broken is broken), None):
            look = {"colour": palette.line(arrow.side), "broken": broken}
            yield Sign(_arrow, palette.tongue.say(meaning), look)


def _figures(picture: MapPicture, palette: Palette) -> Iterator[Sign]:
    """The signs of figures and of ground on a table."""
    say, marks = palette.tongue.say, picture.marks
    for number, side in enumerate(picture.sides if marks else ()):
        look = {"is_square": number > 0, "colour": palette.colour(side.side)}
        yield Sign(table.draw_figure, side.name, look)
    for sign, meaning in () if picture.cells else picture.signs:
        yield Sign(table.draw_sign, meaning, {"sign": sign, "colour": INK})
    if any(mark.leader for mark in marks):
        yield Sign(_leader, say("leader"), {"is_square": False})
    if any(mark.pins for mark in marks):
        yield Sign(_draw_pinned, say("pins"))
    if any(mark.faded for mark in marks):
        look = {"is_square": False, "colour": INK, "is_hollow": True}
        yield Sign(table.draw_figure, say("last seen there"), look)
    if any(mark.fallen for mark in marks):
        yield Sign(table.draw_cross, say("out of action"), {"colour": INK})
    if any(mark.way for mark in marks):
        yield Sign(_stroke, say("last move"), {"look": _WAY})
    outlines = {shape.outline for shape in picture.shapes}
    for outline, (_, meaning) in text_table.GROUND.items():
        if outline in outlines:
            yield Sign(_ground, say(meaning), {"pattern": f"ground-{outline}"})


def _leader(root: Element, middle: Point, *, is_square: bool) -> None:
    table.draw_body(root, middle, MARK, is_square=is_square, fill=NOBODY)
    table.draw_ring(root, middle, is_square=is_square)


def _draw_pinned(root: Element, middle: Point) -> None:
    x, y = middle
    table.draw_body(root, (x, y - 3), MARK, is_square=False, fill=NOBODY)
    table.draw_pins(root, (x, y - 3), 2)


def _ground(root: Element, middle: Point, *, pattern: str) -> None:
    polygon(root, _field(middle), fill=PAPER)
    polygon(root, _field(middle), fill=f"url(#{pattern})", stroke=INK)


def _lines(picture: MapPicture, palette: Palette, *, front: bool) -> Iterator[Sign]:
    """The lines that occur: fronts, links between areas that lie apart, bars on edges without a border."""
    if front:
        yield Sign(_stroke, palette.tongue.say("front"), {"look": _FRONT})
    if picture.links:
        yield Sign(_stroke, palette.tongue.say("adjacent by this line"), {"look": {"fill": "none", **LINK}})
    if picture.bars:
        yield Sign(_stroke, palette.tongue.say("no border"), {"look": {"fill": "none", **BAR}})


def _swatch(
    root: Element, middle: Point, *, palette: Palette, side: Side | None = None, is_disputed: bool = False
) -> None:
    palette.ground(root, _field(middle), side, is_disputed=is_disputed)
    polygon(root, _field(middle), fill="none", stroke=INK)


def _claim(root: Element, middle: Point, *, palette: Palette, side: Side) -> None:
    x, y = middle
    palette.claim(root, rectangle(x - 9, y - 6, x + 9, y + 6), side)


def _stroke(root: Element, middle: Point, *, look: Mapping[str, object]) -> None:
    x, y = middle
    add(root, "path", d=f"M{x - 11} {y}h22", **look)


def _arrow(root: Element, middle: Point, *, colour: str, broken: bool) -> None:
    x, y = middle
    dashes = {"stroke-dasharray": "5 3"} if broken else {}
    add(root, "path", d=f"M{x - 11} {y}h15", stroke=colour, stroke_width=5, fill="none", **dashes)
    polygon(root, ((x + 3, y - 7), (x + 12, y), (x + 3, y + 7)), fill=colour, stroke=INK)


def _letter(root: Element, middle: Point, *, text: str) -> None:
    x, y = middle
    words(root, x, y + 4, text, _WORDS, text_anchor="middle", font_weight="bold")


def _field(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return rectangle(x - 11, y - 8, x + 11, y + 8)
