"""The shelf: a folder that holds one folder for each match."""

import os
import re
import stat
import unicodedata
from pathlib import Path

from referee.platform import files

NAMED_BY = "REFEREE_SHELF"
"""Environment variable that names the shelf."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""Pattern of a match's name. It is the name of a folder and cannot lead outside the shelf."""

JOURNAL = "journal.jsonl"
SECRETS = "secret.json"
LANGUAGES = "languages.json"


def root(path: str | None = None) -> Path:
    """Return the given shelf, that of the environment, or `matches` in the current folder."""
    return Path(path or os.environ.get(NAMED_BY) or "matches")


def is_name(text: str) -> bool:
    """Return True if a text is a valid name of a match."""
    return NAME.fullmatch(text) is not None


def is_match(shelf: Path, name: str) -> bool:
    """Return True if a match of this name is on a shelf."""
    return is_name(name) and is_file(shelf / name / JOURNAL, closed=True)


def propose_name(text: str) -> str:
    """Return a valid name made of the letters and digits of a text."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:64].rstrip("-") or "my-match"


def is_free_name(text: str) -> bool:
    """Return True if a new match can have this name on every platform."""
    return is_name(text) and text not in files.RESERVED


def find_exposed(shelf: Path, *names: str) -> tuple[str, ...]:
    """Return the folders and files of running matches that other users of this computer can read.

    A folder without secrets holds a player's own copy, which may be shown to anyone.
    """
    running = [shelf / name for name in names if is_file(shelf / name / SECRETS, closed=False)]
    return tuple(
        path.as_posix()
        for folder in running
        for path in (folder, folder / JOURNAL, folder / SECRETS)
        if files.is_open_to_others(path)
    )


def names(shelf: Path) -> tuple[str, ...]:
    """Return the names of the matches on a shelf, sorted. A shelf that cannot be read is empty."""
    try:
        return look_through(shelf)
    except OSError:
        return ()


def look_through(shelf: Path) -> tuple[str, ...]:
    """Return the names of the matches on a shelf, sorted. Raises OSError if it exists and cannot be read."""
    try:
        with os.scandir(shelf) as entries:
            return tuple(sorted(entry.name for entry in entries if is_match(shelf, entry.name)))
    except FileNotFoundError:
        return ()


def is_file(path: Path, *, closed: bool) -> bool:
    """Return True if a path is a file. `closed` is the result if the folder may not be searched."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except PermissionError:
        return closed
    except OSError:
        return False
