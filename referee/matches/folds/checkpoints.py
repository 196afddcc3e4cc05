"""Positions of every so many entries, so that one of long ago need not be reached from the start."""

from contextlib import suppress
from pathlib import Path

from referee.engine.system import State
from referee.matches.folds import fold as folds
from referee.matches.folds import store
from referee.matches.folds.lines import FoldedJournal
from referee.values.value import Value

STRIDE = 100
"""Entries between two checkpoints."""


class Checkpoint(Value, kw_only=True):
    """The position just after an entry that stands: its seal holds all before it."""

    code: str
    digest: str
    seal: str
    state: bytes


class Checkpoints:
    """Positions just after some entries that stood, in memory alone."""

    def __init__(self) -> None:
        self._packed: dict[int, bytes] = {}

    def find(self, seq: int) -> State | None:
        """The position just after an entry, if it is known."""
        try:
            return folds.unpack(self._packed[seq]) if seq in self._packed else None
        except Exception:
            # What cannot be read is reached anew.
            return None

    def keep(self, seq: int, state: State) -> None:
        """Keep the position just after an entry, if it can be packed."""
        with suppress(Exception):
            self._packed[seq] = folds.pack(state)


class KeptCheckpoints(Checkpoints):
    """The same, kept on disk as well, beside the fold of a journal."""

    def __init__(self, path: Path, journal: FoldedJournal, digest: str) -> None:
        """`digest` is that of the pack by whose rules positions are reached."""
        super().__init__()
        self._folder, self._lines, self._digest = store.folder_of(path), journal.lines, digest
        self._orderly = journal.latest is not None and journal.latest.digest == digest
        if journal.latest is not None and self._orderly:
            self._packed[journal.latest.seq] = journal.latest.state

    def find(self, seq: int) -> State | None:
        """The position just after an entry, if it is known."""
        if seq not in self._packed and self._orderly:
            point = folds.load_as(self._folder / str(seq), Checkpoint)
            if point is not None and (point.seal, point.digest) == (self._lines.seal(seq), self._digest):
                self._packed[seq] = point.state
        return super().find(seq)

    def keep(self, seq: int, state: State) -> None:
        """Keep the position just after an entry; what another past left behind goes first."""
        super().keep(seq, state)
        if not self._orderly:
            store.remove(self._folder)
            self._orderly = True
        path = self._folder / str(seq)
        if seq in self._packed and not path.exists():
            seal, packed = self._lines.seal(seq), self._packed[seq]
            point = Checkpoint(code=folds.code(), digest=self._digest, seal=seal, state=packed)
            folds.save_as(path, point)
