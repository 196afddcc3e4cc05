"""Index of a match's entries, kept while the match is open and extended as it grows.

The index is not evidence. Each value equals a count from the first entry.
"""

from collections.abc import Iterator, Sequence

from referee.dice import chain as chance
from referee.dice.chain import NONE_SPENT, Spent
from referee.engine.system import Rules, State
from referee.matches import history
from referee.matches.history import Step
from referee.matches.snapshots.reading import STRIDE, Checkpoints
from referee.matches.snapshots.totals import Letters, Totals
from schemas.journal import Entry
from schemas.record import Side

MOST_POSITIONS = 32
"""Number of the latest positions that are kept. A letter usually answers a recent report."""

Entries = Sequence[Entry]


class EntryIndex:
    """Index of the entries of one match.

    Each method accepts all entries so far, or a first part of them.
    """

    def __init__(self, totals: Totals | None = None, checkpoints: Checkpoints | None = None) -> None:
        """Start from the totals of a journal that was already read, or from none."""
        self._totals = totals or Totals()
        self._checkpoints = checkpoints or Checkpoints()
        self._positions: dict[int, State] = {}

    def position(self, rules: Rules, entries: Entries) -> State:
        """Return the position after some entries."""
        return self._find_position(rules, entries, self._count(entries).standing.find_tip(len(entries)))

    def standing(self, entries: Entries, *, after: int = 0) -> tuple[int, ...]:
        """Return the numbers of the effective entries after one, as of these entries."""
        return self._count(entries).standing.numbers(len(entries), after=after)

    def find_last(self, entries: Entries, seq: int) -> int | None:
        """Return the last entry after which an entry was effective, or None if it is still effective."""
        return self._count(entries).standing.find_last(seq, len(entries))

    def steps(self, rules: Rules, entries: Entries, *, after: int = 0) -> Iterator[Step]:
        """Yield the effective entries after one, with the position before and after each."""
        standing = self._count(entries).standing
        numbers = standing.numbers(len(entries), after=after)
        if not numbers:
            return
        state = self._find_position(rules, entries, standing.find_before(numbers[0]))
        for step in history.replay_entries(rules, (entries[seq - 1] for seq in numbers), state):
            self._remember(step.seq, step.after)
            yield step

    def steps_back(self, rules: Rules, entries: Entries) -> Iterator[Step]:
        """Yield the effective entries, last one first."""
        numbers = self.standing(entries)
        while numbers:
            numbers, last = numbers[:-MOST_POSITIONS], numbers[-MOST_POSITIONS:]
            state = self._find_position(rules, entries, self._totals.standing.find_before(last[0]))
            some = (entries[seq - 1] for seq in last)
            yield from reversed(tuple(history.replay_entries(rules, some, state)))

    def count_spent(self, entries: Entries) -> Spent:
        """Return the position in the key chain of the dice."""
        totals = self._count(entries)
        return totals.spent if totals.count == len(entries) else chance.count_spent(entries)

    def count_spent_by(self, owner: Side, entries: Entries) -> Spent:
        """Return the position in the key chain of one owner's secret rolls."""
        totals = self._count(entries)
        if totals.count != len(entries):
            return chance.count_spent_by(owner, entries)
        return totals.spent_by.get(owner, NONE_SPENT)

    def letters(self, entries: Entries) -> Letters:
        """Return the filed letters."""
        return Letters(self._count(entries), entries)

    def advance_entry(self, side: Side, entries: Entries) -> Entry | None:
        """Return the entry with a side's standing orders, or None."""
        seq = self._count(entries).find_advance(side, len(entries))
        return entries[seq - 1] if seq else None

    def phrases(self, entries: Entries) -> dict[Side, Entry]:
        """Return the entries with the sides' phrases for the dice."""
        entry_numbers = self._count(entries).phrases
        return {side: entries[seq - 1] for side, seq in entry_numbers.items() if seq <= len(entries)}

    def find_first_order(self, entries: Entries) -> int | None:
        """Return the number of the first entry with an order, or None."""
        first = self._count(entries).first_order
        return first if 0 < first <= len(entries) else None

    def list_timed(self, entries: Entries) -> Iterator[Entry]:
        """Yield the entries about time."""
        return (entries[seq - 1] for seq in self._count(entries).timed if seq <= len(entries))

    def find_reveal(self, entries: Entries) -> Entry | None:
        """Return the entry that revealed the secrets, or None."""
        seq = self._count(entries).revealed
        return entries[seq - 1] if 0 < seq <= len(entries) else None

    def _count(self, entries: Entries) -> Totals:
        """Return the totals of at least these entries."""
        for entry in entries[self._totals.count :]:
            self._totals.add(entry)
        return self._totals

    def _find_position(self, rules: Rules, entries: Entries, tip: int) -> State:
        """Return the position just after an effective entry, replayed from the nearest kept one."""
        way: list[int] = []
        seq, state = tip, None
        while seq and (state := self._find_known(seq)) is None:
            way.append(seq)
            seq = self._totals.standing.find_before(seq)
        # A match is also read backwards. The other half of the kept positions stays.
        near = way[: MOST_POSITIONS // 2]
        state = rules.start() if state is None else state
        for seq in reversed(way):
            entry = entries[seq - 1]
            state = history.after(rules, state, history.events_of(rules, entry), entry)
            self._remember(seq, state)
            if seq in near:
                self._keep(seq, state)
        self._keep(tip, state)
        return state

    def _keep(self, seq: int, state: State) -> None:
        self._positions[seq] = state
        if len(self._positions) > MOST_POSITIONS:
            del self._positions[next(iter(self._positions))]

    def _find_known(self, seq: int) -> State | None:
        state = self._positions.get(seq)
        return self._checkpoints.find(seq) if state is None else state

    def _remember(self, seq: int, state: State) -> None:
        """Keep the position after the first effective entry in each `STRIDE` of entries."""
        if seq // STRIDE != self._totals.standing.find_before(seq) // STRIDE:
            self._checkpoints.keep(seq, state)
