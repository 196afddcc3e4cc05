"""Handling of one mail: find its author, judge it or hold it, and answer.

Each step can be done twice. The next process finishes the work of one that died, from the mails and the
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
from referee.mail.proofs import holding, senders
from referee.mail.proofs.senders import Sender
from referee.mail.requests import Reply
from referee.matches import dealings as match_dealings
from referee.matches import matches, viewer_languages
from referee.matches.judging import advance_lines, submitting
from referee.matches.judging.submitting import Filed, Sent
from referee.matches.letters import automatic, headers, repeats
from referee.matches.letters import mail as letter_mail
from referee.matches.matches import Match
from schemas.letter import Letter
from schemas.mail import Received, Verdict

MOST_REFUSALS = 10
"""So many answers to letters that were not judged an address gets in an hour."""

MOST_SERVED = 20
"""So many requests of an address are answered in an hour."""

MOST_ASKED = 3
"""So many times an hour the holder of a seat is asked whether a mail is his."""

HELD: frozenset[Verdict] = frozenset({"unproved", "held"})
"""The verdicts on a letter that a reply of the player may confirm."""

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
    """Return the result of a mail."""
    match, side = (sender.match, sender.side) if sender else ("", "")
    return Received(digest=case.digest, verdict=verdict, match=match, side=side, code=code, queued=queued)


def remember(case: Case, done: Received, body: str = "") -> None:
    """Remember a mail; `body` is the digest of its text, if it was read as a letter."""
    known = headers.read_text(case.mail, "Message-ID")
    sender = composing.read_address(case.mail)
    case.desk.memory.note_mail(
        KnownMail(
            case.digest, known, body, sender, done.match, done.side, done.verdict, bool(done.queued), case.at
        )
    )


def _judge(case: Case) -> tuple[Received, str]:
    """Return the result of a mail, and the digest of its text if it is a letter."""
    desk, mail = case.desk, case.mail
    if any(outbox.take_bounce(desk, extension) for extension in senders.list_extensions(desk, mail)):
        return give(case, "bounce"), ""
    sign = automatic.find_sign(mail, letter_mail.find_returned(case.raw), [desk.settings.address])
    if sign is not None:
        return give(case, "automatic", code=sign.fact.code), ""
    sender = senders.find_sender(desk, mail, case.raw)
    return _judge_of(case, sender) if sender else (give(case, "stranger"), "")


def _judge_of(case: Case, sender: Sender) -> tuple[Received, str]:
    """Return the result of a mail in the name of a seat, and the digest of its text."""
    if sender.forged:
        return give(case, "forged", sender, queued=_tell_forgery(case, sender)), ""
    if not sender.proved:
        return give(case, "unproved", sender, queued=_ask(case, sender)), ""
    if sender.mail:
        return (_take_answer if sender.is_invited else _confirm)(case, sender), ""
    return _submit(case, sender)


def _tell_forgery(case: Case, sender: Sender) -> Keys:
    """Tell the moderator of a mail in another player's name, some times an hour at most."""
    address = composing.read_address(case.mail)
    if case.desk.memory.count_answers(address, "forged", case.at) >= MOST_REFUSALS:
        return ()
    return moderator.tell_forgery(case.desk, case.digest, case.mail, sender.match, sender.side, case.at)


def _ask(case: Case, sender: Sender) -> Keys:
    """Ask the player of a seat whether a mail is his, a few times an hour at most."""
    desk = case.desk
    if desk.memory.count_asked(sender.match, sender.side, case.at) >= MOST_ASKED:
        return ()
    match = matches.find(desk.shelf, sender.match)
    if sender.is_invited:
        invited = seating.find_invited(desk, sender.match, sender.side, sender.mail)
        return seating.queue_invitation(desk, match, invited, case.digest, case.at) if invited else ()
    if sender.mail:
        return _ask_again(case, sender)
    return holding.ask_whose(desk, case.digest, case.mail, match, sender.side, case.at)


def _ask_again(case: Case, sender: Sender) -> Keys:
    """Ask once more about a letter that is held, after a reply without an answer or from elsewhere."""
    held = _find_held(case, sender)
    if held is None:
        return ()
    first, verdict = held
    match = matches.find(case.desk.shelf, sender.match)
    if verdict == "unproved":
        return holding.ask_whose(
            case.desk, first.digest, first.mail, match, sender.side, case.at, case.digest
        )
    lines = _list_final(match, sender, _read(first, sender))
    return holding.ask_final(
        case.desk, first.digest, first.mail, match, sender.side, lines, case.at, case.digest
    )


def _find_held(case: Case, sender: Sender) -> tuple[Case, Verdict] | None:
    """Return the letter that a mail is about, if it is still held, and why it is."""
    known = case.desk.memory.find_mail(sender.mail)
    if known is None or known.verdict not in HELD:
        return None
    raw = (case.desk.folder / "done" / f"{sender.mail}.eml").read_bytes()
    return replace(case, digest=sender.mail, raw=raw, mail=headers.parse(raw)), known.verdict


def _confirm(case: Case, sender: Sender) -> Received:
    """Judge the letter that a mail confirms, once; or drop it."""
    held = _find_held(case, sender)
    if held is None:
        return give(case, "repeat", sender)
    first, _ = held
    answer = holding.read_answer(f"{case.digest[:12]}.eml", case.raw, sender.side, case.at)
    if answer is None:
        asked = case.desk.memory.count_answers(composing.read_address(case.mail), "refused", case.at)
        return give(case, "refused", sender, queued=_ask_again(case, sender) if asked < MOST_REFUSALS else ())
    if answer == "no":
        remember(first, give(first, "denied", sender))
        told = moderator.tell_denial(case.desk, first.digest, first.mail, sender.match, sender.side, case.at)
        return give(case, "denied", sender, queued=told)
    match = matches.find(case.desk.shelf, sender.match)
    seats.confirm_address(case.desk, match, sender.side, composing.read_address(first.mail))
    judged, body = _submit(first, sender, confirmed=True)
    case.filed = first.filed
    remember(first, judged, body)
    return give(case, "confirmed", sender, judged.code, judged.queued)


def _read(case: Case, sender: Sender) -> Sent:
    return submitting.send(f"{case.digest[:12]}.eml", case.raw, at=case.at, side=sender.side)


def _list_final(match: Match, sender: Sender, sent: Sent) -> list[str]:
    """Return the lines of a letter that cannot be undone, as they were typed.

    Raises a `Fault` for consent to nothing.
    """
    dealing = dealings.find(match, sent)
    if dealing is not None and dealing.pattern is dealings.AGREE:
        match_dealings.find_ask(match, sender.side)
    if dealing is not None:
        return [dealing.found[0].strip()] if dealing.pattern in holding.FINAL_DEALINGS else []
    if requests.find_request(match, sent) is not None:
        return []
    return holding.list_final_orders(match, sender.side, sent)


def _hold(case: Case, sender: Sender, match: Match, lines: list[str]) -> Received:
    """Ask the player whether he means what cannot be undone, so many times an hour."""
    address = composing.read_address(case.mail)
    if case.desk.memory.count_answers(address, "held", case.at) >= MOST_REFUSALS:
        return give(case, "held", sender)
    asked = holding.ask_final(case.desk, case.digest, case.mail, match, sender.side, lines, case.at)
    return give(case, "held", sender, queued=asked)


def _refuse_late(match: Match, sender: Sender, letter: Letter) -> None:
    """Raise `Stale` for orders in a reply to a question that is closed, unless they name what they answer."""
    now, _ = advance_lines.split_orders(match.rules, letter.orders)
    if not now or sender.mail or sender.seq is None or letter.answers is not None:
        return
    if not repeats.file_before(match, sender.side, letter):
        repeats.check_fresh(match, sender.side, min(sender.seq, len(match.entries)))


def _submit(case: Case, sender: Sender, *, confirmed: bool = False) -> tuple[Received, str]:
    """Judge a letter, and queue the answer and the reports to the other side.

    A letter with a final line is held, unless the player has `confirmed` it.
    """
    desk, body = case.desk, ""
    try:
        sent = _read(case, sender)
        body = sent.letter.body or ""
        known = headers.read_text(case.mail, "Message-ID")
        if known and desk.memory.knows_letter(known, body):
            # It came by another way before, with other headers of servers.
            return give(case, "repeat", sender, "repeat"), body
        match = matches.find(desk.shelf, sender.match)
        if not confirmed and (lines := _list_final(match, sender, sent)):
            # Its text is not known so far: the same letter is judged when it is confirmed.
            return _hold(case, sender, match, lines), ""
        if dealings.may_deal(sent) and (dealt := _deal(case, sender, sent)):
            return dealt, body
        if requests.may_ask(sent) and (served := _serve(case, sender, sent)):
            return served, ""
        _refuse_late(match, sender, sent.letter)
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
    if dealing.pattern is dealings.AGREE and sender.mail:
        dealings.refuse_other_ask(match, sender.side, sender.seq or 0)
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
