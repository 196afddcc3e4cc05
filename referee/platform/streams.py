"""Standard streams: output is UTF-8 with LF line ends unless it goes to a console."""

import io
import sys
from typing import TextIO

ASCII = frozenset({"ascii", "us-ascii", "ansi_x3.4-1968", "646"})
"""Names of ASCII. A stream with this encoding is treated as UTF-8."""


def prepare(stream: object) -> None:
    """Escape characters that a terminal lacks, and give pipes and files the same bytes on every platform."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    if sys.platform == "win32" and not stream.isatty():
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    else:
        stream.reconfigure(errors="backslashreplace")


def plain_stream(*, err: bool = False) -> TextIO | None:
    """Return the standard stream if it accepts text unchanged, or None (as on a Windows console)."""
    stream: TextIO = sys.stderr if err else sys.stdout
    return stream if _takes_text(stream) else None


def _takes_text(stream: TextIO) -> bool:
    if not isinstance(stream, io.TextIOWrapper) or (sys.platform == "win32" and stream.isatty()):
        return False
    return stream.encoding.casefold() not in ASCII
