"""The table of all events, and the position after each: no legality, no dice.

Events are believed, except an answer to another task than the open one and a retreat of a marked piece.
"""

from typing import assert_never

from msgspec.structs import replace

from referee.engine.system import CannotHaveHappened
from referee.systems.great_war.events import battle_events, combat_events, plan_events
from referee.systems.great_war.events.battle_events import BATTLES, LOSSES
from referee.systems.great_war.events.event_kinds import Table, event_kind
from referee.systems.great_war.events.movement_events import AMENDMENTS, MOVEMENT
from referee.systems.great_war.events.sequence_events import SEQUENCE
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NOWHERE, Position
from schemas.great_war import plan_events as planned
from schemas.great_war.events import ArmyJoined, GreatWarEvent, Unseen
from schemas.record import REFEREE, Side


def evolve(theatre: GreatWarGame, position: Position, event: GreatWarEvent) -> Position:
    """Return the position after an event.

    Raises `CannotHaveHappened` unless the event answers the task on top of the agenda, if it answers any.
    """
    kind = EVENTS.of(event)
    if kind.tasks and type(position.task) not in kind.tasks:
        raise CannotHaveHappened(f"{event.type} while {type(position.task).__name__} was to be done")
    after = kind.apply(theatre, position, event)
    # A reader who may not look into armies does not see what goes into them.
    return plan_events.close_again(theatre, after, event) if after.map.closed else after


def _apply_inside(theatre: GreatWarGame, position: Position, event: Unseen) -> Position:
    return EVENTS.of(event.event).apply(theatre, position, event.event)


def _show_from_outside(_: GreatWarGame, event: Unseen, viewer: Side) -> Unseen | None:
    """Show to others what came into an army, as the charts tell, but not where."""
    inside = event.event
    if viewer in {event.side, REFEREE}:
        return event
    match inside:
        case ArmyJoined():
            return None
        case planned.PieceArrived():
            unplaced = replace(inside, area=NOWHERE, into=None)
            return replace(event, event=unplaced)
        case planned.PieceReplaced():
            outside = replace(inside, area=NOWHERE, entrenched=False)
            return replace(event, event=outside)
        case _:
            assert_never(inside)


EVENTS: Table = Table(
    (
        *SEQUENCE,
        *MOVEMENT,
        *BATTLES,
        *LOSSES,
        *battle_events.RETREATS,
        *plan_events.PLANS,
        *combat_events.CARDS,
        *plan_events.CHOICES,
        *plan_events.TEMPLATES,
        event_kind(Unseen, apply=_apply_inside, visible_to=_show_from_outside),
        *AMENDMENTS,
    )
)
"""All kinds of events."""
