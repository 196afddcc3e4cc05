"""Writes a document as CommonMark with the tables of Discourse, GitHub and most others.

A paragraph is one line, because Discourse keeps line breaks.
"""

import re
from typing import assert_never

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.formats import grid, rolls
from referee.reports.formats.signs import BREAKER, flat, plain, run, storable
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

_WIDTH = 72

_SPECIAL = re.compile(r"[\\`*_\[\]<|~&$#]")
"""Characters with a meaning anywhere in a line."""

_OPENING = re.compile(r"^(\s*)([-+=:#>]|\d+(?=[.)]))")
"""Beginnings of a list, a rule or a definition at the start of a line."""

_CALLING = re.compile(r"[@#](?=\w)|:(?=[a-z_+-][\w+-]*:)|:(?=//)|(?<=[wW])\.(?=\w)")
"""Beginnings of mentions, topics, emoji and links."""


def write(document: Document, tongue: Translator = ENGLISH) -> str:
    """Return the document as Markdown."""
    return "\n\n".join(filter(None, (_block(block, tongue) for block in document.titled))) + "\n"


def safe(text: str) -> str:
    """Escape a text and put it on one line."""
    return _escape(flat(text))


def _escape(line: str) -> str:
    escaped = _SPECIAL.sub(r"\\\g<0>", storable(line))
    return _CALLING.sub(lambda found: found[0] + BREAKER, escaped)


def _block(block: Block, tongue: Translator) -> str:  # noqa: PLR0911 - one for each kind
    match block:
        case Heading(text=text, level=level):
            return f"{'#' * min(max(level, 1), 6)} {safe(text)}" if safe(text) else ""
        case Paragraph(parts=parts):
            return _line(parts)
        case Bullets(items=items):
            return "\n".join(f"- {_line(item)}" for item in items)
        case Table():
            return _table(block)
        case DiceThrown():
            return _dice(block, tongue)
        case Verbatim(lines=lines):
            return _fence(lines)
        case Figure(picture=picture):
            drawn = _fence(tuple(grid.lines(picture, _WIDTH)))
            return f"{drawn}\n\n{_head(safe(grid.key(picture, tongue)))}"
        case _:
            assert_never(block)


def _fence(lines: tuple[str, ...]) -> str:
    """Return unchanged lines in a fence that is longer than any fence in them."""
    text = storable(plain("\n".join(lines)))
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _table(block: Table) -> str:
    across = max(map(len, (block.columns, *block.rows)))
    marks = ("---:" if place in block.numeric else "---" for place in range(across))
    rows = (block.columns, *block.rows)
    head, *body = (" | ".join(safe(cell) for cell in row + ("",) * (across - len(row))) for row in rows)
    return "\n".join(f"| {line} |" for line in (head, " | ".join(marks), *body))


def _dice(block: DiceThrown, tongue: Translator) -> str:
    lines = [f"- {_head(safe(str(roll.purpose)))}: {_roll(roll, tongue)}" for roll in block.rolls]
    proof = rolls.proof(block, tongue, _code(block.key) if block.key else "")
    return "\n".join([*lines, *([f"- {proof}"] if proof else [])])


def _roll(roll: Roll, tongue: Translator) -> str:
    """Return a roll with its hits highlighted."""
    faces = " ".join(f"**{face}**" if face <= roll.needed else str(face) for face in roll.faces)
    hits = rolls.render_hits(roll, tongue)
    return rolls.render_roll(roll, tongue, faces) + (f" → {hits}" if hits else "")


def _line(parts: tuple[Inline, ...]) -> str:
    return _head("".join(map(_part, parts)).strip())


def _head(line: str) -> str:
    """Escape a line that Markdown would not read as a paragraph."""
    return _OPENING.sub(lambda found: f"{found[1]}{_guard(found[2])}", line)


def _guard(opening: str) -> str:
    return f"{opening}{BREAKER}" if opening.isdigit() else f"\\{opening}"


def _part(part: Inline) -> str:
    match part:
        case Text(text=text) | AreaName(text=text) | Counter(text=text):
            return _escape(run(text))
        case Strong(text=text) | Verdict(text=text):
            return f"**{_upright(safe(text))}**" if safe(text) else ""
        case Code(text=text):
            return _code(text)
        case _:
            assert_never(part)


def _upright(text: str) -> str:
    """Add invisible characters at punctuation, so that asterisks beside the text mark it as strong."""
    first, last = (BREAKER * (not sign.isalnum()) for sign in (text[0], text[-1]))
    return f"{first}{text}{last}"


def _code(text: str) -> str:
    """Return text for typing between more backticks than it contains."""
    shown = storable(flat(text))
    if not shown:
        return ""
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"
