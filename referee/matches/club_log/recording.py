"""Entries of the club log: the head of a match is recorded before its letter is answered."""

from pathlib import Path
from typing import TYPE_CHECKING

from schemas.journal import Head

if TYPE_CHECKING:
    from referee.matches.club_log.store import ClubLog

FOLDER = "_club"
"""Folder of the club on its shelf. No match can have this name."""

KEY_FILE = "key.json"


def open_log(root: Path) -> "ClubLog | None":
    """Return the club log of a shelf, or None. A shelf without one costs one look at the disk."""
    if not (root / FOLDER / KEY_FILE).exists():
        return None
    from referee.matches.club_log import store  # noqa: PLC0415 - a database that most shelves do not need

    return store.find(root)


def record_head(root: Path, head: Head) -> None:
    """Append a head to the club log of a shelf, if it has one."""
    if (log := open_log(root)) is not None:
        log.append(head)
