"""Orders that a player wrote into the template of the quoted report.

The template of a report contains only comments. A line without `#` in its quotation was therefore changed by
the player, or is the rest of a comment that a mail program wrapped. Lines that the player typed between the
quoted ones belong to the same block.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple

from referee.i18n.name_matching import strip_comment
from referee.matches.letters.characters import Row, asks, plain, speaks_of_letter
from referee.matches.letters.older_letters import is_quoted
from schemas.letter import LetterLine, QuotedTemplate

_MARKS = re.compile(r"\s*(?:\w{0,3}>|\|)?[ \t]?")

_DEEPER = re.compile(r"\s*(?:\w{0,3}>|\|)")

_BEGIN = re.compile(r"\W*BEGIN\s+ORDERS\b(.*)", re.IGNORECASE)
_END = re.compile(r"\W*END\s+ORDERS\W*", re.IGNORECASE)
_ANSWERS = re.compile(r"answers\s*:\s*([1-9][0-9]{0,14})", re.IGNORECASE | re.ASCII)
_SIDE = re.compile(r"side\s*:\s*(\S.*)", re.IGNORECASE)

MOST_LINES = 120
"""Maximum number of lines in a template."""


class _Block(NamedTuple):
    """The lines of a template between BEGIN ORDERS and END ORDERS, and the entry and side that it names."""

    match: str
    begin: int
    rows: Sequence[Row]
    answers: int
    side: str


class InterleavedEdit(NamedTuple):
    """The active lines of a quoted template into which a player typed further lines.

    `rows` are its quoted lines without their marks, and `orders` the possible orders among them.
    """

    match: str
    begin: int
    rows: tuple[Row, ...]

    @property
    def orders(self) -> tuple[Row, ...]:
        """The quoted lines that are neither comments nor header lines."""
        return tuple(row for row in self.rows if asks(row.said))


def find_template(rows: Sequence[Row], count_older: Callable[[int], int]) -> QuotedTemplate | None:
    """Return the orders in the first template of a mail, or None.

    A template in an older quotation does not count: `count_older` counts the older letters that begin above a
    line.
    """
    begin = next((at for at in range(len(rows)) if _find_begin(rows[at])), None)
    block = None if begin is None else _read_block(rows, begin, count_older)
    if block is None:
        return None
    return QuotedTemplate(answers=block.answers, side=block.side, lines=tuple(_list_orders(block.rows)))


def find_interleaved(
    rows: Sequence[Row], typed: Container[int], count_older: Callable[[int], int]
) -> Iterator[InterleavedEdit]:
    """Yield the quoted templates in which a player removed `#` and typed lines between the quoted ones.

    `typed` contains the numbers of the unquoted lines that count. The block is meant as it was edited, so its
    quoted lines count as well. A template without typed lines, or without quoted lines that may be orders, is
    not yielded.
    """
    for at, row in enumerate(rows):
        if not (_find_begin(row) and is_quoted(row)) or (block := _read_block(rows, at, count_older)) is None:
            continue
        has_typed = any(inner.number in typed and asks(inner.said) for inner in block.rows)
        lines = tuple(_without_mark(inner) for inner in block.rows if is_quoted(inner))
        edit = InterleavedEdit(block.match, block.begin, lines)
        if has_typed and edit.orders:
            yield edit


def _find_begin(row: Row) -> re.Match[str] | None:
    return _BEGIN.fullmatch(row.plain.text.strip(" >|\t"))


def _read_block(rows: Sequence[Row], begin: int, count_older: Callable[[int], int]) -> _Block | None:
    """Return the template that begins at a line, or None if it is an older one or incomplete."""
    if count_older(begin) > 1 or _DEEPER.match(_unmark(rows[begin])):
        return None
    inside: list[Row] = []
    for row in rows[begin + 1 : begin + 1 + MOST_LINES]:
        if _END.fullmatch(_unmark(row).strip()):
            break
        inside.append(row)
    else:
        return None
    heads = [_unmark(row).strip() for row in inside]
    answers = next((int(match[1]) for head in heads if (match := _ANSWERS.fullmatch(head))), None)
    side = next((match[1].strip() for head in heads if (match := _SIDE.fullmatch(head))), None)
    if answers is None or side is None or any(map(_DEEPER.match, heads)):
        return None
    opening = _find_begin(rows[begin])
    assert opening is not None
    return _Block(opening[1].strip(" =*-"), rows[begin].number, inside, answers, side)


def _without_mark(row: Row) -> Row:
    text = _unmark(row)
    cut = len(row.plain.text) - len(text)
    return Row(row.number, text, row.plain.cut(cut, len(row.plain.text)))


def _unmark(row: Row) -> str:
    marks = _MARKS.match(row.plain.text)
    assert marks is not None
    return row.plain.text[marks.end() :]


def _list_orders(rows: Sequence[Row]) -> Iterator[LetterLine]:
    """Yield the lines that are not comments, with the comment that a program may have broken them off."""
    above = ""
    for row in rows:
        text = _unmark(row)
        bare = strip_comment(text).strip()
        if bare and not speaks_of_letter(bare):
            column = len(row.plain.text) - len(text) + len(text) - len(text.lstrip()) + 1
            yield LetterLine(line=row.number, column=column, text=plain(bare).text, typed=text, above=above)
        above = text.strip() if "#" in text else f"{above} {text.strip()}".strip() if above else ""
