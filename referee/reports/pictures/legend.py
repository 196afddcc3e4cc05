"""What stands under a map: title, note, and the meaning of every sign that is on it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from xml.etree.ElementTree import Element

from referee.engine.tongue import message
from referee.reports.pictures.captions import badge, badges
from referee.reports.pictures.drawing import (
    BAR,
    FRONT,
    INK,
    LINK,
    PAPER,
    Palette,
    add,
    polygon,
    rectangle,
    room,
    words,
)
from schemas.record import Side
from schemas.reports.picture import MapPicture, Point

STRIP = 86
"""The height of the strip under the map."""

_WORDS = 12

_BADGES = (
    ("battle", "", message("battle")),
    ("points", "1", message("points")),
    ("fort", "3", message("fort")),
    ("supply", "S", message("supply source")),
)
"""Kind, inscription in the legend, and meaning."""

_Sign = Callable[[Element, Point], None]


def legend(parent: Element, picture: MapPicture, palette: Palette, *, front: bool) -> None:
    """Title, note and the meaning of every sign that is on the map, in as many rows as it takes."""
    top = picture.height
    root = add(parent, "g", id="legend")
    words(root, 12, top + 24, picture.title, 18, font_weight="bold")
    words(root, picture.width - 12, top + 24, picture.note, 13, text_anchor="end")
    left, row = 12, 0
    for draw, text in _meanings(picture, palette, front=front):
        wide = 28 + room(text, _WORDS) + 14
        if left + wide > picture.width and left > 12:
            left, row = 12, row + 1
        draw(root, (left + 11, top + 44 + 24 * row))
        words(root, left + 28, top + 48 + 24 * row, text, _WORDS)
        left += wide


def _meanings(picture: MapPicture, palette: Palette, *, front: bool) -> Iterator[tuple[_Sign, str]]:
    """The signs that occur, each as something that can be drawn, with their meaning."""
    for side in picture.sides:
        yield partial(_swatch, palette=palette, side=side.side), side.name
    if any(cell.disputed for cell in picture.cells):
        yield partial(_swatch, palette=palette, disputed=True), palette.tongue.say("disputed")
    if claimed := next((cell.claimed for cell in picture.cells if cell.claimed), None):
        yield partial(_claim, palette=palette, side=claimed), palette.tongue.say("claimed")
    if any(cell.rough for cell in picture.cells):
        yield _rough, palette.tongue.say("rough")
    yield from _lines(picture, palette, front=front)
    for broken, meaning in ((False, message("march")), (True, message("other movement"))):
        if arrow := next((arrow for arrow in picture.arrows if arrow.broken is broken), None):
            yield (
                partial(_arrow, colour=palette.colour(arrow.side), broken=broken),
                palette.tongue.say(meaning),
            )
    found = {kind for cell in picture.cells for kind, _ in badges(cell)}
    for kind, text, meaning in _BADGES:
        if kind in found:
            yield partial(badge, kind=kind, text=text), palette.tongue.say(meaning)


def _lines(picture: MapPicture, palette: Palette, *, front: bool) -> Iterator[tuple[_Sign, str]]:
    """The lines that occur: fronts, links between areas that lie apart, bars on edges without a border."""
    if front:
        yield _front, palette.tongue.say("front")
    if picture.links:
        yield partial(_stroke, look=LINK), palette.tongue.say("neighbours by this line")
    if picture.bars:
        yield partial(_stroke, look=BAR), palette.tongue.say("no border")


def _swatch(
    root: Element, middle: Point, *, palette: Palette, side: Side | None = None, disputed: bool = False
) -> None:
    palette.ground(root, _field(middle), side, disputed=disputed)
    polygon(root, _field(middle), fill="none", stroke=INK)


def _claim(root: Element, middle: Point, *, palette: Palette, side: Side) -> None:
    x, y = middle
    palette.claim(root, rectangle(x - 9, y - 6, x + 9, y + 6), side)


def _stroke(root: Element, middle: Point, *, look: Mapping[str, object]) -> None:
    x, y = middle
    add(root, "path", d=f"M{x - 11} {y}h22", fill="none", **look)


def _front(root: Element, middle: Point) -> None:
    x, y = middle
    add(root, "path", d=f"M{x - 11} {y}h22", stroke=FRONT, stroke_width=5, fill="none")


def _arrow(root: Element, middle: Point, *, colour: str, broken: bool) -> None:
    x, y = middle
    dashes = {"stroke-dasharray": "5 3"} if broken else {}
    add(root, "path", d=f"M{x - 11} {y}h15", stroke=colour, stroke_width=5, fill="none", **dashes)
    polygon(root, ((x + 3, y - 7), (x + 12, y), (x + 3, y + 7)), fill=colour, stroke=INK)


def _rough(root: Element, middle: Point) -> None:
    polygon(root, _field(middle), fill=PAPER)
    polygon(root, _field(middle), fill="url(#map-rough)", stroke=INK)


def _field(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return rectangle(x - 11, y - 8, x + 11, y + 8)
