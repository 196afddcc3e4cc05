"""A letter that came as an e-mail: the lines of its plain text, numbered as in the file."""

import os
import quopri
import re
from collections.abc import Iterable, Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import NamedTuple

from referee.faults import DataFault
from referee.matches.faults import LetterFault
from referee.matches.letters import headers, mime
from referee.matches.letters.characters import BOM, ENVELOPE, Numbered, Remarks, broken, decode, readable
from referee.texts.tree import quote

_UNMAPPED = frozenset({"base64", "x-uuencode", "uuencode", "uue", "x-uue"})
"""Encodings whose lines have nothing to do with the lines of the text."""

_LONG_HEADER = re.compile(
    rb"^(Content-[a-z-]+|Message-ID|Auto-Submitted):(?=(?:[^\n]|\n[ \t]){4000})", re.IGNORECASE | re.MULTILINE
)
"""A header on which the library's readers would spend minutes."""


OWN_ADDRESSES = "REFEREE_ADDRESS"
"""The environment variable that names the referee's own addresses."""


class Mail(NamedTuple):
    """What counts of an e-mail."""

    lines: tuple[Numbered, ...]
    message_id: str | None


def find_returned(raw: bytes) -> str | None:
    """The sender on the envelope of a mail, where a line above its headers names it."""
    envelope = ENVELOPE.match(raw.removeprefix(BOM))
    return envelope[0].split()[1].decode("ascii", "replace") if envelope else None


def opened(raw: bytes, remarks: Remarks) -> Mail:
    """The plain text of an e-mail and its Message-ID."""
    raw = raw.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    first, returned = 1, find_returned(raw)
    if envelope := ENVELOPE.match(raw):
        first = 2
        raw = _out_of_mailbox(raw[envelope.end() :], remarks)
    if long := _LONG_HEADER.search(raw):
        line = first + raw[: long.start()].count(b"\n")
        remarks.complain(LetterFault.HEADER_TOO_LONG, line)
        remarks.settle()
    try:
        return _read(raw, first, returned, remarks)
    except DataFault:
        raise
    except Exception as error:
        # The library's readers of headers fail on malformed ones in more ways than they document.
        remarks.complain(
            LetterFault.MAIL_MALFORMED,
            error=type(error).__name__,
        )
        raise DataFault(*remarks.complaints) from None


def _out_of_mailbox(raw: bytes, remarks: Remarks) -> bytes:
    """One mail of a mailbox, the lines beginning `From` no longer disguised as quotations."""
    if more := re.search(rb"\n\n(?=" + ENVELOPE.pattern + rb")", raw):
        line = raw[: more.end()].count(b"\n") + 2
        remarks.complain(LetterFault.SECOND_LETTER, line)
        remarks.settle()
    return re.sub(rb"^>From ", b"From ", raw, flags=re.MULTILINE)


def _read(raw: bytes, first: int, returned: str | None, remarks: Remarks) -> Mail:
    mail = message_from_bytes(raw, policy=policy.default)
    own = [address.strip() for address in os.environ.get(OWN_ADDRESSES, "").split(",")]
    mime.refuse_automatic(mail, returned, own, first, remarks)
    if sum(1 for _ in mail.walk()) > mime.MOST_PARTS:
        remarks.complain(LetterFault.MAIL_TOO_MANY_PARTS, first)
        remarks.settle()
    if sealed := mime.find_sealed(mail):
        remarks.complain(LetterFault.MAIL_ENCRYPTED, first, kind=sealed)
        remarks.settle()
    found = mime.sort_parts(mail)
    if found.html and not mime.has_text(found):
        page, read = _read_html(found.html, first, remarks), found.html
    elif found.texts:
        _warn_of_unread(found, first, remarks)
        page, read = _whole(found.texts, raw, first, remarks), found.texts
    else:
        _judge_damage(mail, (), raw, first, remarks)
        remarks.complain(LetterFault.MAIL_WITHOUT_TEXT, first)
        raise DataFault(*remarks.complaints)
    # Damage to an encoding shows only once it is read.
    _judge_damage(mail, read, raw, first, remarks)
    known = headers.read_text(mail, "Message-ID")
    return Mail(readable(page, remarks), known or None)


def _warn_of_unread(found: mime.Parts, first: int, remarks: Remarks) -> None:
    """Name what hangs on a mail, and what its HTML says that its plain text does not."""
    # Words go before the parts are read: reading takes their encoding away.
    words = mime.say_beyond(found)
    for name in found.unread:
        if name:
            remarks.warn(LetterFault.ATTACHMENT_UNREAD, first, name=quote(name))
        else:
            remarks.warn(LetterFault.NAMELESS_ATTACHMENT_UNREAD, first)
    if words:
        remarks.warn(LetterFault.HTML_SAYS_MORE, first, words=quote(" ".join(words)))


def _read_html(pages: Iterable[EmailMessage], first: int, remarks: Remarks) -> tuple[Numbered, ...]:
    """The lines of a mail that holds no plain text, out of its HTML."""
    try:
        from referee.matches.letters import html  # noqa: PLC0415 - an extra of its own brings what it needs
    except ImportError:
        remarks.complain(LetterFault.HTML_UNREAD, first)
        raise DataFault(*remarks.complaints) from None
    texts = [mime.decode(part) for part in pages]
    if (count := sum(text.count("<") for text in texts)) > html.MOST_TAGS:
        remarks.complain(LetterFault.HTML_TOO_LONG, first, count=count, most=html.MOST_TAGS)
        remarks.settle()
    remarks.warn(LetterFault.HTML_READ, first)
    lines = (line for text in texts for line in html.list_lines(text))
    return tuple(Numbered(*line) for line in enumerate(lines, 1))


def _whole(texts: Iterable[EmailMessage], raw: bytes, first: int, remarks: Remarks) -> tuple[Numbered, ...]:
    """The lines of all plain texts of a mail, one below the other."""
    page: list[Numbered] = []
    after = 0
    for text in texts:
        lines, after = _page(text, raw, first, after, remarks)
        page += lines
    numbers = _rising(line.number for line in page)
    return tuple(Numbered(number, line.typed) for number, line in zip(numbers, page, strict=True))


def _judge_damage(
    mail: EmailMessage, read: Sequence[EmailMessage], raw: bytes, first: int, remarks: Remarks
) -> None:
    """Refuse a mail whose text may be damaged, and warn of what is wrong beside it."""
    cut_off = not raw.endswith(b"\n")
    for part in mail.walk():
        for defect in part.defects:
            name = type(defect).__name__.removesuffix("Defect")
            said = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
            if mime.may_harm_text(part, defect, read, cut_off=cut_off):
                remarks.complain(LetterFault.MAIL_DAMAGED, first, defect=said)
            else:
                remarks.warn(LetterFault.MAIL_DAMAGED_BESIDE, first, defect=said)
    remarks.settle()


def _page(
    body: EmailMessage, raw: bytes, first: int, after: int, remarks: Remarks
) -> tuple[Iterable[Numbered], int]:
    """The lines of one plain text, as they stand in the file behind `after`, and where they end in it."""
    flowed = body.get_param("format") == "flowed"
    delsp = str(body.get_param("delsp", "no")).casefold() == "yes"
    payload = body.get_payload(decode=True)
    numbers, after = _numbers(body, raw, first, after)
    text = broken(_text(body, payload, numbers[0] if numbers else 1, remarks))
    if not numbers:
        remarks.warn(LetterFault.MAIL_ENCODED, first)
        numbers = range(1, len(text) + 1)
    page = tuple(Numbered(*line) for line in zip(_rising(numbers), text, strict=False))
    return tuple(_unflowed(page, delsp)) if flowed else page, after


def _text(body: EmailMessage, payload: object, begins: int, remarks: Remarks) -> str:
    raw = payload if isinstance(payload, bytes) else b""
    charset = body.get_content_charset("us-ascii")
    if charset in ("us-ascii", "utf-8"):
        return decode(raw, remarks, begins)
    try:
        return raw.decode(charset)
    except (LookupError, ValueError):
        remarks.warn(
            LetterFault.ENCODING_BROKEN,
            begins,
            encoding=quote(charset),
        )
        return decode(raw, remarks, begins)


def _numbers(body: EmailMessage, raw: bytes, first: int, after: int) -> tuple[Sequence[int], int]:
    """For each line of the text the line of the file where it begins, if it has one; and where it ends."""
    encoding = str(body.get("Content-Transfer-Encoding", "")).strip().casefold()
    del body["Content-Transfer-Encoding"]
    sent = body.get_payload(decode=True)
    # A body stands behind an empty line, be it of the whole mail or of one part.
    start = raw.find(b"\n\n" + sent, after) if isinstance(sent, bytes) else -1
    if encoding in _UNMAPPED or start < 0 or not isinstance(sent, bytes):
        return (), after
    begins, after = first + raw[:start].count(b"\n") + 2, start + 1 + len(sent)
    if encoding != "quoted-printable":
        return range(begins, begins + sent.count(b"\n") + 1), after
    numbers = [begins]
    for number, line in enumerate(sent.split(b"\n"), begins + 1):
        numbers += [number] * quopri.decodestring(line + b"\n").count(b"\n")
    return numbers, after


def _rising(numbers: Iterable[int]) -> Iterator[int]:
    """The numbers, each greater than the one before."""
    last = 0
    for number in numbers:
        last = max(number, last + 1)
        yield last


def _unflowed(page: Iterable[Numbered], delsp: bool) -> Iterator[Numbered]:
    """Lines that the sender's program had broken, whole again (RFC 3676); quoted ones stay as they are."""
    start, held = 0, ""
    for number, typed in page:
        fixed = typed.startswith(">") or typed == "-- "
        if held and fixed:
            yield Numbered(start, held)
            held = ""
        start = start if held else number
        whole = typed if fixed else held + typed.removeprefix(" ")
        if whole.endswith(" ") and not fixed:
            held = whole[:-1] if delsp else whole
        else:
            yield Numbered(start, whole)
            held = ""
    if held:
        yield Numbered(start, held)
