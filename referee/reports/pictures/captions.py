"""The words on a map: names, badges and pieces of an area."""

from xml.etree.ElementTree import Element

from referee.engine.tongue import Translator
from referee.reports.pictures.drawing import INK, PAPER, Palette, add, polygon, rectangle, room, words
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

_LINE = 15


def labels(cell: PictureCell, most: int, tongue: Translator) -> list[tuple[Side | None, str]]:
    """What the map says of the pieces in an area."""
    shown = cell.pieces if len(cell.pieces) <= most else cell.pieces[: most - 1]
    told: list[tuple[Side | None, str]] = [(piece.side, _short(piece.text)) for piece in shown]
    if more := len(cell.pieces) - len(shown):
        told.append((None, tongue.say("and {count} more", count=more)))
    return told


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def badges(cell: PictureCell) -> list[tuple[str, str]]:
    """The badges of an area: kind and inscription."""
    found = [("battle", "")] if cell.battle else []
    found += [("points", str(cell.points))] if cell.points else []
    found += [("fort", str(cell.fort))] if cell.fort is not None else []
    found += [("supply", "S")] if cell.supply is not None else []
    return found


def extent(cell: PictureCell, most: int, tongue: Translator) -> Point:
    """How wide and how high the words of an area are."""
    told = labels(cell, most, tongue)
    rooms = [room(cell.name, NAME), BADGE * len(badges(cell)), *(room(text, SMALL) + 8 for _, text in told)]
    return max(rooms), _LINE + 3 + (BADGE if badges(cell) else 0) + _LINE * len(told)


def caption(root: Element, cell: PictureCell, middle: Point, palette: Palette, most: int) -> None:
    """The words of an area, around their middle."""
    x, y = middle[0], middle[1] - extent(cell, most, palette.tongue)[1] // 2 + _LINE - 2
    words_of = f"words-{cell.area}"
    group = add(root, "g", id=words_of, text_anchor="middle", pointer_events="none")
    words(group, x, y, cell.name, NAME, font_weight="bold")
    y += 5
    marks = badges(cell)
    left = x - BADGE * (len(marks) - 1) // 2
    for number, (kind, text) in enumerate(marks):
        colour = palette.colour(cell.supply) if kind == "supply" and cell.supply is not None else INK
        badge(group, (left + BADGE * number, y + BADGE // 2), kind=kind, text=text, colour=colour)
    y += BADGE if marks else 0
    for side, text in labels(cell, most, palette.tongue):
        _label(group, (x, y), text, side, palette)
        y += _LINE


def _label(group: Element, top: Point, text: str, side: Side | None, palette: Palette) -> None:
    """A piece in the colour of its side: light on dark, or, of a side that is drawn open, dark on light."""
    x, y = top
    half = room(text, SMALL) // 2 + 4
    colour = palette.colour(side) if side is not None else PAPER
    dark = side is not None and not palette.open(side)
    corners = rectangle(x - half, y, x + half, y + _LINE - 1)
    polygon(group, corners, fill=colour if dark else PAPER, stroke=colour, stroke_width=2)
    letters = {"stroke": "none", "fill": PAPER if dark else INK}
    words(group, x, y + _LINE - 4, text, SMALL, **letters)


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
