"""Mails as they leave: their headers, and the thread that they belong to."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage, Message
from email.utils import format_datetime

from referee.mail import seats
from referee.mail.memory import Token
from referee.mail.office import Office
from referee.matches.letters import headers
from referee.values.value import Value
from schemas.record import Side

MOST_REFERENCES = 10
"""So many older mails a thread names, beside the first."""

_REPLY = re.compile(r"\A(?:\s*(?:re|aw|sv|vs|odp|antw|rif|res|ynt|απ)\s*(?:\[\d+\])?\s*:)+\s*", re.IGNORECASE)
"""How replies begin their subject in many programs, once or several times."""

LONGEST_SUBJECT = 200
"""The most characters of the subject of another mail that are written again."""


class Occasion(Value):
    """What a mail is about: a seat, the entry up to which it tells, and when that was."""

    match: str
    side: Side
    seq: int
    at: str


def compose(
    office: Office, key: str, occasion: Occasion, subject: str, text: str, answers: Message | None = None
) -> EmailMessage | None:
    """A mail to the holder of a seat, perhaps an answer to his; nothing if the seat is empty."""
    address = seats.find_address(office.shelf, occasion.match, occasion.side)
    if address is None:
        return None
    mail = EmailMessage()
    mail["From"] = office.settings.address
    mail["To"] = address
    mail["Reply-To"] = _issue_address(office, Token(occasion.match, occasion.side, occasion.seq))
    mail["Subject"] = subject
    mail["Date"] = format_datetime(datetime.fromisoformat(occasion.at))
    domain = office.settings.address.partition("@")[2]
    mail["Message-ID"] = f"<referee.{occasion.match}.{occasion.seq}.{key}@{domain}>"
    references = list(_list_thread(office, occasion, answers))
    if references:
        mail["In-Reply-To"] = references[-1]
        mail["References"] = " ".join([*references[:1], *references[1:][-MOST_REFERENCES:]])
    mail["Auto-Submitted"] = "auto-replied" if answers else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail.set_content(text, charset="utf-8", cte="8bit")
    return mail


def compose_notice(office: Office, key: str, to: str, subject: str, text: str, at: str) -> EmailMessage:
    """A mail to an address that has no seat: a reply to it shows nothing."""
    mail = EmailMessage()
    mail["From"] = office.settings.address
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = format_datetime(datetime.fromisoformat(at))
    mail["Message-ID"] = f"<referee.{key}@{office.settings.address.partition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail.set_content(text, charset="utf-8", cte="8bit")
    return mail


def compose_confirmation(
    office: Office, key: str, occasion: Occasion, digest: str, subject: str, text: str
) -> EmailMessage | None:
    """A mail that asks the holder of a seat whether another mail is his; a reply to it says so."""
    mail = compose(office, key, occasion, subject, text)
    if mail is not None:
        token = Token(occasion.match, occasion.side, occasion.seq, digest)
        mail.replace_header("Reply-To", _issue_address(office, token))
    return mail


def reply_subject(mail: Message) -> str:
    """The subject of an answer: one `Re:`, whatever stood there."""
    # Text like an encoded word, left over after decoding, breaks the library's writer of headers.
    subject = headers.read_text(mail, "Subject")[:LONGEST_SUBJECT].replace("=?", "= ?")
    return f"Re: {_REPLY.sub('', subject)}".strip()


def read_address(mail: Message) -> str:
    """The address in the `From` of a mail, as it compares."""
    return headers.read_address(mail, "From").casefold()


def compose_invitation(
    office: Office, key: str, stands_for: Token, to: str, subject: str, text: str, at: str
) -> EmailMessage:
    """A mail to an address that has no seat; a reply to it shows whose it is."""
    mail = compose_notice(office, key, to, subject, text, at)
    mail["Reply-To"] = _issue_address(office, stands_for, to)
    return mail


def _issue_address(office: Office, stands_for: Token, address: str | None = None) -> str:
    """An address of ours that shows whose a reply is."""
    address = address or seats.find_address(office.shelf, stands_for.match, stands_for.side)
    token = office.sign("\n".join(map(str, (*stands_for, address))))
    office.memory.note_token(token, stands_for)
    local, _, domain = office.settings.address.partition("@")
    return f"{local}+{token}@{domain}"


def _list_thread(office: Office, occasion: Occasion, answers: Message | None) -> Iterator[str]:
    """The mails above one, the nearest last: what it answers, or what the seat was sent last."""
    if answers is not None:
        yield from headers.list_ids(answers, "References", "Message-ID")
        return
    last = office.memory.find_report(occasion.match, occasion.side)
    if last is not None and last.message_id:
        yield last.message_id
