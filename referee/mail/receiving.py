"""A mail that comes in: kept, known again, held against its sender, judged, and answered once.

Each step can be done twice. What a process leaves unfinished, the next one finishes from the mails and the
journal.
"""

from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

from referee.analysis.bots import playing
from referee.engine.faults import Busy, Complaint, DataFault, Fault
from referee.mail import answering, composing, dealings, office, outbox, requests, seating, seats
from referee.mail.answering import Keys
from referee.mail.faults import MailFault
from referee.mail.memory import KnownMail
from referee.mail.office import Office
from referee.mail.proofs import senders
from referee.mail.proofs.senders import Sender
from referee.mail.requests import Reply
from referee.matches import matches, viewer_languages
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Filed, Sent
from referee.matches.letters import automatic
from referee.matches.letters import mail as letter_mail
from referee.matches.matches import Match
from schemas.mail import Received, Verdict

LARGEST = 25 * 1024 * 1024
"""The most bytes of a mail that is looked at."""

MOST_REFUSALS = 10
"""So many answers to letters that were not judged an address gets in an hour."""

MOST_SERVED = 20
"""So many requests of an address are answered in an hour."""

MOST_ASKED = 3
"""So many times an hour the holder of a seat is asked whether a mail is his."""

NOT_ANSWERED = frozenset({"automatic-mail", "delivery-report", "list-mail", "own-mail", "template-unedited"})
"""Complaints about mail that may be no person's: an answer could begin a loop."""


def receive(desk: Office, raw: bytes, at: str) -> Received:
    """Take a mail in; raises `DataFault` for what is no mail, `Busy` where it has to come again."""
    if len(raw) > LARGEST:
        raise DataFault(Complaint.of(MailFault.MAIL_TOO_LARGE, most=LARGEST))
    if not message_from_bytes(raw).keys():
        raise DataFault(Complaint.of(MailFault.NO_MAIL))
    for _ in finish(desk, at):
        pass
    digest = office.digest(raw)
    if desk.memory.find_mail(digest) is not None:
        return Received(digest=digest, verdict="repeat")
    kept = desk.folder / "in" / f"{digest}.eml"
    office.write_whole(kept, raw)
    return _handle(desk, kept, raw, at)


def finish(desk: Office, at: str) -> Iterator[Received]:
    """Take in the mails that a process kept and did not finish, and queue the reports that it left out."""
    waiting = (desk.folder / "in").glob("*.eml")
    for path in sorted(waiting, key=lambda path: (path.stat().st_mtime_ns, path.name)):
        yield _handle(desk, path, path.read_bytes(), at)
    for name in desk.memory.list_unfinished():
        try:
            match = matches.find(desk.shelf, name)
            answering.report_to_seats(desk, _let_bots_answer(desk, match, at))
        except Busy:
            raise
        except Fault:
            # A damaged match does not keep the others waiting. Its seats get their reports once it is mended.
            continue


def _handle(desk: Office, path: Path, raw: bytes, at: str) -> Received:
    """Take in a mail that is kept; afterwards it lies with those that are done."""
    case = _Case(desk, path.stem, raw, message_from_bytes(raw, policy=policy.default), at)
    known = desk.memory.find_mail(case.digest) is not None
    done = _give(case, "repeat") if known else _judge_or_fail(case)
    path.replace(desk.folder / "done" / path.name)
    return done


class _Case(NamedTuple):
    """A mail on the desk."""

    desk: Office
    digest: str
    raw: bytes
    mail: EmailMessage
    at: str


def _judge_or_fail(case: _Case) -> Received:
    try:
        done, body = _judge(case)
    except Busy:
        raise
    except Fault as fault:
        done, body = _give(case, "unreadable", code=fault.complaints[0].code), ""
    _remember(case, done, body)
    return done


def _give(
    case: _Case, verdict: Verdict, sender: Sender | None = None, code: str = "", queued: Keys = ()
) -> Received:
    match, side = (sender.match, sender.side) if sender else ("", "")
    return Received(digest=case.digest, verdict=verdict, match=match, side=side, code=code, queued=queued)


def _remember(case: _Case, done: Received, body: str = "") -> None:
    """From now on a mail is known; `body` is the digest of its text, if it was read as a letter."""
    known = str(case.mail.get("Message-ID", "")).strip()
    sender = composing.read_address(case.mail)
    case.desk.memory.note_mail(
        KnownMail(
            case.digest, known, body, sender, done.match, done.side, done.verdict, bool(done.queued), case.at
        )
    )


def _judge(case: _Case) -> tuple[Received, str]:
    """What becomes of a mail, and the digest of its text if it is a letter."""
    desk, mail = case.desk, case.mail
    if any(outbox.take_bounce(desk, extension) for extension in senders.list_extensions(desk, mail)):
        return _give(case, "bounce"), ""
    sign = automatic.find_sign(mail, letter_mail.find_returned(case.raw), [desk.settings.address])
    if sign is not None:
        return _give(case, "automatic", code=sign.fact.code), ""
    sender = senders.find_sender(desk, mail, case.raw)
    if sender is None:
        return _give(case, "stranger"), ""
    if not sender.proved:
        return _give(case, "unproved", sender, queued=_ask(case, sender)), ""
    if sender.mail:
        invited = sender.mail.startswith(seating.INVITED)
        return (_take_answer if invited else _judge_confirmed)(case, sender), ""
    return _submit(case, sender)


def _ask(case: _Case, sender: Sender) -> Keys:
    """Ask the holder of a seat whether a mail is his, a few times an hour at most."""
    if case.desk.memory.count_asked(sender.match, sender.side, case.at) >= MOST_ASKED:
        return ()
    match = matches.find(case.desk.shelf, sender.match)
    return answering.ask_whether(case.desk, case.digest, case.mail, match, sender.side, case.at)


def _judge_confirmed(case: _Case, sender: Sender) -> Received:
    """Judge the mail that another one confirms, once."""
    held = case.desk.memory.find_mail(sender.mail)
    if held is None or held.verdict != "unproved":
        return _give(case, "repeat", sender)
    raw = (case.desk.folder / "done" / f"{sender.mail}.eml").read_bytes()
    mail = message_from_bytes(raw, policy=policy.default)
    first = case._replace(digest=sender.mail, raw=raw, mail=mail)
    judged, body = _submit(first, sender)
    _remember(first, judged, body)
    return _give(case, "confirmed", sender, judged.code, judged.queued)


def _submit(case: _Case, sender: Sender) -> tuple[Received, str]:
    """Judge a letter, and queue the answer and what the other side is to know."""
    desk, body = case.desk, ""
    try:
        sent = submitting.send(f"{case.digest[:12]}.eml", case.raw, at=case.at, side=sender.side)
        body = sent.letter.body or ""
        known = str(case.mail.get("Message-ID", "")).strip()
        if known and desk.memory.knows_letter(known, body):
            # It came by another way before, with other headers of servers.
            return _give(case, "repeat", sender, "repeat"), body
        if dealings.may_deal(sent) and (dealt := _deal(case, sender, sent)):
            return dealt, body
        if requests.may_ask(sent) and (served := _serve(case, sender, sent)):
            return served, ""
        desk.memory.note_unfinished(sender.match)
        filed = submitting.submit(desk.shelf, sender.match, sent, desk.holder)
    except Busy:
        raise
    except Fault as fault:
        return _complain(case, sender, fault), body
    later = _let_bots_answer(desk, filed.match, case.at)
    queued = answering.answer_letter(desk, case.digest, case.mail, filed, case.at, later)
    refused = isinstance(filed, Filed) and bool(filed.judged.heard.falls)
    return _give(case, "refused" if refused else "judged", sender, queued=queued), body


def _let_bots_answer(desk: Office, match: Match, at: str) -> Match:
    """The match once the bots that it seats have answered what they are asked."""
    if not match.header.players:
        return match
    # A bot that fails loses no mail. It is asked again at the next letter, and `referee bot` says what fails.
    with suppress(Fault):
        playing.go_on(desk.shelf, match.name, at, desk.holder)
    return matches.find(desk.shelf, match.name)


def _deal(case: _Case, sender: Sender, sent: Sent) -> Received | None:
    """File what a player says beside orders, so many times an hour; nothing if his letter holds orders."""
    desk = case.desk
    match = matches.find(desk.shelf, sender.match)
    dealing = dealings.find(match, sent)
    if dealing is None:
        return None
    if desk.memory.count_answers(composing.read_address(case.mail), "filed", case.at) >= MOST_SERVED:
        return _give(case, "filed", sender)
    if dealing.pattern is dealings.HAND_ON:
        return _hand_on(case, sender, match, dealing.found["to"])
    desk.memory.note_unfinished(sender.match)
    entry = dealings.file(desk, match, sender.side, dealing, case.digest, case.at)
    match = matches.find(desk.shelf, sender.match)
    queued = dealings.answer(desk, case.digest, case.mail, match, sender.side, entry, case.at)
    if dealing.pattern is dealings.LEAVE:
        queued += seating.tell_moderator(desk, match, sender.side, case.at)
        seats.empty_seat(desk, match, sender.side)
    return _give(case, "filed", sender, queued=queued)


def _take_answer(case: _Case, sender: Sender) -> Received:
    """Seat a player who accepts an invitation, or forget it; who says neither is asked again."""
    desk = case.desk
    match = matches.find(desk.shelf, sender.match)
    invited = seating.find_invited(desk, sender.match, sender.side, sender.mail)
    if invited is None:
        return _give(case, "stranger")
    sent = submitting.send(f"{case.digest[:12]}.eml", case.raw, at=case.at, side=sender.side)
    answer = seating.read_answer(sent)
    if answer is None:
        again = seating.queue_invitation(desk, match, invited, case.digest, case.at)
        return _give(case, "refused", sender, queued=again)
    seating.take_answer(desk, match, invited, answer, case.digest, case.at)
    queued = answering.report_to_seats(desk, matches.find(desk.shelf, sender.match))
    return _give(case, "filed", sender, queued=queued)


def _hand_on(case: _Case, sender: Sender, match: Match, address: str) -> Received:
    """Invite the player to whom another one wants to give his seat."""
    desk = case.desk
    seating.invite_player(desk, match.name, sender.side, address, "", case.at)
    tongue = viewer_languages.tell(match, sender.side).tongue
    reply = Reply(tongue.say(seating.ASKED, address=address) + "\n")
    queued = answering.answer_request(desk, case.digest, case.mail, match, sender.side, reply, case.at)
    return _give(case, "filed", sender, queued=queued)


def _serve(case: _Case, sender: Sender, sent: Sent) -> Received | None:
    """Send a player what he asks for, so many times an hour; nothing if his letter holds orders."""
    match = matches.find(case.desk.shelf, sender.match)
    request = requests.find_request(match, sent)
    if request is None:
        return None
    address = composing.read_address(case.mail)
    if case.desk.memory.count_answers(address, "answered", case.at) >= MOST_SERVED:
        return _give(case, "answered", sender)
    reply = requests.answer_request(match, sender.side, sent, request)
    queued = answering.answer_request(case.desk, case.digest, case.mail, match, sender.side, reply, case.at)
    return _give(case, "answered", sender, queued=queued)


def _complain(case: _Case, sender: Sender, fault: Fault) -> Received:
    """Tell a sender why his letter was not judged, unless that could begin a loop."""
    code = fault.complaints[0].code
    if code in NOT_ANSWERED:
        return _give(case, "automatic", sender, code)
    address = composing.read_address(case.mail)
    if case.desk.memory.count_answers(address, "refused", case.at) >= MOST_REFUSALS:
        return _give(case, "refused", sender, code)
    match = matches.find(case.desk.shelf, sender.match)
    queued = answering.answer_fault(case.desk, case.digest, case.mail, match, sender.side, fault, case.at)
    return _give(case, "refused", sender, code, queued)
