"""What the transit box, and rules that are chosen for a match, make of a position."""

from referee.systems.great_war.position import Position
from referee.systems.great_war.tasks import LoseInTransit
from schemas.great_war.choice_events import TransitRolled

ChoiceEvent = TransitRolled


def evolve(position: Position, event: ChoiceEvent) -> Position:
    """The position after an event."""
    return position.then(LoseInTransit(event.side, event.losses))
