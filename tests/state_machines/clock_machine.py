"""The clock of a match, whose time also steps back, against a model that counts hour by hour."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from referee.faults import Misuse
from referee.matches import matches, opening
from referee.matches.clocks import clock_entries, running_deadlines
from referee.reports import letter_answers
from schemas.clocks import Terms
from tests.duels import sent

NAME = "duel"
SIDES = ("red", "blue")
BEGIN = datetime(2026, 12, 1, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)
LATEST = BEGIN + timedelta(days=300)
"""The model does not count beyond this moment."""

ORDERS = some.sampled_from(["hide 2", "hide 5", "throw 1", "bluff 4", "guess 3", "stop", "peek"])
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Span = tuple[datetime, datetime]


class Question(NamedTuple):
    """What a side is asked, and since which entry and moment."""

    prompts: frozenset[tuple[str, str]]
    entry: int
    at: datetime


class Away(NamedTuple):
    """An absence of a side, from the entry that announced it to the one that withdrew it."""

    side: str
    span: Span
    announced: int
    withdrawn: int | None = None


class ClockMachine(RuleBasedStateMachine):
    """The model has the terms, the pauses, the absences, the extensions and the open questions."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self.root = Path(self._folder.name) / "matches"
        self.now = BEGIN
        opening.open_match(self.root, NAME, "toy", at=self.at)
        self.asked: dict[str, Question] = {}
        self.terms: tuple[int, datetime, Terms] | None = None
        self.pauses: list[Span] = []
        self.absences: list[Away] = []
        self.extensions: dict[str, tuple[int, datetime, datetime]] = {}
        self.note_questions()

    @property
    def at(self) -> str:
        return f"{self.now:%Y-%m-%dT%H:%M:%SZ}"

    @property
    def is_paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] == LATEST

    def note_questions(self) -> None:
        """Note the sides whose questions the last entry changed."""
        match = matches.find_whole(self.root, NAME)
        prompts: dict[str, set[tuple[str, str]]] = {}
        for prompt in match.rules.prompts(match.position()):
            prompts.setdefault(prompt.side, set()).add((prompt.question, prompt.subject))
        for side in SIDES:
            old = self.asked.get(side)
            if side not in prompts:
                self.asked.pop(side, None)
            elif old is None or old.prompts != prompts[side]:
                self.asked[side] = Question(frozenset(prompts[side]), len(match.entries), self.now)

    @rule(hours=some.sampled_from([1, 5, 13, 24, 50, -3, -24]))
    def pass_time(self, hours: int) -> None:
        """Time passes, or the clock of the machine steps back."""
        self.now += hours * HOUR

    @rule(side=some.sampled_from(SIDES), order=ORDERS)
    def order(self, side: str, order: str) -> None:
        number = len(matches.find(self.root, NAME).entries)
        letter_answers.submit(self.root, NAME, sent(f"{order}\n# {number}", side, at=self.at))
        self.note_questions()

    @rule(
        hour=some.integers(0, 23), hours=some.integers(1, 60), grace=some.integers(1, 30),
        days=some.sets(some.sampled_from(DAYS), min_size=1), holiday=some.integers(0, 9),
    )  # fmt: skip
    def set_terms(self, hour: int, hours: int, grace: int, days: set[str], holiday: int) -> None:
        off = f"{BEGIN + timedelta(days=holiday):%Y-%m-%d}"
        terms = Terms(hour=f"{hour:02}:00", hours=hours, grace=grace, days=(*sorted(days),), holidays=(off,))
        filed = clock_entries.set_terms(self.root, NAME, terms, at=self.at)
        self.terms = filed.entry, self.now, terms

    @rule()
    def stop(self) -> None:
        if self.refuses(self.terms is None, lambda: clock_entries.stop(self.root, NAME, why="", at=self.at)):
            self.terms = None

    @rule()
    def pause(self) -> None:
        refused = self.terms is None or self.is_paused
        if self.refuses(refused, lambda: clock_entries.pause(self.root, NAME, why="", at=self.at)):
            self.pauses.append((self.now, LATEST))

    @rule()
    def resume(self) -> None:
        refused = not self.is_paused
        if self.refuses(refused, lambda: clock_entries.resume(self.root, NAME, why="", at=self.at)):
            self.pauses[-1] = self.pauses[-1][0], self.now

    @rule(side=some.sampled_from(SIDES), begin=some.integers(-2, 6), days=some.integers(0, 3))
    def announce_absence(self, side: str, begin: int, days: int) -> None:
        first = self.now.date() + timedelta(days=begin)
        last = first + timedelta(days=days)
        filed = clock_entries.announce_absence(
            self.root, NAME, side, first=first.isoformat(), last=last.isoformat(), at=self.at
        )
        self.absences.append(Away(side, (find_midnight(first), find_midnight(last) + 24 * HOUR), filed.entry))

    @rule(chosen=some.integers(0, 9))
    def withdraw_absence(self, chosen: int) -> None:
        if not self.absences:
            return
        place = chosen % len(self.absences)
        away = self.absences[place]
        number = len(matches.find(self.root, NAME).entries) + 1
        if self.refuses(
            away.withdrawn is not None,
            lambda: clock_entries.withdraw_absence(self.root, NAME, away.side, away.announced, at=self.at),
        ):
            self.absences[place] = away._replace(withdrawn=number)

    @rule(side=some.sampled_from(SIDES), hours=some.integers(-5, 60))
    def extend(self, side: str, hours: int) -> None:
        due = self.find_due(side)
        until = (due[0] if due else self.now) + hours * HOUR
        number = len(matches.find(self.root, NAME).entries) + 1
        refused = due is None or until <= max(due[0], self.now)
        text = f"{until:%Y-%m-%dT%H:%M}"
        if self.refuses(
            refused, lambda: clock_entries.extend(self.root, NAME, side, until=text, why="", at=self.at)
        ):
            self.extensions[side] = number, self.now, until

    def refuses(self, refused: bool, work: Callable[[], object]) -> bool:
        """Do some work that must be refused, or must not. Return True if it was done."""
        try:
            work()
        except Misuse:
            assert refused
            return False
        assert not refused
        return True

    def list_stops(self, side: str) -> list[Span]:
        """Return what does not count for the open question of a side."""
        asked = self.asked[side]
        days = [
            away.span
            for away in self.absences
            if away.side == side
            and away.announced < asked.entry
            and (away.withdrawn is None or away.withdrawn > asked.entry)
        ]
        return [*self.pauses, *days]

    def find_due(self, side: str) -> tuple[datetime, datetime] | None:
        """Return the deadline of a side and the end of its grace period, counted hour by hour."""
        if self.terms is None or side not in self.asked:
            return None
        entry, set_at, terms = self.terms
        asked, stops = self.asked[side], self.list_stops(side)
        begin = max(asked.at, set_at) if entry > asked.entry else asked.at
        number, at, until = self.extensions.get(side, (0, BEGIN, BEGIN))
        if number > max(entry, asked.entry):
            due = count_on(at, (until - at) // HOUR, self.pauses)
        else:
            earliest = count_on(begin, terms.hours, stops)
            due = None if earliest is None else find_slot(earliest, terms, stops)
        over = None if due is None else count_on(due, terms.grace, stops)
        return None if due is None or over is None else (due, over)

    @invariant()
    def deadlines_are_as_in_the_model(self) -> None:
        expected = {side: self.find_due(side) for side in self.asked}
        for match in (matches.find(self.root, NAME), matches.find_whole(self.root, NAME)):
            deadlines = running_deadlines.list_due(match)
            assert {one.side: one.entry for one in deadlines} == {
                side: asked.entry for side, asked in self.asked.items()
            }
            for one in deadlines:
                due = expected[one.side]
                assert (one.due, one.over) == (("", "") if due is None else tuple(map(write, due)))

    def teardown(self) -> None:
        self._folder.cleanup()


def find_midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def write(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def is_stopped(moment: datetime, stops: list[Span]) -> bool:
    return any(begin <= moment < end for begin, end in stops)


def list_hours(begin: datetime) -> Iterator[datetime]:
    """Yield the hours from a moment to the last one that the model counts."""
    while begin < LATEST:
        yield begin
        begin += HOUR


def count_on(begin: datetime, hours: int, stops: list[Span]) -> datetime | None:
    """Return the moment after some hours that count, or None if they never pass."""
    for moment in list_hours(begin):
        if hours == 0:
            return moment
        hours -= not is_stopped(moment, stops)
    return None


def find_slot(earliest: datetime, terms: Terms, stops: list[Span]) -> datetime | None:
    """Return the first hour at which an answer may be due."""
    for moment in list_hours(earliest):
        is_day = DAYS[moment.weekday()] in terms.days and f"{moment:%Y-%m-%d}" not in terms.holidays
        if is_day and f"{moment:%H:%M}" == terms.hour and not is_stopped(moment, stops):
            return moment
    return None
