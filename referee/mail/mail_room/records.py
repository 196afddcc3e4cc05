"""The moderator's view of the mail: a list, one mail, and its settlement by hand."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import Message
from itertools import islice
from textwrap import fill

from referee.faults import Complaint, Misuse, NotFound
from referee.i18n.translator import ENGLISH, Translator, forms, message
from referee.mail import handling, messages, moderator, outbox, seats
from referee.mail.mail_room.faults import VERDICTS
from referee.mail.office import Case, Keys, Office
from referee.mail.requests import reply_links
from referee.mail.senders import Sender
from referee.mail.state import KnownMail, MailFault
from referee.matches import matches, viewer_languages
from referee.matches.letters import headers
from schemas.mail import MailList, MailRecord, MailShown, Received, Selection, Verdict
from schemas.reports import Bullets, Code, Text

UNJUDGED: frozenset[Verdict] = frozenset(
    {"stranger", "automatic", "unproved", "held", "forged", "unreadable"}
)
"""Results of mails that the moderator may settle."""

SELECTIONS: dict[Selection, frozenset[Verdict] | None] = {
    "all": None,
    "unjudged": UNJUDGED,
    "refused": frozenset({"refused"}),
    "failed": frozenset({"unreadable"}),
}
"""Results of the mails in each selection; None is every mail."""

REJECTED = message("The moderator did not judge your mail, and nothing was filed. The reason:")

FILED: frozenset[Verdict] = frozenset({"judged", "refused", "filed", "confirmed"})
"""Results of mails that entered the journal."""

SHORTEST = 4
"""Lowest number of characters of a digest that names a mail."""

MOST_LINES = 200
"""Highest number of lines shown of a mail."""

KEPT_HEADERS = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "MIME-Version")
"""Headers of a mail that the moderator accepts. Those of a list or a program are left out."""

DAY = timedelta(days=1)

MOST_LISTED = 30
"""Highest number of mails in the daily digest."""

DIGEST = forms("{count} mail was not judged", "{count} mails were not judged")
DIGEST_BODY = message(
    "These mails were not judged since {since}. Each line names the command that settles the mail;"
    " {reject} settles any of them without judging it."
)


def list_mails(desk: Office, selection: Selection, limit: int | None = None) -> MailList:
    """Return the mails of a selection, latest first."""
    verdicts = SELECTIONS[selection]
    candidates = (one for one in desk.memory.list_all_mails() if verdicts is None or one.verdict in verdicts)
    records = tuple(_record(desk, one) for one in islice(candidates, limit))
    return MailList(mails=records)


def show(desk: Office, name: str) -> MailShown:
    """Return one mail with its text. `name` is the beginning of its digest."""
    record = _find(desk, name)
    text = tuple(_read_text(_read_raw(desk, record)))
    return MailShown(mail=_record(desk, record), text=text[:MOST_LINES])


def accept(desk: Office, name: str, match: str, side: str, at: str) -> Received:
    """Judge a mail as the letter of a side, on the word of the moderator."""
    record = _find(desk, name)
    if record.verdict in {"judged", "confirmed"}:
        raise Misuse(Complaint.of(MailFault.MAIL_JUDGED, digest=record.digest[:12]))
    game = matches.find(desk.shelf, match)
    raw = _strip_headers(_read_raw(desk, record))
    case = Case(desk, record.digest, raw, headers.parse(raw), at)
    return handling.judge_as(case, Sender(game.name, game.side(side), is_proved=True))


def reject(desk: Office, name: str, reason: str, at: str) -> Received:
    """Settle a mail without judging it. Its sender gets the reason, if there is one.

    Raises Misuse if the mail was judged, because its sender would be told that nothing was filed.
    """
    record = _find(desk, name)
    if record.verdict in FILED:
        raise Misuse(Complaint.of(MailFault.MAIL_JUDGED, digest=record.digest[:12]))
    raw = _read_raw(desk, record)
    mail = headers.parse(raw)
    keys: Keys = ()
    address = messages.read_address(mail)
    if reason and address:
        key = outbox.name_mail("rejected", record.digest)
        opening = fill(_find_tongue(desk, record).say(REJECTED), reply_links.WIDTH)
        text, subject = f"{opening}\n\n{reason}\n", messages.reply_subject(mail)
        keys = outbox.queue(desk, key, messages.compose_notice(desk, key, address, subject, text, at))
    record = record._replace(verdict="rejected", is_answered=bool(keys))
    desk.memory.note_mail(record)
    return _describe(record, keys)


def _find_tongue(desk: Office, record: KnownMail) -> Translator:
    """Return the language of the side of a mail, or English for a stranger."""
    if not record.side:
        return ENGLISH
    return viewer_languages.tell(desk.holder.find(desk.shelf, record.match), record.side).tongue


def resend(desk: Office, name: str) -> Received:
    """Queue the answer to a mail once more."""
    record = _find(desk, name)
    key = desk.memory.find_answer(record.digest)
    if key is None or not outbox.queue_again(desk, key):
        raise NotFound(Complaint.of(MailFault.NO_ANSWER, digest=record.digest[:12]))
    return _describe(record, (key,))


def forward(desk: Office, name: str, to: str | None, at: str) -> Received:
    """Send the text of a mail to an address (default: the moderator)."""
    record = _find(desk, name)
    address = desk.settings.moderator if to is None else seats.read_address(to)
    if address is None:
        raise Misuse(MailFault.NO_MODERATOR)
    raw = _read_raw(desk, record)
    mail = headers.parse(raw)
    lines = "".join(f"| {line}\n" for line in _read_text(raw))
    head = f"From: {messages.read_address(mail)}\nSubject: {headers.read_text(mail, 'Subject')}\n\n"
    key = outbox.name_mail("forwarded by hand", record.digest, address, at)
    subject = f"Fwd: {headers.read_text(mail, 'Subject')}"[: messages.LONGEST_SUBJECT]
    keys = outbox.queue(desk, key, messages.compose_notice(desk, key, address, subject, head + lines, at))
    return _describe(record, keys)


def _describe(record: KnownMail, keys: Keys) -> Received:
    return Received(
        digest=record.digest, verdict=record.verdict, match=record.match, side=record.side, queued=keys
    )


def _find(desk: Office, name: str) -> KnownMail:
    """Return the mail whose digest begins with a text."""
    candidates = [one for one in desk.memory.list_all_mails() if one.digest.startswith(name.casefold())]
    if len(name) < SHORTEST:
        raise Misuse(Complaint.of(MailFault.DIGEST_TOO_SHORT, digest=name, least=SHORTEST))
    if len(candidates) != 1:
        raise NotFound(Complaint.of(MailFault.NO_SUCH_MAIL, digest=name))
    return candidates[0]


def _read_raw(desk: Office, record: KnownMail) -> bytes:
    for folder in ("done", "failed", "in"):
        path = desk.folder / folder / f"{record.digest}.eml"
        if path.exists():
            return path.read_bytes()
    raise NotFound(Complaint.of(MailFault.NO_SUCH_MAIL, digest=record.digest[:12]))


def _record(desk: Office, record: KnownMail) -> MailRecord:
    try:
        mail: Message = headers.parse(_read_raw(desk, record))
        subject = headers.read_text(mail, "Subject")[: messages.LONGEST_SUBJECT]
    except NotFound:
        subject = ""
    return MailRecord(
        digest=record.digest,
        at=record.at,
        sender=record.sender,
        subject=subject,
        match=record.match,
        side=record.side,
        verdict=record.verdict,
        has_answer=bool(record.is_answered),
        settle=_find_command(record),
    )


def _find_command(record: KnownMail) -> str:
    """Return the command that settles a mail, or ""."""
    if record.verdict not in UNJUDGED:
        return ""
    if record.verdict == "forged":
        # It came from an opponent: never propose to judge it as the letter of the side that it names.
        return f"referee mail reject {record.digest[:12]}"
    seat = f"{record.match or 'MATCH'} {record.side or 'SIDE'}"
    return f"referee mail accept {record.digest[:12]} {seat}"


def _read_text(raw: bytes) -> Iterator[str]:
    """Yield the plain text of a mail, or of its HTML, as far as it can be decoded."""
    mail = message_from_bytes(raw, policy=policy.default)
    try:
        body = mail.get_body(preferencelist=("plain", "html"))
        text = str(body.get_content()) if body is not None else ""
    except Exception:
        # The parsers of the library raise undocumented exceptions for malformed mail.
        text = raw.decode("utf-8", "replace")
    yield from (line for line in text.splitlines() if line.isprintable())


def _strip_headers(raw: bytes) -> bytes:
    """Return a mail without the headers by which a list or a program marks it."""
    if not headers.parse(raw).keys():
        return raw
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    lines = re.split(rb"\n(?![ \t])", head)
    lines_left = [line for line in lines if line.partition(b":")[0].decode("latin-1").title() in _KEPT]
    content = [line for line in lines if line.lower().startswith(b"content-")]
    return b"\n".join((*lines_left, *content)) + b"\n\n" + body


_KEPT = frozenset(name.title() for name in KEPT_HEADERS)


def send_digest(desk: Office, now: str) -> None:
    """Send the moderator the mails that were not judged, at most once a day and only if there are any."""
    last = desk.memory.find_tick("digest")
    if last and datetime.fromisoformat(now) - datetime.fromisoformat(last) < DAY:
        return
    open_mails = [one for one in list_mails(desk, "unjudged").mails if not last or one.at > last]
    desk.memory.note_tick("digest", now)
    if not open_mails:
        return
    subject = ENGLISH.say(*DIGEST, count=len(open_mails))
    reject = Code(text="referee mail reject MAIL --reason TEXT")
    body = ENGLISH.paragraph(DIGEST_BODY, since=last or open_mails[-1].at, reject=reject)
    items = tuple(
        (
            Text(text=f"{one.at}, {one.sender or '-'}, {one.subject or '-'}: {VERDICTS[one.verdict]}. "),
            Code(text=one.settle),
        )
        for one in open_mails[:MOST_LISTED]
    )
    moderator.write(desk, outbox.name_mail("digest", now), subject, body, now, Bullets(items=items))
