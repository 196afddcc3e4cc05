"""A journal read with its fold: what is kept is not read again, and any doubt reads all of it."""

from pathlib import Path
from typing import BinaryIO

from referee.engine.faults import DataFault, Fault
from referee.matches.folds import fold as folds
from referee.matches.folds.fold import Fold
from referee.matches.folds.lines import FoldedJournal, Latest, Lines, StoredEntries
from referee.matches.folds.totals import Totals
from referee.matches.journal import reading
from referee.matches.journal.reading import Opening, Torn, Upcaster
from referee.matches.journal.writing import Identity, identify
from schemas.journal import Head

SIZE = 2
"""Where the size stands in the identity of a file."""


def read(path: Path) -> FoldedJournal:
    """The journal at a path."""
    with reading.opened(path) as file:
        return read_from(file, path)


def read_from(file: BinaryIO, path: Path) -> FoldedJournal:
    """The journal in an open file; the path is for its fold and for messages."""
    identity = identify(file.fileno())
    raw, opening, upcast = reading.read_header(file, path)
    whole = _Reading(file, path, opening, upcast, len(raw), identity)
    fold = folds.load(path)
    if fold is not None and _may_lead_to(fold.identity, identity):
        try:
            return whole.carry_on(fold)
        except (DataFault, ValueError, LookupError, OSError):
            # The file was changed: what is wrong with it, the whole journal shows.
            whole = _Reading(file, path, opening, upcast, len(raw), identity)
    return whole.read_all()


def check_end(fold: Fold, path: Path) -> str:
    """The seal of the last entry, if nothing was filed or changed since a fold was kept, as far as shows."""
    try:
        with reading.opened(path) as file:
            if identify(file.fileno()) != fold.identity:
                return ""
            raw, opening, upcast = reading.read_header(file, path)
            read = _Reading(file, path, opening, upcast, len(raw), fold.identity).carry_on(fold)
    except (Fault, ValueError, LookupError, OSError):
        return ""
    return read.head.seal


def _may_lead_to(kept: Identity, now: Identity) -> bool:
    """Whether a file is the one that a fold was made of, untouched or grown."""
    if not kept or not now:
        return False
    return kept == now or (kept[:SIZE] == now[:SIZE] and kept[SIZE] < now[SIZE])


class _Reading:
    """A journal while it is read."""

    def __init__(
        self, file: BinaryIO, path: Path, opening: Opening, upcast: Upcaster, start: int, identity: Identity
    ) -> None:
        self._file, self._path = file, path
        self._opening, self._upcast = opening, upcast
        self._identity = identity
        self._start = start
        self._lines = Lines(path, upcast, opening.seal, start)
        self._totals = Totals()
        self._latest: Latest | None = None

    def read_all(self) -> FoldedJournal:
        """The journal read from the first entry on."""
        self._file.seek(self._start)
        return self._take(Head(seq=0, seal=self._opening.seal))

    def carry_on(self, fold: Fold) -> FoldedJournal:
        """The journal read from the last entry of a fold on; a `ValueError` unless that is still there."""
        self._lines.unpack(fold.starts, fold.seals)
        count = self._lines.kept = len(self._lines)
        if count != fold.totals.count or count < 1:
            raise ValueError("its parts do not fit each other")
        self._totals = fold.totals
        self._latest = Latest(fold.totals.standing.find_tip(count), fold.digest, fold.state)
        self._file.seek(self._lines.start(count))
        before = Head(seq=count - 1, seal=self._lines.seal(count - 1))
        _, last = next(reading.read_entries(self._file, self._path, self._upcast, before))
        if isinstance(last, Torn) or last.seal != self._lines.seal(count):
            raise ValueError("its last entry is another one")
        if self._file.tell() != self._lines.start(count + 1):
            raise ValueError("its last entry ends elsewhere")
        journal = self._take(Head(seq=count, seal=last.seal))
        if fold.identity == self._identity and len(self._lines) != count:
            raise ValueError("more was filed, and the file does not show it")
        return journal

    def _take(self, after: Head) -> FoldedJournal:
        """The journal with the entries from here on."""
        torn = b""
        for raw, it in reading.read_entries(self._file, self._path, self._upcast, after):
            if isinstance(it, Torn):
                torn = it.tail
            else:
                self._lines.add(len(raw), it)
                self._totals.add(it)
        count = len(self._lines)
        unchanged = identify(self._file.fileno()) == self._identity
        return FoldedJournal(
            self._opening.header,
            self._opening.seal,
            StoredEntries(self._lines, range(1, count + 1)),
            Head(seq=count, seal=self._lines.seal(count)),
            self._lines.start(count + 1),
            torn,
            lines=self._lines,
            totals=self._totals,
            identity=self._identity if unchanged else (),
            latest=self._latest,
        )
