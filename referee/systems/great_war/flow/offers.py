"""Answers worth trying: which chapter offers what to which question."""

from collections.abc import Iterator
from itertools import chain

from referee.systems.great_war.combat import (
    air,
    battles,
    combat_cards,
    crises,
    driven,
    losses,
    retreats,
    scramble,
    special,
)
from referee.systems.great_war.flow import planning
from referee.systems.great_war.flow.judgement import CRISIS_WINDOWS
from referee.systems.great_war.movement import movement, offensives, reorganisation, transit
from referee.systems.great_war.season import game_events
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
    TrimHands,
)
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.orders import Battle, Done, GreatWarOrder, Lose
from schemas.record import Side


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Answers to the open question worth trying."""
    return chain.from_iterable(option_groups(theatre, position, side))


def option_groups(  # noqa: C901, PLR0912 - one arm per chapter
    theatre: GreatWarGame, position: Position, side: Side
) -> Iterator[Iterator[GreatWarOrder]]:
    """The same answers in bunches; of a bunch that nobody looks into nothing is worked out."""
    task = position.task
    if isinstance(task, CRISIS_WINDOWS):
        yield crises.options(theatre, position, side)
    match task:
        case ChooseOffensive():
            yield offensives.options(theatre, position, side)
        case MovePieces() | PassMove():
            yield _nothing_more(side)
            yield from movement.option_groups(theatre, position, side)
            yield reorganisation.options(theatre, position, reorganisation.movers(position, side))
            if isinstance(task, PassMove):
                yield offensives.redraw_options(position, side)
            else:
                yield game_events.sacrifices(theatre, position, side)
                yield from _declarations(theatre, position, side)
        case DeclareBattles():
            yield _nothing_more(side)
            yield from _declarations(theatre, position, side)
        case CombatCards():
            yield _nothing_more(side)
            yield combat_cards.options(theatre, position, side)
        case KeepBattle():
            yield (Battle(side=side, area=area) for area in combat_cards.keepable(theatre, position))
        case Scrambling():
            yield _nothing_more(side)
            yield scramble.options(theatre, position, task)
        case AnswerFire():
            yield _nothing_more(side)
            yield air.reroll_options(theatre, position, side)
        case PayCrisis():
            yield _nothing_more(side)
            yield crises.pay_options(theatre, position, task)
        case PayHits():
            yield losses.options(theatre, position, task)
        case LoseInTransit():
            yield transit.lose_options(theatre, position, task)
        case RideOff() | StandOrRetreat() | RetreatAfter():
            yield _nothing_more(side)
            yield from _withdrawals(theatre, position, task)
        case LeaveEmpty():
            yield retreats.options(theatre, position, task)
        case MakePlans():
            yield _nothing_more(side)
            yield from planning.option_groups(theatre, position, task, side)
        case TrimHands():
            yield planning.discard_options(theatre, position, side)
        case _:
            return


def _nothing_more(side: Side) -> Iterator[Done]:
    yield Done(side=side)


def _declarations(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[GreatWarOrder]]:
    """Battles, the cards on them, and what a special offensive promises them."""
    yield battles.options(theatre, position, side)
    yield combat_cards.options(theatre, position, side)
    yield special.options(theatre, position, side)


def _withdrawals(
    theatre: GreatWarGame, position: Position, task: RideOff | StandOrRetreat | RetreatAfter
) -> Iterator[Iterator[GreatWarOrder]]:
    """Retreats, and what else may be said in their place."""
    yield retreats.options(theatre, position, task)
    match task:
        case RetreatAfter(side=side):
            yield (Battle(side=side, area=area) for area in battles.waiting(position)[1:])
            yield (Lose(side=side, piece=army.id) for army in driven.equals(theatre, position, task))
            if theatre.chosen("retreating-armies", "may-shed"):
                movers = reorganisation.representatives(position, side)
                yield reorganisation.options(theatre, position, movers)
        case StandOrRetreat(side=side):
            yield air.react_options(theatre, position, side)
        case RideOff():
            pass
