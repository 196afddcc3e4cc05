"""The course of events: a position that grows with what happens to it."""

from collections.abc import Iterable

from referee.engine.dice import Dice, NoDice
from referee.engine.verdict import Outcome
from referee.systems.great_war.events.evolution import evolve
from referee.systems.great_war.facts import control
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.events import AreaTaken, GreatWarEvent
from schemas.record import Side


class EventRecorder:
    """What has happened so far while one order or one task is worked out; a rehearsal throws no dice."""

    def __init__(self, theatre: GreatWarGame, position: Position, dice: Dice | None = None) -> None:
        self.theatre = theatre
        self.dice = dice or NoDice()
        self.position = position
        self.events: list[GreatWarEvent] = []

    def add(self, *events: GreatWarEvent) -> None:
        """Let something happen."""
        for event in events:
            self.position = evolve(self.theatre, self.position, event)
            self.events.append(event)

    def outcome(self) -> Outcome[Position, GreatWarEvent]:
        """Everything that has happened, and the position after it."""
        return Outcome(tuple(self.events), self.position)

    def take(self, area: str, side: Side) -> None:
        """Give an area to a side."""
        if self.position.map.owner.get(area) != side:
            self.add(AreaTaken(area=area, side=side))

    def look_into(self, side: Side, areas: Iterable[str]) -> None:
        """Say that what follows depends on what armies of a side hold in these areas, if that is secret."""

    def settle(self, area: str) -> None:
        """Give an area to the side that now holds it alone (4.1, A-36), if it needs no battle (A-23)."""
        if area in self.position.map.contested:
            return
        side = control.holder(self.theatre, self.position.map, area)
        if side is not None:
            self.take(area, side)
