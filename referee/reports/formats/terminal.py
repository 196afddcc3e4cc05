"""A document for a terminal that has colours: the plain text, with headings and maps painted."""

import re
from collections.abc import Iterator

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.formats import grid, text
from referee.reports.formats.signs import flat
from referee.reports.pictures.columns import wrap
from schemas.reports.document import Block, Document, Figure, Heading, Inline, Paragraph, Verdict
from schemas.reports.picture import MapPicture

BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

PAINT = re.compile(r"(\x1b\[[0-9;]*m)")
"""The signs of colour that this writer uses."""

_CONTESTED = "\x1b[30;103m"
"""What nobody holds alone: dark on yellow."""

_GOOD, _BAD = "\x1b[32m", "\x1b[31m"

_LIGHT = "\x1b[97m"


def write(document: Document, width: int = 72, tongue: Translator = ENGLISH) -> str:
    """The document in lines of at most `width` columns, with signs that a terminal obeys."""
    written = (list(_lines(block, width, tongue)) for block in document.titled)
    return "\n\n".join("\n".join(lines) for lines in written if lines) + "\n"


def _lines(block: Block, width: int, tongue: Translator) -> Iterator[str]:
    match block:
        case Heading():
            *titles, rule = text.lines_of(block, width) or [""]
            yield from (f"{BOLD}{title}{PLAIN}" for title in titles)
            yield f"{DIM}{rule}{PLAIN}"
        case Paragraph(parts=parts):
            yield from _judge(parts, text.lines_of(block, width, tongue))
        case Figure(picture=picture):
            yield from _map(picture, width)
            yield ""
            yield from wrap(flat(grid.key(picture, tongue)), width)
        case _:
            yield from text.lines_of(block, width, tongue)


def _judge(parts: tuple[Inline, ...], lines: list[str]) -> Iterator[str]:
    """The lines of a paragraph; what became of an order stands out at its head."""
    for part in parts:
        if isinstance(part, Verdict) and lines:
            paint = _GOOD if part.stands else _BAD
            lines[0] = lines[0].replace(part.text, f"{BOLD}{paint}{part.text}{PLAIN}", 1)
    yield from lines


def _map(picture: MapPicture, width: int) -> Iterator[str]:
    colours = {side.side: _background(side.colour) for side in picture.sides}
    disputed = {grid.DISPUTED: _CONTESTED}
    for row in grid.rows(picture, width):
        yield "".join(
            f"{paint}{said}{PLAIN}"
            if (paint := disputed.get(said[:1]) or colours.get(side or "", ""))
            else said
            for said, side in grid.paint(row)
        )


def _background(colour: str) -> str:
    """The nearest of the colours that terminals share; one that has only a name is left to itself."""
    if not colour.startswith("#"):
        return ""
    red, green, blue = (int(colour[at : at + 2], 16) // 51 for at in (1, 3, 5))
    return f"\x1b[48;5;{16 + 36 * red + 6 * green + blue}m{_LIGHT}"
