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
                self._tips.append(self._tips[take_back_to(entry)])
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


def take_back_to(entry: Entry) -> int:
    """The entry that a retract goes back to."""
    to = entry.body.public.get("to")
    if not isinstance(to, int) or not 0 <= to < entry.body.seq:
        fact = declare(JournalFault.TAKEBACK_FORWARD, entry=entry.body.seq)
        raise DataFault(fact)
    return to
