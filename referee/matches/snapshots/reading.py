"""Reading a journal with its snapshot: entries on demand, and checkpoints of positions.

Stored entries are not read again; in doubt the whole journal is read.
"""

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, overload

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import DataFault, Fault, Stale, declare
from referee.matches.journal import reading
from referee.matches.journal.line import Broken, JournalFault
from referee.matches.journal.reading import Journal, Torn
from referee.matches.journal.writing import Identity, identify
from referee.matches.snapshots import snapshot as folds
from referee.matches.snapshots.snapshot import Fold
from referee.matches.snapshots.totals import Totals
from referee.platform.running_code import digest_code
from schemas.journal import Entry, Head
from schemas.record import Value

BLOCK = 1 << 16
"""Number of bytes read at once. Most commands read neighbouring entries."""

MOST_READY = 1000
"""Maximum number of entries kept in memory."""

SEAL = 32
"""Length of a seal in bytes."""


class Lines:
    """Byte positions and seals of the entries of a journal.

    An entry that is read again is hashed, and its seal compared with the recorded one.
    """

    def __init__(self, path: Path, header_seal: str, start: int) -> None:
        """Start with the byte position of the first entry.

        `kept` is the number of entries in the stored snapshot.
        """
        self.path = path
        self._starts = array("Q", [start])
        self._seals = bytearray.fromhex(header_seal)
        self._block_start, self._block = 0, b""
        self._ready: dict[int, Entry] = {}
        self.kept = 0

    def __len__(self) -> int:
        return len(self._starts) - 1

    def pack(self) -> tuple[bytes, bytes]:
        """Return byte positions and seals as bytes."""
        return self._starts.tobytes(), bytes(self._seals)

    def unpack(self, starts: bytes, seals: bytes) -> None:
        """Load packed positions and seals. Raises ValueError if they are invalid or of another journal."""
        read = array("Q")
        read.frombytes(starts)
        if len(seals) != SEAL * len(read) or read[:1] != self._starts or seals[:SEAL] != bytes(self._seals):
            raise ValueError("another journal")
        self._starts, self._seals = read, bytearray(seals)

    def add(self, length: int, entry: Entry) -> None:
        """Add an entry with the length of its line in bytes."""
        self._starts.append(self._starts[-1] + length)
        self._seals += bytes.fromhex(entry.seal)
        self._ready[len(self)] = entry
        if len(self._ready) > MOST_READY:
            del self._ready[next(iter(self._ready))]

    def start(self, seq: int) -> int:
        """Return the byte position of an entry."""
        return self._starts[seq - 1]

    def seal(self, seq: int) -> str:
        """Return the seal of an entry, or of the header for 0."""
        return self._seals[SEAL * seq : SEAL * (seq + 1)].hex()

    def read(self, seq: int) -> Entry:
        """Read an entry. Raises a fault if the journal changed meanwhile."""
        if seq in self._ready:
            return self._ready[seq]
        raw = self._read_bytes(self._starts[seq - 1], self._starts[seq])
        try:
            entry = reading.entry(raw[:-1], seq, self.seal(seq - 1), self.seal(seq))
        except Broken:
            entry = None
        if entry is None or entry.seal != self.seal(seq) or raw[-1:] != b"\n":
            # Reading the whole journal reports what changed.
            reading.read(self.path)
            raise Stale(declare(JournalFault.CHANGED_MEANWHILE, path=self.path))
        return entry

    def _read_bytes(self, start: int, end: int) -> bytes:
        if not self._block_start <= start <= end <= self._block_start + len(self._block):
            with reading.opened(self.path) as file:
                file.seek(start)
                self._block_start, self._block = start, file.read(max(BLOCK, end - start))
        return self._block[start - self._block_start : end - self._block_start]


class StoredEntries(Sequence[Entry]):
    """Entries of a journal, read from its file on demand."""

    def __init__(self, lines: Lines, numbers: range) -> None:
        self._lines, self._numbers = lines, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Entry]:
        return map(self._lines.read, self._numbers)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> "StoredEntries": ...

    def __getitem__(self, at: int | slice) -> "Entry | StoredEntries":
        if isinstance(at, slice):
            return StoredEntries(self._lines, self._numbers[at])
        return self._lines.read(self._numbers[at])


class Latest(Value):
    """The packed position after the last effective entry of a snapshot.

    `digest` is that of the pack whose rules reached it.
    """

    seq: int
    digest: str
    state: bytes


class FoldedJournal(Journal, kw_only=True):
    """A journal with its entries on disk and their totals in memory.

    `identity` is that of its file when it was read, or () if the file was changing.
    """

    lines: Lines
    totals: Totals
    identity: Identity = ()
    latest: Latest | None = None

    def lengthen(self, lines: Sequence[bytes], entries: Sequence[Entry]) -> "FoldedJournal":
        """Return the journal with more entries. Lines and totals are shared and grow as well."""
        assert len(self.lines) == len(self.entries), "a journal grows at its end alone"
        for raw, entry in zip(lines, entries, strict=True):
            self.lines.add(len(raw), entry)
            self.totals.add(entry)
        count = len(self.lines)
        return replace(
            self,
            entries=StoredEntries(self.lines, range(1, count + 1)),
            head=Head(seq=count, seal=self.lines.seal(count)),
            text_length=self.lines.start(count + 1),
            identity=(),
        )


STRIDE = 100
"""Number of entries between two checkpoints."""


class Checkpoint(Value, kw_only=True):
    """The position after an effective entry. The seal of the entry covers everything before it."""

    code: str
    digest: str
    seal: str
    state: bytes


class Checkpoints:
    """Positions after some effective entries, in memory only."""

    def __init__(self) -> None:
        self._packed: dict[int, bytes] = {}

    def find(self, seq: int) -> State | None:
        """Return the position after an entry if it is stored, or None."""
        try:
            return folds.unpack(self._packed[seq]) if seq in self._packed else None
        except Exception:
            # An unreadable position is computed again.
            return None

    def keep(self, seq: int, state: State) -> None:
        """Store the position after an entry if it can be packed."""
        with suppress(Exception):
            self._packed[seq] = folds.pack(state)


class KeptCheckpoints(Checkpoints):
    """Positions stored on disk as well, beside the snapshot of a journal."""

    def __init__(self, path: Path, journal: FoldedJournal, digest: str) -> None:
        """`digest` is that of the pack whose rules reach the positions."""
        super().__init__()
        self._folder, self._lines, self._digest = folds.folder_of(path), journal.lines, digest
        self._orderly = journal.latest is not None and journal.latest.digest == digest
        if journal.latest is not None and self._orderly:
            self._packed[journal.latest.seq] = journal.latest.state

    def find(self, seq: int) -> State | None:
        """Return the position after an entry if it is stored, or None."""
        if seq not in self._packed and self._orderly:
            point = folds.load_as(self._folder / str(seq), Checkpoint)
            if point is not None and (point.seal, point.digest) == (self._lines.seal(seq), self._digest):
                self._packed[seq] = point.state
        return super().find(seq)

    def keep(self, seq: int, state: State) -> None:
        """Store the position after an entry. Removes positions of another history first."""
        super().keep(seq, state)
        if not self._orderly:
            folds.remove(self._folder)
            self._orderly = True
        path = self._folder / str(seq)
        if seq in self._packed and not path.exists():
            seal, state_bytes = self._lines.seal(seq), self._packed[seq]
            point = Checkpoint(code=digest_code(), digest=self._digest, seal=seal, state=state_bytes)
            folds.save_as(path, point)


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
        raw, self._opening = reading.read_header(file, path)
        self._lines = Lines(path, self._opening.seal, len(raw))
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
        rest = reading.read_entries(self._file, self._path, before)
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
        for raw, it in reading.read_entries(self._file, self._path, after):
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
