"""A fold is written when it is due, and looked at for the list of matches."""

import os
from pathlib import Path

from referee.engine.system import State
from referee.matches.folds import fold as folds
from referee.matches.folds import reading
from referee.matches.folds.fold import Fold
from referee.matches.folds.lines import FoldedJournal
from referee.matches.journal.writing import Identity
from referee.values.value import Value
from schemas.clocks import Deadline
from schemas.record import Side

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


def keep(journal: FoldedJournal, identity: Identity, digest: str, state: State, asking: Asking) -> None:
    """Write the fold of a journal whose file has this identity, if that can be done.

    `state` is the position by the rules of the pack with this digest.
    """
    lines = journal.lines
    if not identity or not len(lines) == len(journal.entries) == journal.totals.count:
        return
    starts, seals = lines.pack()
    fold = Fold(
        code=folds.code(),
        journal=os.path.realpath(lines.path),
        identity=identity,
        starts=starts,
        seals=seals,
        totals=journal.totals,
        digest=digest,
        state=folds.pack(state),
        pack=journal.header.pack,
        scenario=journal.header.scenario,
        waiting=asking.waiting,
        deadlines=asking.deadlines,
    )
    folds.save(lines.path, fold)
    # What cannot be kept now is not tried again at every letter.
    lines.kept = len(lines)


def find_fresh(path: Path) -> tuple[Fold, str] | None:
    """The fold of a journal to which nothing was added since, and the seal of its last entry."""
    fold = folds.load(path)
    if fold is None or not (seal := reading.check_end(fold, path)):
        return None
    return fold, seal
