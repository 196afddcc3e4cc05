"""The end of movement, and what is said of battles then: they are declared, and carry cards (2.0-II-3)."""

from collections.abc import Iterator

from referee.engine.facts import Objection
from referee.engine.memory import remember
from referee.systems.great_war.combat import battles, combat_cards, special, units
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.state.combat_tasks import KeepBattle
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import LeaveEmpty, MovePieces, RetreatAfter
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.events import MovementClosed
from schemas.great_war.orders import Battle, Bonus, Play
from schemas.record import Side


def objections(
    theatre: GreatWarGame, position: Position, order: Battle | Play | Bonus
) -> Iterator[Objection]:
    """Everything the rules hold against an order about battles."""
    match order:
        case Battle() if isinstance(position.task, KeepBattle):
            yield from combat_cards.keep_objections(theatre, position, order)
        case Battle() if isinstance(position.task, RetreatAfter):
            yield from battles.next_objections(position, order)
        case Battle():
            yield from battles.objections(theatre, _after_movement(theatre, position), order)
        case Play() if theatre.combat(order.card) is None:
            yield from combat_cards.objections(theatre, position, order)
        case Play():
            yield from combat_cards.objections(theatre, _after_movement(theatre, position), order)
        case Bonus():
            yield from special.objections(theatre, _after_movement(theatre, position), order)


@remember
def _after_movement(theatre: GreatWarGame, position: Position) -> Position:
    """The position in which battles are declared, and cards played on them, by who has moved (2.0, 8.3.2)."""
    if not isinstance(position.task, MovePieces):
        return position
    course = EventRecorder(theatre, position)
    close_movement(course, position.task.side)
    while isinstance(course.position.task, LeaveEmpty):
        course.position = course.position.then()
    return course.position


def outcome(theatre: GreatWarGame, course: EventRecorder, order: Battle | Play | Bonus) -> None:
    """What comes of an order about battles; one that declares them, or is played on them, ends movement."""
    task = course.position.task
    crisis = isinstance(order, Play) and theatre.combat(order.card) is None
    if isinstance(task, MovePieces) and not crisis:
        close_movement(course, task.side)
    match order:
        case Battle() if isinstance(task, KeepBattle):
            combat_cards.keep(course, task.side, order.area)
        case Battle() if isinstance(task, RetreatAfter):
            battles.bring_forward(course, order)
        case Battle():
            battles.outcome(course, order)
        case Play():
            combat_cards.outcome(theatre, course, order)
        case Bonus():
            special.outcome(course, order)


def close_movement(course: EventRecorder, side: Side) -> None:
    """End a movement phase: auxiliaries without infantry die, empty armies leave (8.1, 8.3, A-55)."""
    units.remove_unaccompanied(course)
    course.add(MovementClosed(side=side))
    units.send_off_empty(course, side)
