"""Database of a club log: an append-only tree over the heads of all matches of a shelf.

A match is in the log before its opening is answered, and each filed head before its answer. A checkpoint of
any earlier size can be signed again: the same head always has the same proof.
"""

import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from referee.faults import Busy, CannotWrite, Complaint, NotFound
from referee.matches.club_log import merkle, signed_notes
from referee.matches.club_log.faults import ClubFault
from referee.matches.club_log.proofs import ClubProof, Link, leaf_data
from referee.matches.club_log.signed_notes import ED25519, Checkpoint, VerifierKey
from schemas.journal import Head
from schemas.record import Side, Value

LOG_FILE = "log.sqlite"

PATIENCE = 5.0
"""Seconds to wait for another process that writes to the log."""

_TABLES = """
PRAGMA synchronous = EXTRA;
CREATE TABLE IF NOT EXISTS leaves (number INTEGER PRIMARY KEY, data BLOB UNIQUE);
CREATE TABLE IF NOT EXISTS hashes (position INTEGER PRIMARY KEY, hash BLOB);
CREATE TABLE IF NOT EXISTS shown (match TEXT, viewer TEXT, size INTEGER, PRIMARY KEY (match, viewer, size));
"""


class ClubLog(Value):
    """The club log of a shelf."""

    folder: Path
    name: str
    seed: bytes

    @property
    def key(self) -> VerifierKey:
        """The public key of the club, which signs the checkpoints."""
        return VerifierKey(self.name, ED25519, signed_notes.public_key(self.seed))

    def append(self, head: Head) -> int:
        """Append a head, unless it is in the log. Return the number of its leaf, durably stored."""
        with self._open() as log:
            number = _find(log, head)
            if number is not None:
                return number
            log.execute("BEGIN IMMEDIATE")
            number = _find(log, head)
            if number is None:
                number = _size(log)
                leaf = merkle.leaf_hash(leaf_data(head))
                hashes = merkle.new_hashes(number, leaf, lambda at: _hash(log, at))
                rows = enumerate(hashes, merkle.count_hashes(number))
                log.execute("INSERT INTO leaves VALUES (?, ?)", (number, leaf_data(head)))
                log.executemany("INSERT INTO hashes VALUES (?, ?)", rows)
            log.execute("COMMIT")
            return number

    def size(self) -> int:
        """Return the number of leaves."""
        with self._open() as log:
            return _size(log)

    def checkpoint(self, size: int) -> Checkpoint:
        """Return the checkpoint of the first leaves. Raises `ValueError` if the log is shorter."""
        with self._open() as log:
            if not 0 <= size <= _size(log):
                raise ValueError(size)
            return self._checkpoint(log, size)

    def prove(self, head: Head, since: Iterable[int] = ()) -> ClubProof:
        """Return the proof of a head that is in the log, as of the moment when it was appended.

        `since` are sizes of older checkpoints; the proof links each of them that is older than the head.
        Raises `NotFound` if the head is not in the log.
        """
        with self._open() as log:
            number = _find(log, head)
            if number is None:
                raise NotFound(Complaint.of(ClubFault.HEAD_NOT_LOGGED, head=head))
            size = number + 1

            def read(at: int) -> bytes:
                return _hash(log, at)

            links = tuple(
                Link(old, merkle.root_hash(old, read), tuple(merkle.prove_consistency(old, size, read)))
                for old in sorted({*since})
                if 0 < old < size
            )
            note = signed_notes.sign(self._checkpoint(log, size), self.seed)
            return ClubProof(head, number, note, tuple(merkle.prove_inclusion(number, size, read)), links)

    def note_shown(self, match: str, viewer: Side, size: int) -> int:
        """Note that a report shows a viewer the checkpoint of a size. Return the size shown before, or 0."""
        with self._open() as log:
            log.execute("INSERT OR IGNORE INTO shown VALUES (?, ?, ?)", (match, viewer, size))
            question = "SELECT max(size) FROM shown WHERE match = ? AND viewer = ? AND size < ?"
            return log.execute(question, (match, viewer, size)).fetchone()[0] or 0

    def find(self, head: Head) -> int | None:
        """Return the number of the leaf of a head, or None."""
        with self._open() as log:
            return _find(log, head)

    def _checkpoint(self, log: sqlite3.Connection, size: int) -> Checkpoint:
        return Checkpoint(self.name, size, merkle.root_hash(size, lambda at: _hash(log, at)))

    @contextmanager
    def _open(self) -> Generator[sqlite3.Connection]:
        path = self.folder / LOG_FILE
        try:
            log = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            try:
                log.executescript(_TABLES)
                yield log
            finally:
                log.close()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise Busy(Complaint.of(ClubFault.LOG_BUSY, path=path)) from error
            raise CannotWrite(Complaint.of(ClubFault.LOG_UNUSABLE, path=path, why=error)) from error


def _find(log: sqlite3.Connection, head: Head) -> int | None:
    row = log.execute("SELECT number FROM leaves WHERE data = ?", (leaf_data(head),)).fetchone()
    return row[0] if row else None


def _size(log: sqlite3.Connection) -> int:
    row = log.execute("SELECT max(number) FROM leaves").fetchone()
    return 0 if row[0] is None else int(row[0]) + 1


def _hash(log: sqlite3.Connection, position: int) -> bytes:
    row = log.execute("SELECT hash FROM hashes WHERE position = ?", (position,)).fetchone()
    return bytes(row[0])
