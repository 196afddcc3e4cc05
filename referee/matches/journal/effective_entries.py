"""Effective entries: the orders and rulings that made the position and were not taken back."""

from array import array

from referee.faults import DataFault, declare
from referee.matches.journal.line import JournalFault
from schemas.journal import Entry


class EffectiveEntries:
    """The numbers of the effective entries, for a journal that is read entry by entry.

    Each entry has a tip, the last effective entry at that time. Each effective entry knows the one
    before it, so the effective entries at any time are a walk back from the tip.
    """

    def __init__(self) -> None:
        self._tips = array("I", [0])
        self._before = array("I", [0])

    def take(self, entry: Entry) -> None:
        """Read one more entry."""
        match entry.body.kind:
            case "order" | "ruling":
                self._before.append(self._tips[-1])
                self._tips.append(entry.body.seq)
            case "retract":
                self._before.append(0)
                self._tips.append(self._tips[_find_kept_entry(entry)])
            case _:
                self._before.append(0)
                self._tips.append(self._tips[-1])

    def find_tip(self, count: int) -> int:
        """Return the last effective entry after a number of entries, or 0."""
        return self._tips[count]

    def find_before(self, seq: int) -> int:
        """Return the effective entry before an order or ruling, or 0."""
        return self._before[seq]

    def find_last(self, seq: int, count: int) -> int | None:
        """Return the last entry after which an entry was effective, or None if it is still effective."""
        taken_back = (after for after in range(seq, count + 1) if self._tips[after] < seq)
        first = next(taken_back, None)
        return None if first is None else first - 1

    def numbers(self, count: int | None = None, *, after: int = 0) -> tuple[int, ...]:
        """Return the effective entries after a number, in order, now or as of `count` entries."""
        path: list[int] = []
        seq = self._tips[-1 if count is None else count]
        while seq > after:
            path.append(seq)
            seq = self._before[seq]
        return tuple(reversed(path))


def take_back_to(entry: Entry) -> int | None:
    """Return the entry that a takeback returns to, or None if it does not name an earlier one."""
    to = entry.body.public.get("to")
    return to if type(to) is int and 0 <= to < entry.body.seq else None


def _find_kept_entry(entry: Entry) -> int:
    to = take_back_to(entry)
    if to is None:
        raise DataFault(declare(JournalFault.TAKEBACK_FORWARD, entry=entry.body.seq))
    return to
