"""The table of all events, and the position after each. Each is believed: no legality, no dice, no failure.

A side folds its own copy from the events that it saw: a figure that an event does not name changes nothing.
"""

from referee.systems.skirmish.events import event_kinds
from referee.systems.skirmish.events.of_close import CLOSE
from referee.systems.skirmish.events.of_figures import AMENDMENTS, FIGURES
from referee.systems.skirmish.events.of_sequence import SEQUENCE
from referee.systems.skirmish.events.of_support import SUPPORT
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.events import SkirmishEvent

EVENTS = event_kinds.Table((*SEQUENCE, *FIGURES, *SUPPORT, *CLOSE, *AMENDMENTS))
"""All kinds of events."""


def evolve(table: Table, position: Position, event: SkirmishEvent) -> Position:
    """Return the position after an event."""
    return EVENTS.of(event).apply(table, position, event)


class Folding:
    """Events folded one after the other, with the position before and after each."""

    def __init__(self, table: Table, position: Position) -> None:
        self._table, self._position = table, position

    def past(self, event: SkirmishEvent) -> tuple[Position, Position]:
        """The positions before and after the next event."""
        before, self._position = self._position, evolve(self._table, self._position, event)
        return before, self._position
