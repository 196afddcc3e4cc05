"""Writes a document for a colour terminal: plain text with coloured headings and maps."""

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
"""Escape codes of this writer."""

_CONTESTED = "\x1b[30;103m"
"""Colour of disputed areas: dark on yellow."""

_GOOD, _BAD = "\x1b[32m", "\x1b[31m"

_LIGHT = "\x1b[97m"


def write(document: Document, width: int = 72, tongue: Translator = ENGLISH) -> str:
    """Return the document in lines of at most `width` columns, with colour codes."""
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
    """Yield the lines of a paragraph, with a coloured verdict at its beginning."""
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
    """Return the code of the nearest of the 256 terminal colours, or "" for a named colour."""
    if not colour.startswith("#"):
        return ""
    red, green, blue = (int(colour[at : at + 2], 16) // 51 for at in (1, 3, 5))
    return f"\x1b[48;5;{16 + 36 * red + 6 * green + blue}m{_LIGHT}"
