"""Which task each event answers: one that comes at another time cannot have happened."""

from collections.abc import Mapping

from referee.engine.verdict import CannotHaveHappened
from referee.systems.great_war.state import combat_tasks, tasks
from referee.systems.great_war.state.position import Position
from schemas.great_war import card_events, choice_events, plan_events
from schemas.great_war import events as happened
from schemas.great_war.events import GreatWarEvent
from schemas.record import Event

ANSWERED: Mapping[type[Event], tuple[type[object], ...]] = {
    card_events.BattleCalledOff: (combat_tasks.KeepBattle,),
    card_events.BattlesSettled: (combat_tasks.KeepBattle,),
    card_events.CardsAllotted: (tasks.DealCards,),
    card_events.CombatCardsClosed: (combat_tasks.CombatCards,),
    card_events.CrisisSettled: (combat_tasks.PayCrisis,),
    card_events.DogfightFought: (combat_tasks.Dogfight,),
    card_events.HitRerolled: (combat_tasks.AnswerFire,),
    card_events.ReactionDeclared: (tasks.StandOrRetreat,),
    card_events.RerollsClosed: (combat_tasks.AnswerFire,),
    choice_events.BiplaneScrambled: (combat_tasks.Scrambling,),
    choice_events.HitWithstood: (tasks.PayHits,),
    choice_events.ScrambleClosed: (combat_tasks.Scrambling,),
    choice_events.SpareHitsLapsed: (tasks.PayHits,),
    choice_events.TransitRolled: (tasks.RollTransit,),
    happened.BattleClosed: (tasks.CloseBattle,),
    # Compulsory battles are named while empty armies still have to leave.
    happened.BattleDeclared: (tasks.DeclareBattles, tasks.LeaveEmpty),
    happened.BattleOpened: (tasks.FightBattles,),
    happened.DeclarationClosed: (tasks.DeclareBattles,),
    happened.ErsatzSpent: (tasks.PayHits,),
    happened.FireResolved: (tasks.Fire,),
    happened.HitsSettled: (tasks.PayHits,),
    happened.MovementClosed: (tasks.MovePieces, tasks.PassMove),
    happened.OffensivePlayed: (tasks.ChooseOffensive,),
    happened.PieceMoved: (tasks.MovePieces, tasks.PassMove),
    happened.RetreatDeclared: (tasks.StandOrRetreat,),
    happened.RetreatsClosed: (tasks.RetreatAfter, tasks.RideOff, tasks.Withdraw),
    happened.RetreatsDeclared: (tasks.StandOrRetreat,),
    happened.SeasonClosed: (tasks.AdvanceSeason,),
    happened.SeasonOpened: (tasks.AdvanceSeason, tasks.DealCards),
    happened.SiegeHitsLapsed: (tasks.PayHits,),
    happened.TurnClosed: (tasks.FightBattles,),
    happened.TurnOpened: (tasks.OpenTurn,),
    happened.TurnPassed: (tasks.ChooseOffensive,),
    plan_events.PlanClosed: (tasks.MakePlans,),
    plan_events.PlanDropped: (tasks.MakePlans,),
    happened.PlanExtended: (tasks.MakePlans,),
    plan_events.PlansRevealed: (tasks.MakePlans,),
    plan_events.SupplyChecked: (tasks.CheckSupply,),
}
"""The tasks that an event may answer; an event that is not named here happens beside the tasks."""


def expect(position: Position, event: GreatWarEvent) -> None:
    """Raise `CannotHaveHappened` unless the task on top of the agenda is one that the event answers."""
    answered = ANSWERED.get(type(event))
    if answered is not None and type(position.task) not in answered:
        raise CannotHaveHappened(f"{event.type} while {type(position.task).__name__} was to be done")
