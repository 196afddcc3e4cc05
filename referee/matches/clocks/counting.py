"""Arithmetic with deadlines: moments, stretches of time that do not count, and the hour of an answer."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from referee.matches.clock import FORM
from schemas.clocks import Terms

Stretch = tuple[datetime, datetime]
"""A stretch of time that does not count, from its first moment to the moment after it."""

NEVER = datetime.max.replace(tzinfo=UTC)
"""End of a stretch that has not ended yet."""

FIRST_DAY, LAST_DAY = date(1000, 1, 1), date(9900, 1, 1)
"""First and last day to calculate with, so that the calendar also holds the deadlines that follow."""

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

MOST_DAYS = 1500
"""Number of days in which a day for the deadline is searched."""

HOUR = 3600.0


def read_moment(text: str) -> datetime:
    """Read the moment of an entry. Raises ValueError if the text is not a moment."""
    moment = datetime.fromisoformat(text)
    if (day := _limit(moment.date())) != moment.date():
        return datetime.combine(day, time(), UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _limit(day: date) -> date:
    """Return a day, or the first or last day if it is outside them."""
    return min(max(day, FIRST_DAY), LAST_DAY)


def write_moment(moment: datetime) -> str:
    """Return a moment as entries store it."""
    return moment.astimezone(UTC).strftime(FORM)


def merge(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Return stretches in order, with touching stretches merged."""
    result: list[Stretch] = []
    for begin, end in sorted(stretch for stretch in stretches if stretch[0] < stretch[1]):
        if result and begin <= result[-1][1]:
            result[-1] = result[-1][0], max(result[-1][1], end)
        else:
            result.append((begin, end))
    return tuple(result)


def count_hours(begin: datetime, end: datetime, stops: Sequence[Stretch]) -> float:
    """Return the counted hours between two moments."""
    still = sum(
        ((min(last, end) - max(first, begin)) for first, last in stops if first < end and begin < last),
        timedelta(),
    )
    return max(0.0, (end - begin - still).total_seconds() / HOUR)


def add_hours(begin: datetime, hours: float, stops: Sequence[Stretch]) -> datetime | None:
    """Return the moment after a number of counted hours, or None if the clock stops before that."""
    remaining, now = timedelta(hours=hours), begin
    for first, last in stops:
        if last <= now:
            continue
        if now + remaining <= first:
            break
        remaining -= max(timedelta(), first - now)
        if last == NEVER:
            return None
        now = last
    return now + remaining


def find_slot(terms: Terms, earliest: datetime, stops: Sequence[Stretch]) -> datetime | None:
    """Return the first moment, from `earliest` on, at which the terms let an answer be due, or None."""
    zone = ZoneInfo(terms.zone)
    first = earliest.astimezone(zone).date()
    for ahead in range(MOST_DAYS):
        day = first + timedelta(days=ahead)
        if WEEKDAYS[day.weekday()] not in terms.days or day.isoformat() in terms.holidays:
            continue
        moment = find_moment(day, terms.hour, zone)
        if moment.astimezone(zone).date() != day:
            # An island that moved across the date line had no such day.
            continue
        if moment >= earliest and not any(begin <= moment < end for begin, end in stops):
            return moment
    return None


def find_moment(day: date, hour: str, zone: ZoneInfo) -> datetime:
    """Return the moment of an hour on a day in a time zone, in UTC.

    An hour that a change to summer time skips is read as if the clocks had not changed. If an hour occurs
    twice, the later one counts.
    """
    wall = datetime.fromisoformat(f"{day.isoformat()}T{hour}").replace(tzinfo=zone)
    return max(wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def list_days_away(first: str, last: str, zone: ZoneInfo) -> Stretch:
    """Return the stretch from the beginning of one day to the end of another, in a time zone."""
    begin, end = (_limit(date.fromisoformat(day)) for day in (first, last))
    return find_moment(begin, "00:00", zone), find_moment(end + timedelta(days=1), "00:00", zone)
