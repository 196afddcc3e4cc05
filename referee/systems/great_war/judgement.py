"""Which chapter judges which order, and which question each order answers."""

from collections.abc import Iterator
from typing import assert_never

from referee.core.dice import Dice
from referee.systems.great_war import (
    agenda,
    armistice,
    battles,
    losses,
    movement,
    offensives,
    planning,
    reorganisation,
    retreats,
    units,
)
from referee.systems.great_war.course import Course
from referee.systems.great_war.position import (
    ChooseOffensive,
    DeclareBattles,
    LeaveEmpty,
    MakePlans,
    MovePieces,
    PassMove,
    PayHits,
    Position,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
    Task,
    TrimHands,
)
from referee.systems.great_war.theatre import Theatre, refusal
from schemas.great_war.clauses import Clause
from schemas.great_war.events import MovementClosed, RetreatsClosed, RetreatsDeclared
from schemas.great_war.orders import (
    Battle,
    Discard,
    Done,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Move,
    Offensive,
    Parley,
    Pass,
    Redraw,
    Retreat,
    Sealed,
    Spend,
)
from schemas.record import Objection, Side


def answers(task: Task | None, order: GreatWarOrder) -> bool:  # noqa: C901, PLR0911 - one arm per order
    """Whether an order is of a kind that answers the open question."""
    match order:
        case Offensive() | Pass():
            return isinstance(task, ChooseOffensive)
        case Redraw():
            return isinstance(task, PassMove)
        case Move() | Join() | Leave():
            return isinstance(task, MovePieces | PassMove)
        case Battle():
            return isinstance(task, MovePieces | DeclareBattles)
        case Lose() | Spend():
            return isinstance(task, PayHits)
        case Retreat():
            return isinstance(task, RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty)
        case Discard():
            return isinstance(task, TrimHands)
        case Done():
            ends = MovePieces | PassMove | DeclareBattles | RideOff | StandOrRetreat | RetreatAfter
            return isinstance(task, ends) or (isinstance(task, MakePlans) and task.phase != "attrition")
        case Parley():
            return True
        case Sealed():
            return planning.answers(task, order)
        case _:
            assert_never(order)


def objections(theatre: Theatre, position: Position, order: GreatWarOrder) -> Iterator[Objection]:
    """Everything the rules hold against an order: whose turn, which question, and its own chapter."""
    asked = agenda.prompts(theatre, position)
    if not asked:
        yield refusal(Clause.QUESTION_OPEN, "the match is over")
        return
    mine = [prompt for prompt in asked if prompt.side == order.side]
    if not mine and not isinstance(order, Parley):
        yield refusal(
            Clause.YOUR_TURN,
            f"the {theatre.side_name(asked[0].side)} side is to answer now",
            "wait for your turn",
        )
        return
    if not answers(position.task, order):
        text = f"this answers another question than the open one: {mine[0].text}"
        yield refusal(Clause.QUESTION_OPEN, text)
        return
    yield from _chapter(theatre, position, order)


def _chapter(  # noqa: C901, PLR0912 - one arm per order
    theatre: Theatre, position: Position, order: GreatWarOrder
) -> Iterator[Objection]:
    task = position.task
    match order:
        case Offensive():
            yield from offensives.objections(theatre, position, order)
        case Redraw():
            yield from offensives.redraw_objections(theatre, position, order)
        case Move():
            yield from movement.objections(theatre, position, order)
        case Join() | Leave():
            yield from reorganisation.objections(theatre, position, order)
        case Battle():
            yield from battles.objections(theatre, position, order)
        case Lose() if isinstance(task, PayHits):
            yield from losses.objections(theatre, position, task, order)
        case Spend():
            yield from losses.spend_objections(theatre, position, order)
        case Retreat() if isinstance(task, RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty):
            yield from retreats.objections(theatre, position, task, order)
        case Done() if isinstance(task, MakePlans):
            yield from planning.done_objections(theatre, position, task, order.side)
        case Discard():
            yield from planning.discard_objections(theatre, position, order)
        case Parley():
            yield from armistice.objections(theatre, position, order)
        case Sealed():
            yield from planning.objections(theatre, position, order)
        case Pass() | Done() | Lose() | Retreat():
            pass
        case _:
            assert_never(order)


def outcome(  # noqa: C901, PLR0912 - one arm per order
    theatre: Theatre, course: Course, order: GreatWarOrder, dice: Dice
) -> None:
    """What comes of an order."""
    task = course.position.task
    match order:
        case Offensive() | Pass():
            offensives.outcome(theatre, course, order)
        case Redraw():
            offensives.redraw(course, order, dice)
        case Move():
            movement.outcome(theatre, course, order)
        case Join() | Leave():
            reorganisation.outcome(theatre, course, order)
        case Battle():
            if isinstance(task, MovePieces):
                close_movement(course, order.side)
            battles.outcome(course, order)
        case Lose() | Spend():
            if isinstance(task, PayHits):
                losses.outcome(theatre, course, task, order)
        case Retreat():
            if isinstance(task, RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty):
                retreats.outcome(course, task, order)
        case Done():
            _done(course, order.side)
        case Discard():
            planning.discard(course, order)
        case Parley():
            armistice.outcome(theatre, course, order)
        case Sealed():
            planning.outcome(theatre, course, order)
        case _:
            assert_never(order)


def _done(course: Course, by: Side) -> None:
    match course.position.task:
        case MakePlans():
            planning.close(course, by)
        case MovePieces(side=side) | PassMove(side=side):
            close_movement(course, side)
        case DeclareBattles(side=side):
            battles.close_declaration(course, side)
        case RideOff(side=side, area=area) | RetreatAfter(side=side, area=area):
            course.add(RetreatsClosed(side=side, area=area))
        case StandOrRetreat(side=side, area=area):
            course.add(RetreatsDeclared(side=side, area=area))
            units.order_off(course, area, side)
        case _:
            pass


def close_movement(course: Course, side: Side) -> None:
    """End a movement phase: auxiliaries without infantry die, empty armies leave (8.1, 8.3, A-55)."""
    units.remove_unaccompanied(course)
    course.add(MovementClosed(side=side))
    units.send_off_empty(course, side)


def options(theatre: Theatre, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Answers to the open question worth trying."""
    task = position.task
    match task:
        case ChooseOffensive():
            yield from offensives.options(theatre, position, side)
        case MovePieces() | PassMove():
            yield Done(side=side)
            yield from movement.options(theatre, position, side)
            movers = reorganisation.representatives(position, side)
            yield from reorganisation.options(theatre, position, movers)
            if isinstance(task, PassMove):
                yield from offensives.redraw_options(position, side)
            else:
                yield from battles.options(position, side)
        case DeclareBattles():
            yield Done(side=side)
            yield from battles.options(position, side)
        case PayHits():
            yield from losses.options(theatre, position, task)
        case RideOff() | StandOrRetreat() | RetreatAfter():
            yield Done(side=side)
            yield from retreats.options(theatre, position, task)
        case LeaveEmpty():
            yield from retreats.options(theatre, position, task)
        case MakePlans():
            yield Done(side=side)
            yield from planning.options(theatre, position, task, side)
        case TrimHands():
            yield from planning.discard_options(theatre, position, side)
        case _:
            return
