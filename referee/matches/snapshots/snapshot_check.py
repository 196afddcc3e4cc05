"""Snapshots written when due, listed, and compared with the whole journal."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from referee.engine.system import Rules, State
from referee.i18n.translator import message
from referee.matches import history
from referee.matches.journal.writing import Identity
from referee.matches.match_index import EntryIndex
from referee.matches.snapshots import reading, snapshot
from referee.matches.snapshots.reading import Checkpoint, FoldedJournal
from referee.matches.snapshots.snapshot import NOW, Fold
from referee.matches.snapshots.totals import Totals
from referee.platform.running_code import digest_code
from schemas.clocks import Deadline
from schemas.journal import Entry
from schemas.record import Side, Value

Fitness = Literal["fresh", "behind", "unfit", "none"]

LINES, TOTALS, POSITION = message("lines"), message("totals"), message("position")
WAITING, CHECKPOINTS = message("open prompts"), message("checkpoints")
DEADLINES = message("deadlines")
"""Names of the parts of a snapshot."""


class Look(Value):
    """Summary of a snapshot.

    `size` is that of all its files in bytes, and `checkpoints` are numbers of entries.
    """

    fitness: Fitness
    fold: Fold | None = None
    size: int = 0
    checkpoints: tuple[int, ...] = ()


def look(path: Path, digest: str) -> Look:
    """Return the snapshot of a journal and its fitness. `digest` is that of the match's pack."""
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
        # Reading extended the loaded snapshot; the result describes the stored one.
        fold = snapshot.load(path)
    points = tuple(sorted(int(name) for name in sizes if name.isdecimal()))
    return Look(fitness, fold, sum(sizes.values()), points)


def list_wrong(path: Path, summary: Look, rules: Rules) -> Iterator[str]:
    """Yield the parts of a snapshot that differ from a replay of the whole journal."""
    whole, fold = reading.read_whole(path), summary.fold
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
    if not all(_is_right(path, seq, whole, fold, rules) for seq in summary.checkpoints):
        yield CHECKPOINTS


class _Read(Value):
    """Entries that were read again, as a timeline for deadlines."""

    rules: Rules
    entries: Sequence[Entry]
    past: EntryIndex


def _list_due(rules: Rules, entries: Sequence[Entry], totals: Totals) -> tuple[Deadline, ...]:
    """Return the open answers after some entries, if a clock runs."""
    if not totals.timed:
        return ()
    from referee.matches.clocks import running_deadlines  # noqa: PLC0415 - most matches have no clock

    return running_deadlines.list_due(_Read(rules, entries, EntryIndex(totals)))


def _has_lines(whole: FoldedJournal, fold: Fold) -> bool:
    starts, seals = whole.lines.pack()
    return starts.startswith(fold.starts) and seals.startswith(fold.seals)


def _is_right(path: Path, seq: int, whole: FoldedJournal, fold: Fold, rules: Rules) -> bool:
    """Return True if a checkpoint is correct. An unused one counts as correct."""
    point = snapshot.load_as(snapshot.folder_of(path) / str(seq), Checkpoint)
    if point is None or seq > len(whole.lines):
        return True
    if (point.seal, point.digest) != (whole.lines.seal(seq), fold.digest):
        return True
    return _unpack(point.state) == history.position(rules, whole.entries[:seq])


def _unpack(data: bytes) -> State | None:
    try:
        return snapshot.unpack(data)
    except Exception:
        # The bytes are not a position of this version.
        return None


MOST_UNKEPT = 32
"""Number of new entries after which the snapshot of an open match is written again."""


def is_due(journal: FoldedJournal, digest: str) -> bool:
    """Return True if the snapshot should be written. `digest` is that of the pack."""
    latest = journal.latest
    foreign = journal.lines.kept == 0 or (latest is not None and latest.digest != digest)
    return foreign or count_unkept(journal) >= MOST_UNKEPT


def count_unkept(journal: FoldedJournal) -> int:
    """Return the number of entries that no stored snapshot contains."""
    return len(journal.lines) - journal.lines.kept


class Asking(Value):
    """The sides with an open prompt, and their deadlines if a clock runs."""

    waiting: tuple[Side, ...]
    deadlines: tuple[Deadline, ...] = ()


def keep_snapshot(
    journal: FoldedJournal, identity: Identity, digest: str, state: State, asking: Asking
) -> None:
    """Store the snapshot of a journal whose file has this identity, if possible.

    `state` is the position under the rules of the pack with this digest.
    """
    lines = journal.lines
    if not identity or not len(lines) == len(journal.entries) == journal.totals.count:
        return
    starts, seals = lines.pack()
    fold = Fold(
        code=digest_code(),
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
    # Do not retry a failed snapshot with every letter.
    lines.kept = len(lines)


def find_fresh(path: Path) -> tuple[Fold, str] | None:
    """Return the snapshot of an unchanged journal and the seal of its last entry, or None."""
    fold = snapshot.load(path)
    if fold is None or not (seal := reading.check_end(fold, path)):
        return None
    return fold, seal
