"""Handling of one mail: find its author, judge or hold its letter, and answer.

Each step can be repeated. If a process dies, the next one finishes its work from the stored mails and the
journal.
"""

from contextlib import suppress
from dataclasses import replace

from referee.faults import Fault
from referee.i18n.request_phrases import RequestKind
from referee.mail import (
    answers,
    held_letters,
    invitations,
    messages,
    moderator,
    outbox,
    player_requests,
    report_requests,
    seats,
    senders,
)
from referee.mail.beacon import rounds
from referee.mail.forums import notifications, posts
from referee.mail.office import Case, Keys, Office
from referee.mail.player_requests import Dealing
from referee.mail.report_requests import Request
from referee.mail.requests import proposed_letters, prose_letters, quoted_reports
from referee.mail.senders import Sender
from referee.mail.state import KnownMail
from referee.matches import viewer_languages
from referee.matches.faults import LetterFault
from referee.matches.judging import judge_letter, standing_order_lines, submission
from referee.matches.judging.submission import Filed, IncomingLetter
from referee.matches.letters import email as letter_mail
from referee.matches.letters import headers, letters, mime
from referee.matches.matches import Match
from schemas.letter import Letter
from schemas.mail import Received, Verdict

MOST_REFUSALS = 10
"""Highest number of answers per hour to unjudged letters of one address."""
MOST_SERVED = 20
"""Highest number of requests of one address that are answered per hour."""

MOST_ASKED = 3
"""Highest number of requests per hour that ask a player to confirm a mail."""

MOST_TALK = 3
"""Highest number of answers per hour to words above a quoted report: a program may have sent them."""

HELD: frozenset[Verdict] = frozenset({"unproved", "held"})
"""Verdicts on a letter that the player can still confirm by a reply."""

NOT_ANSWERED = frozenset({"automatic-mail", "delivery-report", "list-mail", "own-mail"})
"""Codes of faults in automatic mail. An answer could start a mail loop."""


def handle(case: Case) -> Received:
    """Handle a mail and record it in the database."""
    done = _judge(case)
    remember(case, done)
    return done


def judge_as(case: Case, sender: Sender) -> Received:
    """Judge a mail as a letter of a seat, on the word of the moderator, and record it."""
    done = _submit(case, sender, is_confirmed=True)
    remember(case, done)
    return done


def give(
    case: Case, verdict: Verdict, sender: Sender | None = None, code: str = "", keys: Keys = ()
) -> Received:
    """Build the result of a mail."""
    match, side = (sender.match, sender.side) if sender else ("", "")
    return Received(digest=case.digest, verdict=verdict, match=match, side=side, code=code, queued=keys)


def remember(case: Case, done: Received) -> None:
    """Record a mail."""
    message_id = headers.read_text(case.mail, "Message-ID")
    sender = messages.read_address(case.mail)
    case.desk.memory.note_mail(
        KnownMail(
            case.digest,
            message_id,
            case.body,
            sender,
            done.match,
            done.side,
            done.verdict,
            bool(done.queued),
            case.at,
        )
    )


def _judge(case: Case) -> Received:
    desk, mail = case.desk, case.mail
    if any(outbox.take_bounce(desk, extension) for extension in senders.list_extensions(desk, mail)):
        return give(case, "bounce")
    if (forum := notifications.find_forum(desk, mail)) is not None:
        result = notifications.take(desk, forum, mail, case.raw)
        author = Sender(*result.seat, is_proved=False) if result.seat else None
        return give(case, result.verdict, author, result.code)
    sign = mime.find_sign(mail, letter_mail.find_envelope_sender(case.raw), [desk.settings.address])
    if sign is not None:
        return give(case, "automatic", code=sign.fact.code)
    sender = senders.find_sender(desk, mail, case.raw) or senders.find_by_name(desk, mail)
    return _judge_of(case, sender) if sender else give(case, "stranger")


def _judge_of(case: Case, sender: Sender) -> Received:
    """Judge a mail that names a seat."""
    case.desk.demand_match(sender.match)
    if sender.is_forged:
        return give(case, "forged", sender, keys=_tell_forgery(case, sender))
    if not sender.is_proved:
        return give(case, "unproved", sender, keys=_ask(case, sender))
    if sender.mail:
        return (_take_answer if sender.is_invited else _confirm)(case, sender)
    return _take_locked(case, sender) or _submit(case, sender)


def _tell_forgery(case: Case, sender: Sender) -> Keys:
    """Notify the moderator of a mail in another player's name, within an hourly limit."""
    address = messages.read_address(case.mail)
    if case.desk.memory.count_answers(address, "forged", case.at) >= MOST_REFUSALS:
        return ()
    return moderator.tell_forgery(case, sender.match, sender.side)


def _ask(case: Case, sender: Sender) -> Keys:
    """Ask a player to confirm a mail, within an hourly limit."""
    desk = case.desk
    if desk.memory.count_asked(sender.match, sender.side, case.at) >= MOST_ASKED:
        return ()
    match = desk.holder.find(desk.shelf, sender.match)
    if sender.is_invited:
        seat = invitations.find_invited(desk, sender.match, sender.side, sender.mail)
        return invitations.queue_invitation(desk, match, seat, case.digest, case.at) if seat else ()
    if sender.mail:
        return _ask_again(case, sender)
    return held_letters.ask_whose(case, match, sender.side)


def _ask_again(case: Case, sender: Sender) -> Keys:
    """Repeat the question about a held letter after a reply without an answer, or from another address."""
    if (held_mail := _find_held(case, sender)) is None:
        return ()
    first, verdict = held_mail
    match = case.desk.holder.find(case.desk.shelf, sender.match)
    if verdict == "unproved":
        return held_letters.ask_whose(first, match, sender.side, case.digest)
    letter = _read(first, sender)
    lines = held_letters.list_lines_to_confirm(case.desk, match, sender.side, letter)
    author = held_letters.find_foreign_author(case.desk, match.name, sender.side, letter.letter)
    return held_letters.ask_final(first, match, sender.side, lines, author, case.digest)


def _find_held(case: Case, sender: Sender) -> tuple[Case, Verdict] | None:
    """Return the held letter that a mail refers to and its verdict, or None if it is no longer held."""
    known_mail = case.desk.memory.find_mail(sender.mail)
    if known_mail is None or known_mail.verdict not in HELD:
        return None
    raw = (case.desk.folder / "done" / f"{sender.mail}.eml").read_bytes()
    return replace(case, digest=sender.mail, raw=raw, mail=headers.parse(raw)), known_mail.verdict


def _confirm(case: Case, sender: Sender) -> Received:
    """Judge the confirmed letter once, or drop it if the player denies it."""
    if (held_mail := _find_held(case, sender)) is None:
        return give(case, "repeat", sender)
    first, _ = held_mail
    answer = held_letters.read_answer(f"{case.digest[:12]}.eml", case.raw, sender.side, case.at)
    if answer is None:
        answer_count = case.desk.memory.count_answers(messages.read_address(case.mail), "refused", case.at)
        return give(
            case, "refused", sender, keys=_ask_again(case, sender) if answer_count < MOST_REFUSALS else ()
        )
    if answer == "no":
        remember(first, give(first, "denied", sender))
        keys = moderator.tell_denial(first, sender.match, sender.side)
        return give(case, "denied", sender, keys=keys)
    match = case.desk.holder.find(case.desk.shelf, sender.match)
    seats.confirm_address(case.desk, match, sender.side, messages.read_address(first.mail))
    receipt = _submit(first, sender, is_confirmed=True)
    case.has_entries = first.has_entries
    remember(first, receipt)
    return give(case, "confirmed", sender, receipt.code, receipt.queued)


def _read(case: Case, sender: Sender) -> IncomingLetter:
    return submission.open_letter(f"{case.digest[:12]}.eml", case.raw, at=case.at, side=sender.side)


def _hold(case: Case, sender: Sender, match: Match, lines: list[str], author: str | None) -> Received:
    """Ask a player to confirm lines of a letter, within an hourly limit."""
    if case.desk.memory.count_answers(messages.read_address(case.mail), "held", case.at) >= MOST_REFUSALS:
        return give(case, "held", sender)
    keys = held_letters.ask_final(case, match, sender.side, lines, author)
    return give(case, "held", sender, keys=keys)


def _refuse_late(match: Match, sender: Sender, letter: Letter) -> None:
    """Raise `Stale` for orders in a reply to a closed question, unless they name their question."""
    now, _ = standing_order_lines.split_orders(match.system, letter.orders)
    if not now or sender.mail or sender.seq is None or letter.answers is not None:
        return
    if not letters.file_before(match, sender.side, letter):
        letters.check_fresh(match, sender.side, min(sender.seq, len(match.entries)))


def _submit(case: Case, sender: Sender, *, is_confirmed: bool = False) -> Received:
    """Judge a letter, and queue the answer and the reports to the other side.

    A letter with a final line is held until the player has `confirmed` it.
    """
    desk = case.desk
    try:
        incoming = _read(case, sender)
        case.body = incoming.letter.body or ""
        if _came_before(case, sender):
            return give(case, "repeat", sender, "repeat")
        match = desk.holder.find(desk.shelf, sender.match)
        incoming = quoted_reports.leave_out(desk, case.mail, match, sender.side, incoming)
        incoming = proposed_letters.resolve(desk, case.mail, match, sender, incoming)
        dealing = player_requests.find(match, incoming)
        player_requests.check_consent(case, match, sender, dealing)
        if not is_confirmed and (
            lines := held_letters.list_lines_to_confirm(desk, match, sender.side, incoming)
        ):
            author = held_letters.find_foreign_author(desk, sender.match, sender.side, incoming.letter)
            return _hold(case, sender, match, lines, author)
        if dealing is not None:
            return _deal(case, sender, match, dealing)
        if answer := _answer_without_orders(case, sender, match, incoming):
            return answer
        _refuse_late(match, sender, incoming.letter)
        desk.memory.note_unfinished(sender.match)
        result = submission.submit(desk.shelf, sender.match, incoming, desk.holder)
        case.has_entries = True
    except Fault as fault:
        return _complain(case, sender, fault)
    later = answers.let_bots_answer(desk, result.match, case.at)
    keys = answers.answer_letter(case, result, later)
    is_refused = isinstance(result, Filed) and bool(result.outcome.judgement.refused_lines)
    return give(case, "refused" if is_refused else "judged", sender, keys=keys)


def _came_before(case: Case, sender: Sender) -> bool:
    """Return True if the same letter came by another route, with other server headers.

    A route may replace the Message-ID. Then the letter is known by its text and its date: a player who writes
    the same text again writes it at another time.
    """
    memory, body, message_id = case.desk.memory, case.body, headers.read_text(case.mail, "Message-ID")
    if message_id and memory.knows_letter(message_id, body, case.digest):
        return True
    date = headers.read_text(case.mail, "Date")
    earlier = memory.list_letters(sender.match, sender.side, body) if date and body else ()
    return any(date == _read_date(case.desk, one) for one in earlier if one != case.digest)


def _read_date(desk: Office, digest: str) -> str:
    """Return the date of a handled mail, or "" if its file is gone."""
    with suppress(FileNotFoundError):
        return headers.read_text(headers.parse((desk.folder / "done" / f"{digest}.eml").read_bytes()), "Date")
    return ""


def _take_locked(case: Case, sender: Sender) -> Received | None:
    """Hold a locked letter, or judge the letters that a round opens. Return None for another mail."""
    try:
        result = rounds.take(case, sender.match, sender.side)
    except Fault as fault:
        return _complain(case, sender, fault)
    if result is None:
        return None
    case.has_entries = True
    return give(case, result[0], sender, keys=result[1])


def _answer_without_orders(
    case: Case, sender: Sender, match: Match, incoming: IncomingLetter
) -> Received | None:
    """Answer a letter that only asks for something, or is prose. Return None if it may contain orders."""
    if request := report_requests.find_request(match, incoming):
        return _serve(case, sender, match, incoming, request)
    if prose_letters.may_hold_orders(match, sender.side, incoming.letter):
        return None
    return _forward(case, sender, match, prose_letters.list_lines(incoming.letter))


def _forward(case: Case, sender: Sender, match: Match, words: list[str], most: int = MOST_SERVED) -> Received:
    """Forward a letter without orders to the moderator, and answer it, within an hourly limit."""
    if posts.is_post(case.mail):
        return give(case, "talk", sender)
    if case.desk.memory.count_answers(messages.read_address(case.mail), "forwarded", case.at) >= most:
        return give(case, "forwarded", sender)
    return give(case, "forwarded", sender, keys=prose_letters.forward(case, match, sender.side, words))


def _deal(case: Case, sender: Sender, match: Match, dealing: Dealing) -> Received:
    """File a player's request within an hourly limit."""
    desk = case.desk
    if desk.memory.count_answers(messages.read_address(case.mail), "filed", case.at) >= MOST_SERVED:
        return give(case, "filed", sender)
    if dealing.kind is RequestKind.HAND_ON:
        return _hand_on(case, sender, match, dealing)
    desk.memory.note_unfinished(sender.match)
    entry = player_requests.file(case, match, sender.side, dealing)
    match = desk.holder.find(desk.shelf, sender.match)
    keys = player_requests.answer(case, match, sender.side, entry, dealing.unread)
    if dealing.kind is RequestKind.LEAVE:
        keys += invitations.tell_moderator(desk, match, sender.side, case.at)
        seats.empty_seat(desk, match, sender.side)
    return give(case, "filed", sender, keys=keys)


def _take_answer(case: Case, sender: Sender) -> Received:
    """Seat a player who accepts an invitation, or delete it. Repeat the question if the answer is unclear."""
    desk = case.desk
    match = desk.holder.find(desk.shelf, sender.match)
    seat = invitations.find_invited(desk, sender.match, sender.side, sender.mail)
    if seat is None:
        return give(case, "stranger")
    incoming = _read(case, sender)
    answer = invitations.read_answer(incoming)
    if answer is None:
        if desk.memory.count_answers(messages.read_address(case.mail), "refused", case.at) >= MOST_REFUSALS:
            return give(case, "refused", sender)
        words = prose_letters.list_words(incoming.letter)
        text = moderator.INVITED_BODY
        keys = moderator.forward_letter(case, match, sender.side, words, text) if words else ()
        keys += invitations.queue_invitation(desk, match, seat, case.digest, case.at, is_forwarded=bool(keys))
        return give(case, "refused", sender, keys=keys)
    invitations.take_answer(desk, match, seat, answer, case.digest, case.at)
    keys = answers.report_to_seats(desk, desk.holder.find(desk.shelf, sender.match))
    return give(case, "filed", sender, keys=keys)


def _hand_on(case: Case, sender: Sender, match: Match, dealing: Dealing) -> Received:
    """Invite the player who should take over a seat."""
    desk, side, address = case.desk, sender.side, dealing.parts["address"] or ""
    invitations.invite_player(desk, match.name, side, address, "", case.at)
    reply = invitations.confirm_invitation(viewer_languages.tell(match, side), address)
    reply = prose_letters.name_unread(match, side, reply, dealing.unread)
    keys = answers.answer_request(case, match, side, reply)
    return give(case, "filed", sender, keys=keys)


def _serve(case: Case, sender: Sender, match: Match, incoming: IncomingLetter, request: Request) -> Received:
    """Answer a player's request within an hourly limit."""
    address = messages.read_address(case.mail)
    if case.desk.memory.count_answers(address, "answered", case.at) >= MOST_SERVED:
        return give(case, "answered", sender)
    match = case.desk.find_synced(match.name)
    form = seats.find_form(case.desk.shelf, match.name, sender.side)
    reply = report_requests.answer_request(match, sender.side, incoming, request, form)
    unread = map(judge_letter.quote_line, report_requests.list_unread(incoming, request))
    reply = prose_letters.name_unread(match, sender.side, reply, unread)
    keys = answers.answer_request(case, match, sender.side, reply)
    return give(case, "answered", sender, keys=keys)


def _complain(case: Case, sender: Sender, fault: Fault) -> Received:
    """Answer a letter that was not judged with the reasons, unless that could start a mail loop.

    A program may have sent an unchanged template back: the moderator gets the words beside it. In a reply to
    a mail of ours they are those of a person, who gets an answer.
    """
    if moderator.is_of_machine(fault):
        raise fault
    desk, code = case.desk, fault.complaints[0].code
    if code in NOT_ANSWERED:
        return give(case, "automatic", sender, code)
    match = desk.holder.find(desk.shelf, sender.match)
    if code == LetterFault.TEMPLATE_UNEDITED.code:
        words = prose_letters.list_words(_read(case, sender).letter)
        if words and prose_letters.answers_a_report(case.mail):
            return _forward(case, sender, match, words, MOST_TALK)
        keys = moderator.forward_letter(case, match, sender.side, words) if words else ()
        return give(case, "automatic", sender, code, keys)
    if desk.memory.count_answers(messages.read_address(case.mail), "refused", case.at) >= MOST_REFUSALS:
        return give(case, "refused", sender, code)
    return give(case, "refused", sender, code, answers.answer_fault(case, match, sender.side, fault))
