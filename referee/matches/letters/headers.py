"""Headers of a mail, read without exceptions.

The header parser of the standard library raises undocumented exceptions for damaged headers. These functions
read the raw values and return an empty result for an unusable value.
"""

import re
import unicodedata
from collections.abc import Iterator
from email.header import decode_header, make_header
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import EmailPolicy, compat32

LONGEST_VALUE = 64 * 1024
"""Maximum number of characters of a value that are read."""

_WORD = r'[^\s@<>,;:"()\[\]\\]+'

_ADDRESS = re.compile(rf"{_WORD}(?:@{_WORD})?")
"""An address. The name of a local user may stand alone."""

_ANGLE = re.compile(r"<([^<>]*)")

_ID = re.compile(r"<[!-;=?-~]{1,900}>")


class _HeaderClasses(HeaderRegistry):
    """Registry that builds the class of a header once. The standard library builds it for every value."""

    def __init__(self) -> None:
        super().__init__()
        self._built: dict[str, type[BaseHeader]] = {}

    def __getitem__(self, name: str) -> type[BaseHeader]:
        # All names that the registry does not know share one class.
        known_name = name.lower() if name.lower() in self.registry else ""
        if known_name not in self._built:
            self._built[known_name] = super().__getitem__(known_name)
        return self._built[known_name]


POLICY = EmailPolicy(header_factory=_HeaderClasses())
"""The default policy of the standard library, with fewer classes."""


def parse(raw: bytes) -> Message:
    """Parse the headers of a mail, without its body."""
    return BytesHeaderParser(policy=compat32).parsebytes(raw)


def list_values(mail: Message, *names: str) -> Iterator[str]:
    """Yield the undecoded values of all headers with these names, in the order of the names."""
    for name in map(str.casefold, names):
        for header, value in mail.raw_items():
            if header.casefold() == name:
                yield _repair(str(value)[:LONGEST_VALUE])


def _repair(value: str) -> str:
    """Return a value with the surrogates of non-ASCII bytes replaced."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def read_text(mail: Message, name: str) -> str:
    """Return the first value of a header on one line with its encoded words decoded, or "" without one."""
    value = next(list_values(mail, name), "")
    if "=?" in value:
        value = _decode(value)
    if not value.isprintable():
        value = "".join(
            " " if unicodedata.category(character) in {"Cc", "Cs"} else character for character in value
        )
    return " ".join(value.split())


def _decode(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except Exception:
        # Unknown encodings, broken base64 and other undocumented failures of the library.
        return value


def read_address(mail: Message, name: str) -> str:
    """Return the address in a header, or "" unless there is exactly one."""
    addresses = list(list_addresses(mail, name))
    return addresses[0] if len(addresses) == 1 else ""


def list_addresses(mail: Message, *names: str) -> Iterator[str]:
    """Yield the addresses in all headers with these names."""
    for value in list_values(mail, *names):
        yield from find_addresses(value)


def find_addresses(text: str) -> Iterator[str]:
    """Yield the addresses of a header's list. Names, comments and groups are skipped."""
    for part in re.split(r"[,;]", _remove_quoted(text)):
        words = _ANGLE.findall(part) or part.rpartition(":")[2].split()
        for word in (word.strip("> ") for word in words):
            if _ADDRESS.fullmatch(word) and ("@" in word or len(words) == 1):
                yield word


def _remove_quoted(text: str) -> str:
    """Return a value without quoted strings and comments. An unclosed one extends to the end."""
    result: list[str] = []
    in_quotes = is_escape = False
    depth = 0
    for character in text:
        if is_escape:
            is_escape = False
        elif character == "\\":
            is_escape = True
        elif character == '"' and not depth:
            in_quotes = not in_quotes
            result.append(" ")
        elif in_quotes:
            continue
        elif character in "()":
            depth = max(0, depth + (1 if character == "(" else -1))
            result.append(" ")
        elif not depth:
            result.append(character)
    return "".join(result)


def read_type(mail: Message) -> str:
    """Return the media type of a mail, in lower case."""
    media_type = next(list_values(mail, "Content-Type"), "").partition(";")[0].strip().casefold()
    return media_type if media_type.count("/") == 1 else "text/plain"


def list_ids(mail: Message, *names: str) -> Iterator[str]:
    """Yield the Message-IDs in all headers with these names, each in angle brackets."""
    for value in list_values(mail, *names):
        # Text like an encoded word in an identifier breaks the library's header writer.
        yield from (one for one in _ID.findall(value) if "=?" not in one)
