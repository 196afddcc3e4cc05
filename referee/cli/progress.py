"""Progress bars on a terminal. Nothing is printed elsewhere."""

import sys
from collections.abc import Callable

from referee.cli.printable import echo

_WIDTH = 30

_STEPS = 100
"""Highest number of times that a bar is drawn."""


def bar(label: str, *, quiet: bool = False) -> Callable[[int, int], None]:
    """Return a function of the done and the total amount that draws a bar. Its last call erases the bar."""
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
    """Print nothing."""
