"""Mails about time: reminders, late answers, and decisions for the moderator."""

from functools import partial

from referee.engine.tongue import ENGLISH, Translator, message
from referee.mail import composing, moderator, outbox, seats
from referee.mail.composing import Occasion
from referee.mail.office import Office
from referee.matches import viewer_languages
from referee.matches.deadlines import counting, running
from referee.matches.deadlines.filed import read_times
from referee.matches.matches import Match
from referee.reports import publishing
from schemas.clocks import Deadline, End, Lateness, Stage
from schemas.journal import Entry
from schemas.record import Side
from schemas.reports.document import Document, Paragraph

Keys = tuple[str, ...]

REMINDED = message("[{match}] your answer is due {due}")
REMINDER = message(
    "The match {match} is waiting for your answer. It is due {due}. Reply to this mail with your orders at"
    " the top, or with `report` to get the last report again."
)
LATE = message("[{match}] the answer of {side} is late")
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
"""Texts for the end of the grace period."""

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
    mail = composing.compose(desk, key, occasion, subject, _write(tongue, subject, body))
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
    told = viewer_languages.tell(match, reader)
    subject = told.tongue.say(LATE, match=match.name, side=told.bound.name_of(late.side))
    body = _word_lateness(told, late)
    occasion = Occasion(match.name, reader, entry.body.seq, entry.body.at)
    mail = composing.compose(desk, key, occasion, subject, _write(told.tongue, subject, body))
    return outbox.queue(desk, key, mail)


def _word_lateness(match: Match, late: Lateness) -> Paragraph:
    templates: dict[Stage, str] = {"grace": GRACE, "over": ENDS[late.then]}
    moments = {"due": _word(match, late.due), "over": _word(match, late.over)}
    side = match.bound.name_of(late.side)
    return match.tongue.paragraph(templates[late.stage], side=side, **moments)


def _word(match: Match, moment: str) -> str:
    """Render a time in the zone of the match."""
    found = read_times(match).find_terms()
    zone = found[0].zone if found else running.UNKNOWN_ZONE
    return running.word_moment(counting.read_moment(moment), zone)


def ask_moderator(desk: Office, match: Match, late: Lateness, now: str) -> Keys:
    """Notify the moderator that the grace period of a side has ended, once for each deadline."""
    key = outbox.name_mail("decide", match.name, late.side, late.asked, late.due)
    name, side = match.name, late.side
    subject = ENGLISH.say(LATE, match=name, side=side)
    commands = {
        "extend": f"`referee clock extend {name} {side} --until TIME`",
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


def _write(tongue: Translator, title: str, body: Paragraph) -> str:
    return publishing.publish(Document(title=title, language=tongue.language, blocks=(body,)), "text")
