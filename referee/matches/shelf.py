"""The shelf: the folder that holds the matches, each in a folder of its own."""

import os
import re
import stat
from pathlib import Path

from referee.platform import files

NAMED_BY = "REFEREE_SHELF"
"""The environment variable that names the shelf."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""What the name of a match looks like; it is a folder's name, and nothing in it can lead elsewhere."""

JOURNAL = "journal.jsonl"
SECRETS = "secret.json"
LANGUAGES = "languages.json"


def root(given: str | None = None) -> Path:
    """The shelf that was asked for, or the environment's, or `matches` here."""
    return Path(given or os.environ.get(NAMED_BY) or "matches")


def is_name(text: str) -> bool:
    """Whether a match may be called this."""
    return NAME.fullmatch(text) is not None


def is_free_name(text: str) -> bool:
    """Whether a new match may be called this on every platform: a shelf may be copied to another."""
    return is_name(text) and text not in files.RESERVED


def exposed(shelf: Path, *names: str) -> tuple[str, ...]:
    """The folders and files of running matches that others on this machine may look into.

    Where there are no secrets to throw dice with, a player keeps his own copy, and may show it to anyone.
    """
    run_here = [shelf / name for name in names if is_file(shelf / name / SECRETS, closed=False)]
    return tuple(
        path.as_posix()
        for folder in run_here
        for path in (folder, folder / JOURNAL, folder / SECRETS)
        if files.is_open_to_others(path)
    )


def names(shelf: Path) -> tuple[str, ...]:
    """The matches on a shelf, by name; a shelf that cannot be read is empty."""
    try:
        return look_through(shelf)
    except OSError:
        return ()


def look_through(shelf: Path) -> tuple[str, ...]:
    """The same; only a shelf that is not there is empty, of any other an `OSError` says what is wrong."""
    try:
        with os.scandir(shelf) as entries:
            return tuple(sorted(entry.name for entry in entries if _is_match(entry)))
    except FileNotFoundError:
        return ()


def _is_match(entry: os.DirEntry[str]) -> bool:
    return is_name(entry.name) and is_file(Path(entry.path, JOURNAL), closed=True)


def is_file(path: Path, *, closed: bool) -> bool:
    """Whether there is a file; `closed` is the answer where that is hidden: the rest must still be seen."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except PermissionError:
        return closed
    except OSError:
        return False
