"""Judgement of an order: the player turn, the open question, and the rules of its own chapter."""

from collections.abc import Iterator
from itertools import chain

from referee.engine.facts import Objections, refuse
from referee.engine.system import CannotHaveHappened
from referee.systems.great_war.events.order_kinds import Kind
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.flow.orders import ORDERS, question
from referee.systems.great_war.flow.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Amendment, GreatWarOrder, Parley
from schemas.record import Side


def objections(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> Objections:
    """Yield every objection to an order: whose turn it is, which question it answers, its own chapter."""
    questions = agenda.asked(theatre, position)
    if not questions:
        yield refuse(Clause.QUESTION_OPEN, Refusal.MATCH_OVER)
        return
    if isinstance(order, Amendment):
        yield from _kind(position, order).objections(theatre, position, order)
        return
    mine = [one for one in questions if one.side == order.side]
    if not mine and not isinstance(order, Parley):
        closed = isinstance(position.task, MakePlans) and position.plan(order.side).closed
        fact = Refusal.PLAN_CLOSED if closed else Refusal.NOT_YOUR_TURN
        yield refuse(Clause.YOUR_TURN, fact, side=questions[0].side)
        return
    kind = ORDERS.find(type(order), question(position))
    if kind is None:
        yield refuse(Clause.QUESTION_OPEN, Refusal.OTHER_QUESTION, question=mine[0].stated)
        return
    yield from kind.objections(theatre, position, order)


def is_legal(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> bool:
    """Return True if there is no objection to an order."""
    return not any(objections(theatre, position, order))


def object_in_chapter(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> Objections:
    """Yield the objections of the order's own chapter, for an order that answers the open question."""
    return _kind(position, order).objections(theatre, position, order)


def outcome(course: EventRecorder, order: GreatWarOrder) -> None:
    """Apply an order to the position."""
    _kind(course.position, order).outcome(course, order)


def follow(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> Position:
    """Return the position after a legal order. Raises DiceNeeded if the order rolls dice."""
    course = EventRecorder(theatre, position)
    outcome(course, order)
    return course.position


def _kind(position: Position, order: GreatWarOrder) -> Kind:
    kind = ORDERS.find(type(order), question(position))
    if kind is None:
        raise CannotHaveHappened(f"{order.type} does not answer {question(position)}")
    return kind


def option_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[GreatWarOrder]]:
    """Answers to the open question, in groups; each group is worked out when it is read."""
    return ORDERS.option_groups(theatre, position, side, question(position))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Answers to the open question worth trying."""
    return chain.from_iterable(option_groups(theatre, position, side))


def list_examples(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Yield options that contain the first legal one of each likeness."""
    return ORDERS.list_examples(theatre, position, side, question(position))


def lawful(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Those of the options that nothing is held against."""
    if any(one.side == side for one in agenda.asked(theatre, position)):
        return ORDERS.lawful(theatre, position, side, question(position), objections)
    candidates = options(theatre, position, side)
    return (order for order in candidates if is_legal(theatre, position, order))
