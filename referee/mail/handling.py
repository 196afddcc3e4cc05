"""One mail: who wrote it, what it asks for, and what becomes of it.

Each step can be done twice. What a process leaves unfinished, the next one finishes from the mails and the
journal.
"""

from dataclasses import dataclass, replace
from email.message import Message

from referee.analysis.bots import playing
from referee.engine.faults import CannotWrite, Fault
from referee.mail import answering, composing, dealings, moderator, outbox, requests, seating, seats
from referee.mail.answering import Keys
from referee.mail.memory import KnownMail
from referee.mail.office import Office
from referee.mail.proofs import senders
from referee.mail.proofs.senders import Sender
from referee.mail.requests import Reply
from referee.matches import matches, viewer_languages
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Filed, Sent
from referee.matches.letters import automatic, headers
from referee.matches.letters import mail as letter_mail
from referee.matches.matches import Match
from schemas.mail import Received, Verdict

MOST_REFUSALS = 10
"""So many answers to letters that were not judged an address gets in an hour."""

MOST_SERVED = 20
"""So many requests of an address are answered in an hour."""

MOST_ASKED = 3
"""So many times an hour the holder of a seat is asked whether a mail is his."""

NOT_ANSWERED = frozenset({"automatic-mail", "delivery-report", "list-mail", "own-mail", "template-unedited"})
"""Complaints about mail that may be no person's: an answer could begin a loop."""


@dataclass
class Case:
    """A mail that is handled; `filed` says whether its letter was filed."""

    desk: Office
    digest: str
    raw: bytes
    mail: Message
    at: str
    filed: bool = False


def handle(case: Case) -> Received:
    """Do what a mail asks for, and remember it."""
    done, body = _judge(case)
    remember(case, done, body)
    return done


def give(
    case: Case, verdict: Verdict, sender: Sender | None = None, code: str = "", queued: Keys = ()
) -> Received:
    """Return the answer that a mail came to this."""
    match, side = (sender.match, sender.side) if sender else ("", "")
    return Received(digest=case.digest, verdict=verdict, match=match, side=side, code=code, queued=queued)


def remember(case: Case, done: Received, body: str = "") -> None:
    """From now on a mail is known; `body` is the digest of its text, if it was read as a letter."""
    known = headers.read_text(case.mail, "Message-ID")
    sender = composing.read_address(case.mail)
    case.desk.memory.note_mail(
        KnownMail(
            case.digest, known, body, sender, done.match, done.side, done.verdict, bool(done.queued), case.at
        )
    )


def _judge(case: Case) -> tuple[Received, str]:
    """What becomes of a mail, and the digest of its text if it is a letter."""
    desk, mail = case.desk, case.mail
    if any(outbox.take_bounce(desk, extension) for extension in senders.list_extensions(desk, mail)):
        return give(case, "bounce"), ""
    sign = automatic.find_sign(mail, letter_mail.find_returned(case.raw), [desk.settings.address])
    if sign is not None:
        return give(case, "automatic", code=sign.fact.code), ""
    sender = senders.find_sender(desk, mail, case.raw)
    if sender is None:
        return give(case, "stranger"), ""
    if not sender.proved:
        return give(case, "unproved", sender, queued=_ask(case, sender)), ""
    if sender.mail:
        invited = sender.mail.startswith(seating.INVITED)
        return (_take_answer if invited else _judge_confirmed)(case, sender), ""
    return _submit(case, sender)


def _ask(case: Case, sender: Sender) -> Keys:
    """Ask the holder of a seat whether a mail is his, a few times an hour at most."""
    if case.desk.memory.count_asked(sender.match, sender.side, case.at) >= MOST_ASKED:
        return ()
    match = matches.find(case.desk.shelf, sender.match)
    return answering.ask_whether(case.desk, case.digest, case.mail, match, sender.side, case.at)


def _judge_confirmed(case: Case, sender: Sender) -> Received:
    """Judge the mail that another one confirms, once."""
    held = case.desk.memory.find_mail(sender.mail)
    if held is None or held.verdict != "unproved":
        return give(case, "repeat", sender)
    raw = (case.desk.folder / "done" / f"{sender.mail}.eml").read_bytes()
    first = replace(case, digest=sender.mail, raw=raw, mail=headers.parse(raw))
    judged, body = _submit(first, sender)
    remember(first, judged, body)
    return give(case, "confirmed", sender, judged.code, judged.queued)


def _submit(case: Case, sender: Sender) -> tuple[Received, str]:
    """Judge a letter, and queue the answer and what the other side is to know."""
    desk, body = case.desk, ""
    try:
        sent = submitting.send(f"{case.digest[:12]}.eml", case.raw, at=case.at, side=sender.side)
        body = sent.letter.body or ""
        known = headers.read_text(case.mail, "Message-ID")
        if known and desk.memory.knows_letter(known, body):
            # It came by another way before, with other headers of servers.
            return give(case, "repeat", sender, "repeat"), body
        if dealings.may_deal(sent) and (dealt := _deal(case, sender, sent)):
            return dealt, body
        if requests.may_ask(sent) and (served := _serve(case, sender, sent)):
            return served, ""
        desk.memory.note_unfinished(sender.match)
        filed = submitting.submit(desk.shelf, sender.match, sent, desk.holder)
        case.filed = True
    except Fault as fault:
        if moderator.is_of_machine(fault):
            raise
        return _complain(case, sender, fault), body
    later = let_bots_answer(desk, filed.match, case.at)
    queued = answering.answer_letter(desk, case.digest, case.mail, filed, case.at, later)
    refused = isinstance(filed, Filed) and bool(filed.judged.heard.falls)
    return give(case, "refused" if refused else "judged", sender, queued=queued), body


def let_bots_answer(desk: Office, match: Match, at: str) -> Match:
    """The match once the bots that it seats have answered what they are asked."""
    if not match.header.players:
        return match
    try:
        playing.go_on(desk.shelf, match.name, at, desk.holder)
    except CannotWrite:
        raise
    except Exception:
        # It loses no mail: it is asked again at the next letter, and `referee bot` says what fails.
        pass
    return matches.find(desk.shelf, match.name)


def _deal(case: Case, sender: Sender, sent: Sent) -> Received | None:
    """File what a player says beside orders, so many times an hour; nothing if his letter holds orders."""
    desk = case.desk
    match = matches.find(desk.shelf, sender.match)
    dealing = dealings.find(match, sent)
    if dealing is None:
        return None
    if desk.memory.count_answers(composing.read_address(case.mail), "filed", case.at) >= MOST_SERVED:
        return give(case, "filed", sender)
    if dealing.pattern is dealings.HAND_ON:
        return _hand_on(case, sender, match, dealing.found["to"])
    desk.memory.note_unfinished(sender.match)
    entry = dealings.file(desk, match, sender.side, dealing, case.digest, case.at)
    match = matches.find(desk.shelf, sender.match)
    queued = dealings.answer(desk, case.digest, case.mail, match, sender.side, entry, case.at)
    if dealing.pattern is dealings.LEAVE:
        queued += seating.tell_moderator(desk, match, sender.side, case.at)
        seats.empty_seat(desk, match, sender.side)
    return give(case, "filed", sender, queued=queued)


def _take_answer(case: Case, sender: Sender) -> Received:
    """Seat a player who accepts an invitation, or forget it; who says neither is asked again."""
    desk = case.desk
    match = matches.find(desk.shelf, sender.match)
    invited = seating.find_invited(desk, sender.match, sender.side, sender.mail)
    if invited is None:
        return give(case, "stranger")
    sent = submitting.send(f"{case.digest[:12]}.eml", case.raw, at=case.at, side=sender.side)
    answer = seating.read_answer(sent)
    if answer is None:
        again = seating.queue_invitation(desk, match, invited, case.digest, case.at)
        return give(case, "refused", sender, queued=again)
    seating.take_answer(desk, match, invited, answer, case.digest, case.at)
    queued = answering.report_to_seats(desk, matches.find(desk.shelf, sender.match))
    return give(case, "filed", sender, queued=queued)


def _hand_on(case: Case, sender: Sender, match: Match, address: str) -> Received:
    """Invite the player to whom another one wants to give his seat."""
    desk = case.desk
    seating.invite_player(desk, match.name, sender.side, address, "", case.at)
    tongue = viewer_languages.tell(match, sender.side).tongue
    reply = Reply(tongue.say(seating.ASKED, address=address) + "\n")
    queued = answering.answer_request(desk, case.digest, case.mail, match, sender.side, reply, case.at)
    return give(case, "filed", sender, queued=queued)


def _serve(case: Case, sender: Sender, sent: Sent) -> Received | None:
    """Send a player what he asks for, so many times an hour; nothing if his letter holds orders."""
    match = matches.find(case.desk.shelf, sender.match)
    request = requests.find_request(match, sent)
    if request is None:
        return None
    address = composing.read_address(case.mail)
    if case.desk.memory.count_answers(address, "answered", case.at) >= MOST_SERVED:
        return give(case, "answered", sender)
    reply = requests.answer_request(match, sender.side, sent, request)
    queued = answering.answer_request(case.desk, case.digest, case.mail, match, sender.side, reply, case.at)
    return give(case, "answered", sender, queued=queued)


def _complain(case: Case, sender: Sender, fault: Fault) -> Received:
    """Tell a sender why his letter was not judged, unless that could begin a loop."""
    code = fault.complaints[0].code
    if code in NOT_ANSWERED:
        return give(case, "automatic", sender, code)
    address = composing.read_address(case.mail)
    if case.desk.memory.count_answers(address, "refused", case.at) >= MOST_REFUSALS:
        return give(case, "refused", sender, code)
    match = matches.find(case.desk.shelf, sender.match)
    queued = answering.answer_fault(case.desk, case.digest, case.mail, match, sender.side, fault, case.at)
    return give(case, "refused", sender, code, queued)
