"""Safe characters: no text can control a terminal, a browser or a forum."""

import re
import unicodedata

BREAKER = "\u2060"
"""A character without width (word joiner). It breaks up character pairs with a special meaning."""

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_BLANKS = re.compile(r"[^\S\u00a0]+")

_ENDS_OF_PLANES = "".join(chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))

_UNPRINTED = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{_ENDS_OF_PLANES}]")


_PING = re.compile(
    r"@(?=(?:everyone|here|channel|all)\b)|<(?=@[!&]?\d|!(?:everyone|here|channel)\b)", re.IGNORECASE
)
"""Beginning of a word that notifies the members of a chat."""


def plain(text: str) -> str:
    """Remove control characters, and break up words that notify the members of a chat."""
    text = _PING.sub(lambda match: match[0] + BREAKER, text)
    if text.isprintable():
        return text
    return "".join(sign for sign in text if sign.isspace() or not _is_obeyed(sign))


def run(text: str) -> str:
    """Return plain text on one line with single blanks, also at its ends."""
    return _BLANKS.sub(" ", plain(text))


def flat(text: str) -> str:
    """Return plain text on one line without blanks at its ends."""
    return run(text).strip()


def storable(text: str) -> str:
    """Remove characters that no page can contain: surrogates and noncharacters."""
    if text.isprintable():
        return text
    return _UNPRINTED.sub(lambda match: " " if match[0].isspace() else "", text)


def _is_obeyed(sign: str) -> bool:
    return sign in _TURNING or unicodedata.category(sign) == "Cc"
