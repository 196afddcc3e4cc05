"""What mail programs write around a letter, known by its words; the words of each language are data.

Capitals do not count in them. By their kinds they are

- from, sent, others: the keys of the head that stands above an older letter, without the colon;
- original: what stands between dashes above an older letter;
- forwarded: what stands above a letter that is handed on;
- wrote: the words of the line that says whose words are quoted: "On Monday Jim wrote:";
- opens: how that line begins, where a program may break it in two;
- phone: how the line begins that a telephone puts below a letter;
- phone_ends: how it ends, in languages that put the verb last;
- greets: how a letter greets, or says that orders follow;
- introduces: how a line begins that says that something follows;
- closes: how it takes leave.
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
"""The most signs of the line that says whose words are quoted."""

LONGEST_ADVERTISEMENT = 120
"""The most signs of the line that a telephone puts below a letter."""

LONGEST_COURTESY = 80
"""The most signs of a line that greets or takes leave."""

LONGEST_FRAME = 160
"""The most signs of a line that stands between dashes."""

_LABEL = re.compile(r"\s*([^\s:][^:]{0,30}?)\s*:(?:\s|$)")

_ADDRESS = re.compile(r"[^\s<>()\"']@[^\s<>()\"']")

_DATED = re.compile(r"\d{1,2}:\d\d|\b\d{4}\b|\d{1,2}[./-]\s?\d{1,2}[./-]|[年년]")

_FRAME = re.compile(r"[-_=]{2,}\s*([^-_=\s](?:.{0,60}?[^-_=\s])?)\s*:?\s*[-_=]{2,}:?")
"""Words between dashes."""

_RULE = re.compile(r"_{20,}")
"""What Outlook draws above an older letter."""

_NO_MARKS = dict.fromkeys(map(ord, "*\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Stars of bold type, and the signs that programs put around names in scripts that run leftwards."""

_PARTED = re.compile("[a-z\u00df-\u052f\u0590-\u06ff\u1e00-\u1fff]")
"""How a word begins in scripts that part their words."""

_LETTERS = re.compile(r"[^\W\d_]")


class _Words(Value):
    """The words of all languages, as they compare."""

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
    """The customs of each language, by its code and then by their kind."""
    return cast("Mapping[str, Mapping[str, Sequence[str]]]", json.loads(FILE.read_bytes()))


@cache
def _words() -> _Words:
    known = languages().values()

    def all_of(*kinds: str) -> dict[str, None]:
        words = (word for one in known for kind in kinds for word in one.get(kind, ()))
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
    """A line without its marks and the blanks around it, as it compares."""
    return line.translate(_NO_MARKS).strip().casefold()


def label(line: str) -> str | None:
    """What stands before the colon of a line of a head, as it compares."""
    found = _LABEL.match(_bare(line))
    return found[1] if found else None


def names_sender(line: str) -> bool:
    """Return True if a line of a head says who wrote an older letter."""
    return label(line) in _words().of_from


def is_of_head(line: str) -> bool:
    """Return True if a line of a head says when an older letter was sent, to whom, or about what."""
    return label(line) in _words().of_head


def has_address(line: str) -> bool:
    """Return True if an e-mail address stands in a line; no order holds one."""
    return _ADDRESS.search(line) is not None


def is_rule(line: str) -> bool:
    """Return True if a line parts an older letter from what stands above: `-----Original Message-----`."""
    return _RULE.fullmatch(line.strip()) is not None or framed(line) in _words().original


def framed(line: str) -> str | None:
    """The words between dashes, as they compare."""
    bare = _bare(line)
    found = _FRAME.fullmatch(bare) if len(bare) <= LONGEST_FRAME else None
    return found[1] if found else None


def is_forwarded(line: str) -> bool:
    """Return True if a line stands above a letter that is handed on."""
    forwarded, bare = _words().forwarded, _bare(line)
    return framed(line) in forwarded or (bare.endswith(":") and bare.rstrip(" :") in forwarded)


def is_advertised(line: str) -> bool:
    """Return True if a line is what telephones put below a letter, without the sign of a signature."""
    words, bare = _words(), _bare(line).strip("-–—[](){}<>|~ ").rstrip(".!")
    if len(bare) > LONGEST_ADVERTISEMENT or not _LETTERS.search(bare):
        return False
    return any(map(bare.startswith, words.phone)) or (
        " " in bare and any(map(bare.endswith, words.phone_ends))
    )


def greets(line: str) -> bool:
    """Return True if a line greets the reader of a letter, or says that orders follow."""
    return _is_courtesy(line, _words().greets)


def introduces(line: str) -> bool:
    """Return True if a line begins as one that says what follows."""
    return _is_courtesy(line, _words().introduces)


def takes_leave(line: str) -> bool:
    """Return True if a line ends a letter with kind words."""
    return _is_courtesy(line, _words().closes)


def _is_courtesy(line: str, words: Sequence[str]) -> bool:
    bare = _bare(line)
    return len(bare) <= LONGEST_COURTESY and any(_begins(bare, word) for word in words)


def may_open_attribution(line: str) -> bool:
    """Return True if a line may be the first of several that say whose words are quoted."""
    bare = _bare(line)
    if has_address(bare) or _DATED.search(bare):
        return True
    opens = any(_begins(bare, word) for word in _words().opens)
    return opens and ("," in bare or any(map(str.isdigit, bare)))


def dates_an_address(line: str) -> bool:
    """Whether a line holds an e-mail address and a time: above a quote it says whose, without a verb."""
    return has_address(line) and _DATED.search(line) is not None and len(line) <= LONGEST_ATTRIBUTION


def is_attribution(text: str) -> bool:
    """Return True if a text, whole as it was before a program broke it, says whose words are quoted."""
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
    """The words for writing, each by itself; where no blanks part words they may stand anywhere."""
    parted = (re.escape(word) for word in _words().wrote if _PARTED.match(word))
    joined = (re.escape(word) for word in _words().wrote if not _PARTED.match(word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(parted)})(?!\w)|{'|'.join(joined)}")
