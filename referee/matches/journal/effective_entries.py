"""Which entries stand: what made the position and was not taken back."""

from array import array

from referee.faults import DataFault, declare
from referee.matches.journal.line import JournalFault
from schemas.journal import Entry


class Standing:
    """The numbers of the entries that stand, while a journal is read entry by entry.

    After each entry there is a tip, the last entry that stands then, and each of those knows the one before
    it: so what stood at any time is a walk back from its tip.
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
        """The last entry that stands after so many; 0 where none does."""
        return self._tips[count]

    def find_before(self, seq: int) -> int:
        """The entry that stands before one that makes the position; 0 before the first."""
        return self._before[seq]

    def find_last(self, seq: int, count: int) -> int | None:
        """The last entry after which one stood; nothing if it stands after so many entries."""
        taken_back = (after for after in range(seq, count + 1) if self._tips[after] < seq)
        first = next(taken_back, None)
        return None if first is None else first - 1

    def numbers(self, count: int | None = None, *, after: int = 0) -> tuple[int, ...]:
        """Those after an entry that stand now, or stood after so many entries, the first one first."""
        path: list[int] = []
        seq = self._tips[-1 if count is None else count]
        while seq > after:
            path.append(seq)
            seq = self._before[seq]
        return tuple(reversed(path))


def take_back_to(entry: Entry) -> int | None:
    """The entry that a retract goes back to; nothing where it names none before it."""
    to = entry.body.public.get("to")
    return to if type(to) is int and 0 <= to < entry.body.seq else None


def _find_kept_entry(entry: Entry) -> int:
    to = take_back_to(entry)
    if to is None:
        raise DataFault(declare(JournalFault.TAKEBACK_FORWARD, entry=entry.body.seq))
    return to
