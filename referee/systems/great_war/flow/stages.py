"""The segments of a player turn: movement, then combat from the first battle declared to the last fought."""

from referee.engine.system import COMBAT, MOVEMENT, Stage
from referee.systems.great_war.state.combat_tasks import CombatCards, KeepBattle
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    DeclareBattles,
    FightBattles,
    LeaveEmpty,
    MovePieces,
    PassMove,
)
from schemas.great_war.orders import Battle, Bonus, GreatWarOrder, Play

DECLARING = (MovePieces, DeclareBattles, CombatCards, KeepBattle)
"""What is to be done while battles are declared, and cards are played on them."""


def find_stage(position: Position, order: GreatWarOrder) -> Stage:
    """Where an order is given: a battle that is declared during movement ends movement."""
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
        case ChooseOffensive() | MovePieces() | PassMove():
            return MOVEMENT
        case DeclareBattles() | CombatCards() | KeepBattle():
            return COMBAT
        case LeaveEmpty():
            fighting = isinstance(next(iter(position.agenda[1:]), None), FightBattles)
            return COMBAT if fighting else MOVEMENT
        case _:
            return "season"
