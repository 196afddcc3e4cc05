"""What the entries of a match come to, remembered while the match is held, and carried on as it grows.

Nothing here is evidence. Each value is what counting from the first entry gives.
"""

from collections.abc import Iterator, Sequence

from referee.dice import chain as chance
from referee.dice.chain import NONE_SPENT, Spent
from referee.engine.system import Rules, State
from referee.matches import history
from referee.matches.history import Step
from referee.matches.snapshots.entries import STRIDE, Checkpoints
from referee.matches.snapshots.totals import Letters, Totals
from schemas.journal import Entry
from schemas.record import Side

MOST_POSITIONS = 32
"""How many positions are remembered, the latest ones: a letter answers a report of late."""

Entries = Sequence[Entry]


class Past:
    """What the entries of one match come to.

    It is asked about all entries so far, or about the first so many of them.
    """

    def __init__(self, totals: Totals | None = None, checkpoints: Checkpoints | None = None) -> None:
        """`totals` are those of a journal that was read already."""
        self._totals = totals or Totals()
        self._checkpoints = checkpoints or Checkpoints()
        self._positions: dict[int, State] = {}

    def position(self, rules: Rules, entries: Entries) -> State:
        """The position after some entries."""
        return self._find_position(rules, entries, self._count(entries).standing.find_tip(len(entries)))

    def standing(self, entries: Entries, *, after: int = 0) -> tuple[int, ...]:
        """The entries behind one that stand after some entries, by number."""
        return self._count(entries).standing.numbers(len(entries), after=after)

    def find_last(self, entries: Entries, seq: int) -> int | None:
        """The last entry after which one stood; nothing if it stands after these entries."""
        return self._count(entries).standing.find_last(seq, len(entries))

    def steps(self, rules: Rules, entries: Entries, *, after: int = 0) -> Iterator[Step]:
        """The entries behind one that stand after some entries, with the position before and after each."""
        standing = self._count(entries).standing
        numbers = standing.numbers(len(entries), after=after)
        if not numbers:
            return
        state = self._find_position(rules, entries, standing.find_before(numbers[0]))
        for step in history.replay_entries(rules, (entries[seq - 1] for seq in numbers), state):
            self._remember(step.seq, step.after)
            yield step

    def steps_back(self, rules: Rules, entries: Entries) -> Iterator[Step]:
        """The entries that stand, the last one first."""
        numbers = self.standing(entries)
        while numbers:
            numbers, last = numbers[:-MOST_POSITIONS], numbers[-MOST_POSITIONS:]
            state = self._find_position(rules, entries, self._totals.standing.find_before(last[0]))
            some = (entries[seq - 1] for seq in last)
            yield from reversed(tuple(history.replay_entries(rules, some, state)))

    def count_spent(self, entries: Entries) -> Spent:
        """How far the dice have come."""
        totals = self._count(entries)
        return totals.spent if totals.count == len(entries) else chance.count_spent(entries)

    def count_spent_by(self, owner: Side, entries: Entries) -> Spent:
        """How far the secret throws of one owner have come."""
        totals = self._count(entries)
        if totals.count != len(entries):
            return chance.count_spent_by(owner, entries)
        return totals.spent_by.get(owner, NONE_SPENT)

    def letters(self, entries: Entries) -> Letters:
        """The letters that were filed."""
        return Letters(self._count(entries), entries)

    def advance_entry(self, side: Side, entries: Entries) -> Entry | None:
        """The entry that holds what a side orders in advance."""
        seq = self._count(entries).find_advance(side, len(entries))
        return entries[seq - 1] if seq else None

    def phrases(self, entries: Entries) -> dict[Side, Entry]:
        """The entries with the phrases that the sides put into the dice."""
        filed = self._count(entries).phrases
        return {side: entries[seq - 1] for side, seq in filed.items() if seq <= len(entries)}

    def find_first_order(self, entries: Entries) -> int | None:
        """The number of the first entry with an order."""
        first = self._count(entries).first_order
        return first if 0 < first <= len(entries) else None

    def list_timed(self, entries: Entries) -> Iterator[Entry]:
        """The entries that have to do with time."""
        return (entries[seq - 1] for seq in self._count(entries).timed if seq <= len(entries))

    def find_reveal(self, entries: Entries) -> Entry | None:
        """The entry that opened the secrets, if one did."""
        seq = self._count(entries).revealed
        return entries[seq - 1] if 0 < seq <= len(entries) else None

    def _count(self, entries: Entries) -> Totals:
        """The totals of these entries at least."""
        for entry in entries[self._totals.count :]:
            self._totals.add(entry)
        return self._totals

    def _find_position(self, rules: Rules, entries: Entries, tip: int) -> State:
        """The position just after an entry that stood, carried on from the nearest one that is known."""
        way: list[int] = []
        seq, state = tip, None
        while seq and (state := self._find_known(seq)) is None:
            way.append(seq)
            seq = self._totals.standing.find_before(seq)
        state = rules.start() if state is None else state
        for seq in reversed(way):
            entry = entries[seq - 1]
            state = history.after(rules, state, history.events_of(rules, entry), entry)
            self._remember(seq, state)
        self._positions[tip] = state
        if len(self._positions) > MOST_POSITIONS:
            del self._positions[next(iter(self._positions))]
        return state

    def _find_known(self, seq: int) -> State | None:
        found = self._positions.get(seq)
        return self._checkpoints.find(seq) if found is None else found

    def _remember(self, seq: int, state: State) -> None:
        """Keep a position now and then: the first that stands of each so many entries."""
        if seq // STRIDE != self._totals.standing.find_before(seq) // STRIDE:
            self._checkpoints.keep(seq, state)
