"""The judgement of an order: turn, phase and the rules of its chapter."""

from collections.abc import Iterator

from referee.engine.facts import Objections, refuse
from referee.engine.orders import OrderIndex, always
from referee.systems.skirmish import season
from referee.systems.skirmish.events import sealed_orders
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.events.sealed_orders import Kinds, order_kind
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.flow.orders import AMENDMENTS, FIRE, MOVEMENT, SPELLINGS
from referee.systems.skirmish.flow.refusals import Refusal
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish import orders
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import PlotsClosed, PlotsTorn, StandingOrderGiven


def _stand(course: EventRecorder, order: orders.StandingOrder) -> None:
    """Record a standing order."""
    course.add(StandingOrderGiven(side=order.side, order=order))


def _object_to_standing(table: Table, position: Position, order: orders.StandingOrder) -> Objections:
    """Yield the objections to a standing order, some of which depend on the class of the unit's troops."""
    unit = table.units.get(order.unit)
    ignores = unit is not None and table.troops[unit.quality].ignores_pin_attacking
    return sealed_orders.standing_objections(position, order, ignores)


DONE: Kinds = (
    order_kind(
        orders.Done,
        outcome=lambda course, order: course.add(PlotsClosed(side=order.side)), line="done",
    ),
)  # fmt: skip

STANDING: Kinds = (
    order_kind(
        orders.Reaction,
        objections=_object_to_standing, outcome=_stand, secret=always,
        line="react {unit} shoot {shoot} fallback {fall_back}[ {ignore_pin:ignoring}]",
    ),
    order_kind(
        orders.Closing,
        objections=_object_to_standing, outcome=_stand, secret=always,
        line="closing {unit} rally {rally:yes} unpin {unpin:yes}",
    ),
    order_kind(
        orders.Anew,
        outcome=lambda course, order: course.add(PlotsTorn(side=order.side)), line="anew",
        secret=always,
    ),
    order_kind(
        orders.Concede,
        outcome=lambda course, order: season.end_game(course, "concession", order.side),
        line="concede",
    ),
)  # fmt: skip
"""Orders that are legal in every phase."""

ORDERS: OrderIndex[Table, Position, EventRecorder, orders.SkirmishOrder] = OrderIndex(
    (*DONE, *MOVEMENT, *FIRE, *STANDING, *AMENDMENTS), SPELLINGS
)
"""All orders of the skirmish."""


def objections(table: Table, position: Position, order: orders.SkirmishOrder) -> Objections:
    """Yield the objections to an order: by the open question, then by its own chapter."""
    sides = sequence.list_asked(table, position)
    if not sides:
        yield refuse(Clause.OVER, Refusal.GAME_OVER)
        return
    if isinstance(order, orders.Amendment):
        yield from ORDERS.of(order).objections(table, position, order)
        return
    if not isinstance(order, orders.Concede) and order.side not in sides:
        by_turns = position.phase == "plotting" and sequence.live(table)
        yield refuse(Clause.FIVE_PHASES, Refusal.OTHER_SIDE_MOVES if by_turns else Refusal.ORDERS_CLOSED)
        return
    kind = ORDERS.find(type(order), position.phase)
    if kind is None:
        phases = tuple(sorted(map(str, ORDERS.questions(order))))
        yield refuse(Clause.FIVE_PHASES, Refusal.OTHER_ORDERS_ASKED, then=phases, now=position.phase)
        return
    if isinstance(order, orders.MovementPlot):
        yield from sequence.alternation_objections(table, position, order)
    yield from kind.objections(table, position, order)


def outcome(course: EventRecorder, order: orders.SkirmishOrder) -> None:
    """Record the outcome of an order. Nearly all orders are only written down."""
    ORDERS.of(order).outcome(course, order)


def options(table: Table, position: Position, side: Side) -> Iterator[orders.SkirmishOrder]:
    """Yield orders of a side that answer its open question."""
    yield orders.Done(side=side)
    for group in ORDERS.option_groups(table, position, side, position.phase):
        yield from group
