"""Budget of a decision: a number of boards, with the clock as an upper bound."""

from collections.abc import Sequence
from copy import copy
from math import inf, isinf
from time import process_time

BOARDS = 6_000
"""Number of boards evaluated per second of thinking."""

SECONDS = 0.25
"""Seconds of thinking that count without a time limit."""


def count_seconds(think: float, unlimited: float) -> float:
    """Return the seconds of thinking that count: `unlimited` without a time limit."""
    return unlimited if isinf(think) else think


class Budget:
    """Number of boards that may still be evaluated; decisions within it depend only on the prompt."""

    def __init__(self, think: float, unlimited: float = SECONDS) -> None:
        self._left = int(BOARDS * count_seconds(think, unlimited))
        self._until = process_time() + think

    @property
    def is_spent(self) -> bool:
        """True if no more boards may be evaluated."""
        return self._left <= 0 or self.is_late()

    def is_late(self) -> bool:
        """Return True if the time is up."""
        return self._until < inf and process_time() > self._until

    def spend(self, boards: int = 1) -> None:
        """Take boards off the budget."""
        self._left -= boards

    def share(self, parts: int) -> Sequence["Budget"]:
        """Return budgets with equal parts of the remaining boards; all share the clock."""
        shares = [copy(self) for _ in range(parts)]
        for one in shares:
            one._left //= parts
        return shares
