"""Lines that their sender did not write as orders are dropped; orders that do not count are named.

A mail carries more than its writer has written: the report he answers, with its template, and what his
program made of their lines. None of that is judged, and orders that he wrote into it are named.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.engine.faults import Complaint, DataFault, Unreadable
from referee.engine.system import State
from referee.matches import viewer_languages
from referee.matches.judging import advance_lines
from referee.matches.judging.broken_lines import join_lines
from referee.matches.judging.prose import find_prose
from referee.matches.letters import letters
from referee.matches.letters.faults import LetterFault
from referee.matches.matches import Match
from schemas.letter import Letter, LetterFields, LetterLine, LetterOrder
from schemas.record import Place, Side

Warnings = tuple[Complaint, ...]

MOST_READ = 60
"""How many lines that were left out are tried for orders."""

MOST_NAMED = 8
"""How many of them are named."""


def examine(match: Match, side: Side | None, letter: Letter, warnings: Warnings) -> tuple[Letter, Warnings]:
    """A letter without lines that its writer did not write, and the warnings with what he should look at.

    Raises `DataFault` if nothing is left of it. Without a `side` no line can be read.
    """
    seen: tuple[LetterLine, ...] = ()
    if side is not None:
        broken = _break_comments(match, side, letter)
        letter, warnings = _drop(letter, warnings, broken, LetterFault.COMMENT_BROKEN)
        letter = replace(letter, template=letter.template or bool(broken))
        letter = replace(letter, orders=join_lines(match, side, letter.orders))
        prose = find_prose(match, side, letter.orders)
        letter, warnings = _drop(letter, warnings, prose, LetterFault.PROSE_LEFT)
        seen = tuple(_see(match, side, letter.left))
        letter, warnings = _drop(letter, warnings, seen, LetterFault.ORDERS_UNREAD)
    if _holds_nothing(match, side, letter):
        raise DataFault(_no_letter(letter, edited=bool(seen)), *warnings)
    return letter, warnings


def _drop(
    letter: Letter, warnings: Warnings, lines: Sequence[LetterLine], fact: LetterFault
) -> tuple[Letter, Warnings]:
    """A letter without some lines, and the warnings with one that names them."""
    if not lines:
        return letter, warnings
    kept = tuple(order for order in letter.orders if order not in lines)
    return replace(letter, orders=kept), (*warnings, _warning(letter, fact, lines))


def _no_letter(letter: Letter, *, edited: bool) -> Complaint:
    place = Place(file=letter.name, line=1, column=1)
    if letter.template and not edited:
        return Complaint.of(LetterFault.TEMPLATE_UNEDITED, place=place)
    return Complaint.of(LetterFault.NO_ORDER, place=place)


def _holds_nothing(match: Match, side: Side | None, letter: Letter) -> bool:
    """Whether no line asks for anything; beside the template of a report prose is no letter, either."""
    if not letter.orders:
        return letter.phrase is None
    if side is None or not letter.template:
        return False
    state = match.position()
    return not any(_is_like_order(match, state, side, order) for order in letter.orders)


def _is_like_order(match: Match, state: State, side: Side, order: LetterOrder) -> bool:
    """Whether a line is an order, or may have been meant as one."""
    if isinstance(order, LetterFields) or advance_lines.is_one(match.rules, order):
        return True
    try:
        match.system.notation.read(state, side, order.text)
    except Unreadable as fault:
        return bool(fault.readings)
    return True


def _see(match: Match, side: Side, left: Sequence[LetterLine]) -> Iterator[LetterLine]:
    """Lines that were left out and are orders as things stand."""
    state = match.position()
    candidates = [line for line in left if _may_be_order(match, line)]
    for line in candidates[:MOST_READ]:
        try:
            if not advance_lines.is_one(match.rules, line):
                match.system.notation.read(state, side, line.text)
        except Unreadable:
            continue
        yield line


def _may_be_order(match: Match, line: LetterLine) -> bool:
    """Whether a line is worth reading; reading costs more than looking."""
    if len(line.text) > letters.LONGEST_ORDER:
        return False
    return advance_lines.is_one(match.rules, line) or match.system.notation.resembles_order(line.text)


def _break_comments(match: Match, side: Side, letter: Letter) -> list[LetterLine]:
    """Lines that are the end of a comment of the template."""
    doubtful = [order for order in letter.orders if isinstance(order, LetterLine) and order.above]
    known = tuple(_template(match, side, letter.answers)) if doubtful else ()
    return [order for order in doubtful if _is_broken_off(order, known)]


def _template(match: Match, side: Side, answers: int | None) -> Iterator[list[str]]:
    """The comments of the template that a side was sent, word by word, in its language and in English."""
    seq = len(match.entries) if answers is None else min(answers, len(match.entries))
    for told in (match, viewer_languages.tell(match, side)):
        for line in told.system.notation.template(told.position(seq), side):
            words = line.split()
            # A player who agrees has taken the first # away.
            yield from (words, words[1:])


def _is_broken_off(order: LetterLine, known: Sequence[list[str]]) -> bool:
    words = [*order.above.split(), *order.typed.split()]
    return any(line[: len(words)] == words for line in known)


def _warning(letter: Letter, fact: LetterFault, lines: Sequence[LetterLine]) -> Complaint:
    place = Place(file=letter.name, line=lines[0].line, column=1)
    named = tuple(f"{line.line} `{line.text}`" for line in lines[:MOST_NAMED])
    return Complaint.of(fact, place=place, lines=named)
