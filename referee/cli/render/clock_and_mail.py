"""Terminal texts for deadlines, the time ledger and the post office."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import shorten

from referee.cli.render.answer_text import join_lines, table
from referee.i18n.translator import Translator, message
from referee.mail.mail_room.faults import VERDICTS
from schemas.clocks import Deadline, Deadlines, End, Pace, Stage, Terms, TimeLedger
from schemas.mail import (
    ClockNotice,
    Delivered,
    MailList,
    MailRecord,
    MailShown,
    Received,
    Round,
    Seats,
    SetupFile,
    SetupFiles,
    SetupSteps,
    Ticked,
)

LATE: Mapping[Stage | None, str] = {
    None: message("in time"),
    "grace": message("late, in the grace period"),
    "over": message("late, the grace period has ended"),
}
"""Lateness of an answer."""


@join_lines
def word_deadlines(deadlines: Deadlines, tongue: Translator) -> Iterator[str]:
    """Render the terms of a clock and the open deadlines."""
    say = tongue.say
    if deadlines.terms is None:
        yield say("{match} has no clock.", match=deadlines.match)
    else:
        yield word_terms(deadlines.terms, tongue)
    if deadlines.paused:
        yield say("The clock is paused.")
    if deadlines.deadlines:
        yield table([_word_deadline(one, tongue) for one in deadlines.deadlines])
    for away in deadlines.absences:
        days = {"entry": away.entry, "side": away.side, "first": away.first, "last": away.last}
        yield say("{side} is away from {first} to {last} (entry {entry}).", **days)


ENDINGS: Mapping[End, str] = {
    "moderator": message("The moderator decides after the grace period."),
    "done": message("`done` is filed after the grace period."),
}
"""Actions after the grace period."""


@join_lines
def word_terms(terms: Terms, tongue: Translator) -> Iterator[str]:
    """Render the terms of a clock, each in a sentence."""
    say = tongue.say
    span = {name: getattr(terms, name) for name in ("hours", "hour", "zone", "grace")}
    yield say("At least {hours} hours, then until {hour} in {zone}, with {grace} hours of grace.", **span)
    yield say("Days with deadlines: {days}.", days=", ".join(terms.days))
    if terms.holidays:
        yield say("Days without deadlines: {days}.", days=", ".join(terms.holidays))
    if terms.warn:
        yield say("Reminders before a deadline, in hours: {hours}.", hours=", ".join(map(str, terms.warn)))
    for kind, time in terms.questions.items():
        yield say(
            "Questions of the kind {kind}: at least {hours} hours, with {grace} hours of grace.",
            kind=kind,
            hours=time.hours,
            grace=time.grace,
        )
    yield say(ENDINGS[terms.end])


def _word_deadline(one: Deadline, tongue: Translator) -> tuple[str, ...]:
    since = tongue.say("asked {asked} by entry {entry}", asked=one.asked, entry=one.entry)
    if not one.due:
        return one.side, since, tongue.say("no deadline"), ""
    return one.side, since, tongue.say("due {due}", due=one.told), tongue.say(LATE[one.late])


def word_ledger(ledger: TimeLedger, tongue: Translator) -> str:
    """Render the time used by each side."""
    say = tongue.say
    heads = say("side"), say("answers"), say("in time"), say("late"), say("hours"), say("longest")
    return table([heads, *(_word_pace(pace, tongue) for pace in ledger.sides)])


def _word_pace(pace: Pace, tongue: Translator) -> tuple[str, ...]:
    share = "-" if pace.share is None else f"{pace.on_time}/{pace.due} = {100 * pace.share:.0f} %"
    late = tongue.say("{late}, {over} after the grace period", late=pace.late, over=pace.over)
    return pace.side, str(pace.answers), share, late, f"{pace.hours:.1f}", f"{pace.longest:.1f}"


def word_seats(seats: Seats) -> str:
    """Render the players and the invited players."""
    lines = [f"{one.side}: {one.address}" for one in seats.seats]
    lines += [f"{one.side}: {one.address} is invited" for one in seats.invited]
    return "\n".join(lines) or "Every seat is empty."


def word_observers(seats: Seats) -> str:
    """Render the addresses of the observers, one per line."""
    return "\n".join(seats.spectators) or "Nobody observes this match."


def word_received(done: Received) -> str:
    """Render the result of one mail."""
    seat = f" ({done.match}, {done.side})" if done.match else ""
    code = f" [{done.code}]" if done.code else ""
    waiting = f"; {len(done.queued)} to send" if done.queued else ""
    # A mail that cannot be read is not stored, and has no digest.
    return f"{done.digest[:12] or 'a mail'}{seat}: {VERDICTS[done.verdict]}{code}{waiting}"


STEPS = {
    "send": "a mail was sent to the post office itself",
    "receive": "it arrived at an address with a plus",
    "mx": "the DNS names the mail server of the domain (MX)",
    "tls": "the mail server offers TLS, with a valid certificate",
    "spf": "the DNS says which servers send the domain's mail (SPF)",
    "dmarc": "the DNS says what happens to forged mail (DMARC)",
}
"""Steps of the check of a post office."""


def word_steps(done: SetupSteps) -> str:
    """Render the check of a post office, one step per line."""
    return "\n".join(f"{STEPS[one.step]}: {'yes' if one.works else f'no, {one.why}'}" for one in done.steps)


def word_files(files: SetupFiles) -> str:
    """Render files, each below its name. A written file is one line with its destination."""
    return "\n".join(map(_word_file, files.files))


def _word_file(file: SetupFile) -> str:
    if file.path:
        return f"{file.path}: {file.place}"
    return f"# {file.name}: {file.place}\n\n{file.text}"


LONGEST_SUBJECT = 60
"""Highest number of characters shown of a subject: that of a reply repeats a whole question."""


def word_mails(mails: MailList) -> str:
    """Render received mails, one per line, with the command that settles one."""
    return "\n".join(map(_word_mail, mails.mails)) or "There are none."


def _word_mail(mail: MailRecord) -> str:
    seat = f" ({mail.match}, {mail.side})" if mail.match else ""
    settle = f"\n  {mail.settle}" if mail.settle else ""
    head = f"{mail.digest[:12]} {mail.at} {mail.sender or '-'}{seat}: {VERDICTS[mail.verdict]}"
    return f"{head}: {shorten(mail.subject, LONGEST_SUBJECT, placeholder=' …') or '-'}{settle}"


def word_mail(shown: MailShown) -> str:
    """Render one mail with its text."""
    return "\n".join((_word_mail(shown.mail), "", *(f"| {line}" for line in shown.text)))


def word_sent(mail: Delivered) -> str:
    """Render the delivery of one mail."""
    return f"{mail.to}: {mail.subject}" if mail.sent else f"{mail.to}: still waiting, {mail.why}"


NOTICES: Mapping[ClockNotice, str] = {
    "reminder": "reminded",
    "grace": "late, in the grace period",
    "over": "late, the grace period has ended",
    "done": "`done` was filed",
    "moderator": "you decide",
    "proposal": "the proposal was played",
}
"""Results of a tick of the clock."""


def word_round(done: Round) -> str:
    """Render a round of the post office, one action per line."""
    receipts, sent = map(word_received, done.received), map(word_sent, done.sent)
    return "\n".join(line for line in (*receipts, word_tick(done.ticked), *sent, *done.faults) if line)


def word_tick(done: Ticked) -> str:
    """Render a tick of the clock, one action per line."""
    notices = (f"{one.match}, {one.side}: {NOTICES[one.kind]} (due {one.due})" for one in done.notices)
    # The entry of a late answer and the mails about it are two notices.
    return "\n".join([*(() if done.off else dict.fromkeys(notices)), *list_tick_errors(done)])


def list_waiting(mails: Iterable[Received]) -> list[str]:
    """Return a line for each mail that waits to be handled."""
    return [word_received(mail) for mail in mails if mail.verdict == "waiting"]


def list_unsent(mails: Iterable[Delivered]) -> list[str]:
    """Return a line for each mail that was not sent."""
    return [word_sent(mail) for mail in mails if not mail.sent]


def list_tick_errors(done: Ticked) -> list[str]:
    """Return a line if the clock jumped, or one for each match that cannot be read."""
    if done.off:
        return [
            f"The clock jumped from {done.last} to {done.now}: reminders and deadlines are off;"
            " --on switches them on again."
        ]
    return [f"{name}: {why}" for name, why in done.faults.items()]


def list_round_errors(done: Round) -> list[str]:
    """Return a line for each failure in a round of the post office."""
    return [
        *list_waiting(done.received),
        *list_tick_errors(done.ticked),
        *list_unsent(done.sent),
        *done.faults,
    ]
