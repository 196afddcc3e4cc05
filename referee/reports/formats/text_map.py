"""A text map: a short code at the place of each area, with the mark of the side that controls it."""

from collections.abc import Iterator
from functools import cache

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.formats.characters import flat
from referee.reports.pictures import fitting, text_table
from referee.reports.pictures.text_table import TALL, Token, height
from schemas.record import Side
from schemas.reports import MapPicture, PictureCell

_MARKS = "#-+="
"""Marks of the controlling sides, in the order of the legend."""

DISPUTED, _NOBODY, _BATTLE = "!", ".", "*"


def lines(picture: MapPicture, room: int) -> list[str]:
    """Return the lines of the map, without empty lines at its edges."""
    return ["".join(text for text, _ in _space(row)) for row in rows(picture, room)]


def rows(picture: MapPicture, room: int) -> list[list[Token]]:
    """Return the codes by line, from west to east; for a table without areas, its ground and figures."""
    if not picture.cells:
        return text_table.table_rows(picture, room)
    down = height(picture, room)
    grid: list[list[Token]] = [[] for _ in range(down)]
    codes = fitting.codes(picture)
    for cell in sorted(picture.cells, key=lambda cell: (cell.at[1], cell.at[0], cell.area)):
        text = _mark(picture, cell) + codes[cell.area] + (_BATTLE if cell.battle else "")
        _place_code(grid, picture, cell, text, room)
    used = [number for number, row in enumerate(grid) if row]
    used_rows = grid[used[0] : used[-1] + 1] if used else []
    return [sorted(row, key=lambda token: token.column) for row in used_rows]


def _place_code(
    grid: list[list[Token]], picture: MapPicture, cell: PictureCell, text: str, room: int
) -> None:
    """Put a code at the place of its area, or at the nearest free place."""
    last = max(0, room - len(text))
    x = min(last, max(0, cell.at[0] * room // picture.width - len(text) // 2))
    y = min(len(grid) - 1, max(0, cell.at[1] * len(grid) // picture.height))
    for down, right in _nearby():
        row, token = y + down, Token(x + right, text, None if cell.disputed else cell.holder)
        if 0 <= row < len(grid) and 0 <= token.column <= last and _fits(grid[row], token):
            grid[row].append(token)
            return


def _fits(row: list[Token], token: Token) -> bool:
    return all(token.end < other.column or other.end < token.column for other in row)


@cache
def _nearby() -> tuple[tuple[int, int], ...]:
    """Return steps down and to the right, shortest first."""
    steps = ((down, right) for down in range(-12, 13) for right in range(-24, 25))
    return tuple(sorted(steps, key=lambda step: (TALL * abs(step[0]) + abs(step[1]), step)))


def _space(row: list[Token]) -> Iterator[tuple[str, Token | None]]:
    """Yield the parts of a line: blanks, and codes with their tokens."""
    at = 0
    for token in row:
        yield " " * (token.column - at), None
        yield token.text, token
        at = token.end


def paint(row: list[Token]) -> Iterator[tuple[str, Side | None]]:
    """Return the parts of a line, each with the side of its colour."""
    return ((text, token.side if token is not None else None) for text, token in _space(row))


def key(picture: MapPicture, tongue: Translator = ENGLISH) -> str:
    """Render the legend: marks, codes that are not the beginning of a name, and effects of terrain."""
    if not picture.cells:
        return text_table.table_key(picture, tongue)
    marks = {_mark(picture, cell) for cell in picture.cells}
    meanings = [
        f"{mark} {side.name}" for side, mark in zip(picture.sides, _MARKS, strict=False) if mark in marks
    ]
    others = ((DISPUTED, tongue.say("disputed")), (_NOBODY, tongue.say("not controlled")))
    meanings += [f"{mark} {meaning}" for mark, meaning in others if mark in marks]
    meanings += [f"{_BATTLE} {tongue.say('battle')}"] if any(cell.battle for cell in picture.cells) else []
    codes = fitting.codes(picture)
    odd = [
        f"{codes[cell.area]} {cell.name}"
        for cell in picture.cells
        if not flat(cell.name).startswith(codes[cell.area])
    ]
    ground = [text for code, text in picture.details if not code]
    return tongue.chain(", ".join(part) for part in (meanings, odd, ground) if part) + "."


def _mark(picture: MapPicture, cell: PictureCell) -> str:
    if cell.disputed:
        return DISPUTED
    marks = {side.side: mark for side, mark in zip(picture.sides, _MARKS, strict=False)}
    return marks.get(cell.holder or "", _NOBODY)
