"""The database file of a post office, and transactions that are short although their work is long.

The changes of a transaction are made in tables of this process first, and repeated in the file when the
transaction is committed. Other processes write in the meantime. This is sound because a process changes only
rows of mails and matches that it has claimed.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

PATIENCE = 30.0
"""Seconds that a statement waits for another process that writes."""

_SETTINGS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA temp_store = MEMORY;
"""

_TABLES = """
CREATE TABLE IF NOT EXISTS {file}.mails (
    digest TEXT PRIMARY KEY, message_id TEXT, body TEXT, sender TEXT, match TEXT, side TEXT, verdict TEXT,
    answered INTEGER, at TEXT
);
CREATE INDEX IF NOT EXISTS {file}.mails_by_id ON mails (message_id);
CREATE INDEX IF NOT EXISTS {file}.mails_by_sender ON mails (sender, at);
CREATE INDEX IF NOT EXISTS {file}.mails_by_match ON mails (match, verdict);
CREATE TABLE IF NOT EXISTS {file}.answers (digest TEXT PRIMARY KEY, key TEXT);
CREATE TABLE IF NOT EXISTS {file}.reports (
    match TEXT, side TEXT, seq INTEGER, message_id TEXT, PRIMARY KEY (match, side)
);
CREATE TABLE IF NOT EXISTS {file}.tokens (
    token TEXT PRIMARY KEY, match TEXT, side TEXT, seq INTEGER, mail TEXT
);
CREATE INDEX IF NOT EXISTS {file}.tokens_by_seat ON tokens (match, side, mail, seq);
CREATE TABLE IF NOT EXISTS {file}.unfinished (match TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS {file}.signatures (signature TEXT PRIMARY KEY, mail TEXT);
CREATE TABLE IF NOT EXISTS {file}.pieces (piece TEXT PRIMARY KEY, state TEXT);
CREATE TABLE IF NOT EXISTS {file}.ticks (name TEXT PRIMARY KEY, at TEXT);
CREATE TABLE IF NOT EXISTS {file}.outgoing (key TEXT PRIMARY KEY, raw BLOB);
"""

_KEYS = {
    "mails": "digest",
    "answers": "digest",
    "reports": "match, side",
    "tokens": "token",
    "signatures": "signature",
    "pieces": "piece",
    "ticks": "name",
    "outgoing": "key",
}
"""Primary keys of the tables that a transaction reads."""

# A row of the transaction hides the row of the file with its key. A seat in `left_seats` has none there.
_VIEW = """
CREATE TEMP VIEW all_{table} AS
    SELECT *, rowid AS place FROM main.{table}
    WHERE ({key}) NOT IN (SELECT {key} FROM temp.{table}) {also}
    UNION ALL SELECT *, rowid + (1 << 40) FROM temp.{table}
"""

_LEFT = "AND (match, side) NOT IN (SELECT match, side FROM temp.left_seats)"


class Database:
    """The file, opened by one process. Every method raises `sqlite3.Error` if the disk fails."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        self._changes: list[tuple[str, tuple[object, ...]]] | None = None
        try:
            self._file.executescript(_SETTINGS + _TABLES.format(file="main") + _TABLES.format(file="temp"))
            self._file.execute("CREATE TEMP TABLE left_seats (match TEXT, side TEXT)")
            for table, key in _KEYS.items():
                also = _LEFT if table in ("reports", "tokens") else ""
                self._file.execute(_VIEW.format(table=table, key=key, also=also))
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def is_grouping(self) -> bool:
        """True inside a transaction."""
        return self._changes is not None

    def begin(self) -> None:
        """Begin a transaction: the changes up to `commit` are recorded together or not at all."""
        self._changes = []

    def commit(self) -> None:
        """Record the changes of the transaction on the disk."""
        self._run("BEGIN IMMEDIATE")
        for line, values in self._changes or ():
            self._run(line.format(file="main"), values)
        self._run("COMMIT")
        self._forget_changes()

    def roll_back(self) -> None:
        """Drop the changes of the transaction, if there is one."""
        with suppress(sqlite3.Error):
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
        self._forget_changes()

    def _forget_changes(self) -> None:
        if self._changes:
            for table in (*_KEYS, "unfinished", "left_seats"):
                self._file.execute(f"DELETE FROM temp.{table}")
        self._changes = None

    def ask(self, line: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run a statement. One that changes a table names it `{file}.table`.

        The views `all_...` show the changes of the transaction, the tables of `main` do not.
        """
        row = tuple(values)
        if "{file}" in line and self._changes is not None:
            self._changes.append((line, row))
            return self._run(line.format(file="temp"), row)
        return self._run(line.format(file="main") if "{file}" in line else line, row)

    def _run(self, line: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        return self._file.execute(line, values)

    def leave_seat(self, match: str, side: str) -> None:
        """Hide the rows of a seat in the file for the rest of the transaction."""
        if self._changes is not None:
            self._file.execute("INSERT INTO temp.left_seats VALUES (?, ?)", (match, side))
