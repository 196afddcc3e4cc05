"""Verifying a match: its journal, its replay, and whether today's rules would say the same again."""

from dataclasses import dataclass
from pathlib import Path

from referee.core.faults import NotFound
from referee.core.machine import audit
from referee.desk import binding, history, journal
from referee.desk.binding import Bound
from referee.desk.journal import verification
from referee.desk.progress import Progress, unwatched
from schemas.answers import Verified
from schemas.journal import Head, Header

LACKING = "private parts are left out of this copy: it was proved, and not replayed"


@dataclass(frozen=True, slots=True)
class Replayed:
    """How much was replayed, and which entries today's rules would decide differently, if that was asked."""

    entries: int
    events: int
    differences: tuple[int, ...] | None


def verify(
    path: Path, head: Head | None = None, *, rejudge: bool = False, progress: Progress = unwatched
) -> Verified:
    """Prove everything a journal can prove by itself; replay it, and judge it again if that is asked."""
    proved = verification.verify(path, head)
    bound, warnings = _bound(proved.header, proved.lacking)
    replayed = _replayed(path, bound, progress, rejudge=rejudge) if bound else None
    return Verified(
        match=proved.header.match,
        pack=proved.header.pack,
        entries=proved.head.seq,
        head=str(proved.head),
        keys=proved.keys,
        rolls=proved.rolls,
        dice=proved.dice,
        spoken=len(proved.spoken),
        lacking=proved.lacking,
        opened=proved.opened,
        torn=bool(proved.torn),
        replayed=replayed.entries if replayed else None,
        events=replayed.events if replayed else None,
        differences=replayed.differences if replayed else None,
        warnings=warnings,
    )


def _bound(header: Header, lacking: int) -> tuple[Bound | None, tuple[str, ...]]:
    """What the match is played with, if it can be replayed here, and what there is to say about it."""
    if lacking:
        return None, (LACKING,)
    try:
        bound = binding.bind(header.pack, header.scenario, header.options)
    except NotFound as fault:
        return None, (f"not replayed: {fault}",)
    if bound.loaded.digest == header.pack_digest:
        return bound, ()
    return bound, (f"the pack {header.pack} is not the one this match was opened with",)


def _replayed(path: Path, bound: Bound, progress: Progress, *, rejudge: bool) -> Replayed:
    entries = events = 0
    differences: list[int] = []
    read = journal.read(path).entries
    for step in history.steps(bound.rules, read):
        progress(step.seq, len(read) + 1)
        entries, events = entries + 1, events + len(step.events)
        if rejudge and not audit(bound.rules, step.before, step.order, step.events):
            differences.append(step.seq)
    progress(1, 1)
    return Replayed(entries, events, tuple(differences) if rejudge else None)
