"""Progress of long work: a callback, and one that reports nothing."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""A function that receives the amount done and the whole amount."""


def ignore_progress(done: int, whole: int) -> None:
    """Report nothing."""
