"""The table of all orders: those of the chapters, standing orders, and what closes a plan or the game."""

from collections.abc import Iterator

from referee.engine.facts import Objection
from referee.engine.orders import OrderIndex, always
from referee.systems.skirmish.combat.orders import FIRE
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.events.order_kinds import Kinds, order_kind
from referee.systems.skirmish.movement.orders import AMENDMENTS, MOVEMENT
from referee.systems.skirmish.season import victory
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.events import PlotsClosed, PlotsTorn, StandingOrderGiven
from schemas.skirmish.orders import Anew, Closing, Concede, Done, Reaction, SkirmishOrder, StandingOrder


def _stand(course: EventRecorder, order: StandingOrder) -> None:
    """Let a standing order hold from now on."""
    course.add(StandingOrderGiven(side=order.side, order=order))


def _write_reaction(_: Table, order: Reaction) -> str:
    ignoring = " ignoring pins" if order.ignore_pin else ""
    return f"react {order.unit} shoot {order.shoot} fallback {order.fall_back}{ignoring}"


def _write_closing(_: Table, order: Closing) -> str:
    rally, unpin = ("yes" if said else "no" for said in (order.rally, order.unpin))
    return f"closing {order.unit} rally {rally} unpin {unpin}"


def _object_to_standing(table: Table, position: Position, order: StandingOrder) -> Iterator[Objection]:
    """Everything the rules hold against a standing order, some of it by the class of the unit's troops."""
    known = table.units.get(order.unit)
    ignores = known is not None and table.troops[known.quality].ignores_pin_attacking
    return plotting.standing_objections(position, order, ignores)


DONE: Kinds = (
    order_kind(
        Done,
        outcome=lambda course, order: course.add(PlotsClosed(side=order.side)), write=lambda _, __: "done",
    ),
)  # fmt: skip

STANDING: Kinds = (
    order_kind(
        Reaction,
        objections=_object_to_standing, outcome=_stand, write=_write_reaction, secret=always,
    ),
    order_kind(
        Closing,
        objections=_object_to_standing, outcome=_stand, write=_write_closing, secret=always,
    ),
    order_kind(
        Anew,
        outcome=lambda course, order: course.add(PlotsTorn(side=order.side)), write=lambda _, __: "anew",
        secret=always,
    ),
    order_kind(
        Concede,
        outcome=lambda course, order: victory.end(course, "concession", order.side),
        write=lambda _, __: "concede",
    ),
)  # fmt: skip
"""What may be said in every phase."""

ORDERS: OrderIndex[Table, Position, EventRecorder, SkirmishOrder] = OrderIndex(
    (*DONE, *MOVEMENT, *FIRE, *STANDING, *AMENDMENTS)
)
"""All orders of the skirmish."""
