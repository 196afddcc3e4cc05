"""Reminders, notices of lateness and questions to the moderator, sent by a tick of the clock.

A tick can be repeated at any time. Each entry is filed once and each mail has a unique name, both derived
from the journal and the time.
"""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from referee.faults import Busy
from referee.i18n.translator import ENGLISH, message
from referee.mail import answers, messages, moderator, outbox, seats
from referee.mail.beacon import rounds
from referee.mail.mail_room import records
from referee.mail.mail_room.next_moments import Moments
from referee.mail.messages import Occasion
from referee.mail.office import Keys, Office
from referee.mail.requests import unanswered_proposals
from referee.matches import shelf, viewer_languages
from referee.matches.clocks import clock_entries, counting, running_deadlines, timeline
from referee.matches.journal import Writer
from referee.matches.judging import submission
from referee.matches.judging.submission import IncomingLetter
from referee.matches.matches import Match
from schemas.clocks import Deadline, Deadlines, End, Lateness, Stage
from schemas.journal import Entry
from schemas.mail import ClockNotice, Notice, Ticked
from schemas.record import Side
from schemas.reports import Paragraph

REMINDED = message("[{match}] your answer is due {due}")
REMINDER = message(
    "The match {match} is waiting for your answer. It is due {due}. Reply to this mail with your orders at"
    " the top, or with `report` to get the last report again."
)
LATE = message("[{match}] the answer of {side} is late")
OWN_LATE = message("[{match}] your answer is late")
OWN_GRACE = message(
    "The match {match} is waiting for your answer. It was due {due} and is still accepted until {over}. Reply"
    " to this mail with your orders at the top, or with `report` to get the last report again."
)
GRACE = message("{side} has not answered. The answer was due {due} and is still accepted until {over}.")
ENDS: dict[End, str] = {
    "moderator": message(
        "{side} has not answered. The answer was due {due}, and the grace period has ended. The moderator"
        " decides."
    ),
    "done": message(
        "{side} has not answered. The answer was due {due}, and the grace period has ended. As agreed, the"
        " referee files `done` if it is legal; otherwise the moderator decides."
    ),
}

DECIDE = message(
    "{side} has not answered. The answer was due {due}, and the grace period has ended. You can give more"
    " time with {extend}, file an order for the side, or close the match. {ledger} shows the time used by"
    " each side."
)
JUMPED = message("the clock jumped: reminders and deadlines are switched off")
JUMP = message(
    "The clock of this machine ticked at {last} and then at {now}. After such a gap the clock may be wrong,"
    " so reminders and deadlines are switched off. Check the clock, give more time where that is fair, and"
    " continue with {command}."
)


def remind(desk: Office, match: Match, one: Deadline, moment: str) -> Keys:
    """Queue a reminder of an answer. `moment` is the time of the reminder."""
    address = seats.find_address(desk.shelf, match.name, one.side)
    key = outbox.name_mail("reminder", match.name, one.side, address, one.entry, one.due, moment)
    if outbox.holds(desk, key):
        return ()
    tongue = viewer_languages.tell(match, one.side).tongue
    subject = tongue.say(REMINDED, match=match.name, due=one.told)
    body = tongue.paragraph(REMINDER, match=match.name, due=one.told)
    occasion = Occasion(match.name, one.side, match.journal.head.seq, moment)
    mail = messages.compose(desk, key, occasion, subject, messages.render_text(tongue, subject, body))
    return outbox.queue(desk, key, mail)


def tell_of_lateness(desk: Office, match: Match, entry: Entry, late: Lateness) -> Keys:
    """Notify every seat of a late answer, each in its language."""
    sides = [seat.side for seat in seats.read_seats(desk.shelf, match.name).seats]
    writers = (partial(_tell_seat, desk, match, side, entry, late) for side in sides)
    return moderator.write_to_each(desk, match.name, entry.body.at, writers)[0]


def _tell_seat(desk: Office, match: Match, reader: Side, entry: Entry, late: Lateness) -> Keys:
    address = seats.find_address(desk.shelf, match.name, reader)
    key = outbox.name_mail("late", match.name, reader, address, entry.seal)
    if outbox.holds(desk, key):
        return ()
    localised_match = viewer_languages.tell(match, reader)
    subject = localised_match.tongue.say(
        OWN_LATE if reader == late.side else LATE,
        match=match.name,
        side=localised_match.bound.name_of(late.side),
    )
    body = _word_lateness(localised_match, reader, late)
    occasion = Occasion(match.name, reader, entry.body.seq, entry.body.at)
    text = messages.render_text(localised_match.tongue, subject, body)
    mail = messages.compose(desk, key, occasion, subject, text)
    return outbox.queue(desk, key, mail)


def _word_lateness(match: Match, reader: Side, late: Lateness) -> Paragraph:
    templates: dict[Stage, str] = {
        "grace": OWN_GRACE if reader == late.side else GRACE,
        "over": ENDS[late.then],
    }
    moments = {"due": _word(match, late.due), "over": _word(match, late.over)}
    side = match.bound.name_of(late.side)
    return match.tongue.paragraph(templates[late.stage], match=match.name, side=side, **moments)


def _word(match: Match, moment: str) -> str:
    """Render a time in the zone of the match."""
    return running_deadlines.word_in_zone(match, counting.read_moment(moment))


def ask_moderator(desk: Office, match: Match, late: Lateness, now: str) -> Keys:
    """Notify the moderator that the grace period of a side has ended, once for each deadline."""
    key = outbox.name_mail("decide", match.name, late.side, late.asked, late.due)
    name, side = match.name, match.bound.name_of(late.side)
    subject = ENGLISH.say(LATE, match=name, side=side)
    commands = {
        "extend": f"`referee clock extend {name} {late.side} --until TIME`",
        "ledger": f"`referee clock ledger {name}`",
    }
    body = ENGLISH.paragraph(DECIDE, side=side, due=_word(match, late.due), **commands)
    return moderator.write(desk, key, subject, body, now)


def tell_of_jump(desk: Office, last: str, now: str) -> Keys:
    """Notify the moderator that the clock jumped and that deadlines are switched off."""
    key = outbox.name_mail("jump", last, now)
    subject = ENGLISH.say(JUMPED)
    body = ENGLISH.paragraph(JUMP, last=last, now=now, command="`referee mail tick --on`")
    return moderator.write(desk, key, subject, body, now)


MOST_AHEAD = timedelta(hours=24)
"""Longest time between ticks. If it is exceeded, the clock may have jumped, or the machine was asleep."""

MOST_BACK = timedelta(minutes=10)
"""Largest harmless correction of the clock."""


def tick(desk: Office, now: str, *, on: bool = False) -> Ticked:
    """Send reminders, file late answers and apply the terms, once for each deadline.

    Only matches whose moment has come, or whose files changed, are opened. A jump of the clock switches ticks
    off until they are switched `on` again.
    """
    memory, last = desk.memory, desk.memory.find_tick("last")
    if on:
        memory.note_tick("off", None)
    elif memory.find_tick("off") or _jumps(last, now):
        memory.note_tick("off", memory.find_tick("off") or now)
        tell_of_jump(desk, last, memory.find_tick("off"))
        return Ticked(now=now, last=last, off=True)
    memory.note_tick("last", now)
    records.send_digest(desk, now)
    done: list[Notice] = []
    faults: dict[str, str] = {}
    names, moments = shelf.names(desk.shelf), Moments(desk)
    for name in names:
        if not on and not moments.is_due(name, now):
            continue
        try:
            done += _tick_match(desk, name, now)
            moments.note(name, now)
        except Busy:
            raise
        except Exception as error:
            # A damaged match must not delay the others.
            moments.forget(name)
            faults[name] = moderator.describe(error)
    moments.keep(names)
    return Ticked(now=now, last=last, notices=tuple(done), faults=faults)


def _jumps(last: str, now: str) -> bool:
    if not last:
        return False
    passed = counting.read_moment(now) - counting.read_moment(last)
    return passed >= MOST_AHEAD or passed < -MOST_BACK


def _tick_match(desk: Office, name: str, now: str) -> Iterator[Notice]:
    match = desk.holder.find(desk.shelf, name)
    if rounds.tick(desk, match, now):
        match = desk.holder.find(desk.shelf, name)
    if answers.owes_reports(desk, match, now):
        _report_unseen(desk, match, now)
    if notices := tuple(unanswered_proposals.play(desk, match, now)):
        yield from notices
        match = desk.holder.find(desk.shelf, name)
    if not any(True for _ in match.past.list_timed(match.entries)):
        return
    deadlines = running_deadlines.list_deadlines(match, now)
    for one in deadlines.deadlines:
        if one.due and one.late is None:
            yield from _remind(desk, match, deadlines, one)
    yield from _file_lateness(desk, name, now)
    yield from _tell_lateness(desk, name, now)


def _report_unseen(desk: Office, match: Match, now: str) -> None:
    """Queue a report for each seat that lacks one: for a day, or since a command of the moderator."""
    with outbox.transaction(desk):
        answers.report_to_seats(desk, match, now)
    outbox.release(desk)


def _remind(desk: Office, match: Match, deadlines: Deadlines, one: Deadline) -> Iterator[Notice]:
    """Send the latest reminder that is due. Missed earlier reminders are not sent."""
    due, now = counting.read_moment(one.due), counting.read_moment(deadlines.now)
    warnings = [due - timedelta(hours=hours) for hours in (deadlines.terms.warn if deadlines.terms else ())]
    start = counting.read_moment(one.asked)
    warning = max((moment for moment in warnings if start < moment <= now), default=None)
    if warning is None:
        return
    write = partial(remind, desk, match, one, counting.write_moment(warning))
    keys, _ = moderator.write_to_each(desk, match.name, deadlines.now, [write])
    if keys:
        yield _give(match, one.side, "reminder", one.due, keys)


def _give(match: Match, side: str, kind: ClockNotice, due: str, keys: tuple[str, ...]) -> Notice:
    return Notice(match=match.name, side=side, kind=kind, due=due, queued=keys)


def _file_lateness(desk: Office, name: str, now: str) -> Iterator[Notice]:
    """File each stage of a late answer once. A side that has answered meanwhile is not late."""
    with desk.holder.hold(desk.shelf, name) as (writer, match):
        reported = {_name(late) for _, late in timeline.read_times(match).lateness}
        deadlines = running_deadlines.list_deadlines(match, now)
        for one in deadlines.deadlines:
            if one.late is not None and deadlines.terms is not None:
                late = _state(one, one.late, deadlines.terms.end)
                if _name(late) not in reported:
                    yield _file(writer, match, late, now)


def _state(one: Deadline, stage: Stage, then: End) -> Lateness:
    return Lateness(side=one.side, asked=one.entry, due=one.due, over=one.over, stage=stage, then=then)


def _name(late: Lateness) -> tuple[str, int, str, Stage]:
    """Return the identity of a late answer. A moved deadline has a new one."""
    return late.side, late.asked, late.due, late.stage


def _file(writer: Writer, match: Match, late: Lateness, now: str) -> Notice:
    clock_entries.file_lateness(writer, late, now)
    return _give(match, late.side, late.stage, late.due, ())


def _tell_lateness(desk: Office, name: str, now: str) -> Iterator[Notice]:
    """Notify the seats of late answers, and act at the end of a grace period."""
    match = desk.holder.find(desk.shelf, name)
    owed = {
        (one.side, one.entry, one.due): one for one in running_deadlines.list_deadlines(match, now).deadlines
    }
    for entry, late in timeline.read_times(match).lateness:
        if (late.side, late.asked, late.due) not in owed:
            continue
        if keys := tell_of_lateness(desk, match, entry, late):
            yield _give(match, late.side, late.stage, late.due, keys)
        if late.stage == "over":
            yield from _end(desk, match, late, now)


def _end(desk: Office, match: Match, late: Lateness, now: str) -> Iterator[Notice]:
    """End a grace period: file `done` if that is agreed and legal, or ask the moderator."""
    incoming = submission.open_letter("clock.txt", f"done\n# {late.due}\n".encode(), at=now, side=late.side)
    if late.then == "done" and _is_lawful(match, incoming, late.side):
        desk.memory.note_unfinished(match.name)
        submission.submit(desk.shelf, match.name, incoming, desk.holder)
        keys = answers.report_to_seats(desk, desk.holder.find(desk.shelf, match.name))
        yield _give(match, late.side, "done", late.due, keys)
    elif keys := ask_moderator(desk, match, late, now):
        yield _give(match, late.side, "moderator", late.due, keys)


def _is_lawful(match: Match, incoming: IncomingLetter, side: str) -> bool:
    judgement = submission.rehearse_orders(match, side, incoming.letter.orders).judgement
    return bool(judgement.accepted_orders) and not judgement.refused_lines and judgement.needed is None
