"""Canonical JSON: each value has one spelling.

This is RFC 8785 for the values of a journal: no floats, no integer of 2^53 or more, ASCII keys. Within these
limits `msgspec` writes it. Texts are compared by their bytes: the normal form of a text depends on the
version of Unicode, and so on the reader.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, cast
from unicodedata import category, normalize

from msgspec.json import Encoder

from referee.i18n.translator import Saying, saying

GREATEST = 2**53 - 1
"""Greatest integer that every JSON reader represents exactly."""

MOST_LEVELS = 64
"""Maximum number of levels of arrays and objects in a line of a journal, which is the first level."""

HALF_CHARACTER = saying("a text contains half a character")
"""Fault of a text that UTF-8 cannot write."""

_BRACES = bytes.maketrans(b"[]", b"{}")
_NO_BRACKETS = bytes({*range(256)} - {*b"[]{}"})
_NO_MARKS = bytes({*_NO_BRACKETS} - {*b'"'})


class Uncanonical(ValueError):  # noqa: N818 - a property of the value
    """A value that has no canonical spelling."""

    def __init__(self, message: Saying) -> None:
        self.said = message
        super().__init__(str(message))


def canonical(value: object) -> bytes:
    """Return the canonical spelling of a value. Raises Uncanonical for an ambiguous value."""
    _inspect(value)
    return respell(value)


respell = Encoder(order="deterministic").encode
"""Return the spelling of a value that is known to have one."""


def parse(text: str) -> Any:
    """Return the value at the beginning of a text. Raises Uncanonical for floats and large integers.

    Does not check that the text is canonical or ends there: compare it with the spelling of the value.
    """
    return _decode(text)[0]


def writable(text: str) -> str:
    """Return foreign text as a journal can store it: in NFC, with invalid Unicode replaced."""
    return normalize("NFC", text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def make_writable(value: Any) -> Any:
    """Return foreign text, or a list of it, as a journal can store it.

    Other values are returned unchanged.
    """
    match value:
        case str():
            return writable(value)
        case list():
            return list(map(make_writable, cast(list[object], value)))
        case _:
            return value


def is_too_deep(text: bytes) -> bool:
    """Return True if valid JSON has more than MOST_LEVELS levels of arrays and objects."""
    if len(text.translate(None, _NO_BRACKETS)) <= 2 * MOST_LEVELS:
        return False
    # Escaped quotation marks do not end a text.
    plain = text.replace(rb"\\", b"").replace(rb"\"", b"")
    # Two quotation marks in a row contain no bracket, inside a text or between texts.
    marks = plain.translate(_BRACES, _NO_MARKS).replace(b'""', b"")
    # Few commands meet such a line, so that the pattern is not compiled before.
    braces = re.sub(rb'"[{}]*"', b"", marks)
    for _ in range(MOST_LEVELS):
        # This removes the innermost level.
        braces = braces.replace(b"{}", b"")
    return bool(braces)


def has_visible_text(text: str) -> bool:
    """Return True if a text has a letter, a digit, a mark of punctuation or a symbol.

    Blanks, control characters and formatting characters such as U+200B show nothing.
    """
    return any(category(character)[0] in "LNPS" for character in text)


def _inspect(value: object) -> None:
    match value:
        case None | bool():
            pass
        case int():
            if abs(value) > GREATEST:
                raise Uncanonical(saying("a number is too large"))
        case str():
            _inspect_text(value)
        case list() | tuple():
            for item in cast(Iterable[object], value):
                _inspect(item)
        case dict():
            for key, item in cast(Mapping[object, object], value).items():
                if not isinstance(key, str) or not key.isascii():
                    raise Uncanonical(saying("the key {key!r} is not ASCII text", key=key))
                _inspect(item)
        case _:
            kind = type(value).__name__
            raise Uncanonical(saying("a value of type {kind} has no canonical spelling", kind=kind))


def _inspect_text(text: str) -> None:
    if text.isascii():
        return
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Uncanonical(HALF_CHARACTER)


def _float(text: str) -> NoReturn:
    raise Uncanonical(saying("{number} is not a whole number", number=text[:20]))


def _integer(digits: str) -> int:
    if len(digits) <= 17 and abs(number := int(digits)) <= GREATEST:
        return number
    raise Uncanonical(saying("a number is too large"))


_decode = json.JSONDecoder(parse_float=_float, parse_int=_integer, parse_constant=_float).raw_decode
