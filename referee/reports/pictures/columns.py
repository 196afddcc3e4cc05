"""Text on a typewriter: how wide it is, where its lines break, and tables in columns."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest

GLUE = "\u00a0"
"""A blank at which no line is broken unless it must."""

_GAP = 2

_NARROWEST = 2
"""Narrowest column: room for one wide character."""

_BLANK = re.compile(f"[^\\S{GLUE}]+")


def width(text: str) -> int:
    """Return the width of a text in columns: 2 for a wide character, 0 for a combining accent."""
    if text.isascii():
        return len(text)
    return sum(_sign_width(sign) for sign in text)


@lru_cache(maxsize=1024)
def _sign_width(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in ("W", "F") else 1


def wrap(text: str, room: int) -> list[str]:
    """Wrap a text to a width. Longer words stay whole."""
    lines: list[str] = []
    line, line_width = "", 0
    for word in _words(text, room):
        word_width = width(word)
        if line and line_width + 1 + word_width <= room:
            line, line_width = f"{line} {word}", line_width + 1 + word_width
        else:
            lines += [line] if line else []
            line, line_width = word, word_width
    return [*lines, line] if line else lines


def _words(text: str, room: int) -> Iterator[str]:
    for word in _BLANK.split(text):
        if width(word) > room:
            yield from filter(None, word.split(GLUE))
        elif word:
            yield word


def table(grid: Sequence[Sequence[str]], numeric: Sequence[int], room: int) -> list[str]:
    """Rows under titles, in columns that give way until the room suffices; numbers stand at the right."""
    widths = _widths(grid, room)
    if not widths:
        return _one_below_the_other(grid, room)
    head, *body = (_row(row, widths, numeric) for row in grid)
    rule = (" " * _GAP).join("-" * column for column in widths)
    top = [*head, rule] if any(grid[0]) else []
    return [*top, *chain.from_iterable(body)]


def _widths(grid: Sequence[Sequence[str]], room: int) -> list[int]:
    """The widths of the columns; none if they cannot stand beside each other."""
    columns = list(zip(*grid, strict=True))
    widths = [min(room, max(_NARROWEST, *(width(cell) for cell in column))) for column in columns]
    room -= _GAP * (len(columns) - 1)
    unbroken = [max(width(word) for cell in column for word in cell.split() or [""]) for column in columns]
    for floors in (unbroken, [_NARROWEST] * len(columns)):
        while sum(widths) > room:
            yielding = [
                number for number, least in enumerate(floors) if widths[number] > max(least, _NARROWEST)
            ]
            if not yielding:
                break
            widths[max(yielding, key=lambda number: widths[number])] -= 1
    return widths if sum(widths) <= room else []


def _row(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[int]) -> list[str]:
    """One row, of as many lines as its longest cell needs."""
    columns = [_break(cell, column) for cell, column in zip(cells, widths, strict=True)]
    return [
        (" " * _GAP)
        .join(_pad(part, widths[number], right=number in numeric) for number, part in enumerate(parts))
        .rstrip()
        for parts in zip_longest(*columns, fillvalue="")
    ]


def _break(cell: str, room: int) -> list[str]:
    """A cell in lines of which none is wider than its column: words are cut if they must be."""
    return [piece for line in wrap(cell, room) for piece in _cut(line, room)] or [""]


def _cut(line: str, room: int) -> Iterator[str]:
    piece, used = "", 0
    for sign in line:
        wide = _sign_width(sign)
        if used + wide > room:
            yield piece
            piece, used = "", 0
        piece, used = piece + sign, used + wide
    yield piece


def _pad(text: str, room: int, *, right: bool) -> str:
    space = " " * (room - width(text))
    return space + text if right else text + space


def _one_below_the_other(grid: Sequence[Sequence[str]], room: int) -> list[str]:
    """The cells with their titles, for more columns than a line holds."""
    titles, *rows = grid
    return [
        line
        for row in rows
        for title, cell in zip(titles, row, strict=True)
        for line in wrap(f"{title}: {cell}" if title else cell, room)
    ]


LONGEST = 24
"""Maximum number of characters of the words about a piece on a map."""


def shorten(text: str) -> str:
    """Return the words about a piece, cut if they are too long for a map."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"
