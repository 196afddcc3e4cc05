"""How far long work has come: what is told of it, and nobody who listens."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""What is told how much is done, and of how much."""


def unwatched(done: int, whole: int) -> None:
    """Nobody looks."""
