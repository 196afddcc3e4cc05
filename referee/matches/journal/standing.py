"""Which entries stand: what made the position and was not taken back."""

from referee.engine.facts import declare
from referee.engine.faults import DataFault
from referee.matches.journal.faults import JournalFault
from schemas.journal import Entry


class Standing:
    """The numbers of the entries that stand, while a journal is read entry by entry."""

    def __init__(self) -> None:
        self._tips = [0]
        self._before: dict[int, int] = {}

    def take(self, entry: Entry) -> None:
        """Read one more entry."""
        match entry.body.kind:
            case "order" | "ruling":
                self._before[entry.body.seq] = self._tips[-1]
                self._tips.append(entry.body.seq)
            case "retract":
                self._tips.append(self._tips[_find_kept_entry(entry)])
            case _:
                self._tips.append(self._tips[-1])

    def numbers(self) -> tuple[int, ...]:
        """Those that stand now, the first one first."""
        path: list[int] = []
        seq = self._tips[-1]
        while seq:
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
