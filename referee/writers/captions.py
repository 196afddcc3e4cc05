"""The words on a map: names, badges and pieces of an area, and the legend under it all."""

from collections.abc import Callable, Iterator
from functools import partial
from xml.etree.ElementTree import Element

from referee.writers.drawing import INK, PAPER, Palette, add, polygon, rectangle, room, words
from schemas.picture import MapPicture, PictureCell, Point
from schemas.record import Side

NAME, SMALL = 13, 10
"""Sizes of letters."""

BADGE = 18
"""The room that one badge takes."""

MOST_PIECES = 4
"""More pieces than these are counted, not named, on the map; its pointer names them all."""

LONGEST = 24
"""Longer words about a piece are cut short on the map."""

_LINE = 13

_BADGES = (("points", "1", "points"), ("fort", "3", "fort"), ("supply", "S", "supply source"))
"""Kind, inscription in the legend, and meaning."""

_Sign = Callable[[Element, Point], None]


def labels(cell: PictureCell) -> list[tuple[Side | None, str]]:
    """What the map says of the pieces in an area."""
    shown = cell.pieces if len(cell.pieces) <= MOST_PIECES else cell.pieces[: MOST_PIECES - 1]
    told: list[tuple[Side | None, str]] = [(piece.side, _short(piece.text)) for piece in shown]
    if more := len(cell.pieces) - len(shown):
        told.append((None, f"and {more} more"))
    return told


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def badges(cell: PictureCell) -> list[tuple[str, str]]:
    """The badges of an area: kind and inscription."""
    found = [("points", str(cell.points))] if cell.points else []
    found += [("fort", str(cell.fort))] if cell.fort is not None else []
    found += [("supply", "S")] if cell.supply is not None else []
    return found


def extent(cell: PictureCell) -> Point:
    """How wide and how high the words of an area are."""
    told = labels(cell)
    rooms = [room(cell.name, NAME), BADGE * len(badges(cell)), *(room(text, SMALL) + 8 for _, text in told)]
    return max(rooms), _LINE + 3 + (BADGE if badges(cell) else 0) + _LINE * len(told)


def caption(root: Element, cell: PictureCell, middle: Point, palette: Palette) -> None:
    """The words of an area, around their middle."""
    x, y = middle[0], middle[1] - extent(cell)[1] // 2 + _LINE - 2
    group = add(root, "g", text_anchor="middle", pointer_events="none")
    words(group, x, y, cell.name, NAME, font_weight="bold")
    y += 5
    marks = badges(cell)
    left = x - BADGE * (len(marks) - 1) // 2
    for number, (kind, text) in enumerate(marks):
        colour = palette.colour(cell.supply) if kind == "supply" and cell.supply is not None else INK
        _badge(group, (left + BADGE * number, y + BADGE // 2), kind=kind, text=text, colour=colour)
    y += BADGE if marks else 0
    for side, text in labels(cell):
        _label(group, (x, y), text, palette.colour(side) if side is not None else PAPER)
        y += _LINE


def _label(group: Element, top: Point, text: str, colour: str) -> None:
    x, y = top
    half = room(text, SMALL) // 2 + 4
    corners = rectangle(x - half, y, x + half, y + _LINE - 1)
    polygon(group, corners, fill=PAPER, stroke=colour, stroke_width=1.5, stroke_linejoin="round")
    words(group, x, y + _LINE - 4, text, SMALL, stroke="none")


def _badge(group: Element, middle: Point, *, kind: str, text: str, colour: str = INK) -> None:
    x, y = middle
    match kind:
        case "points":
            add(group, "circle", cx=x, cy=y, r=7.5, fill=PAPER, stroke=colour, stroke_width=1.5)
        case "fort":
            corners = rectangle(x - 7, y - 7, x + 7, y + 7)
            polygon(group, corners, fill=PAPER, stroke=colour, stroke_width=1.5)
        case _:
            corners = ((x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y))
            polygon(group, corners, fill=PAPER, stroke=colour, stroke_width=1.5)
    words(group, x, y + 4, text, SMALL, text_anchor="middle", stroke="none")


def legend(root: Element, picture: MapPicture, palette: Palette) -> None:
    """Title, note and the meaning of every sign that is on the map."""
    top = picture.height
    words(root, 12, top + 24, picture.title, 18, font_weight="bold")
    words(root, picture.width - 12, top + 24, picture.note, 11, text_anchor="end")
    left = 12
    for draw, text in _meanings(picture, palette):
        draw(root, (left + 11, top + 44))
        words(root, left + 28, top + 48, text, 12)
        left += 28 + room(text, 12) + 18


def _meanings(picture: MapPicture, palette: Palette) -> Iterator[tuple[_Sign, str]]:
    """The signs that occur, each as something that can be drawn, with their meaning."""
    for side in picture.sides:
        yield partial(_swatch, palette=palette, side=side.side), side.name
    if any(cell.disputed for cell in picture.cells):
        yield partial(_swatch, palette=palette, disputed=True), "disputed"
    if claimed := next((cell.claimed for cell in picture.cells if cell.claimed), None):
        yield partial(_claim, palette=palette, side=claimed), "claimed"
    if any(cell.rough for cell in picture.cells):
        yield _rough, "rough"
    found = {kind for cell in picture.cells for kind, _ in badges(cell)}
    for kind, text, meaning in _BADGES:
        if kind in found:
            yield partial(_badge, kind=kind, text=text), meaning


def _swatch(
    root: Element, middle: Point, *, palette: Palette, side: Side | None = None, disputed: bool = False
) -> None:
    palette.ground(root, _field(middle), side, disputed=disputed)
    polygon(root, _field(middle), fill="none", stroke=INK)


def _claim(root: Element, middle: Point, *, palette: Palette, side: Side) -> None:
    x, y = middle
    palette.claim(root, rectangle(x - 9, y - 6, x + 9, y + 6), side)


def _rough(root: Element, middle: Point) -> None:
    polygon(root, _field(middle), fill=PAPER)
    polygon(root, _field(middle), fill="url(#map-rough)", stroke=INK)


def _field(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return rectangle(x - 11, y - 8, x + 11, y + 8)
