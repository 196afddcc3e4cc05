"""The timeline of a match: questions, answers, terms, pauses and absences.

A side owes an answer from the entry that makes the match wait for it. It owes the same one as long as it is
asked the same: who sends one order each day has no more time for his turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from msgspec import ValidationError

from referee.engine.system import Rules
from referee.faults import Complaint, DataFault
from referee.matches.clocks import counting
from referee.matches.clocks.counting import NEVER, Stretch
from referee.matches.clocks.terms import find_zone
from referee.matches.faults import MatchFault
from referee.matches.journal.reading import MOVING
from referee.matches.match_index import Past
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
from schemas.record import Shape, Side, Value

Questions = Mapping[Side, frozenset[tuple[str, str]]]
"""What sides are asked: kinds of question and their subjects. All of it is in the view of the public."""


class Timeline(Protocol):
    """What has happened in a match: a match has it, and a journal with the rules that it is read by."""

    @property
    def rules(self) -> Rules:
        """The rules, bound to pack and scenario."""
        ...

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything that was filed."""
        ...

    @property
    def past(self) -> Past:
        """What the entries come to."""
        ...


class NamedTimeline(Timeline, Protocol):
    """What has happened in a match of a shelf."""

    @property
    def name(self) -> str:
        """What the shelf calls the match."""
        ...


class Asked(Value):
    """An answer that a side owes, or owed: the entry since when, and the one that gave it."""

    side: Side
    prompts: frozenset[tuple[str, str]]
    since: Entry
    answer: Entry | None = None

    @property
    def questions(self) -> frozenset[str]:
        """The kinds of question."""
        return frozenset(question for question, _ in self.prompts)

    def runs_at(self, seq: int) -> bool:
        """Whether it was owed when an entry was filed."""
        return self.since.body.seq < seq and (self.answer is None or seq <= self.answer.body.seq)


def list_asked(match: Timeline) -> Iterator[Asked]:
    """Every answer that was owed, in the order in which they were given; at the end those that still are."""
    owed: dict[Side, Asked] = {}
    for entry in match.entries:
        if not _changes_questions(entry):
            continue
        questions = _read_questions(match, entry.body.seq)
        for asked in [one for one in owed.values() if _is_over(one, entry, questions)]:
            del owed[asked.side]
            if entry.body.kind == "order" and entry.body.side == asked.side:
                yield Asked(asked.side, asked.prompts, asked.since, entry)
        for side, prompts in questions.items():
            owed.setdefault(side, Asked(side, prompts, entry))
    yield from owed.values()


def list_owed(match: Timeline) -> tuple[Asked, ...]:
    """The answers that are owed now; no more of the past is looked at than is needed."""
    found: dict[Side, Asked] = {}
    now = questions = _read_questions(match, len(match.entries))
    for seq in range(len(match.entries), 0, -1):
        if len(found) == len(now):
            break
        entry = match.entries[seq - 1]
        if _changes_questions(entry):
            before = _read_questions(match, seq - 1)
            for side in now.keys() - found.keys():
                asked = Asked(side, now[side], entry)
                if side not in before or _is_over(Asked(side, before[side], entry), entry, questions):
                    found[side] = asked
            questions = before
    return tuple(found[side] for side in now if side in found)


def _changes_questions(entry: Entry) -> bool:
    return entry.body.kind in MOVING or entry.body.kind in {"retract", "reveal"}


def _is_over(asked: Asked, entry: Entry, questions: Questions) -> bool:
    """Whether an entry ends what was owed before it: a takeback gives no time back."""
    return entry.body.kind == "retract" or questions.get(asked.side) != asked.prompts


def _read_questions(match: Timeline, count: int) -> Questions:
    """What is asked after so many entries; nothing before the first, and when a match is closed."""
    entries = match.entries[:count]
    if not count or match.past.find_reveal(entries):
        return {}
    asked: dict[Side, frozenset[tuple[str, str]]] = {}
    for prompt in match.rules.prompts(match.past.position(match.rules, entries)):
        asked[prompt.side] = asked.get(prompt.side, frozenset()) | {(prompt.question, prompt.subject)}
    return asked


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
                changes.append(Change(seq, read_times_at(entry), _read(entry, CHANGES)))
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


def read_times_at(entry: Entry) -> datetime:
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
