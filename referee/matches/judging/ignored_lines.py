"""Ignored lines of a letter: greetings, prose, quotations and wrapped lines.

Prose between two orders is not looked for. It may be an order that was badly mistyped, and is refused.

A mail carries more than its writer has written: the report he answers, with its template, and what his
program made of their lines. None of that is judged, and orders that he wrote into it are named.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Complaint, DataFault, Unreadable
from referee.i18n import mail_phrases
from referee.matches import viewer_languages
from referee.matches.faults import LetterFault
from referee.matches.judging import standing_order_lines
from referee.matches.letters import letters
from referee.matches.matches import Match
from schemas.letter import Letter, LetterFields, LetterLine, LetterOrder
from schemas.record import Place, Side, Value

MOST_JOINED = 5
"""How many lines may follow the first of an order."""


def join_lines(match: Match, side: Side, orders: Sequence[LetterOrder]) -> tuple[LetterOrder, ...]:
    """The orders of a letter, each in one line again.

    Lines go on from the one right above them if none of them is an order by itself, all together are one, and
    they are indented or the line above is no order without them.
    """
    reader = _Reader(match, side, match.position())
    joined: list[LetterOrder] = []
    at = 0
    while at < len(orders):
        lines = reader.find_one_order(orders[at : at + 1 + MOST_JOINED])
        joined.append(_join(lines) if len(lines) > 1 else orders[at])
        at += max(1, len(lines))
    return tuple(joined)


def _join(lines: Sequence[LetterLine]) -> LetterLine:
    """Several lines as one; what stands in the later ones has the place where the first one ends."""
    first = lines[0]
    text = " ".join(line.text for line in lines)
    columns = tuple(first.at(column) for column in range(1, len(first.text) + 1))
    typed = " ".join((first.typed.rstrip(), *(line.typed.strip() for line in lines[1:])))
    return replace(first, text=text, typed=typed, columns=columns)


class _Reader(Value):
    """Who reads the lines of a letter, and in which position."""

    match: Match
    side: Side
    state: State

    def find_one_order(self, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
        """The first lines that are one order together; the first alone where no more belong to it."""
        lines = tuple(_list_adjacent(orders))
        if len(lines) < 2 or not self._begins(lines[0]):
            return lines[:1]
        below = tuple(takewhile(lambda line: not (self._begins(line) or self._is_order(line)), lines[1:]))
        runs = ((lines[0], *below[:count]) for count in range(len(below), 0, -1))
        return next((run for run in runs if self._is_order(_join(run)) and self._are_meant(run)), lines[:1])

    def _are_meant(self, run: Sequence[LetterLine]) -> bool:
        """Whether lines look as if they went on: indented, or no order without the last of them."""
        indented = all(_indent(line) > _indent(run[0]) for line in run[1:])
        return indented or not self._is_order(_join(run[:-1]))

    def _begins(self, line: LetterLine) -> bool:
        match = self.match
        return standing_order_lines.is_one(match.rules, line) or match.system.notation.resembles_order(
            line.text
        )

    def _is_order(self, line: LetterLine) -> bool:
        try:
            self.match.system.notation.read(self.state, self.side, line.text)
        except Unreadable:
            return False
        return True


def _list_adjacent(orders: Sequence[LetterOrder]) -> list[LetterLine]:
    """The first orders that are lines right below each other."""
    lines: list[LetterLine] = []
    for order in orders:
        if not isinstance(order, LetterLine) or (lines and order.line != lines[-1].line + 1):
            break
        lines.append(order)
    return lines


def _indent(line: LetterLine) -> int:
    return len(line.typed) - len(line.typed.lstrip())


def find_prose(match: Match, side: Side, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """The lines of prose above the first order of a letter and below its last; without an order, none."""
    lines = tuple(order for order in orders if isinstance(order, LetterLine))
    if len(lines) < len(orders):
        return ()
    reader = ProseReader(match, side, match.position(), {})
    below = _count_below(reader, lines)
    above = sum(1 for _ in takewhile(reader.is_greeting, lines[: len(lines) - below]))
    return (*lines[:above], *lines[len(lines) - below :]) if above + below < len(lines) else ()


def _count_below(reader: "ProseReader", lines: Sequence[LetterLine]) -> int:
    """How many lines of prose stand below the last order.

    Below words of leave stand names, places and telephone numbers. Without such words each line has to be
    prose by itself.
    """
    silent = tuple(takewhile(reader.is_no_order, reversed(lines)))
    leave = max((at for at, line in enumerate(silent, 1) if mail_phrases.takes_leave(line.text)), default=0)
    return leave + sum(1 for _ in takewhile(reader.is_prose, silent[leave:]))


class ProseReader(Value):
    """Who reads the lines of a letter, and in which position."""

    match: Match
    side: Side
    state: State
    known: dict[str, tuple[str, ...] | None]
    """What was read of lines before: each is looked at from above and from below."""

    def is_greeting(self, line: LetterLine) -> bool:
        """Whether a line above the orders is prose."""
        if self.is_prose(line) or (mail_phrases.greets(line.text) and not self._could_be_order(line)):
            return True
        # "Here is my first offensive." speaks of orders and gives none: it has no name and no number.
        introduces = mail_phrases.introduces(line.text) and self.is_no_order(line)
        return introduces and not self._could_be_order(self._leave_verbs_out(line))

    def _leave_verbs_out(self, line: LetterLine) -> LetterLine:
        """A line without the words that begin orders."""
        words = (word.strip(".,:;!?…") for word in line.text.split())
        kept = (word for word in words if not self.match.system.notation.resembles_order(word))
        return replace(line, text=" ".join(kept))

    def is_prose(self, line: LetterLine) -> bool:
        """Whether no word of a line belongs to orders, and the line is like none."""
        return not self._could_be_order(line) and self._readings(line) == ()

    def is_no_order(self, line: LetterLine) -> bool:
        """Whether a line neither is an order nor begins as one does."""
        match = self.match
        if standing_order_lines.is_one(match.rules, line) or match.system.notation.resembles_order(line.text):
            return False
        return self._readings(line) is not None

    def _could_be_order(self, line: LetterLine) -> bool:
        return standing_order_lines.is_one(
            self.match.rules, line
        ) or self.match.system.notation.could_be_order(self.side, line.text)

    def _readings(self, line: LetterLine) -> tuple[str, ...] | None:
        """The orders that a line may have meant; `None` where it is an order."""
        if line.text not in self.known:
            self.known[line.text] = self._read(line)
        return self.known[line.text]

    def _read(self, line: LetterLine) -> tuple[str, ...] | None:
        try:
            self.match.system.notation.read(self.state, self.side, line.text)
        except Unreadable as fault:
            return fault.readings
        return None


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
    if isinstance(order, LetterFields) or standing_order_lines.is_one(match.rules, order):
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
            if not standing_order_lines.is_one(match.rules, line):
                match.system.notation.read(state, side, line.text)
        except Unreadable:
            continue
        yield line


def _may_be_order(match: Match, line: LetterLine) -> bool:
    """Whether a line is worth reading; reading costs more than looking."""
    if len(line.text) > letters.LONGEST_ORDER:
        return False
    return standing_order_lines.is_one(match.rules, line) or match.system.notation.resembles_order(line.text)


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
