"""Orders that a mail program, or their writer, has broken into several lines."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from referee.engine.faults import Unreadable
from referee.engine.system import State
from referee.matches.judging import advance_lines
from referee.matches.matches import Match
from referee.values.value import Value
from schemas.letter import LetterLine, LetterOrder
from schemas.record import Side

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
        return advance_lines.is_one(match.rules, line) or match.system.notation.resembles_order(line.text)

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
