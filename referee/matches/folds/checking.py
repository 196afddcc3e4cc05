"""Folds looked at and checked: what is kept, and whether it is what the whole journal comes to."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from referee.engine.system import Rules, State
from referee.engine.tongue import message
from referee.matches import history
from referee.matches.folds import fold as folds
from referee.matches.folds import reading, store
from referee.matches.folds.checkpoints import Checkpoint
from referee.matches.folds.fold import NOW, Fold
from referee.matches.folds.lines import FoldedJournal
from referee.matches.folds.totals import Totals
from referee.matches.past import Past
from referee.values.value import Value
from schemas.clocks import Deadline
from schemas.journal import Entry

Fitness = Literal["fresh", "behind", "unfit", "none"]

LINES, TOTALS, POSITION = message("lines"), message("totals"), message("position")
WAITING, CHECKPOINTS = message("who is asked"), message("checkpoints")
DEADLINES = message("deadlines")
"""The parts of a fold."""


class Look(Value):
    """A fold at a glance; `size` counts the bytes of all its files, and `checkpoints` are entries."""

    fitness: Fitness
    fold: Fold | None = None
    size: int = 0
    checkpoints: tuple[int, ...] = ()


def look(path: Path, digest: str) -> Look:
    """The fold of a journal, and whether it is of use; `digest` is that of the pack of the match."""
    folder = store.folder_of(path)
    try:
        sizes = {file.name: file.stat().st_size for file in folder.iterdir()}
    except (OSError, RuntimeError):
        sizes = {}
    if NOW not in sizes:
        return Look("none")
    fold = folds.load(path)
    if fold is None or fold.digest != digest:
        return Look("unfit")
    fitness: Fitness = "fresh"
    if not reading.check_end(fold, path):
        fitness = "behind" if reading.read(path).lines.kept else "unfit"
        # Reading on has lengthened what was loaded; the answer is about what lies on the disk.
        fold = folds.load(path)
    points = tuple(sorted(int(name) for name in sizes if name.isdecimal()))
    return Look(fitness, fold, sum(sizes.values()), points)


def list_wrong(path: Path, found: Look, rules: Rules) -> Iterator[str]:
    """The parts of a fold that are not what the whole journal comes to."""
    whole, fold = reading.read_whole(path), found.fold
    if fold is None:
        return
    count = fold.totals.count
    if not _has_lines(whole, fold):
        yield LINES
        return
    entries = whole.entries[:count]
    totals = Totals()
    for entry in entries:
        totals.add(entry)
    if totals.list_parts() != fold.totals.list_parts():
        yield TOTALS
    state = history.position(rules, entries)
    if _unpack(fold.state) != state:
        yield POSITION
    if fold.waiting != history.list_awaited_sides(rules, state):
        yield WAITING
    if fold.deadlines != _list_due(rules, entries, totals):
        yield DEADLINES
    if not all(_is_right(path, seq, whole, fold, rules) for seq in found.checkpoints):
        yield CHECKPOINTS


class _Read(Value):
    """Entries that were read again, as deadlines follow from them."""

    rules: Rules
    entries: Sequence[Entry]
    past: Past


def _list_due(rules: Rules, entries: Sequence[Entry], totals: Totals) -> tuple[Deadline, ...]:
    """The answers that are owed after some entries, where a clock runs."""
    if not totals.timed:
        return ()
    from referee.matches.deadlines import running  # noqa: PLC0415 - most matches have no clock

    return running.list_due(_Read(rules, entries, Past(totals)))


def _has_lines(whole: FoldedJournal, fold: Fold) -> bool:
    starts, seals = whole.lines.pack()
    return starts.startswith(fold.starts) and seals.startswith(fold.seals)


def _is_right(path: Path, seq: int, whole: FoldedJournal, fold: Fold, rules: Rules) -> bool:
    """Whether a checkpoint holds the position just after its entry; one that is not used cannot be wrong."""
    point = folds.load_as(store.folder_of(path) / str(seq), Checkpoint)
    if point is None or seq > len(whole.lines):
        return True
    if (point.seal, point.digest) != (whole.lines.seal(seq), fold.digest):
        return True
    return _unpack(point.state) == history.position(rules, whole.entries[:seq])


def _unpack(packed: bytes) -> State | None:
    try:
        return folds.unpack(packed)
    except Exception:
        # Whatever it is, it is no position.
        return None
