"""Which chapter judges which order, and which question each order answers."""

from collections.abc import Iterator
from typing import assert_never

from referee.engine.dice import Dice
from referee.engine.facts import Objection, refuse
from referee.systems.great_war.combat import (
    air,
    battles,
    combat_cards,
    crises,
    declaring,
    driven,
    losses,
    retreats,
    scramble,
    units,
)
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.flow import agenda, planning
from referee.systems.great_war.flow.refusals import Refusal
from referee.systems.great_war.movement import movement, offensives, reorganisation, transit
from referee.systems.great_war.season import armistice, game_events
from referee.systems.great_war.state.combat_tasks import (
    AnswerFire,
    CombatCards,
    KeepBattle,
    PayCrisis,
    Scrambling,
)
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    DeclareBattles,
    LeaveEmpty,
    LoseInTransit,
    MakePlans,
    MovePieces,
    PassMove,
    PayHits,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
    Task,
    TrimHands,
)
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.choice_events import ScrambleClosed
from schemas.great_war.clauses import Clause
from schemas.great_war.events import RetreatsClosed
from schemas.great_war.orders import (
    Battle,
    Bonus,
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
    Play,
    React,
    Redraw,
    Reroll,
    Retreat,
    Scramble,
    Sealed,
    Spend,
)
from schemas.record import Side

CRISIS_WINDOWS = ChooseOffensive | MovePieces | PassMove | DeclareBattles | RetreatAfter
"""When a side may bring a crisis upon the other: never between a throw and its payment (A-18)."""


def answers(task: Task | None, order: GreatWarOrder) -> bool:  # noqa: C901, PLR0911, PLR0912 - one arm per order
    """Whether an order is of a kind that answers the open question."""
    match order:
        case Offensive() | Pass():
            return isinstance(task, ChooseOffensive)
        case Redraw():
            return isinstance(task, PassMove)
        case Move():
            return isinstance(task, MovePieces | PassMove)
        case Join() | Leave():
            return isinstance(task, MovePieces | PassMove | RetreatAfter)
        case Battle():
            return isinstance(task, MovePieces | DeclareBattles | KeepBattle | RetreatAfter)
        case Play():
            return isinstance(task, CRISIS_WINDOWS | CombatCards)
        case Bonus():
            return isinstance(task, MovePieces | DeclareBattles)
        case React():
            return isinstance(task, StandOrRetreat)
        case Scramble():
            return isinstance(task, Scrambling)
        case Reroll():
            return isinstance(task, AnswerFire)
        case Lose():
            return isinstance(task, PayHits | PayCrisis | LoseInTransit | RetreatAfter)
        case Spend():
            return isinstance(task, PayHits)
        case Retreat():
            return isinstance(task, RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty)
        case Discard():
            return isinstance(task, TrimHands | MovePieces)
        case Done():
            ends = (
                MovePieces
                | PassMove
                | DeclareBattles
                | CombatCards
                | RideOff
                | StandOrRetreat
                | AnswerFire
                | RetreatAfter
                | Scrambling
                | PayCrisis
            )
            return isinstance(task, ends) or (isinstance(task, MakePlans) and task.phase != "attrition")
        case Parley():
            return True
        case Sealed():
            return planning.answers(task, order)
        case _:
            assert_never(order)


def objections(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> Iterator[Objection]:
    """Everything the rules hold against an order: whose turn, which question, and its own chapter."""
    asked = agenda.asked(theatre, position)
    if not asked:
        yield refuse(Clause.QUESTION_OPEN, Refusal.MATCH_OVER)
        return
    mine = [one for one in asked if one.side == order.side]
    if not mine and not isinstance(order, Parley):
        closed = isinstance(position.task, MakePlans) and position.plan(order.side).closed
        fact = Refusal.PLAN_CLOSED if closed else Refusal.NOT_YOUR_TURN
        yield refuse(Clause.YOUR_TURN, fact, side=asked[0].side)
        return
    if not answers(position.task, order):
        yield refuse(Clause.QUESTION_OPEN, Refusal.OTHER_QUESTION, question=mine[0].stated)
        return
    yield from _chapter(theatre, position, order)


def _chapter(  # noqa: C901, PLR0912, PLR0915 - one arm per order
    theatre: GreatWarGame, position: Position, order: GreatWarOrder
) -> Iterator[Objection]:
    task = position.task
    match order:
        case Offensive():
            yield from offensives.objections(theatre, position, order)
        case Redraw():
            yield from offensives.redraw_objections(theatre, position, order)
        case Move():
            yield from movement.objections(theatre, position, order)
        case Join() | Leave() if isinstance(task, RetreatAfter):
            yield from reorganisation.shedding(theatre, position, task, order)
        case Join() | Leave():
            yield from reorganisation.objections(theatre, position, order)
        case Battle() | Play() | Bonus():
            yield from declaring.objections(theatre, position, order)
        case React():
            yield from air.react_objections(theatre, position, order)
        case Scramble() if isinstance(task, Scrambling):
            yield from scramble.objections(theatre, position, task, order)
        case Reroll():
            yield from air.reroll_objections(theatre, position, order)
        case Done() if isinstance(task, AnswerFire):
            yield from air.done_objections(theatre, task)
        case Done() if isinstance(task, PayCrisis):
            yield from crises.done_objections(theatre, task)
        case Done() if isinstance(task, RetreatAfter):
            yield from driven.objections(theatre, position, task)
        case Lose() if isinstance(task, PayCrisis):
            yield from crises.pay_objections(theatre, position, task, order)
        case Lose() if isinstance(task, LoseInTransit):
            yield from transit.lose_objections(theatre, position, task, order)
        case Lose() if isinstance(task, RetreatAfter):
            yield from driven.loss_objections(theatre, position, task, order)
        case Lose() if isinstance(task, PayHits):
            yield from losses.objections(theatre, position, task, order)
        case Spend():
            yield from losses.spend_objections(theatre, position, order)
        case Retreat() if isinstance(task, RetreatAfter):
            yield from driven.against(theatre, position, task, order)
        case Retreat() if isinstance(task, RideOff | StandOrRetreat | LeaveEmpty):
            yield from retreats.objections(theatre, position, task, order)
        case Done() if isinstance(task, MakePlans):
            yield from planning.done_objections(theatre, position, task, order.side)
        case Discard() if isinstance(task, MovePieces):
            yield from game_events.sacrifice_objections(theatre, position, order)
        case Discard():
            yield from planning.discard_objections(theatre, position, order)
        case Parley():
            yield from armistice.objections(theatre, position, order)
        case Sealed():
            yield from planning.objections(theatre, position, order)
        case Pass() | Done() | Lose() | Retreat() | Scramble():
            pass
        case _:
            assert_never(order)


def outcome(  # noqa: C901, PLR0912 - one arm per order
    theatre: GreatWarGame, course: EventRecorder, order: GreatWarOrder, dice: Dice
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
        case Battle() | Play() | Bonus():
            declaring.outcome(theatre, course, order)
        case React():
            air.react(course, order)
        case Scramble():
            if isinstance(task, Scrambling):
                scramble.outcome(course, task, order)
        case Reroll():
            if isinstance(task, AnswerFire):
                air.reroll(theatre, course, task, order, dice)
        case Lose() if isinstance(task, PayCrisis):
            crises.pay(course, task, course.position.pieces[order.piece])
        case Lose() if isinstance(task, LoseInTransit):
            transit.lose(course, course.position.pieces[order.piece])
        case Lose() if isinstance(task, RetreatAfter):
            driven.fall(course, course.position.pieces[order.piece])
        case Lose() | Spend():
            if isinstance(task, PayHits):
                losses.outcome(theatre, course, task, order)
        case Retreat():
            if isinstance(task, RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty):
                retreats.outcome(course, task, order)
                units.settle_departure(course, task.area, order.to)
        case Done():
            _finish(theatre, course, order.side)
        case Discard() if isinstance(task, MovePieces):
            game_events.sacrifice(course, order)
        case Discard():
            planning.discard(course, order)
        case Parley():
            armistice.outcome(theatre, course, order)
        case Sealed():
            planning.outcome(theatre, course, order)
        case _:
            assert_never(order)


def _finish(  # noqa: C901 - one arm per question
    theatre: GreatWarGame, course: EventRecorder, by: Side
) -> None:
    task = course.position.task
    match task:
        case MakePlans():
            planning.close(course, by)
        case MovePieces(side=side) | PassMove(side=side):
            declaring.close_movement(course, side)
        case DeclareBattles(side=side):
            battles.close_declaration(course, side)
        case CombatCards(side=side):
            combat_cards.close(course, side)
        case AnswerFire():
            air.close(theatre, course, task)
        case PayCrisis():
            crises.close(course, task)
        case Scrambling(side=side, area=area):
            course.add(ScrambleClosed(side=side, area=area))
        case RideOff(side=side, area=area):
            course.add(RetreatsClosed(side=side, area=area))
        case RetreatAfter():
            driven.close(theatre, course, task)
        case StandOrRetreat(side=side, area=area):
            units.close_declarations(course, area, side)
        case _:
            pass
