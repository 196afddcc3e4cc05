"""Text of a letter that its answer need not name: greetings, thanks, farewells, signatures, line numbers."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from msgspec.structs import replace

from referee.faults import Complaint
from referee.i18n import mail_phrases
from referee.i18n.translator import Saying
from referee.matches.faults import LetterFault
from schemas.record import Value

_NAME = re.compile(r"\W*(?:[^\W\d_a-zß-öø-ÿα-ώ][^\W\d_]*[.'’-]*\W*){1,3}")
"""The name of a writer: up to three words with a capital letter, and no digits."""

_QUOTE = re.compile(r"(\d+) `(.*)`")
"""A line of a letter in a warning, after its number."""

MOST_BELOW = 3
"""Highest number of lines of a signature below a farewell: name, place, club."""

MOST_WORDS = 6
"""Highest number of words of a greeting or a farewell; a longer line says more."""

MOST_QUOTED = 8
"""Number of lines of a warning from which there may be more that it does not quote."""


class TextLine(Value):
    """A line of a letter that was read as text, with its number."""

    number: int
    text: str


def shorten(
    warning: Complaint,
    last_order: int,
    may_be_order: Callable[[str], bool],
    is_place: Callable[[str], bool],
) -> Complaint | None:
    """Return a warning about text without the courtesies that it quotes, or None if nothing remains.

    Other warnings do not change. `last_order` is the number of the last line with an order.
    """
    if warning.code != LetterFault.PROSE_LEFT.code or warning.sayings is None:
        return warning
    quotes = _list_quotes(warning.sayings[0])
    if not quotes or len(quotes) >= MOST_QUOTED:
        return warning
    lines = [TextLine(int(match[1]), match[2]) for match in map(_QUOTE.fullmatch, quotes) if match]
    if len(lines) < len(quotes):
        return warning
    remaining = tuple(leave_out(lines, last_order, may_be_order, is_place))
    if len(remaining) == len(lines):
        return warning
    if not remaining:
        return None
    texts = tuple(f"{line.number} `{line.text}`" for line in remaining)
    place = replace(warning.place, line=remaining[0].number) if warning.place is not None else None
    return Complaint.of(LetterFault.PROSE_LEFT, place=place, lines=texts)


def leave_numbers_out(warning: Complaint) -> Complaint:
    """Return a warning without its place and the numbers of its lines, which count the headers of a mail."""
    if warning.sayings is None or not isinstance(quotes := warning.sayings[0].parts.get("lines"), tuple):
        return replace(warning, place=None)
    fact, remedy = warning.sayings
    texts = tuple(
        _QUOTE.sub(r"`\2`", quote) if isinstance(quote, str) else quote
        for quote in cast(tuple[object, ...], quotes)
    )
    return replace(warning, place=None, sayings=(replace(fact, parts={**fact.parts, "lines": texts}), remedy))


def leave_file_out(warning: Complaint) -> Complaint:
    """Return a warning without its place if its quotes name their lines: the file is the moderator's."""
    is_numbered = warning.sayings is not None and bool(_list_quotes(warning.sayings[0]))
    return replace(warning, place=None) if is_numbered else warning


def _list_quotes(fact: Saying) -> list[str]:
    quotes = fact.parts.get("lines")
    return [str(quote) for quote in cast(tuple[object, ...], quotes)] if isinstance(quotes, tuple) else []


def leave_out(
    lines: Sequence[TextLine],
    last_order: int,
    may_be_order: Callable[[str], bool],
    is_place: Callable[[str], bool],
) -> Iterator[TextLine]:
    """Yield the lines that are not only a courtesy.

    A greeting, a farewell, and a name below the farewell or below the last order need no answer. A line with
    a word of an order is always yielded. Below a farewell only a whole name of a place is such a word: `Carl`
    begins one, but is the name of a writer.
    """
    below_farewell = 0
    for line in lines:
        below_farewell = max(0, below_farewell - 1)
        is_order_word = is_place if below_farewell and _NAME.fullmatch(line.text) else may_be_order
        is_plain = len(line.text.split()) <= MOST_WORDS and not is_order_word(line.text)
        if is_plain and mail_phrases.takes_leave(line.text):
            below_farewell = MOST_BELOW + 1
            continue
        if is_plain and mail_phrases.greets(line.text):
            continue
        is_signature = below_farewell > 0 or (line is lines[-1] and line.number > last_order)
        if not (is_plain and is_signature and _NAME.fullmatch(line.text)):
            yield line
