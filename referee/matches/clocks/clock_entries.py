"""Entries that change the clock or announce an absence."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

from referee.faults import Complaint, Misuse
from referee.i18n.translator import Offered
from referee.matches import matches, moderator_entries
from referee.matches.clocks import counting, running_deadlines, timeline
from referee.matches.clocks.running_deadlines import Due
from referee.matches.clocks.terms import check_terms, find_zone, read_day
from referee.matches.faults import ClockFault, MatchFault
from referee.matches.journal import Draft, Writer
from referee.matches.matches import Match
from referee.texts.canonical import writable
from referee.texts.tree import quote
from schemas import clocks
from schemas.answers.matches import Filed
from schemas.journal import PHRASED, Kind
from schemas.record import REFEREE, Record, Side, to_data

LONGEST_WHY = 500
"""Maximum length of a reason, in characters."""

MOST_DAYS_AWAY = 60
"""Maximum length of one absence, in days."""


def set_terms(root: Path, name: str, terms: clocks.Terms, *, at: str) -> Filed:
    """Set the terms of the clock. An answer that is already due gets the full time of the new terms."""
    check_terms(terms)
    with _hold(root, name) as (writer, match):
        for kind in terms.questions.keys() - set(match.rules.questions):
            known_questions = Offered(match.rules.questions)
            raise Misuse(
                Complaint.of(ClockFault.QUESTION_UNKNOWN, kind=quote(kind), questions=known_questions)
            )
        return file_change(writer, clocks.ClockSet(terms=terms), at)


def stop(root: Path, name: str, *, why: str, at: str) -> Filed:
    """Stop the clock and remove all deadlines."""
    with _hold(root, name) as (writer, match):
        _need_clock(match)
        return file_change(writer, clocks.ClockStopped(why=_read_why(why)), at)


def extend(root: Path, name: str, side_name: str, *, until: str, why: str, at: str) -> Filed:
    """Move a side's deadline to a later moment, given in the time zone of the match."""
    with _hold(root, name) as (writer, match):
        side = match.side(side_name)
        due = _find_due(match, side)
        later = _read_moment(match, until)
        if later <= max(due.due, counting.read_moment(at)):
            due_text = running_deadlines.word_in_zone(match, due.due)
            raise Misuse(Complaint.of(ClockFault.NOT_LATER, side=side, due=due_text))
        extension = clocks.DeadlineMoved(side=side, until=counting.write_moment(later), why=_read_why(why))
        return file_change(writer, extension, at)


def _read_moment(match: Match, text: str) -> datetime:
    """Read a moment that the moderator typed. It is in the match's time zone unless it has its own."""
    terms = timeline.read_times(match).find_terms()
    try:
        moment = datetime.fromisoformat(text)
        zone = find_zone(terms[0].zone) if terms else UTC
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Misuse(Complaint.of(MatchFault.NOT_A_TIME, text=text)) from None


def _find_due(match: Match, side: Side) -> Due:
    _need_clock(match)
    owed = next((one for one in timeline.list_owed(match) if one.side == side), None)
    if owed is None:
        raise Misuse(Complaint.of(ClockFault.NOT_ASKED, side=side, match=match.name))
    times = timeline.read_times(match)
    due = running_deadlines.find_due(times, owed)
    if due is None:
        raise Misuse(_say_paused(match))
    return due


def pause(root: Path, name: str, *, why: str, at: str) -> Filed:
    """Pause the clock for all sides."""
    with _hold(root, name) as (writer, match):
        _need_clock(match)
        if timeline.read_times(match).is_paused:
            raise Misuse(_say_paused(match))
        return file_change(writer, clocks.ClockPaused(why=_read_why(why)), at)


def _say_paused(match: Match) -> Complaint:
    pauses = [
        one.seq for one in timeline.read_times(match).changes if isinstance(one.content, clocks.ClockPaused)
    ]
    return Complaint.of(ClockFault.PAUSED_ALREADY, match=match.name, entry=max(pauses, default=0))


def resume(root: Path, name: str, *, why: str, at: str) -> Filed:
    """Resume a paused clock."""
    with _hold(root, name) as (writer, match):
        if not timeline.read_times(match).is_paused:
            raise Misuse(Complaint.of(ClockFault.NOT_PAUSED, match=name))
        return file_change(writer, clocks.ClockResumed(why=_read_why(why)), at)


def announce_absence(root: Path, name: str, side_name: str, *, first: str, last: str, at: str) -> Filed:
    """File the days on which a side cannot answer, once. Deadlines that are already running do not move."""
    begin, end = date.fromisoformat(read_day(first)), date.fromisoformat(read_day(last))
    if end < begin:
        raise Misuse(Complaint.of(ClockFault.DAYS_REVERSED, first=first, last=last))
    if (end - begin).days >= MOST_DAYS_AWAY:
        raise Misuse(Complaint.of(ClockFault.ABSENCE_TOO_LONG, most=MOST_DAYS_AWAY))
    away = clocks.Absence(first=begin.isoformat(), last=end.isoformat())
    with _hold(root, name) as (writer, match):
        side = match.side(side_name)
        for one in timeline.read_times(match).absences:
            if (one.side, one.content, one.withdrawn) == (side, away, None):
                return Filed(
                    match=name, entry=one.seq, kind="absence", text="", head=str(writer.journal.head)
                )
        return _file_absence(writer, side, away, at)


def withdraw_absence(root: Path, name: str, side_name: str, entry: int, *, at: str) -> Filed:
    """Withdraw an announced absence."""
    with _hold(root, name) as (writer, match):
        side = match.side(side_name)
        announced_entries = (
            one.seq
            for one in timeline.read_times(match).absences
            if one.side == side and one.withdrawn is None
        )
        if entry not in announced_entries:
            raise Misuse(Complaint.of(ClockFault.NOT_AWAY, entry=entry, side=side))
        return _file_absence(writer, side, clocks.AbsenceWithdrawn(entry=entry), at)


def _file_absence(writer: Writer, side: Side, change: clocks.AbsenceChange, at: str) -> Filed:
    return _file(writer, "absence", side, change, at)


def file_change(writer: Writer, change: clocks.ClockChange, at: str) -> Filed:
    """File a change of the clock."""
    return _file(writer, "clock", REFEREE, change, at)


def file_lateness(writer: Writer, late: clocks.Lateness, at: str) -> Filed:
    """File that an answer is late."""
    return _file(writer, "late", REFEREE, late, at)


def _file(writer: Writer, kind: Kind, side: Side, content: Record, at: str) -> Filed:
    draft = Draft(kind=kind, at=at, side=side, public=dict(to_data(content)))
    return moderator_entries.file_draft(writer, draft)


@contextmanager
def _hold(root: Path, name: str) -> Generator[tuple[Writer, Match]]:
    with matches.hold(root, name) as (writer, match):
        if match.header.format < PHRASED:
            raise Misuse(Complaint.of(ClockFault.CLOCK_UNKNOWN, match=name, format=match.header.format))
        moderator_entries.refuse_closed(match)
        yield writer, match


def _need_clock(match: Match) -> None:
    if timeline.read_times(match).find_terms() is None:
        raise Misuse(Complaint.of(ClockFault.NO_CLOCK, match=match.name))


def _read_why(text: str) -> str:
    """Return a reason as it is filed, on one line. Raises Misuse if it is too long or not printable."""
    why = writable(" ".join(text.split()))
    if len(why) > LONGEST_WHY or not why.isprintable():
        raise Misuse(Complaint.of(ClockFault.WHY_UNPRINTABLE, most=LONGEST_WHY))
    return why
