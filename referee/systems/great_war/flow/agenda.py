"""The agenda: tasks that ask a question, automatic work, and the stages of a player turn."""

from collections.abc import Callable
from typing import assert_never

from referee.engine.facts import OpenQuestion
from referee.engine.system import COMBAT, MOVEMENT, Stage
from referee.engine.values import cached
from referee.systems.great_war.combat import (
    air,
    battles,
    cards,
    fire,
    forced_retreats,
    losses,
    removals,
    retreats,
)
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.flow import planning
from referee.systems.great_war.flow.prompt_builder import Asking, ask
from referee.systems.great_war.movement import transit
from referee.systems.great_war.season import calendar
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Battle, Bonus, GreatWarOrder, Play
from schemas.great_war.plan_events import PhaseClosed
from schemas.record import Side

Combat = tasks.CombatCards | tasks.KeepBattle | tasks.AnswerFire | tasks.PayCrisis | tasks.Scrambling
"""Tasks that ask a side about cards, the air and crises."""


@cached
def asked(theatre: GreatWarGame, position: Position) -> tuple[OpenQuestion, ...]:  # noqa: C901, PLR0911 - one arm per task
    """The open questions that the top of the agenda asks; both sides plan at once, and are asked at once."""
    task = position.task
    match task:
        case tasks.ChooseOffensive(side=side):
            return (ask(side, "offensive", Clause.OFFENSIVE_OR_PASS, Asking.OFFENSIVE_OR_PASS),)
        case tasks.MovePieces(side=side):
            return (ask(side, "movement", Clause.ALLOTMENT, Asking.MOVE),)
        case tasks.PassMove(side=side):
            return (ask(side, "pass-move", Clause.PASS_ONE_MOVE, Asking.MOVE_IN_A_PASS),)
        case tasks.DeclareBattles(side=side):
            choice = battles.choice(theatre, position, side)
            battle = ask(side, "battles", Clause.DECLARE_DISPUTED, Asking.DECLARE_BATTLES)
            return (battle,) if choice else ()
        case tasks.PayHits():
            return _about_losses(theatre, position, task)
        case tasks.RideOff() | tasks.StandOrRetreat() | tasks.RetreatAfter() | tasks.LeaveEmpty():
            return _about_retreats(theatre, position, task)
        case (
            tasks.CombatCards()
            | tasks.KeepBattle()
            | tasks.AnswerFire()
            | tasks.PayCrisis()
            | tasks.Scrambling()
        ):
            return _about_combat(theatre, position, task)
        case tasks.MakePlans():
            return tuple(planning.asked(theatre, position, task))
        case tasks.TrimHands():
            return tuple(planning.ask_to_discard(theatre, position))
        case tasks.LoseInTransit():
            return _about_transit(theatre, position, task)
        case (
            tasks.DealCards()
            | tasks.OpenTurn()
            | tasks.FightBattles()
            | tasks.Fire()
            | tasks.Withdraw()
            | tasks.Dogfight()
            | tasks.CloseBattle()
            | tasks.AdvanceSeason()
            | tasks.ReadEvents()
            | tasks.CheckSupply()
            | tasks.DealPurchases()
            | tasks.RollTransit()
            | None
        ):
            return ()
        case _:
            assert_never(task)


def _about_losses(theatre: GreatWarGame, position: Position, task: tasks.PayHits) -> tuple[OpenQuestion, ...]:
    if not losses.candidates(theatre, position, task) or losses.find_forced(theatre, position, task):
        return ()
    side, area, count, siege = task.side, task.area, task.hits, task.siege
    on_fort = Asking.PAY_FORT_HITS if siege == count else Asking.PAY_SIEGE_HITS
    asking = on_fort if siege else Asking.PAY_HITS
    return (ask(side, "losses", Clause.STRONGEST_UNIT, asking, area, count=count, area=area, siege=siege),)


def _reorders(position: Position, task: retreats.Retreating) -> bool:
    """Return True if the attacker, between two battles, may name another one as the next (A-41)."""
    fight = position.fight
    open_yet = fight is not None and not fight.named_next and task.side == fight.attacker
    return open_yet and isinstance(task, tasks.RetreatAfter) and len(battles.waiting(position)) > 1


def _window(theatre: GreatWarGame, position: Position, task: retreats.Retreating) -> bool:
    """Return True if the attacker, after a battle, could by public knowledge have a crisis to play (A-18)."""
    return isinstance(task, tasks.RetreatAfter) and removals.conceivable(theatre, position, task.side)


def _about_transit(
    theatre: GreatWarGame, position: Position, task: tasks.LoseInTransit
) -> tuple[OpenQuestion, ...]:
    if not transit.asks(theatre, position, task):
        return ()
    side, count = task.side, task.count
    return (ask(side, "transit-losses", Clause.TRANSIT_LOSSES, Asking.LOSE_IN_TRANSIT, count=count),)


def _about_retreats(
    theatre: GreatWarGame, position: Position, task: retreats.Retreating
) -> tuple[OpenQuestion, ...]:
    begun = not isinstance(task, tasks.LeaveEmpty) and task.begun
    reactions = isinstance(task, tasks.StandOrRetreat) and any(
        air.react_options(theatre, position, task.side)
    )
    tie = isinstance(task, tasks.RetreatAfter) and bool(forced_retreats.equals(theatre, position, task))
    open_yet = begun or reactions or tie or _reorders(position, task) or _window(theatre, position, task)
    if not open_yet and not retreats.choice(theatre, position, task):
        return ()
    side, area, clause = task.side, task.area, retreats.clause(task)
    match task:
        case tasks.RideOff():
            return (ask(side, "cavalry-retreat", clause, Asking.RIDE_OFF, area, area=area),)
        case tasks.StandOrRetreat():
            asking = Asking.STAND_RETREAT_OR_REACT if reactions else Asking.STAND_OR_RETREAT
            return (ask(side, "stand-or-retreat", clause, asking, area, area=area),)
        case tasks.RetreatAfter():
            asking, count = _after_battle(theatre, position, task), forced_retreats.due(position, task)
            return (ask(side, "retreat-after", clause, asking, area, area=area, count=count),)
        case tasks.LeaveEmpty(army=army):
            asking = Asking.MOVE_EMPTY_ARMY
            return (ask(side, "empty-army", clause, asking, area, army=army, area=area),)
        case _:
            assert_never(task)


def _after_battle(theatre: GreatWarGame, position: Position, task: tasks.RetreatAfter) -> Asking:
    """Return the question after a battle: a loss, a forced retreat, a retreat, or the next battle."""
    if forced_retreats.equals(theatre, position, task):
        return Asking.LOSE_AN_ARMY
    if forced_retreats.due(position, task):
        return Asking.DRIVEN_BACK
    if task.begun or retreats.choice(theatre, position, task):
        return Asking.RETREAT_AFTER_BATTLE
    return Asking.REORDER_BATTLES if _reorders(position, task) else Asking.PLAY_A_CRISIS


def _about_combat(  # noqa: PLR0911 - one arm per question
    theatre: GreatWarGame, position: Position, task: Combat
) -> tuple[OpenQuestion, ...]:
    match task:
        case tasks.CombatCards(side=side):
            return (ask(side, "combat-cards", Clause.COMBAT_CARDS, Asking.PLAY_CARDS_ON_BATTLES),)
        case tasks.KeepBattle(side=side):
            if cards.list_left(theatre, position) is not None:
                return ()
            return (ask(side, "kept-battle", Clause.WEATHER_BATTLE, Asking.KEEP_A_BATTLE),)
        case tasks.Scrambling(side=side, area=area):
            if not air.scramble_choice(theatre, position, task):
                return ()
            return (ask(side, "scramble", Clause.SCRAMBLE, Asking.SCRAMBLE, area, area=area),)
        case tasks.AnswerFire(side=side, area=area):
            if not air.pending(theatre, position):
                return ()
            chooser = air.chooser(theatre, task)
            asking = Asking.THROW_AGAIN if chooser == side else Asking.THROW_AGAIN_FOR_ENEMY
            return (ask(chooser, "rerolls", Clause.REROLL, asking, area, area=area),)
        case tasks.PayCrisis(side=side, name=name, clause=clause, count=count):
            if not count or not removals.crisis_choice(theatre, position, task):
                return ()
            return (ask(side, "crisis", clause, Asking.PAY_CRISIS, name=name, count=count),)
        case _:
            assert_never(task)


def _pay_crisis(theatre: GreatWarGame, course: EventRecorder, task: tasks.PayCrisis) -> None:
    """Pay for a crisis if there is no choice, or end the payment."""
    piece = removals.find_forced(theatre, course.position, task)
    if task.count and piece is not None:
        removals.pay_crisis(course, piece.id)
    else:
        removals.close_crisis(course, task.side)


Close = Callable[[EventRecorder, Side], None]
"""Function that closes a question of a side, as `done` does."""


def advance(course: EventRecorder, close: Close) -> None:  # noqa: C901, PLR0912 - one arm per task
    """Do the top of the agenda, where no question is asked."""
    theatre, dice, task = course.theatre, course.dice, course.position.task
    match task:
        case tasks.DealCards():
            calendar.deal(theatre, course, dice)
        case tasks.OpenTurn(side=side):
            calendar.open_turn(course, side)
        case (
            tasks.DeclareBattles(side=side)
            | tasks.RideOff(side=side)
            | tasks.StandOrRetreat(side=side)
            | tasks.RetreatAfter(side=side)
            | tasks.CombatCards(side=side)
            | tasks.AnswerFire(side=side)
            | tasks.Scrambling(side=side)
        ):
            close(course, side)
        case tasks.FightBattles(side=side):
            cards.exhaust_bonus(course)
            battles.fight(course, side)
        case tasks.Fire():
            fire.resolve(theatre, course, task, dice)
            losses.settle(theatre, course)
        case tasks.PayHits():
            piece = losses.find_forced(theatre, course.position, task)
            if piece is not None:
                losses.lose(course, piece, siege=task.siege > 0)
            losses.settle(theatre, course)
        case tasks.Dogfight(area=area):
            air.dogfight(theatre, course, area, dice)
        case tasks.KeepBattle(side=side):
            cards.keep_battle(course, side, *(cards.list_left(theatre, course.position) or ()))
        case tasks.PayCrisis():
            _pay_crisis(theatre, course, task)
        case tasks.Withdraw(side=side, area=area):
            removals.withdraw(course, area, side)
        case tasks.CloseBattle(area=area):
            battles.close(course, area)
        case tasks.AdvanceSeason():
            calendar.advance_season(theatre, course, dice)
        case tasks.ReadEvents():
            calendar.read_game_events(theatre, course)
        case tasks.CheckSupply():
            calendar.check(theatre, course)
        case tasks.MakePlans():
            planning.reveal(theatre, course, task)
        case tasks.DealPurchases():
            planning.deal(theatre, course, dice)
        case tasks.TrimHands():
            course.add(PhaseClosed(phase="discards"))
        case tasks.RollTransit():
            transit.roll(theatre, course, dice)
        case tasks.LoseInTransit():
            transit.settle(theatre, course, task)
        case tasks.ChooseOffensive() | tasks.MovePieces() | tasks.PassMove() | tasks.LeaveEmpty() | None:
            pass
        case _:
            assert_never(task)


DECLARING = (tasks.MovePieces, tasks.DeclareBattles, tasks.CombatCards, tasks.KeepBattle)
"""Tasks while battles are declared, and cards are played on them."""


def find_stage(position: Position, order: GreatWarOrder) -> Stage:
    """Return the stage of an order. A battle that is declared during movement ends movement."""
    side = position.now.side if position.now is not None else ""
    count = f"{position.map.turn} {side}"
    if position.fight is not None:
        return Stage(COMBAT, count, position.fight.area)
    match order:
        case Battle(area=area) | Bonus(area=area) if isinstance(position.task, DECLARING):
            return Stage(COMBAT, count, area, announces=True)
        case Play(area=str(area)) if isinstance(position.task, DECLARING):
            return Stage(COMBAT, count, area, announces=True)
        case _:
            return Stage(_find_segment(position), count)


def _find_segment(position: Position) -> str:
    """The segment of a position in which no battle is fought."""
    match position.task:
        case tasks.ChooseOffensive() | tasks.MovePieces() | tasks.PassMove():
            return MOVEMENT
        case tasks.DeclareBattles() | tasks.CombatCards() | tasks.KeepBattle():
            return COMBAT
        case tasks.LeaveEmpty():
            fighting = isinstance(next(iter(position.agenda[1:]), None), tasks.FightBattles)
            return COMBAT if fighting else MOVEMENT
        case _:
            return "season"
