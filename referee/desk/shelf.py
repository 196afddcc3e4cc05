"""The shelf: the folder that holds the matches, each in a folder of its own."""

import os
import re
from pathlib import Path

NAMED_BY = "REFEREE_SHELF"
"""The environment variable that names the shelf."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""What the name of a match looks like; it is a folder's name, and nothing in it can lead elsewhere."""

JOURNAL = "journal.jsonl"
SECRETS = "secret.json"


def root(given: str | None = None) -> Path:
    """The shelf that was asked for, else the environment's, else `matches` here."""
    return Path(given or os.environ.get(NAMED_BY) or "matches")


def is_name(text: str) -> bool:
    """Whether a match may be called this."""
    return NAME.fullmatch(text) is not None


def names(shelf: Path) -> tuple[str, ...]:
    """The matches on a shelf, by name; a shelf that is not there is empty."""
    try:
        with os.scandir(shelf) as entries:
            return tuple(
                sorted(e.name for e in entries if is_name(e.name) and Path(e.path, JOURNAL).is_file())
            )
    except OSError:
        return ()
