"""How far long work has come, on a terminal; elsewhere nothing is printed."""

import sys
from collections.abc import Callable

from referee.cli.printable import echo

_WIDTH = 30

_STEPS = 100
"""A bar is drawn at most so often."""


def bar(label: str, *, quiet: bool = False) -> Callable[[int, int], None]:
    """Draws a bar of how much is done, and of how much; the last call wipes it away."""
    drawn = -1

    def show(done: int, whole: int) -> None:
        nonlocal drawn
        reached = _STEPS * done // max(1, whole)
        if reached == drawn:
            return
        drawn = reached
        if done >= whole:
            line = ""
        else:
            filled = _WIDTH * done // max(1, whole)
            line = f"{label} [{'#' * filled}{'.' * (_WIDTH - filled)}] {reached:3}%"
        echo(f"\r\x1b[K{line}", err=True, nl=False, painted=True)

    return _silence if quiet or not sys.stderr.isatty() else show


def _silence(done: int, whole: int) -> None:
    """Say nothing."""
