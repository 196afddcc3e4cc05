"""What a decision may cost: so many boards, and the clock as an upper bound."""

from math import isinf
from time import monotonic

BOARDS = 6_000
"""The boards that are weighed in a second of thinking."""

SECONDS = 0.25
"""The thinking that boards are counted for where no clock runs."""


class Budget:
    """Boards that may still be weighed; what is decided within it follows from the question alone."""

    def __init__(self, think: float) -> None:
        self._left = int(BOARDS * (SECONDS if isinf(think) else think))
        self._until = monotonic() + think

    @property
    def is_spent(self) -> bool:
        """Whether no more may be weighed."""
        return self._left <= 0 or monotonic() > self._until

    def spend(self, boards: int = 1) -> None:
        """Take boards off the budget."""
        self._left -= boards
