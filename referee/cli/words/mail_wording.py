"""What the post office did, in words for the terminal."""

from collections.abc import Mapping

from schemas.mail import ClockNotice, Delivered, Received, Round, Seats, Ticked, Verdict

VERDICTS: Mapping[Verdict, str] = {
    "judged": "judged",
    "refused": "refused, and answered",
    "answered": "asked for something, and answered",
    "filed": "filed, and told to whom it concerns",
    "repeat": "known already",
    "automatic": "not judged: no person wrote it",
    "bounce": "came back: a mail of ours was not delivered",
    "unproved": "not judged: nothing shows who wrote it",
    "held": "held until the player confirms it: it cannot be undone",
    "denied": "says that a letter is not the player's: it is not judged",
    "forged": "not judged: it came from another player of the match",
    "confirmed": "confirms a mail that was not judged before",
    "stranger": "not judged: no seat has this address",
    "unreadable": "cannot be handled, and was set aside",
    "waiting": "kept, and taken in later",
}
"""What became of a mail."""


def word_seats(known: Seats) -> str:
    """Who plays, and who is invited."""
    lines = [f"{one.side}: {one.address}" for one in known.seats]
    return "\n".join([*lines, *(f"{one.side}: {one.address} is invited" for one in known.invited)])


def word_received(done: Received) -> str:
    """What became of one mail."""
    seat = f" ({done.match}, {done.side})" if done.match else ""
    code = f" [{done.code}]" if done.code else ""
    waiting = f"; {len(done.queued)} to send" if done.queued else ""
    return f"{done.digest[:12]}{seat}: {VERDICTS[done.verdict]}{code}{waiting}"


def word_sent(mail: Delivered) -> str:
    """Whether one mail left."""
    return f"{mail.to}: {mail.subject}" if mail.sent else f"{mail.to}: waits on, {mail.why}"


NOTICES: Mapping[ClockNotice, str] = {
    "reminder": "reminded",
    "grace": "late, the grace runs",
    "over": "late, the grace is over",
    "done": "`done` was filed",
    "moderator": "you decide",
}
"""What a tick of the clock led to."""


def word_round(done: Round) -> str:
    """What a round of the post office did, one a line."""
    received, sent = map(word_received, done.received), map(word_sent, done.sent)
    return "\n".join(line for line in (*received, word_tick(done.ticked), *sent, *done.faults) if line)


def word_tick(done: Ticked) -> str:
    """What a tick of the clock led to, one a line."""
    if done.off:
        return f"The clock jumped from {done.last} to {done.now}: switched off; --on switches it on again."
    told = [f"{one.match}, {one.side}: {NOTICES[one.kind]} (due {one.due})" for one in done.notices]
    return "\n".join([*told, *(f"{name}: {why}" for name, why in done.faults.items())])
