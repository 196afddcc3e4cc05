"""Results of the post office as text for the terminal."""

from collections.abc import Mapping

from schemas.mail import ClockNotice, Delivered, Received, Round, Seats, Ticked, Verdict

VERDICTS: Mapping[Verdict, str] = {
    "judged": "judged",
    "refused": "refused and answered",
    "answered": "request answered",
    "filed": "filed, and reported to the players concerned",
    "repeat": "received before",
    "automatic": "not judged: automatic mail",
    "bounce": "bounce: a mail of the referee was not delivered",
    "unproved": "not judged: the author is not proved",
    "held": "held until the player confirms it, because it cannot be undone",
    "denied": "the player denies a letter: it is not judged",
    "forged": "not judged: it came from another player of the match",
    "confirmed": "confirms a held letter",
    "stranger": "not judged: no seat has this address",
    "unreadable": "cannot be handled: set aside",
    "waiting": "stored, handled later",
}
"""Results of a mail."""


def word_seats(known: Seats) -> str:
    """Render the players and the invited players."""
    lines = [f"{one.side}: {one.address}" for one in known.seats]
    return "\n".join([*lines, *(f"{one.side}: {one.address} is invited" for one in known.invited)])


def word_received(done: Received) -> str:
    """Render the result of one mail."""
    seat = f" ({done.match}, {done.side})" if done.match else ""
    code = f" [{done.code}]" if done.code else ""
    waiting = f"; {len(done.queued)} to send" if done.queued else ""
    return f"{done.digest[:12]}{seat}: {VERDICTS[done.verdict]}{code}{waiting}"


def word_sent(mail: Delivered) -> str:
    """Render the delivery of one mail."""
    return f"{mail.to}: {mail.subject}" if mail.sent else f"{mail.to}: still waiting, {mail.why}"


NOTICES: Mapping[ClockNotice, str] = {
    "reminder": "reminded",
    "grace": "late, in the grace period",
    "over": "late, the grace period has ended",
    "done": "`done` was filed",
    "moderator": "you decide",
}
"""Results of a tick of the clock."""


def word_round(done: Round) -> str:
    """Render a round of the post office, one action per line."""
    received, sent = map(word_received, done.received), map(word_sent, done.sent)
    return "\n".join(line for line in (*received, word_tick(done.ticked), *sent, *done.faults) if line)


def word_tick(done: Ticked) -> str:
    """Render a tick of the clock, one action per line."""
    if done.off:
        return (
            f"The clock jumped from {done.last} to {done.now}: reminders and deadlines are off;"
            " --on switches them on again."
        )
    told = [f"{one.match}, {one.side}: {NOTICES[one.kind]} (due {one.due})" for one in done.notices]
    return "\n".join([*told, *(f"{name}: {why}" for name, why in done.faults.items())])
