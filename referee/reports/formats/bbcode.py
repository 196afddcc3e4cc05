"""Writes a document as a forum post, in the codes of phpBB or BoardGameGeek.

Neither has reliable tables, so tables, dice and maps use a monospaced font.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.formats import text
from referee.reports.formats.signs import BREAKER, flat, plain, run, storable
from referee.values.value import Value
from schemas.record import Side
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


def write(document: Document, dialect: Dialect, tongue: Translator = ENGLISH) -> str:
    """Return the document as a post."""
    colours = {side.side: side.colour for side in document.sides}
    written = (_block(block, dialect, colours, tongue) for block in document.titled)
    return "\n\n".join(filter(None, written)) + "\n"


def safe(words: str) -> str:
    """Escape a text: an invisible character after "[" and "<" prevents codes."""
    shown = storable(plain(words))
    return shown.replace("[", f"[{BREAKER}").replace("<", f"<{BREAKER}")


def _block(block: Block, dialect: Dialect, colours: Mapping[Side, str], tongue: Translator) -> str:
    match block:
        case Heading(text=title, level=level):
            return _heading(flat(title), level, dialect)
        case Paragraph(parts=parts):
            return _inline(parts, dialect, colours).strip()
        case Bullets(items=items):
            return "\n".join(_bullets([_inline(item, dialect, colours) for item in items], dialect))
        case Table() | DiceThrown() | Verbatim() | Figure():
            lines = [safe(line) for line in text.lines_of(block, WIDTH, tongue)]
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
    strong = f"[b]{safe(title)}[/b]"
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


def _inline(parts: tuple[Inline, ...], dialect: Dialect, colours: Mapping[Side, str]) -> str:
    return "".join(_part(part, dialect, colours) for part in parts)


def _part(part: Inline, dialect: Dialect, colours: Mapping[Side, str]) -> str:
    shown = safe(run(part.text))
    match part:
        case Text() | AreaName():
            return shown
        case Counter(side=side):
            return f"[color={colours[side]}]{shown}[/color]" if shown and side in colours else shown
        case Strong() | Verdict():
            return f"[b]{shown}[/b]" if shown else ""
        case Code():
            return _code(shown, dialect)
        case _:
            assert_never(part)


def _code(shown: str, dialect: Dialect) -> str:
    """Format text for typing: monospaced if the forum allows it in a line, otherwise quoted."""
    if not shown:
        return ""
    if dialect.inside:
        return f"[{dialect.inside}]{shown}[/{dialect.inside}]"
    return f'"{shown}"' if " " in shown else shown
