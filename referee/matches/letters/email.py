"""Letters that came as e-mail: the lines of their plain text, numbered as in the file."""

import os
import quopri
import re
from collections.abc import Iterable, Iterator, Sequence
from email import message_from_bytes
from email.message import EmailMessage

from referee.faults import Complaint, DataFault
from referee.matches.faults import LetterFault
from referee.matches.letters import headers, mime
from referee.matches.letters.characters import BOM, ENVELOPE, Diagnostics, Numbered, broken, decode, readable
from referee.texts.tree import quote
from schemas.record import Place

_UNMAPPED = frozenset({"base64", "x-uuencode", "uuencode", "uue", "x-uue"})
"""Encodings whose lines do not match the lines of the text."""

_LONG_HEADER = re.compile(
    rb"^(Content-[a-z-]+|Message-ID|Auto-Submitted):(?=(?:[^\n]|\n[ \t]){4000})", re.IGNORECASE | re.MULTILINE
)
"""A header on which the standard library would spend minutes."""


OWN_ADDRESSES = "REFEREE_ADDRESS"
"""Environment variable that lists the referee's own addresses."""


OpenMail = tuple[tuple[Numbered, ...], str | None]
"""Lines of an e-mail, and its Message-ID."""


def find_envelope_sender(raw: bytes) -> str | None:
    """Return the envelope sender of a mail if a line above its headers names it, or None."""
    envelope = ENVELOPE.match(raw.removeprefix(BOM))
    return envelope[0].split()[1].decode("ascii", "replace") if envelope else None


def opened(raw: bytes, remarks: Diagnostics) -> OpenMail:
    """Return the plain text of an e-mail and its Message-ID."""
    raw = raw.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    first, envelope_sender = 1, find_envelope_sender(raw)
    if envelope := ENVELOPE.match(raw):
        first = 2
        raw = _out_of_mailbox(raw[envelope.end() :], remarks)
    if long := _LONG_HEADER.search(raw):
        line = first + raw[: long.start()].count(b"\n")
        remarks.complain(LetterFault.HEADER_TOO_LONG, line)
        remarks.settle()
    try:
        return _read(raw, first, envelope_sender, remarks)
    except DataFault:
        raise
    except Exception as error:
        # The header parsers of the library raise undocumented exceptions for malformed headers.
        remarks.complain(
            LetterFault.MAIL_MALFORMED,
            error=type(error).__name__,
        )
        raise DataFault(*remarks.complaints) from None


def _out_of_mailbox(raw: bytes, remarks: Diagnostics) -> bytes:
    """Return the one mail of a mailbox, with the escapes before `From` removed."""
    if more := re.search(rb"\n\n(?=" + ENVELOPE.pattern + rb")", raw):
        line = raw[: more.end()].count(b"\n") + 2
        remarks.complain(LetterFault.SECOND_LETTER, line)
        remarks.settle()
    return re.sub(rb"^>From ", b"From ", raw, flags=re.MULTILINE)


def _read(raw: bytes, first: int, envelope_sender: str | None, remarks: Diagnostics) -> OpenMail:
    mail = message_from_bytes(raw, policy=headers.POLICY)
    own = [address.strip() for address in os.environ.get(OWN_ADDRESSES, "").split(",")]
    if sign := mime.find_sign(mail, envelope_sender, own):
        place = Place(file=remarks.name, line=first, column=1)
        raise DataFault(Complaint.of(sign.fact, place=place, sign=quote(sign.seen)))
    if sum(1 for _ in mail.walk()) > mime.MOST_PARTS:
        remarks.complain(LetterFault.MAIL_TOO_MANY_PARTS, first)
        remarks.settle()
    if sealed := mime.find_sealed(mail):
        remarks.complain(LetterFault.MAIL_ENCRYPTED, first, kind=sealed)
        remarks.settle()
    parts = mime.sort_parts(mail)
    if parts.html and not mime.has_text(parts):
        page, read = _read_html(parts.html, first, remarks), parts.html
    elif parts.texts:
        _warn_of_unread(parts, first, remarks)
        page, read = _whole(parts.texts, raw, first, remarks), parts.texts
    else:
        _warn_of_unread(parts, first, remarks)
        _judge_damage(mail, (), raw, first, remarks)
        remarks.complain(LetterFault.MAIL_WITHOUT_TEXT, first)
        raise DataFault(*remarks.complaints, *remarks.warnings)
    # Damage to an encoding shows only after it was decoded.
    _judge_damage(mail, read, raw, first, remarks)
    message_id = headers.read_text(mail, "Message-ID")
    return readable(page, remarks), message_id or None


def _warn_of_unread(parts: mime.Parts, first: int, remarks: Diagnostics) -> None:
    """Warn of attachments, and of HTML text that is missing from the plain text."""
    # Collect the words first: reading a part removes its encoding.
    words = mime.say_beyond(parts)
    for name in parts.unread:
        if name:
            remarks.warn(LetterFault.ATTACHMENT_UNREAD, first, name=quote(name))
        else:
            remarks.warn(LetterFault.NAMELESS_ATTACHMENT_UNREAD, first)
    if words:
        remarks.warn(LetterFault.HTML_SAYS_MORE, first, words=quote(" ".join(words)))


def _read_html(pages: Iterable[EmailMessage], first: int, remarks: Diagnostics) -> tuple[Numbered, ...]:
    """Return the lines of a mail without plain text, read from its HTML."""
    try:
        from referee.matches.letters import html  # noqa: PLC0415 - an extra of its own brings what it needs
    except ImportError:
        remarks.complain(LetterFault.HTML_UNREAD, first)
        remarks.complain(LetterFault.HTML_READER_MISSING, first)
        raise DataFault(*remarks.complaints) from None
    texts = [mime.decode(part) for part in pages]
    if (count := sum(text.count("<") for text in texts)) > html.MOST_TAGS:
        remarks.complain(LetterFault.HTML_TOO_LONG, first, count=count, most=html.MOST_TAGS)
        remarks.settle()
    lines = [line for text in texts for line in html.list_lines(text)]
    if content := " / ".join(filter(None, map(str.strip, lines))):
        remarks.warn(LetterFault.HTML_READ, first, text=quote(content))
    return tuple(Numbered(*line) for line in enumerate(lines, 1))


def _whole(
    texts: Iterable[EmailMessage], raw: bytes, first: int, remarks: Diagnostics
) -> tuple[Numbered, ...]:
    """Return the lines of all plain texts of a mail, in order."""
    page: list[Numbered] = []
    after = 0
    for text in texts:
        lines, after = _page(text, raw, first, after, remarks)
        page += lines
    numbers = _rising(line.number for line in page)
    return tuple(Numbered(number, line.typed) for number, line in zip(numbers, page, strict=True))


def _judge_damage(
    mail: EmailMessage, read: Sequence[EmailMessage], raw: bytes, first: int, remarks: Diagnostics
) -> None:
    """Refuse a mail whose text may be damaged, and warn of other defects."""
    cut_off = not raw.endswith(b"\n")
    for part in mail.walk():
        for defect in part.defects:
            name = type(defect).__name__.removesuffix("Defect")
            defect_name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
            if mime.may_harm_text(part, defect, read, cut_off=cut_off):
                remarks.complain(LetterFault.MAIL_DAMAGED, first, defect=defect_name)
            else:
                remarks.warn(LetterFault.MAIL_DAMAGED_BESIDE, first, defect=defect_name)
    remarks.settle()


def _page(
    body: EmailMessage, raw: bytes, first: int, after: int, remarks: Diagnostics
) -> tuple[Iterable[Numbered], int]:
    """Return the lines of one plain text that begins after the offset `after`, and the offset of its end."""
    is_flowed = body.get_param("format") == "flowed"
    delsp = str(body.get_param("delsp", "no")).casefold() == "yes"
    payload = body.get_payload(decode=True)
    numbers, after = _numbers(body, raw, first, after)
    text = broken(_text(body, payload, numbers[0] if numbers else 1, remarks))
    if not numbers:
        remarks.warn(LetterFault.MAIL_ENCODED, first)
        numbers = range(1, len(text) + 1)
    page = tuple(Numbered(*line) for line in zip(_rising(numbers), text, strict=False))
    return tuple(_unflowed(page, delsp)) if is_flowed else page, after


def _text(body: EmailMessage, payload: object, begins: int, remarks: Diagnostics) -> str:
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
    """Return the line in the file of each line of the text, or () if unknown, and the text's end."""
    encoding = str(body.get("Content-Transfer-Encoding", "")).strip().casefold()
    del body["Content-Transfer-Encoding"]
    sent = body.get_payload(decode=True)
    # The body of a mail or of a part follows an empty line.
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
    """Yield the numbers, raised where necessary so that each exceeds the one before."""
    last = 0
    for number in numbers:
        last = max(number, last + 1)
        yield last


def _unflowed(page: Iterable[Numbered], delsp: bool) -> Iterator[Numbered]:
    """Yield lines with the sender's soft line breaks removed (RFC 3676). Quoted lines do not change."""
    start, pending = 0, ""
    for number, text in page:
        is_fixed = text.startswith(">") or text == "-- "
        if pending and is_fixed:
            yield Numbered(start, pending)
            pending = ""
        start = start if pending else number
        whole = text if is_fixed else pending + text.removeprefix(" ")
        if whole.endswith(" ") and not is_fixed:
            pending = whole[:-1] if delsp else whole
        else:
            yield Numbered(start, whole)
            pending = ""
    if pending:
        yield Numbered(start, pending)
