"""What a decision may cost: so many boards, and the clock as an upper bound."""

from collections.abc import Sequence
from copy import copy
from math import inf, isinf
from time import process_time

BOARDS = 6_000
"""The boards that are weighed in a second of thinking."""

SECONDS = 0.25
"""The thinking that is counted for where no clock runs."""


def count_seconds(think: float) -> float:
    """The seconds of thinking that are counted for."""
    return SECONDS if isinf(think) else think


class Budget:
    """Boards that may still be weighed; what is decided within it follows from the question alone."""

    def __init__(self, think: float) -> None:
        self._left = int(BOARDS * count_seconds(think))
        self._until = process_time() + think

    @property
    def is_spent(self) -> bool:
        """Whether no more may be weighed."""
        return self._left <= 0 or self.is_late()

    def is_late(self) -> bool:
        """Whether the time is up."""
        return self._until < inf and process_time() > self._until

    def spend(self, boards: int = 1) -> None:
        """Take boards off the budget."""
        self._left -= boards

    def share(self, parts: int) -> Sequence["Budget"]:
        """The boards that are left in so many parts; the clock is that of all."""
        shares = [copy(self) for _ in range(parts)]
        for one in shares:
            one._left //= parts
        return shares
