"""Letters that are held until the player of a seat confirms them by a reply of his own.

A letter is held if nothing shows that the player of the seat wrote it, or if it asks for something that
cannot be undone: the seat given away, the match given up, a takeback agreed to. The question goes to the
registered address of the seat. Its reply address is a code for this one letter, and is used up by the answer.
"""

import re
from collections.abc import Iterator
from email.message import Message
from typing import Literal

from msgspec.structs import replace

from referee.engine.faults import Fault, Unreadable
from referee.engine.tongue import message
from referee.mail import composing, dealings, outbox, seats
from referee.mail.composing import Occasion
from referee.mail.office import Office
from referee.matches import viewer_languages
from referee.matches.judging import hearing, submitting
from referee.matches.judging.submitting import Sent
from referee.matches.letters import headers
from referee.matches.matches import Match
from referee.reports import publishing
from schemas.letter import LetterLine, LetterOrder
from schemas.record import Side, to_data
from schemas.reports.document import Block, Document, Verbatim

Keys = tuple[str, ...]

FINAL_DEALINGS = frozenset({dealings.AGREE, dealings.LEAVE, dealings.HAND_ON})
"""The requests of players that cannot be undone."""

FINAL_ORDERS = frozenset({"resign", "concede"})
"""The kinds of order, in any game, that give a match up."""

MOST_LINES = 5
"""The yes has to be among so many of the first lines of a reply: a quotation may be below."""

_YES = re.compile(r"\s*(?:yes|yep|oui|ja|ναι)\b.*", re.IGNORECASE | re.DOTALL)
_NO = re.compile(r"\s*(?:no|not|nope|non|nein|όχι|οχι)\b.*", re.IGNORECASE | re.DOTALL)

SUBJECT = message("[{match}] did you send this letter?")
ASK = message(
    "A letter in your name was sent to the match {match}. Nothing shows that it was you, and it was not"
    " judged. The letter was sent from {address}, and its subject is: {subject}"
)
ADD = message("Once you confirm it, you can also write from {address}.")
FINAL_SUBJECT = message("[{match}] do you mean this?")
FINAL = message(
    "Your letter to the match {match} asks for something that cannot be undone. It was not judged so far. It"
    " was sent from {address}, and these are its lines:"
)
REPLY = message("To confirm the letter, reply to this mail with {yes}. If it is not yours, reply with {no}.")


def list_final_orders(match: Match, side: Side, sent: Sent) -> list[str]:
    """Return the lines of a letter that give the match up, as they were typed."""
    return [hearing.quote_line(order) for order in sent.letter.orders if _is_final(match, side, order)]


def _is_final(match: Match, side: Side, order: LetterOrder) -> bool:
    """Return True for an order that gives the match up, now or under a condition."""
    state = match.position()
    for part in _split(match, order):
        try:
            read = hearing.reading(match.system, state, side, part)
        except (Unreadable, Fault):
            continue
        if any(to_data(one).get("type") in FINAL_ORDERS for one in read):
            return True
    return False


def _split(match: Match, order: LetterOrder) -> Iterator[LetterOrder]:
    """Yield the orders of a line, and what follows a colon as an order of its own."""
    yield order
    if isinstance(order, LetterLine):
        texts = {*match.system.notation.apart(order.text), order.text.rpartition(":")[2].strip()} - {""}
        yield from (replace(order, text=text) for text in sorted(texts))


def ask_whose(
    desk: Office, digest: str, mail: Message, match: Match, side: Side, at: str, again: str = ""
) -> Keys:
    """Ask the player of a seat whether a mail is his; `again` names the reply that was no answer."""
    tongue = viewer_languages.tell(match, side).tongue
    address = composing.read_address(mail)
    seat = seats.find_seat(desk.shelf, match.name, side)
    blocks: list[Block] = [
        tongue.paragraph(
            ASK,
            match=match.name,
            address=address,
            subject=headers.read_text(mail, "Subject")[: composing.LONGEST_SUBJECT],
        )
    ]
    if seat is not None and not seats.is_address_of(seat, address):
        blocks.append(tongue.paragraph(ADD, address=address))
    return _ask(desk, digest, match, side, tongue.say(SUBJECT, match=match.name), blocks, at, again)


def ask_final(
    desk: Office,
    digest: str,
    mail: Message,
    match: Match,
    side: Side,
    lines: list[str],
    at: str,
    again: str = "",
) -> Keys:
    """Ask the player of a seat to confirm the final lines of a letter."""
    tongue = viewer_languages.tell(match, side).tongue
    address = composing.read_address(mail)
    blocks: list[Block] = [
        tongue.paragraph(FINAL, match=match.name, address=address),
        Verbatim(lines=tuple(f"| {line}" for line in lines)),
    ]
    return _ask(desk, digest, match, side, tongue.say(FINAL_SUBJECT, match=match.name), blocks, at, again)


def _ask(
    desk: Office,
    digest: str,
    match: Match,
    side: Side,
    subject: str,
    blocks: list[Block],
    at: str,
    again: str,
) -> Keys:
    tongue = viewer_languages.tell(match, side).tongue
    asked = (*blocks, tongue.paragraph(REPLY, yes="`yes`", no="`no`"))
    text = publishing.publish(Document(title=subject, language=tongue.language, blocks=asked), "text")
    key = outbox.name_mail("confirm", digest, *([again] if again else []))
    occasion = Occasion(match.name, side, match.journal.head.seq, at)
    return outbox.queue(desk, key, composing.compose_confirmation(desk, key, occasion, digest, subject, text))


def read_answer(name: str, raw: bytes, side: Side, at: str) -> Literal["yes", "no"] | None:
    """Return the answer of a reply to one of these questions; None if it says neither."""
    try:
        sent = submitting.send(name, raw, at=at, side=side)
    except Fault:
        return None
    for line in sent.letter.orders[:MOST_LINES]:
        if isinstance(line, LetterLine) and _NO.fullmatch(line.typed):
            return "no"
        if isinstance(line, LetterLine) and _YES.fullmatch(line.typed):
            return "yes"
    return None
