"""Terms of a clock, checked against the calendar, the time zones and the questions of the game."""

from collections.abc import Iterable
from datetime import date
from functools import cache
from zoneinfo import ZoneInfo

from referee.faults import Complaint, DataFault, Misuse
from referee.matches.faults import ClockFault
from referee.texts.tree import Node, Tree
from schemas.clocks import Terms
from schemas.record import Value


class Wanted(Value):
    """Terms as the moderator types them: days, hours and questions are words."""

    zone: str
    hour: str
    days: str
    hours: int
    grace: int
    warn: tuple[str, ...]
    holidays: tuple[str, ...]
    questions: tuple[str, ...]
    end: str

    def read(self) -> Terms:
        """Return the validated terms. Raises Misuse if a field is invalid."""
        from referee.texts.validation import validate  # noqa: PLC0415 - only new terms are validated

        tree: dict[str, Node] = {
            "zone": self.zone,
            "hour": self.hour,
            "hours": self.hours,
            "grace": self.grace,
            "end": self.end,
            "holidays": [*sorted(set(self.holidays))],
            "days": [day.strip().lower()[:3] for day in self.days.split(",")],
            "questions": dict(self._read_question(text) for text in self.questions),
        }
        if self.warn:
            tree["warn"] = [*self.warn]
        try:
            terms = validate(Tree("", tree), Terms)
        except DataFault as fault:
            complaints = (
                Complaint.of(ClockFault.TERMS_UNREADABLE, why=one.whole) for one in fault.complaints
            )
            raise Misuse(*complaints) from None
        check_terms(terms)
        return terms

    def _read_question(self, text: str) -> tuple[str, Node]:
        """Read the terms of one kind of question: `losses=24`, or `losses=24+12` with its own grace."""
        kind, _, hours = text.partition("=")
        least, _, grace = hours.partition("+")
        return kind.strip(), {"hours": least, "grace": grace or self.grace}


@cache
def find_zone(name: str) -> ZoneInfo:
    """Return a time zone of the IANA database. Raises Misuse if it is unknown."""
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        raise Misuse(Complaint.of(ClockFault.ZONE_UNKNOWN, zone=name)) from None


def read_day(text: str) -> str:
    """Return a day in ISO format. Raises Misuse if the text is not a day of the calendar."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Misuse(Complaint.of(ClockFault.DAY_UNKNOWN, day=text)) from None


def check_terms(terms: Terms) -> None:
    """Raise Misuse if the time zone or a holiday is unknown."""
    find_zone(terms.zone)
    check_days(terms.holidays)


def check_days(days: Iterable[str]) -> None:
    """Raise Misuse if a text is not a day of the calendar."""
    for day in days:
        read_day(day)
