"""Proposals for letters in free words by mail, and the replies that agree to them.

The mail with a proposal has its lines in a header, and the time at which they are played without a reply in
another one. The office keeps the mails that it sent, so that it plays exactly the lines that its player read.
"""

import json
import re
from datetime import timedelta
from email.message import EmailMessage, Message
from typing import NamedTuple, cast

from msgspec.structs import replace

from referee.faults import Complaint, Fault, Misuse
from referee.i18n import mail_phrases
from referee.i18n.request_phrases import CONSENT, DENIAL, RequestKind, find_request
from referee.i18n.translator import message
from referee.mail import outbox
from referee.mail.office import Office
from referee.mail.requests.faults import ConsentFault
from referee.mail.senders import Sender
from referee.matches import player_requests
from referee.matches.clocks import counting, running_deadlines
from referee.matches.judging import standing_order_lines, submission
from referee.matches.judging.submission import IncomingLetter
from referee.matches.letters import headers, letters
from referee.matches.matches import Match
from referee.reports import documents
from schemas.answers.orders import ProposedLetter
from schemas.letter import LetterLine, LetterOrder
from schemas.record import Side
from schemas.reports import Document

HEADER = "X-Referee-Orders"
"""Header of a mail that proposes orders: its lines as JSON."""

DUE_HEADER = "X-Referee-Orders-Due"
"""Header with the time at which the lines are played if their player sends nothing."""

SHORTEST = timedelta(hours=1)
"""Shortest time that a player has to answer a proposal, even if the deadline comes first."""

FEWEST_WORDS = 4
"""Lowest number of words of a line below a yes that may be more than a name."""

PROPOSED = message("[{match}] nothing was played yet: is this what you mean?")
NOT_UNDERSTOOD = message("[{match}] nothing was played: your letter was not understood")

_MESSAGE_ID = re.compile(r"<referee\.(?P<match>[^<>@]+)\.(?P<seq>\d+)\.(?P<key>[0-9a-f]{32})@")


class SentProposal(NamedTuple):
    """The lines of a proposal, the last entry when it was sent, and the time at which they are played."""

    seq: int
    lines: tuple[str, ...]
    due: str = ""


def name_subject(match: Match, side: Side, page: Document, proposal: ProposedLetter | None) -> Document:
    """Return the answer to a letter in free words with a subject that says that nothing was played."""
    if proposal is None:
        return page
    text = match.tongue.say(PROPOSED if proposal.lines else NOT_UNDERSTOOD, match=match.name)
    if due := documents.find_due(match, side):
        text = f"{text} ({match.tongue.say('due {due}', due=due)})"
    return replace(page, subject=documents.mark_secret(match, side, text))


def set_due(office: Office, match: Match, side: Side, proposal: ProposedLetter, at: str) -> ProposedLetter:
    """Return a proposal with the time at which it is played if its player sends nothing.

    The time stays empty without `proposal_hours` in the settings, and for a guess or an incomplete proposal.
    The deadline of the question ends it early.
    """
    if not office.settings.proposal_hours or not proposal.lines or proposal.unread or proposal.is_guess:
        return proposal
    start = counting.read_moment(at)
    due = start + timedelta(hours=office.settings.proposal_hours)
    deadlines = [one.due for one in running_deadlines.list_due(match) if one.side == side and one.due]
    due = max(start + SHORTEST, min([due, *map(counting.read_moment, deadlines)]))
    text = running_deadlines.word_in_zone(match, due)
    return replace(proposal, due=counting.write_moment(due), due_text=text)


def mark(mail: EmailMessage, proposal: ProposedLetter | None) -> None:
    """Add the lines of a proposal, and the time at which they are played, to its mail."""
    if proposal is not None and proposal.lines:
        mail[HEADER] = json.dumps([line.order for line in proposal.lines])
        if proposal.due:
            mail[DUE_HEADER] = proposal.due


def resolve(
    office: Office, mail: Message, match: Match, sender: Sender, incoming: IncomingLetter
) -> IncomingLetter:
    """Return the letter that a reply agrees to, or the reply itself if it is another letter.

    Standing orders below a yes are added to the letter that it plays. If the first line only says no, such
    lines are left out of another letter. Raises a `Fault` if the reply
    only says no, or if it only says yes, and it is not clear to which proposal, or too late.
    """
    if _begins_with_no(incoming):
        return _leave_no_out(office, mail, match, sender, incoming)
    if not _agrees(match, sender.side, incoming):
        return incoming
    last = _find_last(office, match, sender.side)
    proposal = _find_answered(office, mail, sender, last)
    if proposal is None and (last is None or not is_open(match, sender.side, last.seq)):
        return incoming
    current = last or proposal
    assert current is not None
    if is_takeback_asked(match, sender.side):
        raise Misuse(Complaint.of(ConsentFault.TWO_QUESTIONS, orders=_quote(current)))
    if proposal is None or (last is not None and last != proposal):
        raise Misuse(Complaint.of(ConsentFault.OTHER_MAIL, orders=_quote(current)))
    letters.check_fresh(match, sender.side, proposal.seq)
    letter = write_letter(incoming.letter.name, proposal, sender.side, incoming.at)
    _, standing = standing_order_lines.split_orders(match.system, incoming.letter.orders)
    orders = (*letter.letter.orders, *standing)
    # The head that the reply quotes is a witness, as in any other letter.
    return replace(letter, letter=replace(letter.letter, orders=orders, head=incoming.letter.head))


def _begins_with_no(incoming: IncomingLetter) -> bool:
    """Return True if the first line of a letter, below a greeting, only says no."""
    lines = (line for line in incoming.letter.orders if isinstance(line, LetterLine))
    first = next((line for line in lines if not mail_phrases.greets(line.text)), None)
    return first is not None and _says_no(first)


def _says_no(line: LetterOrder) -> bool:
    return isinstance(line, LetterLine) and find_request(line.text, DENIAL) is not None


def _leave_no_out(
    office: Office, mail: Message, match: Match, sender: Sender, incoming: IncomingLetter
) -> IncomingLetter:
    """Return a reply to a proposal without its lines that say no. Raises `Misuse` if nothing else is there.

    A no to another mail stays: it may answer the question whether pieces retreat.
    """
    proposal = _find_answered(office, mail, sender, _find_last(office, match, sender.side))
    if proposal is None:
        return incoming
    rest = tuple(line for line in incoming.letter.orders if not _says_no(line))
    if all(isinstance(one, LetterLine) and _is_courtesy(match, sender.side, one.text) for one in rest):
        raise Misuse(Complaint.of(ConsentFault.DENIED, orders=_quote(proposal)))
    return replace(incoming, letter=replace(incoming.letter, orders=rest))


def write_letter(name: str, proposal: SentProposal, side: Side, at: str) -> IncomingLetter:
    """Return the letter with the lines of a proposal."""
    text = "\n".join((f"answers: {proposal.seq}", *proposal.lines, ""))
    return submission.open_letter(name, text.encode(), at=at, side=side)


def _quote(proposal: SentProposal) -> tuple[str, ...]:
    return tuple(f"`{line}`" for line in proposal.lines)


def _agrees(match: Match, side: Side, incoming: IncomingLetter) -> bool:
    """Return True for a letter that only says yes, perhaps between a greeting, a name and standing orders."""
    orders, _ = standing_order_lines.split_orders(match.system, incoming.letter.orders)
    lines = [line.text for line in orders if isinstance(line, LetterLine)]
    if len(lines) < len(orders) or incoming.letter.phrase or incoming.letter.beacon:
        return False
    kinds = CONSENT if is_takeback_asked(match, side) else (*CONSENT, RequestKind.AGREE)
    yes = [at for at, line in enumerate(lines) if find_request(line, kinds)]
    if not yes:
        return False
    others = [line for at, line in enumerate(lines) if at != yes[0]]
    return all(_is_courtesy(match, side, line) for line in others)


def _is_courtesy(match: Match, side: Side, line: str) -> bool:
    """Return True for a greeting, a farewell or a name, which adds nothing to a yes."""
    if mail_phrases.greets(line) or mail_phrases.takes_leave(line):
        return not match.system.notation.could_be_order(side, line)
    return len(line.split()) < FEWEST_WORDS and not match.system.notation.resembles_order(line)


def is_takeback_asked(match: Match, side: Side) -> bool:
    """Return True if a takeback request waits for the answer of a side."""
    try:
        player_requests.find_ask(match, side)
    except Fault:
        return False
    return True


def is_open(match: Match, side: Side, seq: int) -> bool:
    """Return True if the question that a proposal answers is still open."""
    try:
        letters.check_fresh(match, side, seq)
    except Fault:
        return False
    return True


def _find_answered(
    office: Office, mail: Message, sender: Sender, last: SentProposal | None
) -> SentProposal | None:
    """Return the proposal in the mail that a reply answers, or None for another mail.

    A reply that names no mail is recognised by the address that it was sent to.
    """
    ids = list(headers.list_ids(mail, "In-Reply-To"))
    if ids:
        return next((one for id in ids if (one := _read(office, id))), None)
    return last if last is not None and sender.seq == last.seq else None


def _find_last(office: Office, match: Match, side: Side) -> SentProposal | None:
    mails = (one for one in office.memory.list_mails(match.name, "refused") if one.side == side)
    keys = (key for one in mails if (key := office.memory.find_answer(one.digest)))
    proposals = [one for key in keys if (one := open_mail(outbox.read_mail(office, key)))]
    return max(proposals, key=lambda one: one.seq, default=None)


def _read(office: Office, message_id: str) -> SentProposal | None:
    match = _MESSAGE_ID.match(message_id)
    return open_mail(outbox.read_mail(office, match["key"])) if match else None


def open_mail(raw: bytes) -> SentProposal | None:
    """Return the proposal of a mail that the office sent, or None."""
    mail = headers.parse(raw)
    lines, message_id = (
        headers.read_text(mail, HEADER),
        _MESSAGE_ID.match(headers.read_text(mail, "Message-ID")),
    )
    if not lines or message_id is None:
        return None
    orders = tuple(cast("list[str]", json.loads(lines)))
    return SentProposal(int(message_id["seq"]), orders, headers.read_text(mail, DUE_HEADER))
