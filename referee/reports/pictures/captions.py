"""The words on a map: names, badges and pieces of an area."""

from xml.etree.ElementTree import Element

from referee.engine.tongue import Translator
from referee.reports.pictures import placing
from referee.reports.pictures.drawing import INK, PAPER, Palette, add, polygon, rectangle, words
from referee.reports.pictures.fonts import letters
from referee.reports.pictures.placing import Box
from schemas.record import Side
from schemas.reports.picture import PictureCell, Point

NAME, SMALL = 14, 12
"""Sizes of letters."""

BADGE = 20
"""The room that one badge takes."""

BATTLE = "#c62828"
"""The colour of battles; their star tells them in black and white."""

_STAR = (
    (0, -10), (3, -4), (9, -5), (5, 0), (9, 5), (3, 4),
    (0, 10), (-3, 4), (-9, 5), (-5, 0), (-9, -5), (-3, -4),
)  # fmt: skip

LONGEST = 24
"""Longer words about a piece are cut short on the map."""

_LINE, _NAME_HIGH = 15, 18


def labels(cell: PictureCell, most: int, tongue: Translator) -> list[tuple[Side | None, str]]:
    """Return the labels of the pieces in an area."""
    shown = cell.pieces if len(cell.pieces) <= most else cell.pieces[: most - 1]
    told: list[tuple[Side | None, str]] = [(piece.side, shorten(piece.text)) for piece in shown]
    if more := len(cell.pieces) - len(shown):
        told.append((None, tongue.say("and {count} more", count=more)))
    return told


def shorten(text: str) -> str:
    """Words about pieces that are not too long for a map."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def badges(cell: PictureCell) -> list[tuple[str, str]]:
    """The badges of an area: kind and inscription."""
    found = [("battle", "")] if cell.battle else []
    found += [("points", str(cell.points))] if cell.points else []
    found += [("fort", str(cell.fort))] if cell.fort is not None else []
    found += [("supply", "S")] if cell.supply is not None else []
    return found


def measure_head(cell: PictureCell) -> Point:
    """Return the width and height of the name of an area with its badges."""
    marks = badges(cell)
    across = max(letters.measure(cell.name, NAME, bold=True) + 4, BADGE * len(marks))
    return across, _NAME_HIGH + (BADGE if marks else 0)


def measure_pieces(cell: PictureCell, most: int, tongue: Translator) -> Point:
    """Return the width and height of the pieces of an area, one below the other."""
    told = labels(cell, most, tongue)
    return max(_room(text) for _, text in told), _LINE * len(told) + 1


def _room(text: str) -> int:
    return letters.measure(text, SMALL) + 8


def head(parent: Element, cell: PictureCell, place: Box, palette: Palette) -> None:
    """The name of an area with its badges."""
    x, y = placing.centre(place)[0], place[1]
    words(parent, x, y + NAME, cell.name, NAME, font_weight="bold")
    marks = badges(cell)
    left = x - BADGE * (len(marks) - 1) // 2
    for number, (kind, text) in enumerate(marks):
        colour = palette.colour(cell.supply) if kind == "supply" and cell.supply is not None else INK
        middle = left + BADGE * number, y + _NAME_HIGH + BADGE // 2
        badge(parent, middle, kind=kind, text=text, colour=colour)


def pieces(parent: Element, cell: PictureCell, place: Box, palette: Palette, most: int) -> None:
    """The pieces of an area, one below the other."""
    x, y = placing.centre(place)[0], place[1] + 1
    for side, text in labels(cell, most, palette.tongue):
        _label(parent, (x, y), text, side, palette)
        y += _LINE


def measure_label(text: str) -> Point:
    """Return the width and height of the label of a movement."""
    return _room(shorten(text)), _LINE + 1


def _label(group: Element, top: Point, text: str, side: Side | None, palette: Palette) -> None:
    """Words in the colour of a side: light on dark, or, of a side that is drawn open, dark on light."""
    x, y = top
    half = _room(text) // 2 - 1
    colour = palette.colour(side) if side is not None else PAPER
    dark = side is not None and not palette.open(side)
    corners = rectangle(x - half, y, x + half, y + _LINE - 1)
    polygon(group, corners, fill=colour if dark else PAPER, stroke=colour, stroke_width=2)
    look = {"stroke": "none", "fill": PAPER if dark else INK}
    words(group, x, y + _LINE - 4, text, SMALL, **look)


def badge(group: Element, middle: Point, *, kind: str, text: str, colour: str = INK) -> None:
    """A sign with its inscription: a circle, a square, a diamond, or the star of a battle."""
    x, y = middle
    match kind:
        case "battle":
            polygon(group, _star(middle), fill=BATTLE, stroke=INK, stroke_width=1)
        case "points":
            add(group, "circle", cx=x, cy=y, r=7.5, fill=PAPER, stroke=colour, stroke_width=1.5)
        case "fort":
            corners = rectangle(x - 7, y - 7, x + 7, y + 7)
            polygon(group, corners, fill=PAPER, stroke=colour, stroke_width=1.5)
        case _:
            corners = ((x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y))
            polygon(group, corners, fill=PAPER, stroke=colour, stroke_width=1.5)
    words(group, x, y + 4, text, SMALL, text_anchor="middle", stroke="none")


def _star(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return tuple((x + right, y + down) for right, down in _STAR)
