"""What the rules say to an order: whose turn it is, which phase is open, and what its own chapter says."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.flow import alternation, sequence
from referee.systems.skirmish.flow.orders import ORDERS
from referee.systems.skirmish.flow.refusals import Refusal
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.amendments import Amendment
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import Concede, Done, MovementPlot, SkirmishOrder


def objections(table: Table, position: Position, order: SkirmishOrder) -> Iterator[Objection]:
    """Everything the rules hold against an order: which question is open, and its own chapter."""
    asked = sequence.list_asked(table, position)
    if not asked:
        yield refuse(Clause.OVER, Refusal.GAME_OVER)
        return
    if isinstance(order, Amendment):
        yield from ORDERS.of(order).objections(table, position, order)
        return
    if not isinstance(order, Concede) and order.side not in asked:
        by_turns = position.phase == "plotting" and alternation.live(table)
        yield refuse(Clause.FIVE_PHASES, Refusal.OTHER_SIDE_MOVES if by_turns else Refusal.ORDERS_CLOSED)
        return
    kind = ORDERS.find(type(order), position.phase)
    if kind is None:
        phases = tuple(sorted(map(str, ORDERS.questions(order))))
        yield refuse(Clause.FIVE_PHASES, Refusal.OTHER_ORDERS_ASKED, then=phases, now=position.phase)
        return
    if isinstance(order, MovementPlot):
        yield from alternation.objections(table, position, order)
    yield from kind.objections(table, position, order)


def outcome(course: EventRecorder, order: SkirmishOrder) -> None:
    """What comes of an order: nearly all are only written down."""
    ORDERS.of(order).outcome(course, order)


def options(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    """Orders of a side that answer its open question."""
    yield Done(side=side)
    for group in ORDERS.option_groups(table, position, side, position.phase):
        yield from group
