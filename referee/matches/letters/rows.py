"""The lines of a letter with their signs made plain, and what they say about the letter itself."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct, field

from referee.engine.names import strip_comment
from referee.matches.letters.faults import LetterFault
from referee.matches.letters.signs import Plain, Remarks
from referee.texts.tree import quote
from schemas.journal import Head

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
