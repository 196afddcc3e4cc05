"""Which lines of a letter count: not what is quoted, nor a signature, nor what stands outside a fence."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import NamedTuple

from referee.core.names import uncommented
from referee.core.tongue import message
from referee.core.values import dataclass
from referee.desk.letters.signs import Numbered, Plain, Remarks, plain
from referee.desk.texts.tree import shown
from schemas.journal import Head

_ADORNED = r"(?:\[/?[a-z]+\]|\W)*"
"""Signs around a fence, and the tags of a forum: `[code]`."""

_BEGIN = re.compile(rf"{_ADORNED}BEGIN\s+ORDERS\b(.*)", re.IGNORECASE)
_END = re.compile(rf"{_ADORNED}END\s+ORDERS{_ADORNED}", re.IGNORECASE)

_OLDER = re.compile(
    r"-{2,}\s*(Original Message|Ursprüngliche Nachricht|Message d'origine|Αρχικό μήνυμα)\s*-{2,}|_{20,}",
    re.IGNORECASE,
)
"""What programs put above the letter that is answered."""

_OLDER_FROM = re.compile(r"(From|Von|De|Από)\s*:.*", re.IGNORECASE)
_OLDER_SENT = re.compile(r"(Sent|Date|Gesendet|Datum|Envoyé|Στάλθηκε|Ημερομηνία)\s*:.*", re.IGNORECASE)
"""The first two lines of the head that other programs put there."""

_FORWARDED = re.compile(
    r"-{2,}\s*(Forwarded message|Weitergeleitete Nachricht|Message transféré|Προωθημένο μήνυμα)\s*-{2,}"
    r"|(Begin forwarded message|Anfang der weitergeleiteten Nachricht"
    r"|Début du message (transféré|réexpédié))\s*:",
    re.IGNORECASE,
)
"""What programs put above a letter that is handed on; its head follows."""

_OF_HEAD = re.compile(r"[^\W\d_][\w-]*( [\w-]+)?\s?:.*")

_ADVERTISED = re.compile(
    r"(Sent (from|with|via)|Get Outlook for|Envoyé (de|depuis|à partir de|avec)"
    r"|(Obtenez|Télécharger) Outlook pour|Gesendet (von|mit)|Outlook für|Στάλθηκε από)\b.{1,80}"
    r"|Von meinem .{1,60} gesendet\.?",
    re.IGNORECASE,
)
"""The line that phones put below a letter, without the sign of a signature."""

_ATTRIBUTION = re.compile(
    r"On\b.*\bwrote\s*:|Le\b.*\ba écrit\s*:|Am\b.*\bschrieb\b.*:|Στις\b.*\bέγραψε\s*:"
    r"|(?=[^<]*\d)[^<]*<[^\s<>@]+@[^\s<>]+>[^<>]*:",
    re.IGNORECASE,
)
"""The line that says whose words are quoted: in English, French, German, Greek, or by date and address."""

_LONGEST_ATTRIBUTION = 400

_OPENING = re.compile(r"(On|Le|Am|Στις)\b", re.IGNORECASE)

_HEADER = re.compile(r"(match|side|head|answers)\s*:\s*(.*)", re.IGNORECASE)

_TITLE = re.compile(r"orders\s*:", re.IGNORECASE)


class Row(NamedTuple):
    """A line of the file with its signs made plain."""

    number: int
    typed: str
    plain: Plain

    @property
    def said(self) -> str:
        """The line without its comment and without blanks around it."""
        return uncommented(self.plain.text).strip()


@dataclass(slots=True)
class Heads:
    """What a letter says about itself, and in which line."""

    remarks: Remarks
    _said: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])

    def say(self, key: str, value: str, line: int) -> None:
        """Take note of one thing; two different answers to it are one too many."""
        known, before = self._said.setdefault(key, (value, line))
        if known.casefold() != value.casefold():
            fact = message("`{key}` is {known} in line {before} and {value} here")
            parts = {"key": key, "known": shown(known), "before": before, "value": shown(value)}
            self.remarks.complain(fact, "say it once", line, **parts)

    def word(self, key: str) -> str | None:
        """The name that stands behind `match` or `side`."""
        value, line = self._said.get(key, (None, 1))
        if value == "":
            self.remarks.complain("`{key}:` says nothing", "write its name behind the colon", line, key=key)
        return value

    def answers(self) -> int | None:
        """The entry that the letter answers."""
        value, line = self._said.get("answers", (None, 1))
        if value is None:
            return None
        if not re.fullmatch("[1-9][0-9]{0,14}", value, re.ASCII):
            remedy = message("write its number: `answers: 12`")
            self.remarks.complain("{value} is no entry", remedy, line, value=shown(value))
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
            remedy = message("copy it whole from the report: a number, a colon and the seal")
            self.remarks.complain("{value} is no head of a journal", remedy, line, value=shown(value))
            return None


@dataclass(slots=True)
class _Sheet:
    """The lines of a letter while it is read from the top."""

    remarks: Remarks
    heads: Heads
    outside: list[Row] = field(default_factory=list[Row])
    inside: list[Row] = field(default_factory=list[Row])
    fences: int = 0
    fence: int = 0
    signed: bool = False
    ended: bool = False

    def take(self, rows: Sequence[Row], at: int) -> int:
        """Sort the next line, and give the number of lines that were sorted with it."""
        row = rows[at]
        said = row.plain.text.strip()
        if _quoted(row):
            return 1
        if _END.fullmatch(said):
            self._close(row)
        elif begin := _BEGIN.fullmatch(said):
            self._open(row, begin[1].strip(" =*-").split())
        elif self.fence:
            self.inside.append(row)
        elif not self.spoken and _FORWARDED.fullmatch(said):
            return 1 + _head_below(rows, at + 1)
        elif taken := _attribution(rows, at):
            self._end_if_unquoted(rows, at, taken)
            return taken
        else:
            self.ended = _older(rows, at)
            self.signed = self.signed or said == "--"
            if not self.ended and not self.signed and not _ADVERTISED.fullmatch(said):
                self.outside.append(row)
        return 1

    @property
    def spoken(self) -> bool:
        """Whether something was said so far."""
        return any(row.said for row in self.outside)

    def _open(self, row: Row, words: list[str]) -> None:
        self.fences += 1
        if self.fence:
            self.remarks.complain("a fence begins inside a fence", "put END ORDERS before it", row.number)
        elif self.fences > 1:
            self.remarks.complain("a second fence begins here", "keep one fence in a letter", row.number)
        self.fence = row.number
        if words:
            self.heads.say("match", words[0], row.number)
        if len(words) > 1:
            words_behind = shown(" ".join(words[1:]))
            self.remarks.warn("{words} behind BEGIN ORDERS says nothing", "", row.number, words=words_behind)

    def _close(self, row: Row) -> None:
        if not self.fence:
            self.remarks.complain("END ORDERS has no BEGIN ORDERS", "write both, or neither", row.number)
        self.fence = 0

    def _end_if_unquoted(self, rows: Sequence[Row], at: int, taken: int) -> None:
        """An attribution ends the letter where the words below it are not marked as quoted."""
        below = next((row for row in rows[at + taken :] if row.plain.text.strip()), None)
        if below is not None and not _quoted(below):
            self.remarks.warn(
                "from here on everything was taken for an older letter and left out",
                "put your orders above it, or between BEGIN ORDERS and END ORDERS",
                rows[at].number,
            )
            self.ended = True

    def counting(self) -> list[Row]:
        """The lines that count, once all have been read."""
        if self.fence:
            remedy = message("put END ORDERS behind the last order")
            self.remarks.complain("BEGIN ORDERS has no END ORDERS", remedy, self.fence)
        if not self.fences:
            return self.outside
        for row in self.outside:
            if row.said and not _take_head(row, self.heads):
                break
        return self.inside


def counting(page: Iterable[Numbered], heads: Heads, remarks: Remarks) -> list[Row]:
    """The lines of a letter that count."""
    rows = [Row(number, typed, plain(typed)) for number, typed in page]
    sheet = _Sheet(remarks, heads)
    at = 0
    while at < len(rows) and not sheet.ended:
        at += sheet.take(rows, at)
    return sheet.counting()


def _quoted(row: Row) -> bool:
    return row.plain.text.lstrip().startswith(">")


def _older(rows: Sequence[Row], at: int) -> bool:
    """Whether an older letter begins here, with a rule or with its head."""
    here, below = (row.plain.text.strip() for row in (*rows[at : at + 2], rows[at])[:2])
    return bool(_OLDER.fullmatch(here) or (_OLDER_FROM.fullmatch(here) and _OLDER_SENT.fullmatch(below)))


def _head_below(rows: Sequence[Row], at: int) -> int:
    """How many lines are the head of a letter that is handed on, with the empty ones above it."""
    first = at
    while first < len(rows) and not rows[first].said:
        first += 1
    last = first
    while last < len(rows) and _OF_HEAD.fullmatch(rows[last].said):
        last += 1
    return last - at


def _attribution(rows: Sequence[Row], at: int) -> int:
    """How many lines, broken as they may be, say whose words are quoted."""
    longest = 3 if _OPENING.match(rows[at].plain.text.lstrip()) else 1
    for length in range(1, longest + 1):
        words = " ".join(row.plain.text.strip() for row in rows[at : at + length])
        if len(words) <= _LONGEST_ATTRIBUTION and _ATTRIBUTION.fullmatch(words):
            return length
    return 0


def _take_head(row: Row, heads: Heads) -> bool:
    """Whether a line speaks of the letter itself; what it says is noted."""
    if header := _HEADER.fullmatch(row.said):
        heads.say(header[1].lower(), header[2], row.number)
        return True
    return _TITLE.fullmatch(row.said) is not None


def asking(rows: Iterable[Row], heads: Heads) -> Iterator[Row]:
    """The lines that ask for something: neither empty nor a rule, no comment, nor about the letter itself."""
    return (row for row in rows if any(map(str.isalnum, row.said)) and not _take_head(row, heads))


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
