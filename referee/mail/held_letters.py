"""Letters that are held until the player confirms them by a reply.

A letter is held if its author is not proved, or if it asks for an action that cannot be undone: to give away
a seat, to resign, or to agree to a takeback. The question goes to the registered address of the seat. Its
reply address is a token for this letter, valid for one answer.
"""

import re
from collections.abc import Iterable, Iterator
from email.utils import parseaddr
from typing import Literal

from msgspec.structs import replace

from referee.faults import Fault, Unreadable
from referee.i18n.request_phrases import TAKEBACK_CONSENT, RequestKind, find_request, show_phrase
from referee.i18n.translator import message
from referee.mail import messages, outbox, player_requests, report_requests, seats
from referee.mail.messages import Occasion
from referee.mail.office import Case, Keys, Office
from referee.mail.requests import proposed_letters
from referee.matches import player_requests as match_requests
from referee.matches import viewer_languages
from referee.matches.judging import judge_letter, reading_lines, submission
from referee.matches.judging.submission import IncomingLetter
from referee.matches.letters import headers
from referee.matches.matches import Match
from schemas.letter import Letter, LetterLine, LetterOrder
from schemas.record import Side, to_data
from schemas.reports import Block, Verbatim

FINAL_DEALINGS = frozenset({*TAKEBACK_CONSENT, RequestKind.LEAVE, RequestKind.HAND_ON})
"""Requests of players that cannot be undone."""

FINAL_ORDERS = frozenset({"resign", "concede"})
"""Order kinds, in any game, that end the match by giving it up."""

MOST_LINES = 5
"""Number of first lines of a reply that are searched for the answer. A quotation may follow."""

_YES = re.compile(r"\s*(?:yes|yep|oui|ja|ναι)\b.*", re.IGNORECASE | re.DOTALL)
_NO = re.compile(r"\s*(?:no|not|nope|non|nein|όχι|οχι)\b.*", re.IGNORECASE | re.DOTALL)

SUBJECT = message("[{match}] did you send this letter?")
ASK = message(
    "A letter in your name was sent to the match {match}. It was not judged, because it does not prove that"
    " you sent it. It came from {address}, and its subject is: {subject}"
)
LINES = message("It contains these lines:")
ADD = message("Once you confirm it, you can also write from {address}.")
FINAL_SUBJECT = message("[{match}] please confirm your letter")
FINAL = message(
    "Your letter to the match {match} asks for an action that cannot be undone. It has not been judged yet."
    " It was sent from {address} and contains these lines:"
)
FORWARDED = message(
    "Your letter to the match {match} forwards a letter of {author}. It has not been judged yet. It was sent"
    " from {address} and contains these lines:"
)
REPLY = message("Reply to this mail with {yes} to confirm the letter. If it is not yours, reply with {no}.")


def list_lines_to_confirm(desk: Office, match: Match, side: Side, incoming: IncomingLetter) -> list[str]:
    """Return the lines of a letter that its player must confirm, as typed.

    These are lines that cannot be undone, and all lines of a forwarded letter that another person wrote.
    """
    if find_foreign_author(desk, match.name, side, incoming.letter) is not None:
        return [judge_letter.quote_line(line) for line in incoming.letter.orders]
    dealing = player_requests.find(match, incoming)
    if dealing is not None:
        return [dealing.line.strip()] if dealing.kind in FINAL_DEALINGS else []
    if report_requests.find_request(match, incoming) is not None:
        return []
    return [
        judge_letter.quote_line(order) for order in incoming.letter.orders if _is_final(match, side, order)
    ]


def find_foreign_author(desk: Office, match: str, side: Side, letter: Letter) -> str | None:
    """Return the author of a forwarded letter that another person wrote, or None."""
    if letter.forwarded_from is None or not letter.orders:
        return None
    address = parseaddr(letter.forwarded_from)[1].casefold()
    seat = seats.find_seat(desk.shelf, match, side)
    is_own = seat is not None and bool(address) and seats.is_address_of(seat, address)
    return None if is_own else letter.forwarded_from


def _is_final(match: Match, side: Side, order: LetterOrder) -> bool:
    """Return True for an order that gives up the match, now or under a condition."""
    state = match.position()
    for part in _split(match, order):
        try:
            read = reading_lines.read_line(match.system, state, side, part)
        except (Unreadable, Fault):
            continue
        if any(to_data(one).get("type") in FINAL_ORDERS for one in read):
            return True
    return False


def _split(match: Match, order: LetterOrder) -> Iterator[LetterOrder]:
    """Yield the orders of a line, and the text after a colon as an order of its own."""
    yield order
    if isinstance(order, LetterLine):
        texts = {*match.system.notation.apart(order.text), order.text.rpartition(":")[2].strip()} - {""}
        yield from (replace(order, text=text) for text in sorted(texts))


def ask_whose(case: Case, match: Match, side: Side, again: str = "") -> Keys:
    """Ask a player to confirm a mail. `again` is the digest of a reply without an answer."""
    tongue = viewer_languages.tell(match, side).tongue
    address = messages.read_address(case.mail)
    seat = seats.find_seat(case.desk.shelf, match.name, side)
    # A post of a forum has the name of its author and no address.
    author = address or headers.read_text(case.mail, "From").partition('" <')[0].strip('"')
    blocks: list[Block] = [
        tongue.paragraph(
            ASK,
            match=match.name,
            address=author,
            subject=headers.read_text(case.mail, "Subject")[: messages.LONGEST_SUBJECT],
        )
    ]
    # The confirmation covers the whole letter, also lines that cannot be undone.
    if orders := _read_orders(case.digest, case.raw, side, case.at):
        blocks += [tongue.paragraph(LINES), _quote(map(judge_letter.quote_line, orders))]
    if seat is not None and address and not seats.is_address_of(seat, address):
        blocks.append(tongue.paragraph(ADD, address=address))
    return _ask(case, match, side, tongue.say(SUBJECT, match=match.name), blocks, again)


def ask_final(
    case: Case, match: Match, side: Side, lines: list[str], author: str | None, again: str = ""
) -> Keys:
    """Ask a player to confirm the final lines of a letter, or those of a letter that `author` wrote."""
    tongue = viewer_languages.tell(match, side).tongue
    address = messages.read_address(case.mail)
    blocks: list[Block] = [
        tongue.paragraph(FINAL, match=match.name, address=address)
        if author is None
        else tongue.paragraph(FORWARDED, match=match.name, address=address, author=author or "?"),
        _quote(lines),
    ]
    agrees = any(find_request(line, TAKEBACK_CONSENT) for line in lines)
    if agrees and proposed_letters.is_takeback_asked(match, side):
        ask, _ = match_requests.find_ask(match, side)
        blocks.append(player_requests.quote_entry(viewer_languages.tell(match, side), side, ask))
    return _ask(case, match, side, tongue.say(FINAL_SUBJECT, match=match.name), blocks, again)


def _quote(lines: Iterable[str]) -> Verbatim:
    return Verbatim(lines=tuple(f"| {line}" for line in lines))


def _ask(case: Case, match: Match, side: Side, subject: str, blocks: list[Block], again: str) -> Keys:
    tongue = viewer_languages.tell(match, side).tongue
    words = (show_phrase(kind, tongue.language) for kind in (RequestKind.CONFIRM, RequestKind.DENY))
    yes, no = (f"`{word}`" for word in words)
    reply = tongue.paragraph(REPLY, yes=yes, no=no)
    text = messages.render_text(tongue, subject, *blocks, reply)
    key = outbox.name_mail("confirm", case.digest, *([again] if again else []))
    occasion = Occasion(match.name, side, match.journal.head.seq, case.at)
    mail = messages.compose_confirmation(case.desk, key, occasion, case.digest, subject, text)
    return outbox.queue(case.desk, key, mail)


def read_answer(name: str, raw: bytes, side: Side, at: str) -> Literal["yes", "no"] | None:
    """Return the answer in a reply to one of these questions, or None if it has none."""
    for line in _read_orders(name, raw, side, at)[:MOST_LINES]:
        if isinstance(line, LetterLine) and _NO.fullmatch(line.typed):
            return "no"
        if isinstance(line, LetterLine) and _YES.fullmatch(line.typed):
            return "yes"
    return None


def _read_orders(name: str, raw: bytes, side: Side, at: str) -> tuple[LetterOrder, ...]:
    """Return the lines of a letter that may be orders. Return none if it cannot be read."""
    try:
        return submission.open_letter(name, raw, at=at, side=side).letter.orders
    except Fault:
        return ()
