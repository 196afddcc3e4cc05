"""The time ledger: how each side used its time, from the journal alone."""

from collections.abc import Iterator
from datetime import datetime

from referee.matches.deadlines import asked, counting, filed, running
from referee.matches.deadlines.asked import Asked
from referee.matches.deadlines.filed import Times
from referee.matches.matches import Match
from referee.values.value import Value
from schemas.clocks import Pace, Stage, TimeLedger
from schemas.record import Side


class Answered(Value):
    """One answer: the hours that it took, and how late it came, if it had a deadline."""

    side: Side
    hours: float
    due: bool
    late: Stage | None


def count_pace(match: Match, now: str) -> TimeLedger:
    """How each side used its time; an answer that is owed counts once it is late."""
    answers = tuple(_list_answers(match, counting.read_moment(now)))
    sides = tuple(_sum_up(side, [one for one in answers if one.side == side]) for side in match.header.sides)
    return TimeLedger(match=match.name, now=now, sides=sides)


def _list_answers(match: Match, now: datetime) -> Iterator[Answered]:
    times = filed.read_times(match)
    for owed in asked.list_asked(match):
        begin = filed.read_at(owed.since)
        end = filed.read_at(owed.answer) if owed.answer else now
        due = running.find_due(times, owed)
        late = due.find_stage(end) if due else None
        if (owed.answer is None and late is None) or end <= begin:
            # What the same letter, or the machine, answers at once is no answer of its own.
            continue
        yield Answered(owed.side, _count_hours(times, owed, begin, end), due is not None, late)


def _count_hours(times: Times, owed: Asked, begin: datetime, end: datetime) -> float:
    found = times.find_terms(owed)
    zone = found[0].zone if found else running.UNKNOWN_ZONE
    return counting.count_hours(begin, end, times.list_stops(owed, zone))


def _sum_up(side: Side, answers: list[Answered]) -> Pace:
    due = [one for one in answers if one.due]
    hours = [one.hours for one in answers]
    return Pace(
        side=side,
        answers=len(answers),
        due=len(due),
        on_time=sum(one.late is None for one in due),
        late=sum(one.late is not None for one in due),
        over=sum(one.late == "over" for one in due),
        hours=round(sum(hours), 2),
        longest=round(max(hours, default=0.0), 2),
    )
