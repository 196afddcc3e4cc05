"""Standard streams: what is printed is UTF-8 with plain line ends wherever it is not a console."""

import io
import sys


def prepare(stream: object) -> None:
    """Spell out signs that a terminal lacks, and give pipes and files the same bytes on every platform."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    if sys.platform == "win32" and not stream.isatty():
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    else:
        stream.reconfigure(errors="backslashreplace")
