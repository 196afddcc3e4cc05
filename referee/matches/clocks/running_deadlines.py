"""Running deadlines: computed from the terms, the journal and the current time."""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from referee.matches.clocks import counting, timeline
from referee.matches.clocks.terms import find_zone
from referee.matches.clocks.timeline import Asked, NamedTimeline, Timeline, Times
from schemas.clocks import Deadline, Deadlines, KnownAbsence, Stage
from schemas.record import Side, Value

UNKNOWN_ZONE = "UTC"


class Due(Value):
    """Deadline of an answer, and the end of its grace period."""

    due: datetime
    over: datetime
    extended: bool = False

    def find_stage(self, moment: datetime) -> Stage | None:
        """Return how late an answer is at a moment, or None. An answer in the last second is in time."""
        if moment <= self.due:
            return None
        return "grace" if moment <= self.over else "over"


def find_due(times: Times, owed: Asked) -> Due | None:
    """Return the deadline of an answer, or None without a clock or while it is paused."""
    current_terms = times.find_terms(owed)
    if current_terms is None:
        return None
    terms, since = current_terms
    stops = times.list_stops(owed, terms.zone)
    span = terms.find_span(owed.questions)
    begin = timeline.read_times_at(owed.since)
    if since.seq > owed.since.body.seq:
        # New terms give an open answer its full time.
        begin = max(begin, since.at)
    extension = times.find_extension(owed, since.seq)
    if extension is not None:
        asked_for = counting.read_moment(getattr(extension.content, "until", ""))
        hours = counting.count_hours(extension.at, asked_for, ())
        due = counting.add_hours(extension.at, hours, times.list_pauses())
    else:
        earliest = counting.add_hours(begin, span.hours, stops)
        due = None if earliest is None else counting.find_slot(terms, earliest, stops)
    over = None if due is None else counting.add_hours(due, span.grace, stops)
    return None if due is None or over is None else Due(due, over, extension is not None)


def list_due(match: Timeline) -> tuple[Deadline, ...]:
    """Return every open answer, most urgent first, independent of the current time."""
    return _list_due(timeline.read_times(match), timeline.list_owed(match))


def _list_due(times: Times, open_answers: Iterable[Asked]) -> tuple[Deadline, ...]:
    owed = [_tell(times, one) for one in open_answers]
    return tuple(sorted(owed, key=lambda one: (not one.due, one.due, one.asked)))


def list_deadlines(match: NamedTimeline, now: str) -> Deadlines:
    """Return the clock of a match: its terms, and every open answer with the hours used so far."""
    times, moment = timeline.read_times(match), counting.read_moment(now)
    terms = times.find_terms()
    owed = {one.side: one for one in timeline.list_owed(match)}
    away = (one for one in times.absences if one.withdrawn is None)
    return Deadlines(
        match=match.name,
        now=now,
        terms=terms[0] if terms else None,
        paused=times.is_paused,
        deadlines=tuple(
            replace(one, late=one.find_stage(now), hours_used=_count_hours(times, owed[one.side], moment))
            for one in _list_due(times, owed.values())
        ),
        absences=tuple(
            KnownAbsence(entry=one.seq, side=one.side, first=one.content.first, last=one.content.last)
            for one in away
        ),
    )


def _count_hours(times: Times, owed: Asked, now: datetime) -> float:
    zone = _find_zone_name(times)
    hours = counting.count_hours(timeline.read_times_at(owed.since), now, times.list_stops(owed, zone))
    return round(hours, 2)


def _find_zone_name(times: Times) -> str:
    terms = times.find_terms()
    return terms[0].zone if terms else UNKNOWN_ZONE


def _tell(times: Times, owed: Asked) -> Deadline:
    deadline = Deadline(side=owed.side, entry=owed.since.body.seq, asked=owed.since.body.at)
    due = find_due(times, owed)
    if due is None:
        return deadline
    return replace(
        deadline,
        due=counting.write_moment(due.due),
        over=counting.write_moment(due.over),
        told=word_moment(due.due, _find_zone_name(times)),
        extended=due.extended,
    )


def word_moment(moment: datetime, zone: str) -> str:
    """Return a moment as people in a time zone read it."""
    return f"{moment.astimezone(find_zone(zone)):%Y-%m-%d %H:%M} {zone}"


def word_in_zone(match: Timeline, moment: datetime) -> str:
    """Return a moment in the time zone of a match."""
    return word_moment(moment, _find_zone_name(timeline.read_times(match)))


def word_due(match: Timeline, side: Side) -> str:
    """Return the deadline of a side in words, or "" if nothing is due."""
    times = timeline.read_times(match)
    terms = times.find_terms()
    owed = next((one for one in timeline.list_owed(match) if one.side == side), None) if terms else None
    due = find_due(times, owed) if owed else None
    return word_moment(due.due, terms[0].zone) if due and terms else ""
