"""An event that cannot have happened is a loud error: it leads to no position at all."""

import pytest

from referee.engine.system import CannotHaveHappened
from referee.systems.great_war.events.recorder import EVENTS
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import PlayerTurn, Position
from referee.systems.great_war.state.tasks import ChooseOffensive, DeclareBattles, FightBattles, Task
from schemas.great_war.card_events import DogfightFought, ReactionDeclared
from schemas.great_war.events import (
    BattleClosed,
    BattleDeclared,
    GreatWarEvent,
    HitsSettled,
    RetreatDeclared,
    TurnClosed,
    TurnOpened,
)
from schemas.great_war.plan_events import BattleBroughtForward, HitWithstood

ELSEWHERE: tuple[GreatWarEvent, ...] = (
    HitsSettled(side="german", area="liege"),
    BattleClosed(area="liege"),
    TurnOpened(side="german"),
    RetreatDeclared(piece="ge-1", to="aachen"),
    HitWithstood(piece="ge-1", area="liege"),
    BattleBroughtForward(area="liege"),
    ReactionDeclared(piece="ge-b1", area="liege"),
    DogfightFought(area="liege", hits={}),
)


def at(rules: GreatWar, task: Task) -> Position:
    return rules.start().then(task)


@pytest.mark.parametrize("event", ELSEWHERE, ids=lambda event: event.type)
def test_what_answers_another_task_has_not_happened(western: GreatWar, event: GreatWarEvent) -> None:
    with pytest.raises(CannotHaveHappened):
        western.evolve(at(western, ChooseOffensive("german")), event)


def test_no_player_turn_ends_where_none_was_begun(western: GreatWar) -> None:
    with pytest.raises(CannotHaveHappened):
        western.evolve(at(western, ChooseOffensive("german")), TurnClosed(side="german"))


def test_what_is_to_be_done_is_named_with_what_came_instead(western: GreatWar) -> None:
    with pytest.raises(CannotHaveHappened, match="hits-settled while FightBattles was to be done"):
        western.evolve(at(western, FightBattles("german")), HitsSettled(side="german", area="liege"))


def test_each_event_with_a_task_of_its_own_is_held_to_it() -> None:
    assert sum(bool(kind.tasks) for kind in EVENTS.kinds.values()) >= 37


def test_a_limited_offensive_has_one_battle(western: GreatWar) -> None:
    limited = at(western, DeclareBattles("german")).turning(PlayerTurn("german", kind="limited"))
    declared = western.evolve(limited, BattleDeclared(area="liege", compulsory=True))

    with pytest.raises(CannotHaveHappened, match="a limited offensive fights in liege and in namur"):
        western.evolve(declared, BattleDeclared(area="namur", compulsory=True))
