"""Proposals that are played because their player sends nothing, in clubs whose settings say so.

The mail with the proposal names the time. The orders are not played if another letter of the player came, a
message, or a mail that waits to be confirmed.
"""

from collections.abc import Iterator
from datetime import datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from hashlib import sha256

from msgspec.structs import replace

from referee.faults import Complaint
from referee.mail import answers, outbox, seats
from referee.mail.office import Case, Office
from referee.mail.requests import proposed_letters
from referee.mail.requests.faults import ConsentFault
from referee.mail.requests.proposed_letters import SentProposal
from referee.mail.state import KnownMail
from referee.matches import moderator_entries
from referee.matches.clocks import counting, running_deadlines, timeline
from referee.matches.judging import submission
from referee.matches.letters import headers, letters
from referee.matches.matches import Match
from schemas.mail import Notice, Verdict
from schemas.record import Side, Value

WITHOUT_WORDS: frozenset[Verdict] = frozenset({"answered", "repeat", "automatic", "bounce"})
"""Verdicts on mails that leave a proposal as it is: requests for a report, and mails of programs."""


class Unanswered(Value):
    """A proposal to which its player sent nothing: the letter that it was made for, and the mail with it."""

    side: Side
    letter: KnownMail
    key: str
    mail: Message
    proposal: SentProposal

    @property
    def due(self) -> datetime:
        """Time at which the orders are played."""
        return counting.read_moment(self.proposal.due)


def list_unanswered(desk: Office, match: Match) -> Iterator[Unanswered]:
    """Yield the proposals of a match that are played at a time, and to which nothing was sent.

    A player who took over the seat since then was not asked.
    """
    if not desk.settings.proposal_hours:
        return
    for seat in seats.read_seats(desk.shelf, match.name).seats:
        letter = desk.memory.find_last_mail(match.name, seat.side, WITHOUT_WORDS)
        key = desk.memory.find_answer(letter.digest) if letter and letter.verdict == "refused" else None
        if letter is None or key is None:
            continue
        mail = headers.parse(raw := outbox.read_mail(desk, key))
        proposal = proposed_letters.open_mail(raw)
        if proposal is not None and proposal.due and headers.read_text(mail, "To") == seat.address:
            yield Unanswered(seat.side, letter, key, mail, proposal)


def play(desk: Office, match: Match, now: str) -> Iterator[Notice]:
    """Play the proposals whose time has come, and answer their letters."""
    moment = counting.read_moment(now)
    for one in list_unanswered(desk, match):
        if one.due <= moment and _had_time(desk, one):
            keys = _play(desk, desk.holder.find(desk.shelf, match.name), one, now)
            if keys is not None:
                due = one.proposal.due
                yield Notice(match=match.name, side=one.side, kind="proposal", due=due, queued=keys)


def _had_time(desk: Office, one: Unanswered) -> bool:
    """Return True if a proposal was sent in the first half of the time to answer it."""
    sent = outbox.find_sent(desk, one.key)
    start = parsedate_to_datetime(headers.read_text(one.mail, "Date"))
    return sent is not None and sent - start <= (one.due - start) / 2


def _play(desk: Office, match: Match, one: Unanswered, now: str) -> tuple[str, ...] | None:
    """Play a proposal and return the keys of the answers, or None if its orders cannot be played now."""
    due = running_deadlines.word_in_zone(match, one.due)
    letter = proposed_letters.write_letter(f"{one.letter.digest[:12]}.eml", one.proposal, one.side, now)
    letter = replace(letter, warnings=(Complaint.of(ConsentFault.UNANSWERED, due=due),))
    # A process that died may have filed the letter, and left the answer to this one.
    is_filed = bool(letters.file_before(match, one.side, letter.letter))
    if not is_filed and not _can_be_played(match, one):
        return None
    digest = sha256(f"{one.letter.digest} {one.proposal.due}".encode()).hexdigest()
    raw = (desk.folder / "done" / f"{one.letter.digest}.eml").read_bytes()
    desk.memory.note_unfinished(match.name)
    with outbox.transaction(desk):
        result = submission.submit(desk.shelf, match.name, letter, desk.holder)
        later = answers.let_bots_answer(desk, result.match, now)
        keys = answers.answer_letter(Case(desk, digest, raw, headers.parse(raw), now), result, later)
        desk.memory.note_mail(one.letter._replace(verdict="judged"))
    outbox.release(desk)
    return keys


def _can_be_played(match: Match, one: Unanswered) -> bool:
    """Return True if the question of the proposal is open and unchanged.

    Orders of the side since the proposal change it, and so do a ruling and a takeback.
    """
    if timeline.read_times(match).is_paused or moderator_entries.find_wait(match):
        return False
    if proposed_letters.is_takeback_asked(match, one.side):
        return False
    since = (entry.body for entry in match.entries[one.proposal.seq :])
    moves = [body for body in since if body.kind in answers.MOVING]
    if any(body.side == one.side or body.kind != "order" for body in moves):
        return False
    return proposed_letters.is_open(match, one.side, one.proposal.seq)
