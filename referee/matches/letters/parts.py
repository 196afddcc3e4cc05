"""The parts of an e-mail: its plain texts in order, its HTML, and what merely hangs on it."""

import re
from collections.abc import Iterator, Sequence
from email.errors import (
    CloseBoundaryNotFoundDefect,
    InvalidMultipartContentTransferEncodingDefect,
    MessageDefect,
)
from email.message import EmailMessage
from html import unescape
from typing import cast

from msgspec import Struct, field

MOST_PARTS = 200
"""More parts than this no mail has that a person wrote."""

MOST_WORDS = 8
"""How many words are named that only the HTML part says."""

_WORD = re.compile(r"\w+")

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")

_WITHIN = frozenset({"a", "b", "em", "font", "i", "span", "strong", "u"})
"""Elements that stand within a word or between words."""

_UNSEEN = frozenset({"head", "style", "script", "title", "template"})
"""Elements of HTML that nobody reads."""


class Parts(Struct):
    """The parts of a mail; `unread` are the names of attachments, empty where one has none."""

    texts: list[EmailMessage] = field(default_factory=list[EmailMessage])
    html: list[EmailMessage] = field(default_factory=list[EmailMessage])
    unread: list[str] = field(default_factory=list[str])

    def take(self, others: "Parts") -> None:
        """Add the parts that stand in a part."""
        self.texts += others.texts
        self.html += others.html
        self.unread += others.unread


def sort(part: EmailMessage) -> Parts:
    """The parts of a mail, or of a part of it; of alternatives the first plain text counts."""
    found = Parts()
    if not part.is_multipart():
        _sort_leaf(part, found)
    elif part.get_content_maintype() == "message":
        found.unread.append(part.get_filename() or "")
    else:
        alternative = part.get_content_subtype() == "alternative"
        for child in _children(part):
            inside = sort(child)
            if alternative and found.texts:
                inside.texts.clear()
            found.take(inside)
    return found


def _children(part: EmailMessage) -> list[EmailMessage]:
    """What a part consists of; the parser makes every piece of a mail an e-mail message of its own."""
    payload: object = part.get_payload()
    return cast("list[EmailMessage]", payload) if isinstance(payload, list) else []


def _sort_leaf(part: EmailMessage, found: Parts) -> None:
    kind, name = part.get_content_type(), part.get_filename() or ""
    hangs = bool(name) or part.get_content_disposition() == "attachment"
    if kind == "text/plain" and not hangs:
        found.texts.append(part)
    elif kind == "text/html" and not hangs:
        found.html.append(part)
    elif part.get_content_maintype() != "image" and (hangs or part.get_content_maintype() == "text"):
        found.unread.append(name)


def say_beyond(found: Parts) -> tuple[str, ...]:
    """The first words that the HTML of a mail says and its plain text does not."""
    if not found.html:
        return ()
    plain = {word.casefold() for part in found.texts for word in _WORD.findall(decode(part))}
    words = (word for part in found.html for word in _see(decode(part)) if word.casefold() not in plain)
    return tuple(dict.fromkeys(words))[:MOST_WORDS]


def find_sealed(mail: EmailMessage) -> str | None:
    """By what a mail is sealed so that no text of it can be read; `None` if it is open."""
    kinds = {part.get_content_type() for part in mail.walk()}
    if kinds & {"multipart/encrypted", "application/pgp-encrypted"}:
        return "OpenPGP"
    if mail.get_content_type() in {"application/pkcs7-mime", "application/x-pkcs7-mime"}:
        return "S/MIME"
    if "application/ms-tnef" in kinds and not kinds & {"text/plain", "text/html"}:
        return "TNEF, winmail.dat"
    return None


def has_text(found: Parts) -> bool:
    """Whether a mail says anything in plain text."""
    return any(decode(part).strip() for part in found.texts)


def may_harm_text(
    part: EmailMessage, defect: MessageDefect, read: Sequence[EmailMessage], *, cut_off: bool
) -> bool:
    """Whether a defect of a part may have changed or cut off the text that was read.

    Servers often lose the last boundary of a mail, and give a whole mail an encoding that only its parts may
    have. The text is whole if another part stands below it, or if the mail is not `cut_off` within a line.
    """
    match defect:
        case InvalidMultipartContentTransferEncodingDefect():
            return False
        case CloseBoundaryNotFoundDefect():
            last = [leaf for leaf in part.walk() if not leaf.is_multipart()][-1]
            return cut_off and last in read
        case _:
            return True


def decode(part: EmailMessage) -> str:
    """The text of a part; what its encoding does not know is replaced."""
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    try:
        return raw.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        return raw.decode("utf-8", "replace")


def _see(html: str) -> Iterator[str]:
    """The words that a reader of HTML sees; read once from left to right, however broken it is."""
    text: list[str] = []
    at = 0
    while (opens := html.find("<", at)) >= 0:
        text.append(html[at:opens])
        tag = _TAG.match(html, opens)
        if html.startswith("<!--", opens):
            end, mark = "-->", 3
        elif tag and not tag[0].startswith("</") and tag[1].casefold() in _UNSEEN:
            end, mark = f"</{tag[1]}", 0
        else:
            end, mark = ">", 1
        text.append("" if tag and tag[1].casefold() in _WITHIN else " ")
        ends = html.find(end, opens + 1)
        at = len(html) if ends < 0 else ends + mark
    text.append(html[at:])
    return (found[0] for found in _WORD.finditer(unescape("".join(text))))
