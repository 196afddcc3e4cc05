"""The table of events, and the position after each event.

A side folds its own copy from the events that it saw: a figure that an event does not name changes nothing.
"""

from collections.abc import Callable

from referee.engine.facts import Objection
from referee.engine.system import Outcome
from referee.systems.skirmish.events import event_kinds
from referee.systems.skirmish.events.combat_events import CLOSE, SUPPORT
from referee.systems.skirmish.events.figure_events import AMENDMENTS, FIGURES
from referee.systems.skirmish.events.sequence_events import SEQUENCE
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.close_events import BrokeOff, Killed, MeleeEnded, Surrendered, UnitDispersed
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
        """Return the positions before and after the next event."""
        before, self._position = self._position, evolve(self._table, self._position, event)
        return before, self._position


LEAVING = (Killed, Surrendered, UnitDispersed, BrokeOff)
"""Events that take a figure out of its melees."""


class EventRecorder:
    """Records the events of one order or one phase while the rules work it out."""

    def __init__(self, table: Table, position: Position, word: Callable[[Objection], str]) -> None:
        """`word` returns the English sentence of an objection, which events file beside its code."""
        self.table = table
        self.position = position
        self.word = word
        self.events: list[SkirmishEvent] = []

    def add(self, *events: SkirmishEvent) -> None:
        """Record events and update the position."""
        for event in events:
            self._happen(event)
            if isinstance(event, LEAVING):
                self._let_go(event)

    def _happen(self, event: SkirmishEvent) -> None:
        self.position = evolve(self.table, self.position, event)
        self.events.append(event)

    def _let_go(self, event: Killed | Surrendered | UnitDispersed | BrokeOff) -> None:
        """End the melees of figures that left them."""
        for one in self.position.melees:
            pair = (one.attacker, one.defender)
            broke = isinstance(event, BrokeOff) and event.figure in pair
            if broke or not all(self.figure(id).active for id in pair):
                self._happen(
                    MeleeEnded(
                        side=one.side,
                        attacker=one.attacker,
                        attacker_alias=one.attacker_alias,
                        defender=one.defender,
                        defender_alias=one.defender_alias,
                    )
                )

    def outcome(self) -> Outcome[Position, SkirmishEvent]:
        """Return all recorded events and the position after them."""
        return Outcome(tuple(self.events), self.position)

    def figure(self, figure: str) -> Figure:
        """Return a figure as it is now."""
        return self.position.figures[figure]
