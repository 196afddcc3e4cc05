"""The timeline of a match: questions, answers, terms, pauses and absences.

A side owes an answer from the entry that makes the match wait for it. It owes the same answer as long as its
prompts stay the same: sending one order each day does not extend the time for a turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from referee.engine.system import Rules
from referee.matches import history
from referee.matches.clocks import counting
from referee.matches.clocks.counting import NEVER, Stretch
from referee.matches.clocks.terms import find_zone
from referee.matches.journal.reading import MOVING
from referee.matches.match_index import EntryIndex
from schemas import clocks
from schemas.journal import Entry
from schemas.model import read_part
from schemas.record import Shape, Side, Value

Questions = Mapping[Side, frozenset[tuple[str, str]]]
"""Open prompts of each side: the kinds of question and their subjects. All of it is public."""


class Timeline(Protocol):
    """Entries and rules of a match. A match has them, and so has a journal with its rules."""

    @property
    def rules(self) -> Rules:
        """The rules, bound to pack and scenario."""
        ...

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries."""
        ...

    @property
    def past(self) -> EntryIndex:
        """Index of the entries."""
        ...


class NamedTimeline(Timeline, Protocol):
    """Timeline of a match on a shelf."""

    @property
    def name(self) -> str:
        """Name of the match."""
        ...


class Asked(Value):
    """An answer that a side owes or owed: the entry that asked for it, and the entry that gave it."""

    side: Side
    prompts: frozenset[tuple[str, str]]
    since: Entry
    answer: Entry | None = None

    @property
    def questions(self) -> frozenset[str]:
        """The kinds of question."""
        return frozenset(question for question, _ in self.prompts)

    def runs_at(self, seq: int) -> bool:
        """Return True if the answer was still due at this entry, including the entry that answers it."""
        return self.since.body.seq < seq and (self.answer is None or seq <= self.answer.body.seq)


def list_asked(match: Timeline) -> Iterator[Asked]:
    """Yield every answer that was due, in the order in which they were given, then the open ones."""
    owed: dict[Side, Asked] = {}
    for entry in match.entries:
        if not _changes_questions(entry):
            continue
        questions = _read_questions(match, entry.body.seq)
        for awaited in [one for one in owed.values() if _is_over(one, entry, questions)]:
            del owed[awaited.side]
            if entry.body.kind == "order" and entry.body.side == awaited.side:
                yield Asked(awaited.side, awaited.prompts, awaited.since, entry)
        for side, prompts in questions.items():
            owed.setdefault(side, Asked(side, prompts, entry))
    yield from owed.values()


def list_owed(match: Timeline) -> tuple[Asked, ...]:
    """Return the open answers. Reads only as far back as necessary."""
    open_answers: dict[Side, Asked] = {}
    now = questions = _read_questions(match, len(match.entries))
    for seq in range(len(match.entries), 0, -1):
        if len(open_answers) == len(now):
            break
        entry = match.entries[seq - 1]
        if _changes_questions(entry):
            before = _read_questions(match, seq - 1)
            for side in now.keys() - open_answers.keys():
                awaited = Asked(side, now[side], entry)
                if side not in before or _is_over(Asked(side, before[side], entry), entry, questions):
                    open_answers[side] = awaited
            questions = before
    return tuple(open_answers[side] for side in now if side in open_answers)


def _changes_questions(entry: Entry) -> bool:
    return entry.body.kind in MOVING or entry.body.kind in {"retract", "reveal"}


def _is_over(awaited: Asked, entry: Entry, questions: Questions) -> bool:
    """Return True if an entry ends an open answer. A takeback starts its time again."""
    return entry.body.kind == "retract" or questions.get(awaited.side) != awaited.prompts


def _read_questions(match: Timeline, count: int) -> Questions:
    """Return the open prompts after a number of entries: empty before the first one and in a closed match."""
    entries = match.entries[:count]
    if not count or match.past.find_reveal(entries):
        return {}
    prompts_by_side: dict[Side, frozenset[tuple[str, str]]] = {}
    for prompt in match.rules.prompts(match.past.position(match.rules, entries)):
        prompts_by_side[prompt.side] = prompts_by_side.get(prompt.side, frozenset()) | {
            (prompt.question, prompt.subject)
        }
    return prompts_by_side


CHANGES: Shape[clocks.ClockChange] = Shape(clocks.ClockChange, read_part=read_part)
ABSENCES: Shape[clocks.AbsenceChange] = Shape(clocks.AbsenceChange)
LATENESS: Shape[clocks.Lateness] = Shape(clocks.Lateness)


class Change(Value):
    """A change of the clock, with the number and the time of its entry."""

    seq: int
    at: datetime
    content: clocks.ClockChange


class Away(Value):
    """An absence: the entries that announced and withdrew it."""

    seq: int
    side: Side
    content: clocks.Absence
    withdrawn: int | None = None

    def holds_for(self, awaited: Asked) -> bool:
        """Return True if the absence counts for an answer. It moves no deadline that was already running."""
        asked_at = awaited.since.body.seq
        was_announced = self.seq < asked_at and (self.withdrawn is None or self.withdrawn > asked_at)
        return was_announced and self.side == awaited.side


class Times(Value):
    """Everything that a journal records about time."""

    changes: tuple[Change, ...] = ()
    absences: tuple[Away, ...] = ()
    lateness: tuple[tuple[Entry, clocks.Lateness], ...] = ()

    def find_terms(self, awaited: Asked | None = None) -> tuple[clocks.Terms, Change] | None:
        """Return the terms for an answer (default: for now) and the change that set them, or None."""
        last: Change | None = None
        for change in self.changes:
            after = awaited and awaited.answer and change.seq > awaited.answer.body.seq
            if isinstance(change.content, clocks.ClockSet | clocks.ClockStopped) and not after:
                last = change
        return (last.content.terms, last) if last and isinstance(last.content, clocks.ClockSet) else None

    def find_extension(self, awaited: Asked, since: int) -> Change | None:
        """Return the last extension of an answer that was filed after an entry, or None."""
        extension: Change | None = None
        for change in self.changes:
            if isinstance(change.content, clocks.DeadlineMoved) and change.content.side == awaited.side:
                extension = change if change.seq > since and awaited.runs_at(change.seq) else extension
        return extension

    def list_pauses(self) -> tuple[Stretch, ...]:
        """Return the pauses of the clock. The last one may still go on."""
        pauses: list[Stretch] = []
        start: datetime | None = None
        for change in self.changes:
            if isinstance(change.content, clocks.ClockPaused) and start is None:
                start = change.at
            elif isinstance(change.content, clocks.ClockResumed) and start is not None:
                pauses.append((start, change.at))
                start = None
        return counting.merge([*pauses, (start, NEVER)] if start is not None else pauses)

    @property
    def is_paused(self) -> bool:
        """True while the clock is paused."""
        return any(end == NEVER for _, end in self.list_pauses())

    def list_stops(self, awaited: Asked, zone_name: str) -> tuple[Stretch, ...]:
        """Return the stretches of time that do not count for an answer."""
        zone = find_zone(zone_name)
        days = (
            counting.list_days_away(away.content.first, away.content.last, zone)
            for away in self.absences
            if away.holds_for(awaited)
        )
        return counting.merge([*self.list_pauses(), *days])


def read_times(match: Timeline) -> Times:
    """Read everything that the journal of a match records about time."""
    changes: list[Change] = []
    absences: dict[int, Away] = {}
    lateness: list[tuple[Entry, clocks.Lateness]] = []
    for entry in match.past.list_timed(match.entries):
        seq, side = entry.body.seq, entry.body.side or ""
        match entry.body.kind:
            case "clock":
                changes.append(
                    Change(seq, read_times_at(entry), history.read_part_as(CHANGES, entry.body.public, entry))
                )
            case "absence":
                absence = history.read_part_as(ABSENCES, entry.body.public, entry)
                if isinstance(absence, clocks.Absence):
                    absences[seq] = Away(seq, side, absence)
                else:
                    _withdraw(absences, seq, side, absence)
            case _:
                lateness.append((entry, history.read_part_as(LATENESS, entry.body.public, entry)))
    return Times(tuple(changes), tuple(absences.values()), tuple(lateness))


def _withdraw(absences: dict[int, Away], seq: int, side: Side, withdrawal: clocks.AbsenceWithdrawn) -> None:
    away = absences.get(withdrawal.entry)
    if away is not None and away.side == side and away.withdrawn is None:
        absences[withdrawal.entry] = Away(away.seq, away.side, away.content, seq)


def read_times_at(entry: Entry) -> datetime:
    """Return the moment at which an entry was filed."""
    try:
        return counting.read_moment(entry.body.at)
    except (ValueError, OverflowError) as error:
        raise history.complain(entry, str(error)) from None
