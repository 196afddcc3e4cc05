"""Table of all orders: the orders of the chapters, and the orders that close a question."""

from collections.abc import Callable

from referee.engine.facts import Objections
from referee.engine.orders import OrderIndex, accept
from referee.systems.great_war.combat import (
    air,
    battles,
    cards,
    declarations,
    forced_retreats,
    removals,
    retreats,
)
from referee.systems.great_war.combat import orders as combat
from referee.systems.great_war.events.order_kinds import Kind, Kinds, Table, order_kind
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.flow import planning
from referee.systems.great_war.movement import orders as movement
from referee.systems.great_war.season import orders as season
from referee.systems.great_war.season.orders import ATTRITION, INITIATIVE, PRODUCTION, REINFORCEMENTS
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import AnswerFire, CombatCards, PayCrisis, Scrambling
from schemas.great_war.events import CardsDiscarded
from schemas.great_war.orders import Anew, Discard, Done
from schemas.great_war.plan_events import PlanDropped
from schemas.record import Side


def question(position: Position) -> object:
    """The key of the question that is open: the type of its task, or for sealed plans the task itself."""
    task = position.task
    return task if isinstance(task, tasks.MakePlans) else type(task)


def _close_with(
    *questions: object,
    close: Callable[[EventRecorder, Side], None],
    objections: Callable[[GreatWarGame, Position, Side], Objections] = accept,
) -> Kind:
    """Nothing more to say to these questions."""
    return order_kind(
        Done, *questions,
        objections=lambda theatre, position, order: objections(theatre, position, order.side),
        outcome=lambda course, order: close(course, order.side),
        options=lambda _, __, side: iter((Done(side=side),)),
        line="done",
    )  # fmt: skip


CLOSINGS: Kinds = (
    _close_with(tasks.MovePieces, tasks.PassMove, close=declarations.close_movement),
    _close_with(tasks.DeclareBattles, close=battles.close_declaration),
    _close_with(CombatCards, close=cards.close_cards),
    _close_with(Scrambling, close=air.close_scramble),
    _close_with(tasks.RideOff, close=retreats.close),
    _close_with(tasks.StandOrRetreat, close=removals.close_declarations),
    _close_with(AnswerFire, close=air.close, objections=air.done_objections),
    _close_with(tasks.RetreatAfter, close=forced_retreats.close, objections=forced_retreats.objections),
    _close_with(PayCrisis, close=removals.close_crisis, objections=removals.done_objections),
    _close_with(
        INITIATIVE, REINFORCEMENTS, ATTRITION, PRODUCTION,
        close=planning.close, objections=planning.done_objections,
    ),
)  # fmt: skip
"""Orders that close a question."""

SHEETS: Kinds = (
    order_kind(
        Anew, INITIATIVE, REINFORCEMENTS, PRODUCTION,
        objections=planning.anew_objections, option_groups=planning.anew_option_groups,
        outcome=lambda course, order: course.add(PlanDropped(side=order.side)), line="anew",
    ),
    order_kind(
        Discard, tasks.TrimHands,
        objections=planning.discard_objections, options=planning.discard_options,
        outcome=lambda course, order: course.add(CardsDiscarded(side=order.side, cards=order.cards)),
    ),
)  # fmt: skip
"""Orders about a plan, and about a hand that is too large."""

ORDERS: Table = OrderIndex(
    (
        *combat.CRISES,
        *CLOSINGS,
        *movement.MOVEMENT,
        *season.SACRIFICES,
        *combat.DECLARATIONS,
        *combat.BATTLES,
        *movement.AFTER_BATTLE,
        *season.PLANS,
        *SHEETS,
        *season.PARLEY,
        *movement.AMENDMENTS,
    )
)
"""All orders of the Great War, in the order in which they are offered."""


def close(course: EventRecorder, side: Side) -> None:
    """Close the open question, as `done` does."""
    done = Done(side=side)
    if (kind := ORDERS.find(type(done), question(course.position))) is not None:
        kind.outcome(course, done)
