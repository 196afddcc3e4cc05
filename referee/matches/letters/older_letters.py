"""Recognition of quoted lines, attributions, and the headers of older and forwarded letters."""

import re
from collections.abc import Sequence

from referee.i18n import mail_phrases
from referee.matches.letters.characters import Row, speaks_of_letter

_QUOTED = re.compile(r"\s*(?:\w{0,3}>|\|)")
"""Beginning of a quoted line."""

_OF_HEAD = re.compile(r"[^\W\d_][\w-]*( [\w-]+)?\s?:.*")

_UNDERLINE = re.compile(r"={5,}")

BLOCK = 4
"""Number of lines in which a header shows itself, and over which one line may be broken."""

_HEAD_LINES = 3
"""Number of successive header-like lines that make a header, in any language."""


def is_quoted(row: Row) -> bool:
    """Return True if a line begins with the mark of a quotation."""
    return _QUOTED.match(row.plain.text) is not None


def find_next_text(rows: Sequence[Row], at: int) -> int:
    """Return the index of the next line that is not empty."""
    while at < len(rows) and not rows[at].plain.text.strip():
        at += 1
    return at


def begins_older(rows: Sequence[Row], at: int) -> bool:
    """Return True if an older letter begins here, with a rule or with its header."""
    here = rows[at].plain.text.strip()
    below = [row.plain.text.strip() for row in rows[at + 1 : at + 1 + BLOCK]]
    if mail_phrases.is_rule(here) or mail_phrases.is_forwarded(here):
        return True
    if mail_phrases.framed(here) is not None and any(map(mail_phrases.has_address, below)):
        return True
    return _is_head(here, below) or _is_strange_head([here, *below])


def is_title(rows: Sequence[Row], at: int) -> bool:
    """Return True if the title of a report is here.

    The following text belongs to the report, except its fence.
    """
    here = rows[at].plain.text.strip()
    below = rows[at + 1].plain.text.strip() if at + 1 < len(rows) else ""
    return ":" in here and len(here) == len(below) and _UNDERLINE.fullmatch(below) is not None


def _is_head(here: str, below: Sequence[str]) -> bool:
    """Return True if the header of an older letter begins here, in a known language."""
    if mail_phrases.names_sender(here):
        return any(map(mail_phrases.is_of_head, below))
    return mail_phrases.is_of_head(here) and any(map(mail_phrases.names_sender, below[: _HEAD_LINES - 1]))


def _is_strange_head(block: Sequence[str]) -> bool:
    """Return True if successive lines have keys and values, one of which is an address."""
    key_lines = block[:_HEAD_LINES]
    if len(key_lines) < _HEAD_LINES or any(mail_phrases.label(line) is None for line in key_lines):
        return False
    return not any(map(speaks_of_letter, key_lines)) and any(map(mail_phrases.has_address, key_lines))


def count_head_lines(rows: Sequence[Row], at: int) -> int:
    """Return the number of lines in the header of a forwarded letter, with the empty lines above it."""
    first = at
    while first < len(rows) and not rows[first].said:
        first += 1
    last = first
    while last < len(rows) and _OF_HEAD.fullmatch(rows[last].said):
        last += 1
    return last - at


def count_attribution_lines(rows: Sequence[Row], at: int) -> int:
    """Return the number of lines, possibly broken, that attribute the quoted text to its writer, or 0."""
    below = find_next_text(rows, at + 1)
    if mail_phrases.dates_an_address(rows[at].plain.text) and below < len(rows) and is_quoted(rows[below]):
        return 1
    longest = BLOCK if mail_phrases.may_open_attribution(rows[at].plain.text) else 1
    words = ""
    for length, row in enumerate(rows[at : at + longest], 1):
        text = row.plain.text.strip()
        if not text or is_quoted(row):
            return 0
        words = f"{words} {text}"
        if mail_phrases.is_attribution(words):
            return length
    return 0


def count_older(rows: Sequence[Row], end: int) -> int:
    """Return the number of older letters that begin above a line."""
    count, at = 0, 0
    while at < end:
        length = count_attribution_lines(rows, at) or (BLOCK if begins_older(rows, at) else 0)
        count += length > 0
        at += max(1, length)
    return count
