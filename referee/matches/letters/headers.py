"""Headers of a mail, read so that nothing in them can raise an exception.

The header parser of the standard library fails on damaged headers in more ways than it documents. These
functions take the raw values and give an empty answer for a value that says nothing.
"""

import re
import unicodedata
from collections.abc import Iterator
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

LONGEST_VALUE = 64 * 1024
"""The most characters of a value that are read."""

_WORD = r'[^\s@<>,;:"()\[\]\\]+'

_ADDRESS = re.compile(rf"{_WORD}(?:@{_WORD})?")
"""An address; a program may write the name of a local user alone."""

_ANGLE = re.compile(r"<([^<>]*)")

_ID = re.compile(r"<[!-;=?-~]{1,900}>")


def parse(raw: bytes) -> Message:
    """Parse the headers of a mail; its body is not looked at."""
    return BytesHeaderParser(policy=compat32).parsebytes(raw)


def list_values(mail: Message, *names: str) -> Iterator[str]:
    """Yield the undecoded values of all headers with these names, in the order of the names."""
    for name in names:
        for written, value in mail.raw_items():
            if written.casefold() == name.casefold():
                yield _repair(str(value)[:LONGEST_VALUE])


def _repair(value: str) -> str:
    """Return a value without the surrogates that stand for bytes beyond ASCII."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def read_text(mail: Message, name: str) -> str:
    """Return the first value of a header on one line, with its encoded words decoded; "" without one."""
    value = next(list_values(mail, name), "")
    if "=?" in value:
        value = _decode(value)
    plain = "".join(" " if unicodedata.category(one) in {"Cc", "Cs"} else one for one in value)
    return " ".join(plain.split())


def _decode(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except Exception:
        # An unknown encoding, broken base64, or another of the ways in which the library fails.
        return value


def read_address(mail: Message, name: str) -> str:
    """Return the address in a header; "" if there is none, or more than one."""
    found = list(list_addresses(mail, name))
    return found[0] if len(found) == 1 else ""


def list_addresses(mail: Message, *names: str) -> Iterator[str]:
    """Yield the addresses in all headers with these names."""
    for value in list_values(mail, *names):
        yield from find_addresses(value)


def find_addresses(text: str) -> Iterator[str]:
    """Yield the addresses of a list as a header writes it. Names, comments and groups are passed over."""
    for part in re.split(r"[,;]", _remove_quoted(text)):
        words = _ANGLE.findall(part) or part.rpartition(":")[2].split()
        for word in (word.strip("> ") for word in words):
            if _ADDRESS.fullmatch(word) and ("@" in word or len(words) == 1):
                yield word


def _remove_quoted(text: str) -> str:
    """Return a value without its quoted strings and comments; one without an end goes to the end."""
    kept: list[str] = []
    quoted = escaped = False
    depth = 0
    for one in text:
        if escaped:
            escaped = False
        elif one == "\\":
            escaped = True
        elif one == '"' and not depth:
            quoted = not quoted
            kept.append(" ")
        elif quoted:
            continue
        elif one in "()":
            depth = max(0, depth + (1 if one == "(" else -1))
            kept.append(" ")
        elif not depth:
            kept.append(one)
    return "".join(kept)


def read_type(mail: Message) -> str:
    """Return the media type of a mail, in lower case."""
    said = next(list_values(mail, "Content-Type"), "").partition(";")[0].strip().casefold()
    return said if said.count("/") == 1 else "text/plain"


def list_ids(mail: Message, *names: str) -> Iterator[str]:
    """Yield the identifiers of mails in all headers with these names, each in its angle brackets."""
    for value in list_values(mail, *names):
        # Text like an encoded word in an identifier breaks the library's writer of headers.
        yield from (one for one in _ID.findall(value) if "=?" not in one)
