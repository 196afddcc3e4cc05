"""Paths as people and scripts write them, and names that no file can have."""

import os
import sys
from pathlib import Path

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""Names of devices on Windows: a shelf with a match of such a name could not be copied there."""


def is_path(text: str) -> bool:
    """Whether a text leads somewhere, by a slash or the separator of this platform; a mere name does not."""
    return text in {".", ".."} or has_separator(text)


def has_separator(text: str) -> bool:
    """Whether a text has a slash in it, or the separator of this platform."""
    return any(sign in text for sign in ("/", os.sep, os.altsep) if sign)


def cache_folder() -> Path:
    """Where what can be made again is kept: by the XDG base directories, or the local folder on Windows.

    A relative `$XDG_CACHE_HOME` is ignored, as that specification asks.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    if sys.platform == "win32":
        named = named or os.environ.get("LOCALAPPDATA", "")
    chosen = Path(named)
    return (chosen if chosen.is_absolute() else Path.home() / ".cache") / "referee"
