"""How far long work has come: what reports it, and what reports nothing."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""What is told how much is done, and of how much."""


def unwatched(done: int, whole: int) -> None:
    """Report nothing."""
