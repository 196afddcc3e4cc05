"""What a journal holds about time: terms, pauses, moved deadlines, absences, and who was late."""

from datetime import datetime
from typing import TypeVar

from msgspec import ValidationError

from referee.engine.faults import Complaint, DataFault
from referee.matches.deadlines import counting
from referee.matches.deadlines.asked import Asked, Timeline
from referee.matches.deadlines.counting import NEVER, Stretch
from referee.matches.deadlines.terms import find_zone
from referee.matches.faults import MatchFault
from referee.values.value import Value
from schemas.clocks import (
    Absence,
    AbsenceChange,
    AbsenceWithdrawn,
    ClockChange,
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStopped,
    DeadlineMoved,
    Lateness,
    Terms,
)
from schemas.journal import Entry
from schemas.model import read_part
from schemas.record import Side
from schemas.shape import Shape

Told = TypeVar("Told")

CHANGES: Shape[ClockChange] = Shape(ClockChange, read_part=read_part)
ABSENCES: Shape[AbsenceChange] = Shape(AbsenceChange)
LATENESS: Shape[Lateness] = Shape(Lateness)


class Change(Value):
    """What became of the clock, and the entry that says so."""

    seq: int
    at: datetime
    told: ClockChange


class Away(Value):
    """An absence: the entries that announced and withdrew it."""

    seq: int
    side: Side
    told: Absence
    withdrawn: int | None = None

    def holds_for(self, asked: Asked) -> bool:
        """Whether it counts for a question: it moves no deadline that runs already."""
        asked_at = asked.since.body.seq
        known = self.seq < asked_at and (self.withdrawn is None or self.withdrawn > asked_at)
        return known and self.side == asked.side


class Times(Value):
    """All that a journal holds about time."""

    changes: tuple[Change, ...] = ()
    absences: tuple[Away, ...] = ()
    lateness: tuple[tuple[Entry, Lateness], ...] = ()

    def find_terms(self, asked: Asked | None = None) -> tuple[Terms, Change] | None:
        """The terms that hold now, or held for a question, and since when; nothing without a clock."""
        last: Change | None = None
        for change in self.changes:
            after = asked and asked.answer and change.seq > asked.answer.body.seq
            if isinstance(change.told, ClockSet | ClockStopped) and not after:
                last = change
        return (last.told.terms, last) if last and isinstance(last.told, ClockSet) else None

    def find_extension(self, asked: Asked, since: int = 0) -> Change | None:
        """The last extension of what a side owes, filed behind an entry."""
        found: Change | None = None
        for change in self.changes:
            if isinstance(change.told, DeadlineMoved) and change.told.side == asked.side:
                found = change if change.seq > since and asked.runs_at(change.seq) else found
        return found

    def list_pauses(self) -> tuple[Stretch, ...]:
        """When time stood still; the last pause may go on."""
        pauses: list[Stretch] = []
        begun: datetime | None = None
        for change in self.changes:
            if isinstance(change.told, ClockPaused) and begun is None:
                begun = change.at
            elif isinstance(change.told, ClockResumed) and begun is not None:
                pauses.append((begun, change.at))
                begun = None
        return counting.merge([*pauses, (begun, NEVER)] if begun is not None else pauses)

    @property
    def is_paused(self) -> bool:
        """Whether time stands still now."""
        return any(end == NEVER for _, end in self.list_pauses())

    def list_stops(self, asked: Asked, zone_name: str) -> tuple[Stretch, ...]:
        """The stretches of time that do not count for a question."""
        zone = find_zone(zone_name)
        days = (
            counting.list_days_away(away.told.first, away.told.last, zone)
            for away in self.absences
            if away.holds_for(asked)
        )
        return counting.merge([*self.list_pauses(), *days])


def read_times(match: Timeline) -> Times:
    """What the journal of a match holds about time."""
    changes: list[Change] = []
    absences: dict[int, Away] = {}
    lateness: list[tuple[Entry, Lateness]] = []
    for entry in match.past.list_timed(match.entries):
        seq, side = entry.body.seq, entry.body.side or ""
        match entry.body.kind:
            case "clock":
                changes.append(Change(seq, read_at(entry), _read(entry, CHANGES)))
            case "absence":
                said = _read(entry, ABSENCES)
                if isinstance(said, Absence):
                    absences[seq] = Away(seq, side, said)
                else:
                    _withdraw(absences, seq, side, said)
            case _:
                lateness.append((entry, _read(entry, LATENESS)))
    return Times(tuple(changes), tuple(absences.values()), tuple(lateness))


def _withdraw(absences: dict[int, Away], seq: int, side: Side, said: AbsenceWithdrawn) -> None:
    away = absences.get(said.entry)
    if away is not None and away.side == side and away.withdrawn is None:
        absences[said.entry] = Away(away.seq, away.side, away.told, seq)


def read_at(entry: Entry) -> datetime:
    """When an entry was filed."""
    try:
        return counting.read_moment(entry.body.at)
    except (ValueError, OverflowError) as error:
        raise _refuse(entry, error) from None


def _read(entry: Entry, shape: Shape[Told]) -> Told:
    try:
        return shape.read(entry.body.public)
    except ValidationError as error:
        raise _refuse(entry, error) from None


def _refuse(entry: Entry, error: Exception) -> DataFault:
    return DataFault(Complaint.of(MatchFault.ENTRY_UNREADABLE, entry=entry.body.seq, what=str(error)))
