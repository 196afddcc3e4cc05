"""Documents as Markdown (CommonMark with tables) and as BBCode (phpBB, BoardGameGeek).

Neither has reliable tables, so tables, dice and maps use a monospaced font.

A paragraph is one line, because Discourse keeps line breaks.
"""

import re
from collections.abc import Iterator, Mapping
from typing import assert_never

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.formats import plain_text, rolls, text_map
from referee.reports.formats.characters import BREAKER, flat, plain, run, storable
from schemas import reports
from schemas.record import Roll, Side, Value

WIDTH = 72
"""Width of monospaced text, in columns."""


class Dialect(Value):
    """Codes of one kind of forum. `inside` is the code for monospaced text in a line, if it exists."""

    sizes: Mapping[int, int]
    block: str
    inside: str
    lists: bool


PHPBB = Dialect(sizes={1: 180, 2: 150, 3: 120}, block="code", inside="", lists=True)
"""phpBB: sizes in per cent, and code as a separate box."""

GEEK = Dialect(sizes={1: 18, 2: 14, 3: 12}, block="c", inside="c", lists=False)
"""BoardGameGeek: sizes in points, and monospaced text within lines."""


def write_bbcode(document: reports.Document, dialect: Dialect, tongue: Translator = ENGLISH) -> str:
    """Return the document as a post."""
    colours = {side.side: side.colour for side in document.sides}
    texts = (_block_bbcode(block, dialect, colours, tongue) for block in document.titled)
    return "\n\n".join(filter(None, texts)) + "\n"


def escape_bbcode(words: str) -> str:
    """Escape a text: an invisible character after "[" and "<" prevents codes."""
    text = storable(plain(words))
    return text.replace("[", f"[{BREAKER}").replace("<", f"<{BREAKER}")


def _block_bbcode(
    block: reports.Block, dialect: Dialect, colours: Mapping[Side, str], tongue: Translator
) -> str:
    match block:
        case reports.Heading(text=title, level=level):
            return _heading(flat(title), level, dialect)
        case reports.Paragraph(parts=parts):
            return _inline(parts, dialect, colours).strip()
        case reports.Bullets(items=items):
            return "\n".join(_bullets([_inline(item, dialect, colours) for item in items], dialect))
        case reports.Table() | reports.DiceThrown() | reports.Verbatim() | reports.Figure():
            lines = [escape_bbcode(line) for line in plain_text.lines_of(block, WIDTH, tongue)]
            return (
                "\n".join((f"[{dialect.block}]{lines[0]}", *lines[1:])) + f"[/{dialect.block}]"
                if lines
                else ""
            )
        case _:
            assert_never(block)


def _heading(title: str, level: int, dialect: Dialect) -> str:
    if not title:
        return ""
    strong = f"[b]{escape_bbcode(title)}[/b]"
    size = dialect.sizes.get(level)
    return f"[size={size}]{strong}[/size]" if size else strong


def _bullets(items: list[str], dialect: Dialect) -> Iterator[str]:
    if not items:
        return
    if not dialect.lists:
        yield from (f"• {item}" for item in items)
        return
    yield "[list]"
    yield from (f"[*]{item}" for item in items)
    yield "[/list]"


def _inline(parts: tuple[reports.Inline, ...], dialect: Dialect, colours: Mapping[Side, str]) -> str:
    return "".join(_part_bbcode(part, dialect, colours) for part in parts)


def _part_bbcode(part: reports.Inline, dialect: Dialect, colours: Mapping[Side, str]) -> str:
    text = escape_bbcode(run(part.text))
    match part:
        case reports.Text() | reports.AreaName():
            return text
        case reports.Counter(side=side):
            return f"[color={colours[side]}]{text}[/color]" if text and side in colours else text
        case reports.Strong() | reports.Verdict():
            return f"[b]{text}[/b]" if text else ""
        case reports.Code():
            return _code_bbcode(text, dialect)
        case _:
            assert_never(part)


def _code_bbcode(text: str, dialect: Dialect) -> str:
    """Format text for typing: monospaced if the forum allows it in a line, otherwise quoted."""
    if not text:
        return ""
    if dialect.inside:
        return f"[{dialect.inside}]{text}[/{dialect.inside}]"
    return f'"{text}"' if " " in text else text


_WIDTH = 72

_SPECIAL = re.compile(r"[\\`*_\[\]<|~&$#]")
"""Characters with a meaning anywhere in a line."""

_OPENING = re.compile(r"^(\s*)([-+=:#>]|\d+(?=[.)]))")
"""Beginnings of a list, a rule or a definition at the start of a line."""

_CALLING = re.compile(r"[@#](?=\w)|:(?=[a-z_+-][\w+-]*:)|:(?=//)|(?<=[wW])\.(?=\w)")
"""Beginnings of mentions, topics, emoji and links."""


def write(document: reports.Document, tongue: Translator = ENGLISH) -> str:
    """Return the document as Markdown."""
    return "\n\n".join(filter(None, (_block(block, tongue) for block in document.titled))) + "\n"


def safe(text: str) -> str:
    """Escape a text and put it on one line."""
    return _escape(flat(text))


def _escape(line: str) -> str:
    text = _SPECIAL.sub(r"\\\g<0>", storable(line))
    return _CALLING.sub(lambda match: match[0] + BREAKER, text)


def _block(block: reports.Block, tongue: Translator) -> str:  # noqa: PLR0911 - one for each kind
    match block:
        case reports.Heading(text=text, level=level):
            return f"{'#' * min(max(level, 1), 6)} {safe(text)}" if safe(text) else ""
        case reports.Paragraph(parts=parts):
            return _line(parts)
        case reports.Bullets(items=items):
            return "\n".join(f"- {_line(item)}" for item in items)
        case reports.Table():
            return _table(block)
        case reports.DiceThrown():
            return _dice(block, tongue)
        case reports.Verbatim(lines=lines):
            return _fence(lines)
        case reports.Figure(picture=picture):
            drawing = _fence(tuple(text_map.lines(picture, _WIDTH)))
            return f"{drawing}\n\n{_head(safe(text_map.key(picture, tongue)))}"
        case _:
            assert_never(block)


def _fence(lines: tuple[str, ...]) -> str:
    """Return unchanged lines in a fence that is longer than any fence in them."""
    text = storable(plain("\n".join(lines)))
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _table(block: reports.Table) -> str:
    marks = ("---:" if place in block.numeric else "---" for place in range(len(block.grid[0])))
    head, *body = (" | ".join(map(safe, row)) for row in block.grid)
    return "\n".join(f"| {line} |" for line in (head, " | ".join(marks), *body))


def _dice(block: reports.DiceThrown, tongue: Translator) -> str:
    lines = [f"- {_head(safe(str(roll.purpose)))}: {_roll(roll, tongue)}" for roll in block.rolls]
    proof = rolls.proof(block, tongue, _code(block.key) if block.key else "")
    return "\n".join([*lines, *([f"- {proof}"] if proof else [])])


def _roll(roll: Roll, tongue: Translator) -> str:
    """Return a roll with its hits highlighted."""
    faces = " ".join(f"**{face}**" if face <= roll.needed else str(face) for face in roll.faces)
    hits = rolls.render_hits(roll, tongue)
    return rolls.render_roll(roll, tongue, faces) + (f" → {hits}" if hits else "")


def _line(parts: tuple[reports.Inline, ...]) -> str:
    return _head("".join(map(_part, parts)).strip())


def _head(line: str) -> str:
    """Escape a line that Markdown would not read as a paragraph."""
    return _OPENING.sub(lambda match: f"{match[1]}{_guard(match[2])}", line)


def _guard(opening: str) -> str:
    return f"{opening}{BREAKER}" if opening.isdigit() else f"\\{opening}"


def _part(part: reports.Inline) -> str:
    match part:
        case reports.Text(text=text) | reports.AreaName(text=text) | reports.Counter(text=text):
            return _escape(run(text))
        case reports.Strong(text=text) | reports.Verdict(text=text):
            return f"**{_upright(safe(text))}**" if safe(text) else ""
        case reports.Code(text=text):
            return _code(text)
        case _:
            assert_never(part)


def _upright(text: str) -> str:
    """Add invisible characters at punctuation, so that asterisks beside the text mark it as strong."""
    first, last = (BREAKER * (not sign.isalnum()) for sign in (text[0], text[-1]))
    return f"{first}{text}{last}"


def _code(text: str) -> str:
    """Return text for typing between more backticks than it contains."""
    code = storable(flat(text))
    if not code:
        return ""
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{ticks}{pad}{code}{pad}{ticks}"
