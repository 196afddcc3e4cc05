"""What the entries of a match come to, beside the position: counted entry by entry, in a few bytes each."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from referee.dice import chain as chance
from referee.dice.chain import NONE_SPENT, Spent
from referee.matches.journal.effective_entries import Standing
from schemas.journal import Entry, Kind
from schemas.record import Side

LETTER, MESSAGE_ID = "letter", "message_id"
"""By what a letter is known again: its digest, and the Message-ID of the mail it came in."""

TIMED: frozenset[Kind] = frozenset({"clock", "absence", "late"})
"""The kinds of entry that have to do with time."""


class Totals:
    """What so many entries come to: which stand, how far the dice have come, and where to look for the rest.

    An entry is remembered by its number alone, a letter by a short fingerprint.
    """

    def __init__(self) -> None:
        self.count = 0
        self.standing = Standing()
        self.spent = NONE_SPENT
        self.spent_by: dict[Side, Spent] = {}
        self.revealed = 0
        self.first_order = 0
        self.phrases: dict[Side, int] = {}
        self.timed = array("I")
        self._advance: dict[Side, list[int]] = {}
        self._letters = array("Q")
        self._letter_entries = array("I")

    def add(self, entry: Entry) -> None:
        """Count one more entry; raises `DataFault` for a takeback to no entry before it."""
        self.standing.take(entry)
        self.count += 1
        self.spent = chance.count_spent((entry,), self.spent)
        if entry.body.kind == "reveal":
            self.revealed = self.revealed or self.count
        if entry.body.kind == "order":
            self.first_order = self.first_order or self.count
        if entry.body.kind in TIMED:
            self.timed.append(self.count)
        if entry.body.kind == "phrase" and entry.body.side is not None:
            self.phrases.setdefault(entry.body.side, self.count)
        for side, part in entry.private.items():
            if "key" in part:
                known = self.spent_by.get(side, NONE_SPENT)
                self.spent_by[side] = chance.count_spent_by(side, (entry,), known)
            if entry.body.kind == "advance" and "kept" in part:
                self._advance.setdefault(side, []).append(self.count)
            for fingerprint in _list_fingerprints(side, part.get(LETTER), part.get(MESSAGE_ID)):
                self._letters.append(fingerprint)
                self._letter_entries.append(self.count)

    def list_parts(self) -> object:
        """All of it, to be compared."""
        return {**vars(self), "standing": vars(self.standing)}

    def find_advance(self, side: Side, count: int) -> int:
        """The entry that holds what a side orders in advance after so many entries; 0 where none does."""
        told = self._advance.get(side, [])
        place = bisect_right(told, count)
        return told[place - 1] if place else 0

    def list_letters(self, side: Side, mark: str, value: str) -> Iterator[int]:
        """The entries that may hold a letter of a side which bears this mark."""
        wanted = _fingerprint(side, mark, value)
        return (
            seq for known, seq in zip(self._letters, self._letter_entries, strict=True) if known == wanted
        )


class Letters:
    """The letters among some entries, by who sent them and by what they are known again."""

    def __init__(self, totals: Totals, entries: Sequence[Entry]) -> None:
        """`totals` are those of these entries, or of more."""
        self._totals, self._entries = totals, entries

    def list_with_digest(self, side: Side, digest: str) -> list[Entry]:
        """The entries of a letter of one side."""
        return self._list(side, LETTER, digest)

    def list_with_message_id(self, side: Side, message_id: str) -> list[Entry]:
        """The entries of the letters of one side under a Message-ID."""
        return self._list(side, MESSAGE_ID, message_id)

    def _list(self, side: Side, mark: str, value: str) -> list[Entry]:
        numbers = self._totals.list_letters(side, mark, value)
        entries = [self._entries[seq - 1] for seq in numbers if seq <= len(self._entries)]
        return [entry for entry in entries if entry.private.get(side, {}).get(mark) == value]


def _list_fingerprints(side: Side, digest: object, message_id: object) -> Iterator[int]:
    if isinstance(digest, str):
        yield _fingerprint(side, LETTER, digest)
        if isinstance(message_id, str):
            yield _fingerprint(side, MESSAGE_ID, message_id)


def _fingerprint(side: Side, mark: str, value: str) -> int:
    """Eight bytes that two marks have in common once in an age: the entry is looked at in any case."""
    told = f"{side}\n{mark}\n{value}".encode("utf-8", "backslashreplace")
    return int.from_bytes(blake2b(told, digest_size=8).digest(), "big")
