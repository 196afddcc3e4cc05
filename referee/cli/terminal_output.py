"""Output to a terminal: printable text and progress bars."""

import sys
import unicodedata
from collections.abc import Callable

from referee.platform import streams

OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories of control characters, which can change or hide text on a terminal."""


def printable(text: str) -> str:
    """Escape control characters as JSON does, except newlines."""
    kinds = {sign: unicodedata.category(sign) for sign in set(text) - {"\n"}}
    spelt = {ord(sign): _spell(sign) for sign, kind in kinds.items() if kind in OBEYED}
    return text.translate(spelt) if spelt else text


def _spell(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def echo(text: str | bytes, *, err: bool = False, nl: bool = True, is_painted: bool = False) -> None:
    """Print text, or unchanged bytes, and flush. `painted` text keeps its colour codes.

    Typer is imported only for text that needs it.
    """
    stream = streams.plain_stream(err=err)
    if stream is None or is_painted:
        import typer

        typer.echo(text, err=err, nl=nl, color=is_painted or None)
    elif isinstance(text, bytes):
        stream.flush()
        stream.buffer.write(text + b"\n" * nl)
        stream.buffer.flush()
    else:
        stream.write(text + "\n" * nl)
        stream.flush()


_WIDTH = 30

_STEPS = 100
"""Highest number of times that a bar is drawn."""


def bar(label: str, *, quiet: bool = False) -> Callable[[int, int], None]:
    """Return a function of the done and the total amount that draws a bar. Its last call erases the bar."""
    last_step = -1

    def show(done: int, whole: int) -> None:
        nonlocal last_step
        step = _STEPS * done // max(1, whole)
        if step == last_step:
            return
        last_step = step
        if done >= whole:
            line = ""
        else:
            bar_length = _WIDTH * done // max(1, whole)
            line = f"{label} [{'#' * bar_length}{'.' * (_WIDTH - bar_length)}] {step:3}%"
        echo(f"\r\x1b[K{line}", err=True, nl=False, is_painted=True)

    return _silence if quiet or not sys.stderr.isatty() else show


def _silence(done: int, whole: int) -> None:
    """Print nothing."""
