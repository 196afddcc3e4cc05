"""End of movement: battles are declared, and cards are played on them (2.0-II-3)."""

from referee.engine.facts import Objections
from referee.engine.values import cached
from referee.systems.great_war.combat import battles, cards, removals
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import LeaveEmpty, MovePieces
from schemas.great_war.events import MovementClosed
from schemas.great_war.orders import Battle, Bonus, Play
from schemas.record import Side


def objections(theatre: GreatWarGame, position: Position, order: Battle) -> Objections:
    """Everything the rules hold against declaring a battle."""
    return battles.objections(theatre, _after_movement(theatre, position), order)


def play_objections(theatre: GreatWarGame, position: Position, order: Play) -> Objections:
    """Everything the rules hold against playing a card; a crisis does not wait for the end of movement."""
    there = _after_movement(theatre, position) if _is_on_battles(theatre, order) else position
    return cards.card_objections(theatre, there, order)


def bonus_objections(theatre: GreatWarGame, position: Position, order: Bonus) -> Objections:
    """Everything the rules hold against promising extra dice."""
    return cards.special_offensive_objections(theatre, _after_movement(theatre, position), order)


def _is_on_battles(theatre: GreatWarGame, order: Play) -> bool:
    return theatre.combat(order.card) is not None


@cached
def _after_movement(theatre: GreatWarGame, position: Position) -> Position:
    """The position in which battles are declared, and cards played on them, by who has moved (2.0, 8.3.2)."""
    if not isinstance(position.task, MovePieces):
        return position
    course = EventRecorder(theatre, position)
    close_movement(course, position.task.side)
    while isinstance(course.position.task, LeaveEmpty):
        course.position = course.position.then()
    return course.position


def declare(course: EventRecorder, order: Battle) -> None:
    """The battle is declared, which ends movement."""
    _end_movement(course)
    battles.outcome(course, order)


def play(course: EventRecorder, order: Play) -> None:
    """Play the card. A card on battles ends movement."""
    if _is_on_battles(course.theatre, order):
        _end_movement(course)
    cards.play_card(course, order)


def promise(course: EventRecorder, order: Bonus) -> None:
    """The extra dice are promised, which ends movement."""
    _end_movement(course)
    cards.special_offensive_outcome(course, order)


def _end_movement(course: EventRecorder) -> None:
    if isinstance(course.position.task, MovePieces):
        close_movement(course, course.position.task.side)


def close_movement(course: EventRecorder, side: Side) -> None:
    """End a movement phase: auxiliaries without infantry die, empty armies leave (8.1, 8.3, A-55)."""
    removals.remove_unaccompanied(course)
    course.add(MovementClosed(side=side))
    removals.send_off_empty(course, side)
