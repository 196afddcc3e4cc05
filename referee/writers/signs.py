"""Signs that may be written: nothing in a text is obeyed by a terminal, a browser or a forum."""

import re
import unicodedata

BREAKER = "\u2060"
"""A sign of no width: between two signs that mean something together, they mean nothing."""

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_BLANKS = re.compile(r"[^\S\u00a0]+")

_XML_LACKS = re.compile("[\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """A text without signs that a terminal would obey."""
    return "".join(sign for sign in text if sign.isspace() or not _obeyed(sign))


def flat(text: str) -> str:
    """The same on one line, with single blanks."""
    return " ".join(_BLANKS.split(plain(text))).strip()


def storable(text: str) -> str:
    """The same without what no page can hold: halves of signs, and signs that are none."""
    return _XML_LACKS.sub("", text)


def _obeyed(sign: str) -> bool:
    return sign in _TURNING or unicodedata.category(sign) == "Cc"
