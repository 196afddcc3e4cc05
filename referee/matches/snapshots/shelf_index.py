"""The index of a shelf: for each match the line of the list, in a SQLite file of the cache.

The index is not evidence. A row is valid while the file of the journal, the pack and the code are the ones
it was written for. A damaged or foreign file counts as missing, and a row that cannot be stored is worked
out again by the next list.
"""

import os
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from referee.matches.journal.writing import Identity
from referee.platform import files
from referee.platform.running_code import digest_code
from schemas.clocks import Deadline
from schemas.record import Side, Value

if TYPE_CHECKING:
    import sqlite3

PATIENCE = 0.2
"""Seconds to wait for another process that writes to the index."""

_TABLE = "CREATE TABLE IF NOT EXISTS matches (name TEXT PRIMARY KEY, code TEXT NOT NULL, row BLOB NOT NULL)"


class Row(Value, kw_only=True):
    """A match in the list. `identity` is that of its journal's file, `digest` that of its pack."""

    name: str
    identity: Identity
    digest: str
    pack: str
    scenario: str
    entries: int
    waiting: tuple[Side, ...]
    deadlines: tuple[Deadline, ...]
    head: str


def path_of(shelf: Path) -> Path:
    """Return the file with the index of a shelf."""
    name = sha256(os.fsencode(os.path.realpath(shelf))).hexdigest()[:40]
    return files.cache_folder() / "shelves" / f"{name}.sqlite"


def load(shelf: Path) -> Mapping[str, Row]:
    """Return the rows that the running code wrote, by the names of their matches."""
    import sqlite3  # noqa: PLC0415 - of all commands, only the list needs it

    try:
        with _open(path_of(shelf)) as database:
            cursor = database.execute("SELECT row FROM matches WHERE code = ?", (digest_code(),))
            rows = [_DECODER.decode(row) for (row,) in cursor]
    except (OSError, RuntimeError, sqlite3.Error, msgspec.DecodeError):
        return {}
    return {row.name: row for row in rows}


def save(shelf: Path, rows: Iterable[Row], gone: Iterable[str]) -> None:
    """Store new rows and remove the rows of matches that are gone, if possible."""
    values = [(row.name, digest_code(), _ENCODER.encode(row)) for row in rows]
    names = [(name,) for name in gone]
    if not values and not names:
        return
    import sqlite3  # noqa: PLC0415 - as above

    try:
        with _open(path_of(shelf)) as database, database:
            database.executemany("INSERT OR REPLACE INTO matches VALUES (?, ?, ?)", values)
            database.executemany("DELETE FROM matches WHERE name = ?", names)
    except (OSError, RuntimeError, sqlite3.Error):
        return


def clear(shelf: Path) -> None:
    """Remove the index of a shelf."""
    files.remove(path_of(shelf))


@contextmanager
def _open(path: Path) -> "Generator[sqlite3.Connection]":
    """Open an index that only its owner can read or change; raises `OSError` if others can."""
    import sqlite3  # noqa: PLC0415 - as above

    files.make_folder(path.parent, 0o700)
    os.close(files.open_private(path))
    if not all(files.is_ours_alone(place.lstat()) for place in (path.parent, path)):
        raise PermissionError(path)
    with closing(sqlite3.connect(path, timeout=PATIENCE)) as database:
        # A power loss may damage a cache, but waiting for the disk would cost every list.
        database.execute("PRAGMA synchronous = OFF")
        database.execute(_TABLE)
        yield database


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Row)
