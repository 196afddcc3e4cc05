"""Deadlines: what follows from the terms, the journal and the hour."""

from datetime import datetime

from msgspec.structs import replace

from referee.matches.clocks import counting, timeline
from referee.matches.clocks.terms import find_zone
from referee.matches.clocks.timeline import Asked, NamedTimeline, Timeline, Times
from schemas.clocks import Deadline, Deadlines, KnownAbsence, Stage
from schemas.record import Side, Value

UNKNOWN_ZONE = "UTC"


class Due(Value):
    """When an answer is due, and when its grace is over."""

    due: datetime
    over: datetime
    extended: bool = False

    def find_stage(self, moment: datetime) -> Stage | None:
        """How late it is at a moment: an answer in the last second is in time."""
        if moment <= self.due:
            return None
        return "grace" if moment <= self.over else "over"


def find_due(times: Times, owed: Asked) -> Due | None:
    """When an answer is due; nothing without a clock, or while time stands still."""
    found = times.find_terms(owed)
    if found is None:
        return None
    terms, since = found
    stops = times.list_stops(owed, terms.zone)
    span = terms.find_span(owed.questions)
    begin = timeline.read_times_at(owed.since)
    if since.seq > owed.since.body.seq:
        # Terms that are set while an answer is owed give it their whole time.
        begin = max(begin, since.at)
    moved = times.find_extension(owed, since.seq)
    if moved is not None:
        asked_for = counting.read_moment(getattr(moved.told, "until", ""))
        hours = counting.count_hours(moved.at, asked_for, ())
        due = counting.add_hours(moved.at, hours, times.list_pauses())
    else:
        earliest = counting.add_hours(begin, span.hours, stops)
        due = None if earliest is None else counting.find_slot(terms, earliest, stops)
    over = None if due is None else counting.add_hours(due, span.grace, stops)
    return None if due is None or over is None else Due(due, over, moved is not None)


def list_due(match: Timeline) -> tuple[Deadline, ...]:
    """Every answer that is owed, the most urgent one first, whatever the hour."""
    times = timeline.read_times(match)
    owed = [_tell(times, one) for one in timeline.list_owed(match)]
    return tuple(sorted(owed, key=lambda one: (not one.due, one.due, one.asked)))


def list_deadlines(match: NamedTimeline, now: str) -> Deadlines:
    """The clock of a match: its terms, and every answer that is owed with the hours that it took so far."""
    times, moment = timeline.read_times(match), counting.read_moment(now)
    found = times.find_terms()
    owed = {one.side: one for one in timeline.list_owed(match)}
    away = (one for one in times.absences if one.withdrawn is None)
    return Deadlines(
        match=match.name,
        now=now,
        terms=found[0] if found else None,
        paused=times.is_paused,
        deadlines=tuple(
            replace(one, late=one.find_stage(now), hours_used=_count_hours(times, owed[one.side], moment))
            for one in list_due(match)
        ),
        absences=tuple(
            KnownAbsence(entry=one.seq, side=one.side, first=one.told.first, last=one.told.last)
            for one in away
        ),
    )


def _count_hours(times: Times, owed: Asked, now: datetime) -> float:
    zone = _find_zone_name(times)
    hours = counting.count_hours(timeline.read_times_at(owed.since), now, times.list_stops(owed, zone))
    return round(hours, 2)


def _find_zone_name(times: Times) -> str:
    found = times.find_terms()
    return found[0].zone if found else UNKNOWN_ZONE


def _tell(times: Times, owed: Asked) -> Deadline:
    known = Deadline(side=owed.side, entry=owed.since.body.seq, asked=owed.since.body.at)
    due = find_due(times, owed)
    if due is None:
        return known
    return replace(
        known,
        due=counting.write_moment(due.due),
        over=counting.write_moment(due.over),
        told=word_moment(due.due, _find_zone_name(times)),
        extended=due.extended,
    )


def word_moment(moment: datetime, zone: str) -> str:
    """A moment as people of a zone read it."""
    return f"{moment.astimezone(find_zone(zone)):%Y-%m-%d %H:%M} {zone}"


def word_due(match: Timeline, side: Side) -> str:
    """Until when a side has to answer, in words; empty where nothing is due."""
    times = timeline.read_times(match)
    found = times.find_terms()
    owed = next((one for one in timeline.list_owed(match) if one.side == side), None) if found else None
    due = find_due(times, owed) if owed else None
    return word_moment(due.due, found[0].zone) if due and found else ""
