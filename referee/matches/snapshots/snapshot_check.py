"""Snapshots written when due, listed, and compared with the whole journal."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from referee.engine.system import Rules, State
from referee.i18n.translator import message
from referee.matches import history
from referee.matches.journal.writing import Identity
from referee.matches.match_index import Past
from referee.matches.snapshots import reading, snapshot
from referee.matches.snapshots.entries import Checkpoint, FoldedJournal
from referee.matches.snapshots.snapshot import NOW, Fold
from referee.matches.snapshots.totals import Totals
from schemas.clocks import Deadline
from schemas.journal import Entry
from schemas.record import Side, Value

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
    folder = snapshot.folder_of(path)
    try:
        sizes = {file.name: file.stat().st_size for file in folder.iterdir()}
    except (OSError, RuntimeError):
        sizes = {}
    if NOW not in sizes:
        return Look("none")
    fold = snapshot.load(path)
    if fold is None or fold.digest != digest:
        return Look("unfit")
    fitness: Fitness = "fresh"
    if not reading.check_end(fold, path):
        fitness = "behind" if reading.read(path).lines.kept else "unfit"
        # Reading on has lengthened what was loaded; the answer is about what lies on the disk.
        fold = snapshot.load(path)
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
    from referee.matches.clocks import running_deadlines  # noqa: PLC0415 - most matches have no clock

    return running_deadlines.list_due(_Read(rules, entries, Past(totals)))


def _has_lines(whole: FoldedJournal, fold: Fold) -> bool:
    starts, seals = whole.lines.pack()
    return starts.startswith(fold.starts) and seals.startswith(fold.seals)


def _is_right(path: Path, seq: int, whole: FoldedJournal, fold: Fold, rules: Rules) -> bool:
    """Whether a checkpoint holds the position just after its entry; one that is not used cannot be wrong."""
    point = snapshot.load_as(snapshot.folder_of(path) / str(seq), Checkpoint)
    if point is None or seq > len(whole.lines):
        return True
    if (point.seal, point.digest) != (whole.lines.seal(seq), fold.digest):
        return True
    return _unpack(point.state) == history.position(rules, whole.entries[:seq])


def _unpack(packed: bytes) -> State | None:
    try:
        return snapshot.unpack(packed)
    except Exception:
        # Whatever it is, it is no position.
        return None


MOST_UNKEPT = 32
"""Entries that may be filed before a fold is written again while a match is held, or only read."""


def is_due(journal: FoldedJournal, digest: str) -> bool:
    """Whether a reader, or who goes on writing, should write the fold; `digest` is that of the pack."""
    latest = journal.latest
    foreign = journal.lines.kept == 0 or (latest is not None and latest.digest != digest)
    return foreign or count_unkept(journal) >= MOST_UNKEPT


def count_unkept(journal: FoldedJournal) -> int:
    """How many entries no fold on disk holds."""
    return len(journal.lines) - journal.lines.kept


class Asking(Value):
    """Who is asked in a position, and until when he has to answer, where a clock runs."""

    waiting: tuple[Side, ...]
    deadlines: tuple[Deadline, ...] = ()


def keep_snapshot(
    journal: FoldedJournal, identity: Identity, digest: str, state: State, asking: Asking
) -> None:
    """Write the fold of a journal whose file has this identity, if that can be done.

    `state` is the position by the rules of the pack with this digest.
    """
    lines = journal.lines
    if not identity or not len(lines) == len(journal.entries) == journal.totals.count:
        return
    starts, seals = lines.pack()
    fold = Fold(
        code=snapshot.code(),
        journal=os.path.realpath(lines.path),
        identity=identity,
        starts=starts,
        seals=seals,
        totals=journal.totals,
        digest=digest,
        state=snapshot.pack(state),
        pack=journal.header.pack,
        scenario=journal.header.scenario,
        waiting=asking.waiting,
        deadlines=asking.deadlines,
    )
    snapshot.save(lines.path, fold)
    # What cannot be kept now is not tried again at every letter.
    lines.kept = len(lines)


def find_fresh(path: Path) -> tuple[Fold, str] | None:
    """The fold of a journal to which nothing was added since, and the seal of its last entry."""
    fold = snapshot.load(path)
    if fold is None or not (seal := reading.check_end(fold, path)):
        return None
    return fold, seal
