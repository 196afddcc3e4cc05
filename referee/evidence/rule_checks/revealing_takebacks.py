"""Takebacks by a side of orders that revealed something.

The journal alone shows dice and visible draws. Only the rules know the events that reveal a hidden fact.
"""

from collections.abc import Iterable, Iterator

from referee.engine.system import Rules, irrevocable
from referee.matches import history
from referee.matches.journal.effective_entries import take_back_to
from referee.matches.journal.reading import MOVING
from schemas.journal import Entry
from schemas.record import REFEREE


def find_wrong(rules: Rules, entries: Iterable[Entry]) -> Iterator[tuple[int, str]]:
    """Yield each takeback by a side of orders that rolled, drew or revealed something, with the side."""
    effective = dict[int, bool]()
    for entry in entries:
        body = entry.body
        if body.kind in MOVING:
            effective[body.seq] = irrevocable(history.events_of(rules, entry))
        elif body.kind == "retract":
            to = take_back_to(entry) or 0
            undone = [effective.pop(seq) for seq in [*effective] if seq > to]
            if body.side != REFEREE and any(undone):
                yield body.seq, str(body.side)
