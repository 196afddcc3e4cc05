"""Paths in user input, and reserved file names."""

import os
import sys
from pathlib import Path

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""Device names of Windows. A shelf with a match of such a name could not be copied there."""


def is_path(text: str) -> bool:
    """Return True if a text is a path: ".", "..", or a text with a separator."""
    return text in {".", ".."} or has_separator(text)


def has_separator(text: str) -> bool:
    """Return True if the text contains "/" or a path separator of this platform."""
    return any(sign in text for sign in ("/", os.sep, os.altsep) if sign)


def cache_folder() -> Path:
    """Return the cache folder: by the XDG base directories, or the local folder on Windows.

    A relative `$XDG_CACHE_HOME` is ignored, as that specification requires.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    if sys.platform == "win32":
        named = named or os.environ.get("LOCALAPPDATA", "")
    chosen = Path(named)
    return (chosen if chosen.is_absolute() else Path.home() / ".cache") / "referee"
