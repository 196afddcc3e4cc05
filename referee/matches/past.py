"""What the entries of a match come to, remembered while the match is held, and carried on as it grows.

Nothing here is evidence, and nothing is kept on disk. Each value is what counting from the first entry gives.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from referee.dice import chain as chance
from referee.dice.chain import Spent
from referee.engine.system import Rules, State
from referee.matches import history
from schemas.journal import Entry
from schemas.record import Side

T = TypeVar("T")

MOST_POSITIONS = 32
"""How many positions are remembered, the latest ones: a letter answers a report of late."""

Entries = Sequence[Entry]


class Growing(Generic[T]):
    """A value of some entries; of more entries, it is carried on from there."""

    def __init__(self, start: Callable[[], T], add: Callable[[T, Entries], T]) -> None:
        """`add` gives the value after more entries; it may change the value that it was given."""
        self._start, self._add = start, add
        self._count, self._last, self._value = 0, None, start()

    _last: Entry | None

    def of(self, entries: Entries) -> T:
        """The value of some entries, counted from the first unless they go on from the remembered ones."""
        count = self._count
        if not _begin_with(entries, count, self._last):
            return self._add(self._start(), entries)
        if count < len(entries):
            self._value = self._add(self._value, entries[count:])
            self._count, self._last = len(entries), entries[-1]
        return self._value


class Letters:
    """The entries of letters, by who sent them and by what they are known again."""

    def __init__(self) -> None:
        self._by_digest: dict[tuple[Side, str], list[Entry]] = {}
        self._by_message: dict[tuple[Side, str], list[Entry]] = {}

    def add(self, entries: Entries) -> "Letters":
        """The same, with the letters of more entries."""
        for entry in entries:
            for side, part in entry.private.items():
                if isinstance(digest := part.get("letter"), str):
                    self._by_digest.setdefault((side, digest), []).append(entry)
                    if isinstance(message_id := part.get("message_id"), str):
                        self._by_message.setdefault((side, message_id), []).append(entry)
        return self

    def list_with_digest(self, side: Side, digest: str) -> list[Entry]:
        """The entries of a letter of one side."""
        return self._by_digest.get((side, digest), [])

    def list_with_message_id(self, side: Side, message_id: str) -> list[Entry]:
        """The entries of the letters of one side under a Message-ID."""
        return self._by_message.get((side, message_id), [])


class Past:
    """What the entries of one match come to."""

    def __init__(self) -> None:
        self._positions: dict[int, tuple[Entry, State]] = {}
        self._spent = Growing(Spent, lambda now, more: chance.count_spent(more, now))
        self._owned: dict[Side, Growing[Spent]] = {}
        self._letters = Growing(Letters, Letters.add)
        self._advance = Growing[dict[Side, Entry]](dict, history.add_advance_entries)
        self._revealed = Growing[Entry | None](lambda: None, _find_reveal)

    def position(self, rules: Rules, entries: Entries) -> State:
        """The position after some entries, carried on from the latest remembered one before them."""
        before, state = 0, None
        for count, (last, reached) in self._positions.items():
            if before < count and _begin_with(entries, count, last):
                before, state = count, reached
        state = history.position(rules, entries, state, before)
        if entries and before < len(entries):
            self._positions[len(entries)] = entries[-1], state
            if len(self._positions) > MOST_POSITIONS:
                del self._positions[next(iter(self._positions))]
        return state

    def count_spent(self, entries: Entries) -> Spent:
        """How far the dice have come."""
        return self._spent.of(entries)

    def count_spent_by(self, owner: Side, entries: Entries) -> Spent:
        """How far the secret throws of one owner have come."""
        if owner not in self._owned:
            self._owned[owner] = Growing(Spent, lambda now, more: chance.count_spent_by(owner, more, now))
        return self._owned[owner].of(entries)

    def letters(self, entries: Entries) -> Letters:
        """The letters that were filed."""
        return self._letters.of(entries)

    def advance_entry(self, side: Side, entries: Entries) -> Entry | None:
        """The entry that holds what a side orders in advance."""
        return self._advance.of(entries).get(side)

    def find_reveal(self, entries: Entries) -> Entry | None:
        """The entry that opened the secrets, if one did."""
        return self._revealed.of(entries)


def _begin_with(entries: Entries, count: int, last: Entry | None) -> bool:
    """Whether entries go on from so many, the last of which is this one: its seal holds all before it."""
    return count == 0 or (count <= len(entries) and entries[count - 1] is last)


def _find_reveal(known: Entry | None, more: Entries) -> Entry | None:
    return known or next((entry for entry in more if entry.body.kind == "reveal"), None)
