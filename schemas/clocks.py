"""Clocks of a match: agreed terms, filed changes, and resulting deadlines."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from pydantic import Field

from schemas.journal import TIME
from schemas.model import Many, Model
from schemas.record import DAY, HOUR, Record, Side, Tagged

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

End = Literal["moderator", "done"]
"""Action after the grace period: the moderator decides, or `done` is filed if it is legal."""

Moment = Annotated[str, Meta(pattern=f"^{TIME}\\Z")]
"""A moment in UTC."""

Day = Annotated[str, Meta(pattern=f"^{DAY}\\Z"), Field(pattern=f"^{DAY}$")]
"""A day of the calendar, in the time zone of the match. Records and models can read it."""

Hour = Annotated[str, Field(pattern=f"^{HOUR}$")]
"""A time of day, from 00:00 to 23:59."""

YEAR = 8760
"""Greatest number of hours in any term."""

Hours = Annotated[int, Field(ge=0, le=YEAR)]


class Span(Model):
    """Time for one kind of question."""

    hours: Annotated[int, Field(ge=1, le=YEAR)]
    grace: Hours


class Terms(Model):
    """Terms agreed for a match.

    A player has at least `hours`. The answer is due at the next `hour` on one of the `days` that is not a
    holiday, in a zone of the IANA database. Then `grace` hours follow. Reminders are sent `warn` hours
    before. `questions` are kinds of question with other times.
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
        """Return the time for several questions together: that of the longest one."""
        usual = Span(hours=self.hours, grace=self.grace)
        spans = [self.questions.get(question, usual) for question in questions] or [usual]
        return Span(hours=max(span.hours for span in spans), grace=max(span.grace for span in spans))


class ClockSet(Tagged, tag="set"):
    """New terms begin."""

    terms: Terms


class ClockStopped(Tagged, tag="stop"):
    """The clock stops, and nothing is due."""

    why: str = ""


class DeadlineMoved(Tagged, tag="extend"):
    """The open answer of a side is due later."""

    side: Side
    until: Moment
    why: str = ""


class ClockPaused(Tagged, tag="pause"):
    """The clock is paused for all sides."""

    why: str = ""


class ClockResumed(Tagged, tag="resume"):
    """The clock resumes."""

    why: str = ""


ClockChange = ClockSet | ClockStopped | DeadlineMoved | ClockPaused | ClockResumed
"""Public part of an entry of the kind `clock`."""


class Absence(Tagged, tag="away"):
    """The side of the entry cannot answer from one day to another, both included."""

    first: Day
    last: Day


class AbsenceWithdrawn(Tagged, tag="back"):
    """The side of the entry withdraws the absence in an earlier entry."""

    entry: int


AbsenceChange = Absence | AbsenceWithdrawn
"""Public part of an entry of the kind `absence`."""

Stage = Literal["grace", "over"]
"""Lateness of an answer: in the grace period, or after it."""


class Lateness(Record):
    """Public part of an entry of the kind `late`.

    The answer to the prompt of the entry `asked` was due at one moment, and its grace ends at another. `then`
    is the action by the terms.
    """

    side: Side
    asked: int
    due: Moment
    over: Moment
    stage: Stage
    then: End = "moderator"


class Deadline(Record):
    """An open answer of a side: the entry and moment of its prompt, and its deadline.

    Moments are in UTC; `told` is the deadline in the time zone of the match. Both are empty while the clock
    is paused or not set. `late` is the stage at the time of the query. The list of matches does not count
    hours.
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
        """Return the lateness of an answer at a moment in UTC, or None. The last second is in time."""
        if not self.due or moment <= self.due:
            return None
        return "grace" if moment <= self.over else "over"


class Deadlines(Record):
    """The clock of a match: its terms, and the open answers."""

    match: str
    now: str
    terms: Terms | None = None
    paused: bool = False
    deadlines: tuple[Deadline, ...] = ()
    absences: tuple["KnownAbsence", ...] = ()


class KnownAbsence(Record):
    """Days on which a side cannot answer, and the entry that announced them."""

    entry: int
    side: Side
    first: str
    last: str


class Pace(Record):
    """The time that a side used. `due` answers had a deadline, and `on_time` of them met it.

    `late` answers came within the grace period or after it; `over` counts those after it, or still open then.
    Hours exclude pauses and days of an absence.
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
        """Share of the answers with a deadline that came on time, or None without a deadline."""
        return self.on_time / self.due if self.due else None


class TimeLedger(Record):
    """The time that the sides of a match used, from its journal alone."""

    match: str
    now: str
    sides: tuple[Pace, ...]
