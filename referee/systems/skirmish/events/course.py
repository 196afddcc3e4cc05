"""The course of events: a position that grows with what happens to it."""

from referee.engine.verdict import Outcome
from referee.systems.skirmish.events.evolution import evolve
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.close_events import BrokeOff, Killed, MeleeEnded, Surrendered, UnitDispersed
from schemas.skirmish.events import SkirmishEvent

LEAVING = (Killed, Surrendered, UnitDispersed, BrokeOff)
"""What takes a figure out of its melees."""


class EventRecorder:
    """What has happened so far while one order or one phase is worked out."""

    def __init__(self, table: Table, position: Position) -> None:
        self.table = table
        self.position = position
        self.events: list[SkirmishEvent] = []

    def add(self, *events: SkirmishEvent) -> None:
        """Let something happen."""
        for event in events:
            self._happen(event)
            if isinstance(event, LEAVING):
                self._let_go(event)

    def _happen(self, event: SkirmishEvent) -> None:
        self.position = evolve(self.table, self.position, event)
        self.events.append(event)

    def _let_go(self, event: Killed | Surrendered | UnitDispersed | BrokeOff) -> None:
        """End the melees of those who are no longer in them."""
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
        """Everything that has happened, and the position after it."""
        return Outcome(tuple(self.events), self.position)

    def figure(self, figure: str) -> Figure:
        """A figure as it is now."""
        return self.position.figures[figure]
