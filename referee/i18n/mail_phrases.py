"""Phrases around the text of a letter. The words of each language are data.

Case is ignored. The kinds of phrases are

- from, sent, others: keys in the header of an older letter, without the colon
- original: text between dashes above an older letter
- forwarded: text above a forwarded letter
- wrote: words of an attribution, "On Monday Jim wrote:"
- opens: beginnings of an attribution that a program may break in two
- phone: beginnings of a telephone's advertisement
- phone_ends: its endings, in languages with the verb at the end
- greets: greetings, and announcements of orders
- introduces: beginnings of lines that introduce something
- closes: farewells
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from schemas.record import Value

FILE = Path(__file__).parent / "mail_phrases.json"

LONGEST_ATTRIBUTION = 400
"""Maximum length of an attribution, in characters."""

LONGEST_ADVERTISEMENT = 120
"""Maximum length of a telephone's advertisement, in characters."""

LONGEST_COURTESY = 80
"""Maximum length of a greeting or farewell, in characters."""

LONGEST_FRAME = 160
"""Maximum length of a line between dashes, in characters."""

YES_OR_NO = re.compile(r"\s*(?:yes|no|ja|nein|oui|non|ναι|όχι)\s*[.!]?\s*$", re.IGNORECASE)
"""A line that is only an answer."""

_LABEL = re.compile(r"\s*([^\s:][^:]{0,30}?)\s*:(?:\s|$)")

_ADDRESS = re.compile(r"[^\s<>()\"']@[^\s<>()\"']")

_DATED = re.compile(r"\d{1,2}:\d\d|\b\d{4}\b|\d{1,2}[./-]\s?\d{1,2}[./-]|[年년]")

_FRAME = re.compile(r"[-_=]{2,}\s*([^-_=\s](?:.{0,60}?[^-_=\s])?)\s*:?\s*[-_=]{2,}:?")
"""Words between dashes."""

_RULE = re.compile(r"_{20,}")
"""The line that Outlook draws above an older letter."""

_NO_MARKS = dict.fromkeys(map(ord, "*\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Asterisks of bold type, and direction marks around names in right-to-left scripts."""

_PARTED = re.compile("[a-z\u00df-\u052f\u0590-\u06ff\u1e00-\u1fff]")
"""First character of a word in scripts with spaces between words."""

_LETTERS = re.compile(r"[^\W\d_]")


class _Words(Value):
    """Phrases of all languages as comparison keys."""

    of_from: frozenset[str]
    of_head: frozenset[str]
    original: frozenset[str]
    forwarded: frozenset[str]
    wrote: tuple[str, ...]
    opens: tuple[str, ...]
    phone: tuple[str, ...]
    phone_ends: tuple[str, ...]
    greets: tuple[str, ...]
    introduces: tuple[str, ...]
    closes: tuple[str, ...]


def languages() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the phrases of each language, by language code and kind."""
    return cast("Mapping[str, Mapping[str, Sequence[str]]]", json.loads(FILE.read_bytes()))


@cache
def _words() -> _Words:
    phrases = languages().values()

    def all_of(*kinds: str) -> dict[str, None]:
        words = (word for one in phrases for kind in kinds for word in one.get(kind, ()))
        return dict.fromkeys(word.casefold().replace("’", "'") for word in words)

    return _Words(
        of_from=frozenset(all_of("from")),
        of_head=frozenset(all_of("sent", "others")),
        original=frozenset(all_of("original")),
        forwarded=frozenset(all_of("forwarded")),
        wrote=tuple(all_of("wrote")),
        opens=tuple(all_of("opens")),
        phone=tuple(all_of("phone")),
        phone_ends=tuple(all_of("phone_ends")),
        greets=tuple(all_of("greets")),
        introduces=tuple(all_of("introduces")),
        closes=tuple(all_of("closes")),
    )


def _bare(line: str) -> str:
    """Return a line as a comparison key, without marks and surrounding blanks."""
    return line.translate(_NO_MARKS).strip().casefold()


def label(line: str) -> str | None:
    """Return the text before the colon of a header line as a comparison key, or None."""
    match = _LABEL.match(_bare(line))
    return match[1] if match else None


def names_sender(line: str) -> bool:
    """Return True if a header line names the author of an older letter."""
    return label(line) in _words().of_from


def is_of_head(line: str) -> bool:
    """Return True if a header line contains date, recipient or subject of an older letter."""
    return label(line) in _words().of_head


def has_address(line: str) -> bool:
    """Return True if a line contains an e-mail address. Orders never do."""
    return _ADDRESS.search(line) is not None


def is_rule(line: str) -> bool:
    """Return True if a line separates an older letter from the text above: `-----Original Message-----`."""
    return _RULE.fullmatch(line.strip()) is not None or framed(line) in _words().original


def framed(line: str) -> str | None:
    """Return the words between dashes as a comparison key, or None."""
    bare = _bare(line)
    match = _FRAME.fullmatch(bare) if len(bare) <= LONGEST_FRAME else None
    return match[1] if match else None


def is_forwarded(line: str) -> bool:
    """Return True if a line introduces a forwarded letter."""
    phrases, bare = _words().forwarded, _bare(line)
    return framed(line) in phrases or (bare.endswith(":") and bare.rstrip(" :") in phrases)


def is_advertised(line: str) -> bool:
    """Return True if a line is a telephone's advertisement below a letter."""
    words, bare = _words(), _bare(line).strip("-–—[](){}<>|~ ").rstrip(".!")
    if len(bare) > LONGEST_ADVERTISEMENT or not _LETTERS.search(bare):
        return False
    return any(map(bare.startswith, words.phone)) or (
        " " in bare and any(map(bare.endswith, words.phone_ends))
    )


HEADING = frozenset({
    "hi", "hello", "hey", "orders", "order", "answers", "answer", "side", "turn", "from", "for", "of", "the",
    "my",
    "hallo", "moin", "befehle", "antwort", "antworten", "seite", "runde", "von", "für",
    "salut", "bonjour", "ordres", "ordre", "réponse", "réponses", "camp", "tour", "pour", "de", "mes",
    "γεια", "εντολέσ", "διαταγέσ", "απάντηση", "πλευρά", "από", "για",
})  # fmt: skip
"""Words, casefolded, that a line above orders may have beside the name of the match and the side."""


def greets(line: str) -> bool:
    """Return True if a line greets the reader or announces orders."""
    return _is_courtesy(line, _words().greets)


def introduces(line: str) -> bool:
    """Return True if a line begins like an introduction."""
    return _is_courtesy(line, _words().introduces)


def takes_leave(line: str) -> bool:
    """Return True if a line is a farewell."""
    return _is_courtesy(line, _words().closes)


def _is_courtesy(line: str, words: Sequence[str]) -> bool:
    bare = _bare(line)
    return len(bare) <= LONGEST_COURTESY and any(_begins(bare, word) for word in words)


def may_open_attribution(line: str) -> bool:
    """Return True if a line may be the first of several that attribute a quotation."""
    bare = _bare(line)
    if has_address(bare) or _DATED.search(bare):
        return True
    opens = any(_begins(bare, word) for word in _words().opens)
    return opens and ("," in bare or any(map(str.isdigit, bare)))


def dates_an_address(line: str) -> bool:
    """Return True if a line contains an e-mail address and a time. Above a quotation it is an attribution."""
    return has_address(line) and _DATED.search(line) is not None and len(line) <= LONGEST_ATTRIBUTION


def is_attribution(text: str) -> bool:
    """Return True if a text attributes a quotation. Its broken lines must be joined."""
    bare = _bare(text)
    if len(bare) > LONGEST_ATTRIBUTION or not (bare.endswith(":") or (bare[:2] == bare[-2:] == "--")):
        return False
    if has_address(bare):
        return True
    return _wrote().search(bare) is not None


def _begins(text: str, word: str) -> bool:
    if not text.startswith(word):
        return False
    return not (_PARTED.match(word) and text[len(word) : len(word) + 1].isalpha())


@cache
def _wrote() -> re.Pattern[str]:
    """Return a pattern of the words for writing: whole words, or anywhere in scripts without spaces."""
    whole_words = (re.escape(word) for word in _words().wrote if _PARTED.match(word))
    word_parts = (re.escape(word) for word in _words().wrote if not _PARTED.match(word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(whole_words)})(?!\w)|{'|'.join(word_parts)}")
