"""Writes a document as plain text for e-mail: 72 columns, ASCII tables, no line that mail programs change."""

import re
from collections.abc import Callable
from typing import assert_never

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.formats import grid, rolls
from referee.reports.formats.signs import flat, plain
from referee.reports.pictures import columns
from referee.reports.pictures.columns import GLUE
from schemas.record import Roll
from schemas.reports.document import (
    AreaName,
    Block,
    Bullets,
    Code,
    Counter,
    DiceThrown,
    Document,
    Figure,
    Heading,
    Inline,
    Paragraph,
    Strong,
    Table,
    Text,
    Verbatim,
    Verdict,
)
from schemas.reports.picture import MapPicture

_GLUED = 40
"""Text for typing up to this width is kept on one line."""

_SHORTEST_RULE = 3
"""Shortest rule, because two dashes would begin a signature."""

_UNDERLINES = {1: "=", 2: "-"}


def write(document: Document, width: int = 72, tongue: Translator = ENGLISH) -> str:
    """Return the document in lines of at most `width` columns, except long words and verbatim lines."""
    written = (lines_of(block, width, tongue) for block in document.titled)
    return "\n\n".join("\n".join(lines) for lines in written if lines) + "\n"


def lines_of(  # noqa: PLR0911 - one for each kind
    block: Block, room: int, tongue: Translator = ENGLISH
) -> list[str]:
    """Return a block in lines that mail programs do not change."""
    match block:
        case Heading(text=text, level=level):
            return _mailable(lambda room: _heading(text, level, room), room)
        case Paragraph(parts=parts):
            return _mailable(lambda room: columns.wrap(_inline(parts), room), room)
        case Bullets(items=items):
            lines = [line for item in items for line in _hanging("- ", _inline(item), room)]
            return [line.replace(GLUE, " ").rstrip() for line in lines]
        case Table():
            return _mailable(lambda room: _table(block, room), room)
        case DiceThrown():
            return _mailable(lambda room: _dice(block, room, tongue), room)
        case Verbatim(lines=lines):
            return [_harmless(line) for text in lines for line in plain(text).split("\n")]
        case Figure(picture=picture):
            return _mailable(lambda room: [*grid.lines(picture, room), *_key(picture, room, tongue)], room)
        case _:
            assert_never(block)


def _heading(text: str, level: int, room: int) -> list[str]:
    lines = columns.wrap(flat(text), room)
    if not lines:
        return []
    rule = min(room, max(_SHORTEST_RULE, *(columns.width(line) for line in lines)))
    return [*lines, _UNDERLINES.get(level, ".") * rule]


def _table(block: Table, room: int) -> list[str]:
    rows = [[flat(cell) for cell in row] for row in block.rows]
    return columns.table([flat(title) for title in block.columns], rows, block.numeric, room)


def _dice(block: DiceThrown, room: int, tongue: Translator) -> list[str]:
    """Return each roll with its purpose, faces and proof."""
    lines = [line for roll in block.rolls for line in _roll(roll, room, tongue)]
    return [*lines, *_hanging("  ", flat(rolls.proof(block, tongue, block.key)), room)]


def _roll(roll: Roll, room: int, tongue: Translator) -> list[str]:
    hits = rolls.render_hits(roll, tongue)
    told = rolls.render_roll(roll, tongue, rolls.faces(roll)) + (f" -> {hits}" if hits else "")
    return [*columns.wrap(flat(str(roll.purpose)), room), *_hanging("  ", told, room)]


def _key(picture: MapPicture, room: int, tongue: Translator) -> list[str]:
    """Return the legend of a text map."""
    return ["", *columns.wrap(flat(grid.key(picture, tongue)), room)]


def _hanging(lead: str, text: str, room: int) -> list[str]:
    """Return a text after a lead, with a hanging indent."""
    lines = columns.wrap(text, room - len(lead))
    return [(lead if number == 0 else " " * len(lead)) + line for number, line in enumerate(lines)]


def _inline(parts: tuple[Inline, ...]) -> str:
    return "".join(_part(part) for part in parts)


def _part(part: Inline) -> str:
    match part:
        case Text(text=text) | AreaName(text=text) | Counter(text=text) | Verdict(text=text):
            return plain(text)
        case Strong(text=text):
            return f"*{flat(text)}*" if text else ""
        case Code(text=text):
            return _code(flat(text))
        case _:
            assert_never(part)


def _code(text: str) -> str:
    """Return text for typing, quoted if it has several words and unbroken if it is short."""
    if " " not in text:
        return text
    return f'"{text.replace(" ", GLUE) if columns.width(text) <= _GLUED else text}"'


def _mailable(lines: Callable[[int], list[str]], room: int) -> list[str]:
    """Return safe lines for mail, all indented by one column if a line is unsafe."""
    found = [line.replace(GLUE, " ").rstrip() for line in lines(room)]
    if not any(_unsafe(line) for line in found):
        return found
    return [f" {line.replace(GLUE, ' ')}".rstrip() for line in lines(room - 1)]


def _harmless(line: str) -> str:
    bare = re.sub(r"\s", " ", line).rstrip()
    return f" {bare}" if _unsafe(bare) else bare


def _unsafe(line: str) -> bool:
    """Return True for a line that begins with `From` (mailboxes escape it) or is "." (may end the mail)."""
    return line.startswith("From ") or line == "."
