"""The bytes of a letter as lines of text with plain characters.

People paste from word processors, web pages and phones. Arrows, dashes, quotation marks and blanks of every
kind are replaced by those of a keyboard, and invisible characters are dropped. A character whose replacement
would be a different number is refused.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct, field

from referee.faults import Complaint, DataFault
from referee.i18n.name_matching import find_mixed_scripts, strip_comment
from referee.matches.faults import LetterFault
from referee.texts.tree import quote
from schemas.journal import Head
from schemas.record import Place

LIMIT = 256 * 1024
"""Maximum size of a letter in bytes."""

MOST_COMPLAINTS = 100
"""Maximum number of faults that are reported."""

BOM = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""

_MARKS = ((BOM, "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
"""Byte order marks and their encodings."""

ENVELOPE = re.compile(rb"From \S+ +[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d[^\n]*\n")
"""The line that a mailbox or a mail server puts before a mail."""

_HEADERS = re.compile(
    rb"([!-9;-~]+:[^\n]*\n([ \t][^\n]*\n)*)*?(From|Subject|Message-ID|Received|Return-Path):", re.IGNORECASE
)
"""The beginning of an e-mail: headers, one of which occurs only in mails."""

_NOISE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")

_CLUSTER = re.compile(r".[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20f0\ufe20-\ufe2f]*", re.DOTALL)
"""A character with its combining accents."""

_UNSEEN = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"

_PLAIN = (
    dict.fromkeys("\t\v\f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000", " ")
    | dict.fromkeys(map(chr, range(0x2000, 0x200B)), " ")
    | dict.fromkeys(_UNSEEN, "")
    | dict.fromkeys("→⟶⇒⟹➔➙➛➜➝➞➡➨➾↦", "->")
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys("‘’‚‛′´`ʼ", "'")
    | dict.fromkeys("“”„‟″«»", '"')
)
"""Keyboard characters by the characters that look like them."""

_BLANKS = {ord(sign): made for sign, made in _PLAIN.items() if made in ("", " ") and sign != "\t"}

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of writing, so that the text differs from its appearance."""


class Numbered(NamedTuple):
    """A line of a file as it was typed."""

    number: int
    typed: str


class Diagnostics(Struct):
    """Faults and warnings about a letter. Faults stop it, warnings do not."""

    name: str
    complaints: list[Complaint] = field(default_factory=list[Complaint])
    warnings: list[Complaint] = field(default_factory=list[Complaint])

    def complain(self, fact: LetterFault, line: int = 1, column: int = 1, /, **parts: object) -> None:
        """Add a fault that makes the letter unreadable. Raises DataFault after `MOST_COMPLAINTS` faults."""
        self.complaints.append(Complaint.of(fact, place=self._place(line, column), **parts))
        if len(self.complaints) >= MOST_COMPLAINTS:
            self.settle()

    def warn(self, fact: LetterFault, line: int = 1, column: int = 1, /, **parts: object) -> None:
        """Add a warning for the sender."""
        if len(self.warnings) < MOST_COMPLAINTS:
            self.warnings.append(Complaint.of(fact, place=self._place(line, column), **parts))

    def settle(self) -> None:
        """Raise DataFault if there are faults."""
        if self.complaints:
            raise DataFault(*self.complaints)

    def _place(self, line: int, column: int) -> Place:
        return Place(file=self.name, line=line, column=column)


def is_mail(raw: bytes) -> bool:
    """Return True if a letter is an e-mail with headers."""
    start = raw.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    envelope = ENVELOPE.match(start)
    return _HEADERS.match(start, envelope.end() if envelope else 0) is not None


def lines(raw: bytes, remarks: Diagnostics) -> tuple[Numbered, ...]:
    """Return the lines of a file."""
    text = decode(raw, remarks).rstrip("\x1a")
    return readable(tuple(Numbered(*line) for line in enumerate(broken(text), 1)), remarks)


def broken(text: str) -> list[str]:
    """Split a text at its line breaks, as an editor counts them."""
    return re.split("\r\n|\r|\n", text)


def readable(page: tuple[Numbered, ...], remarks: Diagnostics) -> tuple[Numbered, ...]:
    """Return the lines. Raises DataFault if one contains control characters."""
    for number, text in page:
        if noise := _NOISE.search(text):
            remarks.complain(LetterFault.NO_TEXT, number, noise.start() + 1, code=ord(noise[0]))
            break
    remarks.settle()
    return page


def decode(raw: bytes, remarks: Diagnostics, first: int = 1) -> str:
    """Decode bytes by their byte order mark, or as UTF-8, or as Western European with a warning.

    `first` is the number of their first line.
    """
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _strictly(raw.removeprefix(mark), encoding, remarks, first)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _strictly(raw, "cp1252", remarks, first)
        remarks.warn(
            LetterFault.READ_AS_WESTERN,
            *_spot(text[: error.start], first),
        )
        return text


def _strictly(raw: bytes, encoding: str, remarks: Diagnostics, first: int) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode(encoding, "replace")
        remarks.complain(
            LetterFault.ENCODING_UNKNOWN,
            *_spot(before, first),
            encoding=encoding.upper(),
        )
        raise DataFault(*remarks.complaints) from None


def _spot(before: str, first: int) -> tuple[int, int]:
    """Return line and column after a text."""
    rows = broken(before)
    return first + len(rows) - 1, len(rows[-1]) + 1


class Plain(NamedTuple):
    """A line with plain characters, and for each of them its column in the line as typed."""

    text: str
    columns: tuple[int, ...]

    def cut(self, start: int, end: int) -> "Plain":
        """Return a part of the line."""
        return Plain(self.text[start:end], self.columns[start:end])


def plain(line: str) -> Plain:
    """Return a line with plain characters."""
    if line.isascii() and line.isprintable():
        return Plain(line, tuple(range(1, len(line) + 1)))
    text: list[str] = []
    columns: list[int] = []
    for cluster in _CLUSTER.finditer(line):
        made = _make_plain(cluster[0])
        text.append(made)
        columns += [cluster.start() + 1] * len(made)
    return Plain("".join(text), tuple(columns))


def _make_plain(cluster: str) -> str:
    character, accents = cluster[0], cluster[1:]
    if character in _PLAIN:
        return _PLAIN[character] + accents
    if character.isdecimal():
        return str(unicodedata.decimal(character)) + accents
    compatible = unicodedata.normalize("NFKC", cluster)
    # NFKC would split a free-standing accent into a blank and an accent.
    return cluster if compatible.startswith(" ") or _is_refused(character) else compatible


def blanks(text: str) -> str:
    """Return a text with plain blanks and no invisible characters.

    Tabs and other characters do not change.
    """
    return text.translate(_BLANKS)


def examine(text: str, remarks: Diagnostics, line: int, column: int | None = None) -> None:
    """Add faults for ambiguous characters and warnings for words in two alphabets. Comments are not examined.

    `column` is the place of words that are not a whole line of the file.
    """
    words = strip_comment(text)
    if words.isascii() and words.isprintable():
        return
    for place, fact, sign in _doubtful(words):
        remarks.complain(fact, line, column or place, sign=sign, code=ord(sign))
    for word in find_mixed_scripts(words):
        place = max(words.find(word), 0) + 1
        remarks.warn(LetterFault.MIXED_ALPHABETS, line, column or place, word=quote(word))


def _doubtful(text: str) -> Iterator[tuple[int, LetterFault, str]]:
    for column, character in enumerate(text, 1):
        if character in _TURNING:
            yield column, LetterFault.SIGN_TURNING, character
        elif _NOISE.match(character) or unicodedata.category(character) == "Cs":
            yield column, LetterFault.SIGN_NO_TEXT, character
        elif _is_refused(character):
            yield column, LetterFault.SIGN_NUMERAL, character


def _is_refused(character: str) -> bool:
    """Return True if the plain form of a character has digits that the character is not: `½`, `²`, `①`."""
    if character.isascii() or character.isdecimal():
        return False
    return any(other.isdecimal() for other in unicodedata.normalize("NFKC", character))


_HEADER = re.compile(r"(match|side|head|answers|phrase|beacon)\s*:\s*(.*)", re.IGNORECASE)

_PHRASE = re.compile(r"(?:phrase|beacon)\s*:\s*\S.*", re.IGNORECASE)

_TITLE = re.compile(r"orders\s*:", re.IGNORECASE)


class Row(NamedTuple):
    """A line of the file with its plain characters."""

    number: int
    typed: str
    plain: Plain

    @property
    def said(self) -> str:
        """The line without its comment and surrounding blanks."""
        return strip_comment(self.plain.text).strip()


class Heads(Struct):
    """Header lines of a letter, with their line numbers."""

    remarks: Diagnostics
    _said: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])

    def say(self, key: str, value: str, line: int) -> None:
        """Record a header line. Adds a fault if the letter contains it twice with different values."""
        first_value, before = self._said.setdefault(key, (value, line))
        if first_value.casefold() != value.casefold():
            parts = {"key": key, "known": quote(first_value), "before": before, "value": quote(value)}
            self.remarks.complain(LetterFault.SAID_TWICE, line, **parts)

    def word(self, key: str) -> str | None:
        """Return the value of `match`, `side`, `phrase` or `beacon`, or None. Adds a fault if it is empty."""
        value, line = self._said.get(key, (None, 1))
        if value == "":
            self.remarks.complain(LetterFault.SAYS_NOTHING, line, key=key)
        return value

    def answers(self) -> int | None:
        """Return the entry that the letter answers, or None."""
        value, line = self._said.get("answers", (None, 1))
        if value is None:
            return None
        if not re.fullmatch("[1-9][0-9]{0,14}", value, re.ASCII):
            self.remarks.complain(LetterFault.NO_ENTRY, line, value=quote(value))
            return None
        return int(value)

    def head(self) -> Head | None:
        """Return the head of the journal that the letter quotes, or None."""
        value, line = self._said.get("head", (None, 1))
        if value is None:
            return None
        try:
            return Head.read(value.lower())
        except ValueError:
            self.remarks.complain(LetterFault.NO_HEAD, line, value=quote(value))
            return None


def take_head(row: Row, heads: Heads) -> bool:
    """Return True if a line is a header line, and record its value."""
    if header := _HEADER.fullmatch(row.said):
        heads.say(header[1].lower(), header[2], row.number)
    return speaks_of_letter(row.said)


def speaks_of_letter(line: str) -> bool:
    """Return True if a line is a header line: match, side, head, answers, phrase, beacon or orders."""
    return _HEADER.fullmatch(line) is not None or _TITLE.fullmatch(line) is not None


def asks(line: str) -> bool:
    """Return True if a line may be an order: it has letters or digits and is not a header line."""
    return any(map(str.isalnum, line)) and not speaks_of_letter(line)


def gives_phrase(line: str) -> bool:
    """Return True if a line adds a phrase or a round of the beacon to the dice."""
    return _PHRASE.fullmatch(line) is not None


def asking(rows: Iterable[Row], heads: Heads) -> Iterator[Row]:
    """Yield the lines that may be orders, and record the header lines."""
    return (row for row in rows if any(map(str.isalnum, row.said)) and not take_head(row, heads))


def is_json(rows: Iterable[Row]) -> bool:
    """Return True if the first non-empty line begins with "{"."""
    return next((row.said for row in rows if row.said), "").startswith("{")


def is_yaml(rows: Iterable[Row]) -> bool:
    """Return True if the lines begin as a YAML letter: keys, one of which is a list of orders."""
    texts = [row.said for row in rows if row.said and row.said != "---"]
    for here, below in zip(texts, [*texts[1:], ""], strict=False):
        if _TITLE.match(here):
            return "[" in here or (here.endswith(":") and below.startswith("-"))
        if not _HEADER.fullmatch(here):
            return False
    return False
