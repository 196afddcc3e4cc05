"""A tick of the clock: reminders, late answers, and the end of grace periods.

A tick can be repeated at any time. Each entry is filed once and each mail has a unique name, both derived
from
the journal and the time.
"""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from referee.engine.faults import Busy
from referee.mail import answering, moderator
from referee.mail.office import Office
from referee.mail.rounds import notices
from referee.matches import matches, shelf
from referee.matches.deadlines import counting, filed, filing, running
from referee.matches.journal import Writer
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Sent
from referee.matches.matches import Match
from schemas.clocks import Deadline, Deadlines, End, Lateness, Stage
from schemas.mail import ClockNotice, Notice, Ticked

MOST_AHEAD = timedelta(hours=24)
"""Longest time between ticks. If it is exceeded, the clock may have jumped, or the machine was asleep."""

MOST_BACK = timedelta(minutes=10)
"""Largest harmless correction of the clock."""


def tick(desk: Office, now: str, *, on: bool = False) -> Ticked:
    """Send reminders, file late answers and apply the terms, once for each deadline.

    A jump of the clock switches ticks off until they are switched `on` again.
    """
    memory, last = desk.memory, desk.memory.find_tick("last")
    if on:
        memory.note_tick("off", None)
    elif memory.find_tick("off") or _jumps(last, now):
        memory.note_tick("off", memory.find_tick("off") or now)
        notices.tell_of_jump(desk, last, memory.find_tick("off"))
        return Ticked(now=now, last=last, off=True)
    memory.note_tick("last", now)
    done: list[Notice] = []
    faults: dict[str, str] = {}
    for name in shelf.names(desk.shelf):
        try:
            done += _tick_match(desk, name, now)
        except Busy:
            raise
        except Exception as error:
            # A damaged match must not delay the others.
            faults[name] = moderator.describe(error)
    return Ticked(now=now, last=last, notices=tuple(done), faults=faults)


def _jumps(last: str, now: str) -> bool:
    if not last:
        return False
    passed = counting.read_moment(now) - counting.read_moment(last)
    return passed >= MOST_AHEAD or passed < -MOST_BACK


def _tick_match(desk: Office, name: str, now: str) -> Iterator[Notice]:
    match = matches.find(desk.shelf, name)
    if not any(True for _ in match.past.list_timed(match.entries)):
        return
    told = running.list_deadlines(match, now)
    for one in told.deadlines:
        if one.due and one.late is None:
            yield from _remind(desk, match, told, one)
    yield from _file_lateness(desk, name, now)
    yield from _tell_lateness(desk, name, now)


def _remind(desk: Office, match: Match, told: Deadlines, one: Deadline) -> Iterator[Notice]:
    """Send the latest reminder that is due. Missed earlier reminders are not sent."""
    due, now = counting.read_moment(one.due), counting.read_moment(told.now)
    warnings = [due - timedelta(hours=hours) for hours in (told.terms.warn if told.terms else ())]
    asked = counting.read_moment(one.asked)
    reached = max((moment for moment in warnings if asked < moment <= now), default=None)
    if reached is None:
        return
    write = partial(notices.remind, desk, match, one, counting.write_moment(reached))
    queued, _ = moderator.write_to_each(desk, match.name, told.now, [write])
    if queued:
        yield _give(match, one.side, "reminder", one.due, queued)


def _give(match: Match, side: str, kind: ClockNotice, due: str, queued: tuple[str, ...]) -> Notice:
    return Notice(match=match.name, side=side, kind=kind, due=due, queued=queued)


def _file_lateness(desk: Office, name: str, now: str) -> Iterator[Notice]:
    """File each stage of a late answer once. A side that has answered meanwhile is not late."""
    with desk.holder.hold(desk.shelf, name) as (writer, match):
        known = {_name(late) for _, late in filed.read_times(match).lateness}
        told = running.list_deadlines(match, now)
        for one in told.deadlines:
            if one.late is not None and told.terms is not None:
                late = _state(one, one.late, told.terms.end)
                if _name(late) not in known:
                    yield _file(writer, match, late, now)


def _state(one: Deadline, stage: Stage, then: End) -> Lateness:
    return Lateness(side=one.side, asked=one.entry, due=one.due, over=one.over, stage=stage, then=then)


def _name(late: Lateness) -> tuple[str, int, str, Stage]:
    """Return the identity of a late answer. A moved deadline has a new one."""
    return late.side, late.asked, late.due, late.stage


def _file(writer: Writer, match: Match, late: Lateness, now: str) -> Notice:
    filing.file_lateness(writer, late, now)
    return _give(match, late.side, late.stage, late.due, ())


def _tell_lateness(desk: Office, name: str, now: str) -> Iterator[Notice]:
    """Notify the seats of late answers, and act at the end of a grace period."""
    match = matches.find(desk.shelf, name)
    owed = {(one.side, one.entry, one.due): one for one in running.list_deadlines(match, now).deadlines}
    for entry, late in filed.read_times(match).lateness:
        if (late.side, late.asked, late.due) not in owed:
            continue
        if queued := notices.tell_of_lateness(desk, match, entry, late):
            yield _give(match, late.side, late.stage, late.due, queued)
        if late.stage == "over":
            yield from _end(desk, match, late, now)


def _end(desk: Office, match: Match, late: Lateness, now: str) -> Iterator[Notice]:
    """End a grace period: file `done` if that is agreed and legal, or ask the moderator."""
    sent = submitting.send("clock.txt", f"done\n# {late.due}\n".encode(), at=now, side=late.side)
    if late.then == "done" and _is_lawful(match, sent, late.side):
        desk.memory.note_unfinished(match.name)
        submitting.submit(desk.shelf, match.name, sent, desk.holder)
        queued = answering.report_to_seats(desk, matches.find(desk.shelf, match.name))
        yield _give(match, late.side, "done", late.due, queued)
    elif queued := notices.ask_moderator(desk, match, late, now):
        yield _give(match, late.side, "moderator", late.due, queued)


def _is_lawful(match: Match, sent: Sent, side: str) -> bool:
    heard = submitting.rehearse_orders(match, side, sent.letter.orders).heard
    return bool(heard.stands) and not heard.falls and heard.needed is None
