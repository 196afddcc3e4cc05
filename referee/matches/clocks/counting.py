"""Time as it counts: moments, stretches that do not count, and the hour at which an answer is due."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from referee.matches.clock import FORM
from schemas.clocks import Terms

Stretch = tuple[datetime, datetime]
"""A stretch of time that does not count: from one moment up to another."""

NEVER = datetime.max.replace(tzinfo=UTC)
"""The end of a stretch that goes on."""

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

MOST_DAYS = 1500
"""So many days ahead a day is looked for on which an answer may be due."""

HOUR = 3600.0


def read_moment(text: str) -> datetime:
    """A moment as an entry bears it; a `ValueError` if it bears none."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def write_moment(moment: datetime) -> str:
    """A moment as an entry bears it."""
    return moment.astimezone(UTC).strftime(FORM)


def merge(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Stretches in their order, those that touch as one."""
    merged: list[Stretch] = []
    for begin, end in sorted(stretch for stretch in stretches if stretch[0] < stretch[1]):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((begin, end))
    return tuple(merged)


def count_hours(begin: datetime, end: datetime, stopped: Sequence[Stretch]) -> float:
    """The hours between two moments that count."""
    still = sum(
        ((min(last, end) - max(first, begin)) for first, last in stopped if first < end and begin < last),
        timedelta(),
    )
    return max(0.0, (end - begin - still).total_seconds() / HOUR)


def add_hours(begin: datetime, hours: float, stopped: Sequence[Stretch]) -> datetime | None:
    """When so many hours that count are over; nothing where time stands still before."""
    left, now = timedelta(hours=hours), begin
    for first, last in stopped:
        if last <= now:
            continue
        if now + left <= first:
            break
        left -= max(timedelta(), first - now)
        if last == NEVER:
            return None
        now = last
    return now + left


def find_slot(terms: Terms, earliest: datetime, stopped: Sequence[Stretch]) -> datetime | None:
    """The first moment from one on at which an answer may be due; nothing where there is none."""
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
        if moment >= earliest and not any(begin <= moment < end for begin, end in stopped):
            return moment
    return None


def find_moment(day: date, hour: str, zone: ZoneInfo) -> datetime:
    """When it is this hour on a day in a zone, in UTC.

    An hour that a change of the clocks leaves out counts as if they had not changed; of one that comes twice,
    the later counts.
    """
    wall = datetime.fromisoformat(f"{day.isoformat()}T{hour}").replace(tzinfo=zone)
    return max(wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def list_days_away(first: str, last: str, zone: ZoneInfo) -> Stretch:
    """The stretch from the beginning of one day to the end of another, in a zone."""
    after = date.fromisoformat(last) + timedelta(days=1)
    return find_moment(date.fromisoformat(first), "00:00", zone), find_moment(after, "00:00", zone)
