"""Clocks of a match: what is agreed about time, what is filed of it, and what follows."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from pydantic import Field

from schemas.journal import TIME
from schemas.model import Many, Model
from schemas.record import Record, Side, Tagged

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

End = Literal["moderator", "done"]
"""What follows when the grace is over: the moderator decides, or `done` is filed where it is lawful."""

DAY, HOUR = r"\d{4}-\d{2}-\d{2}", r"([01]\d|2[0-3]):[0-5]\d"

Moment = Annotated[str, Meta(pattern=f"^{TIME}\\Z")]
"""A moment in UTC."""

Day = Annotated[str, Meta(pattern=f"^{DAY}\\Z"), Field(pattern=f"^{DAY}$")]
"""A day of the calendar, in the zone of the match; records and models read it."""

Hour = Annotated[str, Field(pattern=f"^{HOUR}$")]
"""A time of day, from 00:00 to 23:59."""

YEAR = 8760
"""The most hours that anything may take."""

Hours = Annotated[int, Field(ge=0, le=YEAR)]


class Span(Model):
    """How long one kind of question may take."""

    hours: Annotated[int, Field(ge=1, le=YEAR)]
    grace: Hours


class Terms(Model):
    """What is agreed about time.

    A player has `hours` at least. His answer is due when it is next `hour` on one of the `days` that is no
    holiday, in a zone of the IANA database; then `grace` hours follow. He is reminded so many hours before
    (`warn`). `questions` are the kinds of question that may take another time.
    """

    zone: str = "UTC"
    hour: Hour = "23:30"
    days: Annotated[Many[Weekday], Field(min_length=1, max_length=7)] = (
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
    )
    hours: Annotated[int, Field(ge=1, le=YEAR)] = 72
    grace: Hours = 24
    warn: Annotated[Many[Hours], Field(max_length=10)] = (24,)
    holidays: Annotated[Many[Day], Field(max_length=400)] = ()
    end: End = "moderator"
    questions: Mapping[str, Span] = {}

    def find_span(self, questions: frozenset[str]) -> Span:
        """How long these questions may take together: as long as the longest of them."""
        usual = Span(hours=self.hours, grace=self.grace)
        spans = [self.questions.get(question, usual) for question in questions] or [usual]
        return Span(hours=max(span.hours for span in spans), grace=max(span.grace for span in spans))


class ClockSet(Tagged, tag="set"):
    """From now on these terms hold."""

    terms: Terms


class ClockStopped(Tagged, tag="stop"):
    """From now on nothing is due."""

    why: str = ""


class DeadlineMoved(Tagged, tag="extend"):
    """The answer that a side owes now is due later."""

    side: Side
    until: Moment
    why: str = ""


class ClockPaused(Tagged, tag="pause"):
    """Time stands still for all."""

    why: str = ""


class ClockResumed(Tagged, tag="resume"):
    """Time runs again."""

    why: str = ""


ClockChange = ClockSet | ClockStopped | DeadlineMoved | ClockPaused | ClockResumed
"""What an entry of the kind `clock` holds in its public part."""


class Absence(Tagged, tag="away"):
    """The side of the entry cannot answer from one day to another, both included."""

    first: Day
    last: Day


class AbsenceWithdrawn(Tagged, tag="back"):
    """The side of the entry is not away as an earlier entry says."""

    entry: int


AbsenceChange = Absence | AbsenceWithdrawn
"""What an entry of the kind `absence` holds in its public part."""

Stage = Literal["grace", "over"]
"""How late an answer is: the grace began, or it is over."""


class Lateness(Record):
    """What an entry of the kind `late` holds in its public part.

    The answer to the question that a side was asked by the entry `asked` was due at a moment, and its grace
    ends at another; `then` is what follows by the terms.
    """

    side: Side
    asked: int
    due: Moment
    over: Moment
    stage: Stage
    then: End = "moderator"


class Deadline(Record):
    """An answer that a side owes: since which entry and moment, and until when.

    Moments are in UTC, `told` is that of the deadline in the zone of the match. Both are empty where time
    stands still, or no clock runs. `late` is the stage that the moment of asking falls into. The list of
    matches counts no hours.
    """

    side: Side
    entry: int
    asked: str
    due: str = ""
    over: str = ""
    told: str = ""
    hours_used: float | None = None
    late: Stage | None = None
    extended: bool = False

    def find_stage(self, moment: str) -> Stage | None:
        """How late an answer is at a moment in UTC; one in the last second is in time."""
        if not self.due or moment <= self.due:
            return None
        return "grace" if moment <= self.over else "over"


class Deadlines(Record):
    """The clock of a match: its terms, and the answers that are owed."""

    match: str
    now: str
    terms: Terms | None = None
    paused: bool = False
    deadlines: tuple[Deadline, ...] = ()
    absences: tuple["KnownAbsence", ...] = ()


class KnownAbsence(Record):
    """Days on which a side cannot answer, and the entry that says so."""

    entry: int
    side: Side
    first: str
    last: str


class Pace(Record):
    """How a side used its time: of `due` answers that had a deadline, so many came `on_time`.

    `late` ones came within the grace or after it, and `over` counts those after it or still owed then.
    Hours count neither pauses nor the days of an absence.
    """

    side: Side
    answers: int
    due: int
    on_time: int
    late: int
    over: int
    hours: float
    longest: float

    @property
    def share(self) -> float | None:
        """The share of answers that came on time; nothing where none was due."""
        return self.on_time / self.due if self.due else None


class TimeLedger(Record):
    """How the sides of a match used their time, from its journal alone."""

    match: str
    now: str
    sides: tuple[Pace, ...]
