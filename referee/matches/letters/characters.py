"""The bytes of a letter as lines of text with plain characters.

People paste: from word processors, web pages, phones. So arrows, dashes, quotation marks and blanks of every
kind become the ones of a keyboard, and what is never seen is dropped. A sign that would become another number
is refused.
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
"""The most bytes of a letter."""

MOST_COMPLAINTS = 100
"""More complaints than this help nobody."""

BOM = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""

_MARKS = ((BOM, "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
"""Byte order marks, and the encodings they announce."""

ENVELOPE = re.compile(rb"From \S+ +[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d[^\n]*\n")
"""The line that a mailbox, or a mail server handing a mail on, puts before it."""

_HEADERS = re.compile(
    rb"([!-9;-~]+:[^\n]*\n([ \t][^\n]*\n)*)*?(From|Subject|Message-ID|Received|Return-Path):", re.IGNORECASE
)
"""How an e-mail begins: with headers, and among them one that nothing else has."""

_NOISE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")

_CLUSTER = re.compile(r".[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20f0\ufe20-\ufe2f]*", re.DOTALL)
"""A sign with the accents that stand on it."""

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
"""Signs that a keyboard has, for those that look like them."""

_BLANKS = {ord(sign): made for sign, made in _PLAIN.items() if made in ("", " ") and sign != "\t"}

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of writing: what is seen is not what stands there."""


class Numbered(NamedTuple):
    """A line of a file, as it was typed."""

    number: int
    typed: str


class Remarks(Struct):
    """What there is to say about a letter: complaints stop it, warnings do not."""

    name: str
    complaints: list[Complaint] = field(default_factory=list[Complaint])
    warnings: list[Complaint] = field(default_factory=list[Complaint])

    def complain(self, fact: LetterFault, line: int = 1, column: int = 1, /, **parts: object) -> None:
        """Something for which the letter cannot be read; after very many the rest is not looked at."""
        self.complaints.append(Complaint.of(fact, place=self._place(line, column), **parts))
        if len(self.complaints) >= MOST_COMPLAINTS:
            self.settle()

    def warn(self, fact: LetterFault, line: int = 1, column: int = 1, /, **parts: object) -> None:
        """Something that its sender should look at."""
        if len(self.warnings) < MOST_COMPLAINTS:
            self.warnings.append(Complaint.of(fact, place=self._place(line, column), **parts))

    def settle(self) -> None:
        """Stop if there were complaints."""
        if self.complaints:
            raise DataFault(*self.complaints)

    def _place(self, line: int, column: int) -> Place:
        return Place(file=self.name, line=line, column=column)


def is_mail(raw: bytes) -> bool:
    """Whether a letter is an e-mail with all its headers."""
    start = raw.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    envelope = ENVELOPE.match(start)
    return _HEADERS.match(start, envelope.end() if envelope else 0) is not None


def lines(raw: bytes, remarks: Remarks) -> tuple[Numbered, ...]:
    """The lines of a file."""
    text = decode(raw, remarks).rstrip("\x1a")
    return readable(tuple(Numbered(*line) for line in enumerate(broken(text), 1)), remarks)


def broken(text: str) -> list[str]:
    """A text at its line breaks, as an editor counts them."""
    return re.split("\r\n|\r|\n", text)


def readable(page: tuple[Numbered, ...], remarks: Remarks) -> tuple[Numbered, ...]:
    """The same lines, if they are text: noise is refused where it begins."""
    for number, typed in page:
        if noise := _NOISE.search(typed):
            remarks.complain(LetterFault.NO_TEXT, number, noise.start() + 1, code=ord(noise[0]))
            break
    remarks.settle()
    return page


def decode(raw: bytes, remarks: Remarks, first: int = 1) -> str:
    """Bytes as text: by their byte order mark, or as UTF-8, or, with a warning, as Western European.

    `first` is the number of the line in which they begin.
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


def _strictly(raw: bytes, encoding: str, remarks: Remarks, first: int) -> str:
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
    """Line and column of what follows a text."""
    rows = broken(before)
    return first + len(rows) - 1, len(rows[-1]) + 1


class Plain(NamedTuple):
    """A line with its signs made plain, and for each of them its column in the line as typed."""

    text: str
    columns: tuple[int, ...]

    def cut(self, start: int, end: int) -> "Plain":
        """A part of the line."""
        return Plain(self.text[start:end], self.columns[start:end])


def plain(typed: str) -> Plain:
    """A line with its signs made plain."""
    if typed.isascii() and typed.isprintable():
        return Plain(typed, tuple(range(1, len(typed) + 1)))
    text: list[str] = []
    columns: list[int] = []
    for cluster in _CLUSTER.finditer(typed):
        made = _make_plain(cluster[0])
        text.append(made)
        columns += [cluster.start() + 1] * len(made)
    return Plain("".join(text), tuple(columns))


def _make_plain(cluster: str) -> str:
    sign, accents = cluster[0], cluster[1:]
    if sign in _PLAIN:
        return _PLAIN[sign] + accents
    if sign.isdecimal():
        return str(unicodedata.decimal(sign)) + accents
    compatible = unicodedata.normalize("NFKC", cluster)
    # A free-standing accent would come apart into a blank and an accent.
    return cluster if compatible.startswith(" ") or _is_refused(sign) else compatible


def blanks(text: str) -> str:
    """A text with plain blanks and nothing unseen, and all other signs as they are; a tab remains a tab."""
    return text.translate(_BLANKS)


def examine(typed: str, remarks: Remarks, line: int, column: int | None = None) -> None:
    """Complain of signs that must not be guessed at, and warn of words in two alphabets; comments are free.

    `column` is given where the words are not the line of the file itself.
    """
    words = strip_comment(typed)
    if words.isascii() and words.isprintable():
        return
    for place, fact, sign in _doubtful(words):
        remarks.complain(fact, line, column or place, sign=sign, code=ord(sign))
    for word in find_mixed_scripts(words):
        place = max(words.find(word), 0) + 1
        remarks.warn(LetterFault.MIXED_ALPHABETS, line, column or place, word=quote(word))


def _doubtful(typed: str) -> Iterator[tuple[int, LetterFault, str]]:
    for column, sign in enumerate(typed, 1):
        if sign in _TURNING:
            yield column, LetterFault.SIGN_TURNING, sign
        elif _NOISE.match(sign) or unicodedata.category(sign) == "Cs":
            yield column, LetterFault.SIGN_NO_TEXT, sign
        elif _is_refused(sign):
            yield column, LetterFault.SIGN_NUMERAL, sign


def _is_refused(sign: str) -> bool:
    """Whether making a sign plain would put digits where there were none: `½`, `²`, `①`."""
    if sign.isascii() or sign.isdecimal():
        return False
    return any(other.isdecimal() for other in unicodedata.normalize("NFKC", sign))


_HEADER = re.compile(r"(match|side|head|answers|phrase)\s*:\s*(.*)", re.IGNORECASE)

_PHRASE = re.compile(r"phrase\s*:\s*\S.*", re.IGNORECASE)

_TITLE = re.compile(r"orders\s*:", re.IGNORECASE)


class Row(NamedTuple):
    """A line of the file with its signs made plain."""

    number: int
    typed: str
    plain: Plain

    @property
    def said(self) -> str:
        """The line without its comment and without blanks around it."""
        return strip_comment(self.plain.text).strip()


class Heads(Struct):
    """What a letter says about itself, and in which line."""

    remarks: Remarks
    _said: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])

    def say(self, key: str, value: str, line: int) -> None:
        """Take note of one thing; two different answers to it are one too many."""
        known, before = self._said.setdefault(key, (value, line))
        if known.casefold() != value.casefold():
            parts = {"key": key, "known": quote(known), "before": before, "value": quote(value)}
            self.remarks.complain(LetterFault.SAID_TWICE, line, **parts)

    def word(self, key: str) -> str | None:
        """What stands behind `match`, `side` or `phrase`."""
        value, line = self._said.get(key, (None, 1))
        if value == "":
            self.remarks.complain(LetterFault.SAYS_NOTHING, line, key=key)
        return value

    def answers(self) -> int | None:
        """The entry that the letter answers."""
        value, line = self._said.get("answers", (None, 1))
        if value is None:
            return None
        if not re.fullmatch("[1-9][0-9]{0,14}", value, re.ASCII):
            self.remarks.complain(LetterFault.NO_ENTRY, line, value=quote(value))
            return None
        return int(value)

    def head(self) -> Head | None:
        """The head of the journal as the writer of the letter knew it."""
        value, line = self._said.get("head", (None, 1))
        if value is None:
            return None
        try:
            return Head.read(value.lower())
        except ValueError:
            self.remarks.complain(LetterFault.NO_HEAD, line, value=quote(value))
            return None


def take_head(row: Row, heads: Heads) -> bool:
    """Whether a line speaks of the letter itself; what it says is noted."""
    if header := _HEADER.fullmatch(row.said):
        heads.say(header[1].lower(), header[2], row.number)
    return speaks_of_letter(row.said)


def speaks_of_letter(said: str) -> bool:
    """Whether a line says something about the letter: its match, its side, what it answers, its phrase."""
    return _HEADER.fullmatch(said) is not None or _TITLE.fullmatch(said) is not None


def asks(said: str) -> bool:
    """Whether a line asks for something: neither empty nor a rule, nor about the letter itself."""
    return any(map(str.isalnum, said)) and not speaks_of_letter(said)


def gives_phrase(said: str) -> bool:
    """Whether a line puts a phrase into the dice."""
    return _PHRASE.fullmatch(said) is not None


def asking(rows: Iterable[Row], heads: Heads) -> Iterator[Row]:
    """The lines that ask for something: neither empty nor a rule, no comment, nor about the letter itself."""
    return (row for row in rows if any(map(str.isalnum, row.said)) and not take_head(row, heads))


def is_json(rows: Iterable[Row]) -> bool:
    """Whether the first thing that is said opens a JSON object."""
    return next((row.said for row in rows if row.said), "").startswith("{")


def is_yaml(rows: Iterable[Row]) -> bool:
    """Whether the lines begin as a letter in YAML does: keys, and among them a list of orders."""
    said = [row.said for row in rows if row.said and row.said != "---"]
    for here, below in zip(said, [*said[1:], ""], strict=False):
        if _TITLE.match(here):
            return "[" in here or (here.endswith(":") and below.startswith("-"))
        if not _HEADER.fullmatch(here):
            return False
    return False
