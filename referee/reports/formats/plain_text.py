"""Documents as plain text of 72 columns, in colour for terminals, with rolls in words."""

import re
from collections.abc import Callable, Iterator
from typing import assert_never

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.formats import rolls, text_map
from referee.reports.formats.characters import flat, plain
from referee.reports.pictures import columns
from referee.reports.pictures.columns import GLUE
from schemas import reports
from schemas.record import Roll

_GLUED = 40
"""Text for typing up to this width is kept on one line."""

_SHORTEST_RULE = 3
"""Shortest rule, because two dashes would begin a signature."""

_UNDERLINES = {1: "=", 2: "-"}


def write(document: reports.Document, width: int = 72, tongue: Translator = ENGLISH) -> str:
    """Return the document in lines of at most `width` columns, except long words and verbatim lines."""
    texts = (lines_of(block, width, tongue) for block in document.titled)
    return "\n\n".join("\n".join(lines) for lines in texts if lines) + "\n"


def lines_of(  # noqa: PLR0911 - one for each kind
    block: reports.Block, room: int, tongue: Translator = ENGLISH
) -> list[str]:
    """Return a block in lines that mail programs do not change."""
    match block:
        case reports.Heading(text=text, level=level):
            return _mailable(lambda room: _heading(text, level, room), room)
        case reports.Paragraph(parts=parts):
            return _mailable(lambda room: columns.wrap(inline(parts), room), room)
        case reports.Bullets(items=items):
            lines = [line for item in items for line in _hanging("- ", inline(item), room)]
            return [line.replace(GLUE, " ").rstrip() for line in lines]
        case reports.Table():
            return _mailable(lambda room: _table(block, room), room)
        case reports.DiceThrown():
            return _mailable(lambda room: _dice(block, room, tongue), room)
        case reports.Verbatim(lines=lines):
            return [_harmless(line) for text in lines for line in plain(text).split("\n")]
        case reports.Figure(picture=picture):
            return _mailable(
                lambda room: [*text_map.lines(picture, room), *_key(picture, room, tongue)], room
            )
        case _:
            assert_never(block)


def _heading(text: str, level: int, room: int) -> list[str]:
    lines = columns.wrap(flat(text), room)
    if not lines:
        return []
    rule = min(room, max(_SHORTEST_RULE, *(columns.width(line) for line in lines)))
    return [*lines, _UNDERLINES.get(level, ".") * rule]


def _table(block: reports.Table, room: int) -> list[str]:
    return columns.table([[*map(flat, row)] for row in block.grid], block.numeric, room)


def _dice(block: reports.DiceThrown, room: int, tongue: Translator) -> list[str]:
    """Return each roll with its purpose, faces and proof."""
    lines = [line for roll in block.rolls for line in _roll(roll, room, tongue)]
    return [*lines, *_hanging("  ", flat(rolls.proof(block, tongue, block.key)), room)]


def _roll(roll: Roll, room: int, tongue: Translator) -> list[str]:
    hits = rolls.render_hits(roll, tongue)
    result = rolls.render_roll(roll, tongue, rolls.faces(roll)) + (f" -> {hits}" if hits else "")
    return [*columns.wrap(flat(str(roll.purpose)), room), *_hanging("  ", result, room)]


def _key(picture: reports.MapPicture, room: int, tongue: Translator) -> list[str]:
    """Return the legend of a text map."""
    return ["", *columns.wrap(flat(text_map.key(picture, tongue)), room)]


def _hanging(lead: str, text: str, room: int) -> list[str]:
    """Return a text after a lead, with a hanging indent."""
    lines = columns.wrap(text, room - len(lead))
    return [(lead if number == 0 else " " * len(lead)) + line for number, line in enumerate(lines)]


def inline(parts: tuple[reports.Inline, ...]) -> str:
    """Return the parts of a paragraph as one text."""
    return "".join(_part(part) for part in parts)


def _part(part: reports.Inline) -> str:
    match part:
        case (
            reports.Text(text=text)
            | reports.AreaName(text=text)
            | reports.Counter(text=text)
            | reports.Verdict(text=text)
        ):
            return plain(text)
        case reports.Strong(text=text):
            return f"*{flat(text)}*" if text else ""
        case reports.Code(text=text):
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
    short_lines = [line.replace(GLUE, " ").rstrip() for line in lines(room)]
    if not any(_unsafe(line) for line in short_lines):
        return short_lines
    return [f" {line.replace(GLUE, ' ')}".rstrip() for line in lines(room - 1)]


def _harmless(line: str) -> str:
    bare = re.sub(r"\s", " ", line).rstrip()
    return f" {bare}" if _unsafe(bare) else bare


def _unsafe(line: str) -> bool:
    """Return True for a line that begins with `From` (mailboxes escape it) or is "." (may end the mail)."""
    return line.startswith("From ") or line == "."


BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

PAINT = re.compile(r"(\x1b\[[0-9;]*m)")
"""Escape codes of this writer."""

_CONTESTED = "\x1b[30;103m"
"""Colour of disputed areas: dark on yellow."""

_GOOD, _BAD = "\x1b[32m", "\x1b[31m"

_LIGHT = "\x1b[97m"


def write_terminal(document: reports.Document, width: int = 72, tongue: Translator = ENGLISH) -> str:
    """Return the document in lines of at most `width` columns, with colour codes."""
    texts = (list(_lines(block, width, tongue)) for block in document.titled)
    return "\n\n".join("\n".join(lines) for lines in texts if lines) + "\n"


def _lines(block: reports.Block, width: int, tongue: Translator) -> Iterator[str]:
    match block:
        case reports.Heading():
            *titles, rule = lines_of(block, width) or [""]
            yield from (f"{BOLD}{title}{PLAIN}" for title in titles)
            yield f"{DIM}{rule}{PLAIN}"
        case reports.Paragraph(parts=parts):
            yield from _judge(parts, lines_of(block, width, tongue))
        case reports.Figure(picture=picture):
            yield from _map(picture, width)
            yield from _key(picture, width, tongue)
        case _:
            yield from lines_of(block, width, tongue)


def _judge(parts: tuple[reports.Inline, ...], lines: list[str]) -> Iterator[str]:
    """Yield the lines of a paragraph, with a coloured verdict at its beginning."""
    for part in parts:
        if isinstance(part, reports.Verdict) and lines:
            paint = _GOOD if part.stands else _BAD
            lines[0] = lines[0].replace(part.text, f"{BOLD}{paint}{part.text}{PLAIN}", 1)
    yield from lines


def _map(picture: reports.MapPicture, width: int) -> Iterator[str]:
    colours = {side.side: _background(side.colour) for side in picture.sides}
    paints = {text_map.DISPUTED: _CONTESTED}
    for row in text_map.rows(picture, width):
        yield "".join(
            f"{paint}{text}{PLAIN}"
            if (paint := paints.get(text[:1]) or colours.get(side or "", ""))
            else text
            for text, side in text_map.paint(row)
        )


def _background(colour: str) -> str:
    """Return the code of the nearest of the 256 terminal colours, or "" for a named colour."""
    if not colour.startswith("#"):
        return ""
    red, green, blue = (int(colour[at : at + 2], 16) // 51 for at in (1, 3, 5))
    return f"\x1b[48;5;{16 + 36 * red + 6 * green + blue}m{_LIGHT}"
