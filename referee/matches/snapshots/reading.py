"""Reading a journal with its snapshot.

Stored entries are not read again; in doubt the whole journal is read.
"""

from pathlib import Path
from typing import BinaryIO

from referee.faults import DataFault, Fault
from referee.matches.journal import reading
from referee.matches.journal.reading import Torn
from referee.matches.journal.writing import Identity, identify
from referee.matches.snapshots import snapshot as folds
from referee.matches.snapshots.entries import FoldedJournal, Latest, Lines, StoredEntries
from referee.matches.snapshots.snapshot import Fold
from referee.matches.snapshots.totals import Totals
from schemas.journal import Head

SIZE = 2
"""Index of the size in the identity of a file."""


def read(path: Path) -> FoldedJournal:
    """Read the journal at a path."""
    with reading.opened(path) as file:
        return read_from(file, path)


def read_from(file: BinaryIO, path: Path) -> FoldedJournal:
    """Read the journal in an open file. The path is for its snapshot and for messages."""
    identity = identify(file.fileno())
    fold = folds.load(path)
    if fold is not None and _may_lead_to(fold.identity, identity):
        try:
            return _Reading(file, path, identity).carry_on(fold)
        except (DataFault, ValueError, LookupError, OSError):
            # The file changed: reading the whole journal reports its faults.
            file.seek(0)
    return _Reading(file, path, identity).read_all()


def read_whole(path: Path) -> FoldedJournal:
    """Read the journal at a path without a snapshot."""
    with reading.opened(path) as file:
        return _Reading(file, path, identify(file.fileno())).read_all()


def check_end(fold: Fold, path: Path) -> str:
    """Return the seal of the last entry if the file has not changed since the snapshot, or ""."""
    try:
        with reading.opened(path) as file:
            if identify(file.fileno()) != fold.identity:
                return ""
            read = _Reading(file, path, fold.identity).carry_on(fold)
    except (Fault, ValueError, LookupError, OSError):
        return ""
    return read.head.seal


def _may_lead_to(recorded: Identity, now: Identity) -> bool:
    """Return True if a file is the one of a snapshot, unchanged or longer."""
    return bool(recorded) and (
        recorded == now or (recorded[:SIZE] == now[:SIZE] and recorded[SIZE] < now[SIZE])
    )


class _Reading:
    """State of reading a journal."""

    def __init__(self, file: BinaryIO, path: Path, identity: Identity) -> None:
        self._file, self._path, self._identity = file, path, identity
        raw, self._opening, self._upcast = reading.read_header(file, path)
        self._lines = Lines(path, self._upcast, self._opening.seal, len(raw))
        self._totals = Totals()
        self._latest: Latest | None = None

    def read_all(self) -> FoldedJournal:
        """Read the journal from the first entry."""
        return self._take(Head(seq=0, seal=self._opening.seal))

    def carry_on(self, fold: Fold) -> FoldedJournal:
        """Read the journal from the last entry of a snapshot.

        Raises ValueError if that entry is not in the file.
        """
        self._lines.unpack(fold.starts, fold.seals)
        count = self._lines.kept = len(self._lines)
        if count != fold.totals.count or count < 1:
            raise ValueError("its parts do not fit each other")
        self._totals = fold.totals
        self._latest = Latest(fold.totals.standing.find_tip(count), fold.digest, fold.state)
        self._file.seek(self._lines.start(count))
        before = Head(seq=count - 1, seal=self._lines.seal(count - 1))
        rest = reading.read_entries(self._file, self._path, self._upcast, before)
        _, last = next(rest, (b"", Torn(b"")))
        if isinstance(last, Torn) or last.seal != self._lines.seal(count):
            raise ValueError("its last entry is another one")
        if self._file.tell() != self._lines.start(count + 1):
            raise ValueError("its last entry ends elsewhere")
        journal = self._take(Head(seq=count, seal=last.seal))
        if fold.identity == self._identity and len(self._lines) != count:
            raise ValueError("more was filed, and the file does not show it")
        return journal

    def _take(self, after: Head) -> FoldedJournal:
        """Read the following entries and return the journal."""
        torn = b""
        for raw, it in reading.read_entries(self._file, self._path, self._upcast, after):
            if isinstance(it, Torn):
                torn = it.tail
            else:
                self._lines.add(len(raw), it)
                self._totals.add(it)
        count = len(self._lines)
        # A writer may complete lines without changing the size.
        is_unchanged = not torn and identify(self._file.fileno()) == self._identity
        return FoldedJournal(
            self._opening.header,
            self._opening.seal,
            StoredEntries(self._lines, range(1, count + 1)),
            Head(seq=count, seal=self._lines.seal(count)),
            self._lines.start(count + 1),
            torn,
            lines=self._lines,
            totals=self._totals,
            identity=self._identity if is_unchanged else (),
            latest=self._latest,
        )
