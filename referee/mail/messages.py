"""Outgoing mails: their headers and their thread."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage, Message
from email.utils import format_datetime
from typing import NamedTuple

from referee.i18n.translator import Translator
from referee.mail import seats
from referee.mail.office import Office
from referee.mail.state import Token
from referee.matches.letters import headers
from referee.reports import publishing
from schemas.record import Side, Value
from schemas.reports import Block, Document

MOST_REFERENCES = 10
"""Highest number of older mails in References, in addition to the first."""

_REPLY = re.compile(r"\A(?:\s*(?:re|aw|sv|vs|odp|antw|rif|res|ynt|απ)\s*(?:\[\d+\])?\s*:)+\s*", re.IGNORECASE)
"""Prefixes of the subjects of replies, as many mail programs write them."""

LONGEST_SUBJECT = 200
"""Highest number of characters quoted from the subject of another mail."""


class Reply(NamedTuple):
    """Answer to a request: a text, and optionally a picture and a subject."""

    text: str
    picture: bytes = b""
    subject: str = ""


class Occasion(Value):
    """Topic of a mail: a seat, the last entry that it reports, and the time of that entry."""

    match: str
    side: Side
    seq: int
    at: str


def render_text(tongue: Translator, title: str, *blocks: Block) -> str:
    """Return the text of a mail that has some blocks below its title."""
    return publishing.publish(Document(title=title, language=tongue.language, blocks=blocks), "text")


def compose(
    office: Office, key: str, occasion: Occasion, subject: str, text: str, answers: Message | None = None
) -> EmailMessage | None:
    """Compose a mail to the player of a side, or return None if the seat is empty.

    `answers` is the mail of the player that it answers.
    """
    address = seats.find_address(office.shelf, occasion.match, occasion.side)
    if address is None:
        return None
    mail = EmailMessage(headers.POLICY)
    mail["From"] = office.settings.address
    mail["To"] = address
    mail["Reply-To"] = issue_address(office, Token(occasion.match, occasion.side, occasion.seq))
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
    """Compose a mail to an address without a seat. A reply to it proves no seat."""
    mail = EmailMessage(headers.POLICY)
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
    """Compose a mail that asks a player to confirm another mail by a reply."""
    mail = compose(office, key, occasion, subject, text)
    if mail is not None:
        token = Token(occasion.match, occasion.side, occasion.seq, digest)
        mail.replace_header("Reply-To", issue_address(office, token))
    return mail


def reply_subject(mail: Message) -> str:
    """Return the subject of a reply, with exactly one `Re:`."""
    # Text like an encoded word, left over after decoding, breaks the header writer of the library.
    subject = headers.read_text(mail, "Subject")[:LONGEST_SUBJECT].replace("=?", "= ?")
    return f"Re: {_REPLY.sub('', subject)}".strip()


def read_address(mail: Message) -> str:
    """Return the address in the `From` of a mail, in lower case."""
    return headers.read_address(mail, "From").casefold()


def compose_invitation(
    office: Office, key: str, stands_for: Token, to: str, subject: str, text: str, at: str
) -> EmailMessage:
    """Compose a mail to an address without a seat. A reply to it identifies the sender."""
    mail = compose_notice(office, key, to, subject, text, at)
    mail["Reply-To"] = issue_address(office, stands_for, to)
    return mail


def issue_address(office: Office, stands_for: Token, address: str | None = None) -> str:
    """Return an address of the post office that identifies the sender of a reply."""
    address = address or seats.find_address(office.shelf, stands_for.match, stands_for.side)
    token = office.sign("\n".join(map(str, (*stands_for, address))))
    office.memory.note_token(token, stands_for)
    local, _, domain = office.settings.address.partition("@")
    return f"{local}+{token}@{domain}"


def _list_thread(office: Office, occasion: Occasion, answers: Message | None) -> Iterator[str]:
    """Yield the ids of earlier mails of the thread, latest last.

    These are the mails that this one answers, or the last report to the seat.
    """
    if answers is not None:
        yield from headers.list_ids(answers, "References", "Message-ID")
        return
    last = office.memory.find_report(occasion.match, occasion.side)
    if last is not None and last.message_id:
        yield last.message_id
