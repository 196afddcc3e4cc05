"""Totals of a match's entries except the position, counted entry by entry in a few bytes each."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from referee.dice import chain as chance
from referee.dice.chain import NONE_SPENT, Spent
from referee.matches.journal.effective_entries import EffectiveEntries
from schemas.journal import Entry, Kind
from schemas.record import Side

LETTER, MESSAGE_ID = "letter", "message_id"
"""Identifiers of a letter: its digest, and the Message-ID of its mail."""

TIMED: frozenset[Kind] = frozenset({"clock", "absence", "late"})
"""Kinds of entry about time."""


class Totals:
    """Totals of a number of entries: effective entries, key chains, and the places of other entries.

    An entry is stored as its number, a letter as a short fingerprint.
    """

    def __init__(self) -> None:
        self.count = 0
        self.standing = EffectiveEntries()
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
        """Count the next entry. Raises DataFault for a takeback without an earlier entry."""
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
                spent = self.spent_by.get(side, NONE_SPENT)
                self.spent_by[side] = chance.count_spent_by(side, (entry,), spent)
            if entry.body.kind == "advance" and "kept" in part:
                self._advance.setdefault(side, []).append(self.count)
            for fingerprint in _list_fingerprints(side, part.get(LETTER), part.get(MESSAGE_ID)):
                self._letters.append(fingerprint)
                self._letter_entries.append(self.count)

    def list_parts(self) -> object:
        """Return all totals, for a comparison."""
        return {**vars(self), "standing": vars(self.standing)}

    def find_advance(self, side: Side, count: int) -> int:
        """Return the entry with a side's standing orders after a number of entries, or 0."""
        numbers = self._advance.get(side, [])
        place = bisect_right(numbers, count)
        return numbers[place - 1] if place else 0

    def list_letters(self, side: Side, mark: str, value: str) -> Iterator[int]:
        """Yield the entries that may contain a letter of a side with this identifier."""
        fingerprint_of_letter = _fingerprint(side, mark, value)
        # Not strict: another thread may be adding a letter, whose entry is not there yet.
        return (
            seq
            for fingerprint, seq in zip(self._letters, self._letter_entries, strict=False)
            if fingerprint == fingerprint_of_letter
        )


class Letters:
    """The letters among some entries, by sender and identifier."""

    def __init__(self, totals: Totals, entries: Sequence[Entry]) -> None:
        """`totals` are those of at least these entries."""
        self._totals, self._entries = totals, entries

    def list_with_digest(self, side: Side, digest: str) -> list[Entry]:
        """Return the entries of one letter of a side."""
        return self._list(side, LETTER, digest)

    def list_with_message_id(self, side: Side, message_id: str) -> list[Entry]:
        """Return the entries of a side's letters under a Message-ID."""
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
    """Return a fingerprint of eight bytes. Collisions are harmless, because the entry itself is checked."""
    text = f"{side}\n{mark}\n{value}".encode("utf-8", "backslashreplace")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
