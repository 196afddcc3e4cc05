"""Orders that a player wrote into the template of the quoted report.

The template of a report contains only comments. A line without `#` in its quotation was therefore changed by
the player, or is the rest of a comment that a mail program wrapped.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from referee.i18n.name_matching import strip_comment
from referee.matches.letters.characters import Row, plain, speaks_of_letter
from schemas.letter import LetterLine, QuotedTemplate

_MARKS = re.compile(r"\s*(?:\w{0,3}>|\|)?[ \t]?")
"""The mark of one quotation."""

_DEEPER = re.compile(r"\s*(?:\w{0,3}>|\|)")

_BEGIN = re.compile(r"\W*BEGIN\s+ORDERS\b(.*)", re.IGNORECASE)
_END = re.compile(r"\W*END\s+ORDERS\W*", re.IGNORECASE)
_ANSWERS = re.compile(r"answers\s*:\s*([1-9][0-9]{0,14})", re.IGNORECASE | re.ASCII)
_SIDE = re.compile(r"side\s*:\s*(\S.*)", re.IGNORECASE)

MOST_LINES = 120
"""Maximum number of lines in a template."""


def find_template(rows: Sequence[Row], count_older: Callable[[int], int]) -> QuotedTemplate | None:
    """Return the orders in the first template of a mail, or None.

    A template in an older quotation does not count: `count_older` counts the older letters that begin above a
    line.
    """
    begin = next((at for at, row in enumerate(rows) if _BEGIN.fullmatch(row.plain.text.strip(" >|\t"))), None)
    if begin is None or count_older(begin) > 1 or _DEEPER.match(_unmark(rows[begin])):
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
    return QuotedTemplate(answers=answers, side=side, lines=tuple(_list_orders(inside)))


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
