"""Prose around the orders of a letter: a greeting above them, thanks and names below.

Prose between two orders is not looked for. It may be an order that was badly mistyped, and is refused.
"""

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from referee.engine.faults import Unreadable
from referee.engine.system import State
from referee.matches.judging import advance_lines
from referee.matches.letters import customs
from referee.matches.matches import Match
from referee.values.value import Value
from schemas.letter import LetterLine, LetterOrder
from schemas.record import Side


def find_prose(match: Match, side: Side, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """The lines of prose above the first order of a letter and below its last; without an order, none."""
    lines = tuple(order for order in orders if isinstance(order, LetterLine))
    if len(lines) < len(orders):
        return ()
    reader = _Reader(match, side, match.position(), {})
    below = _count_below(reader, lines)
    above = sum(1 for _ in takewhile(reader.is_greeting, lines[: len(lines) - below]))
    return (*lines[:above], *lines[len(lines) - below :]) if above + below < len(lines) else ()


def _count_below(reader: "_Reader", lines: Sequence[LetterLine]) -> int:
    """How many lines of prose stand below the last order.

    Below words of leave stand names, places and telephone numbers. Without such words each line has to be
    prose by itself.
    """
    silent = tuple(takewhile(reader.is_no_order, reversed(lines)))
    leave = max((at for at, line in enumerate(silent, 1) if customs.takes_leave(line.text)), default=0)
    return leave + sum(1 for _ in takewhile(reader.is_prose, silent[leave:]))


class _Reader(Value):
    """Who reads the lines of a letter, and in which position."""

    match: Match
    side: Side
    state: State
    known: dict[str, tuple[str, ...] | None]
    """What was read of lines before: each is looked at from above and from below."""

    def is_greeting(self, line: LetterLine) -> bool:
        """Whether a line above the orders is prose."""
        if self.is_prose(line) or (customs.greets(line.text) and not self._could_be_order(line)):
            return True
        # "Here is my first offensive." speaks of orders and gives none: it has no name and no number.
        introduces = customs.introduces(line.text) and self.is_no_order(line)
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
        if advance_lines.is_one(match.rules, line) or match.system.notation.resembles_order(line.text):
            return False
        return self._readings(line) is not None

    def _could_be_order(self, line: LetterLine) -> bool:
        return advance_lines.is_one(self.match.rules, line) or self.match.system.notation.could_be_order(
            self.side, line.text
        )

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
