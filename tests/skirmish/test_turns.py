"""How a turn ends: what is seen by then is told, and the game goes on, or is over."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.dice import NoDice
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.flow import sequence
from schemas.skirmish.close_events import Surrendered
from schemas.skirmish.events import GameEnded, PhaseStarted, Sighted, TurnEnded
from schemas.skirmish.orders import Closing
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.skirmish.test_spotting import ENEMY, OPEN

MEN = {ONE: MAN | {"posture": "open"}, ENEMY: OPEN}
NO_RALLY = Closing(side="british", unit="br-s1", rally=False)


def close(men: dict[str, Any], turn: int) -> EventRecorder:
    rules = agreed()
    course = EventRecorder(rules.table, replace(position(rules, "morale", men, {}), turn=turn), str)
    sequence._close(course, NoDice())
    return course


def test_at_the_end_of_a_turn_both_sides_see_what_can_be_seen() -> None:
    types = [type(event) for event in close(MEN, 2).events]

    assert types[: types.index(TurnEnded)].count(Sighted) == 2
    assert types[-2:] == [TurnEnded, PhaseStarted]


ENDS: dict[str, tuple[dict[str, Any], int, str | None]] = {
    "a turn": (MEN, 5, None),
    "the last turn": (MEN, 6, "last-turn"),
    "a side": ({ONE: MEN[ONE]}, 2, "nobody-left"),
}


@pytest.mark.parametrize(("men", "turn", "reason"), ENDS.values(), ids=ENDS)
def test_a_game_is_over_after_its_last_turn_or_where_a_side_is_gone(
    men: dict[str, Any], turn: int, reason: str | None
) -> None:
    course = close(men, turn)

    assert [event.reason for event in course.events if isinstance(event, GameEnded)] == [reason] * bool(
        reason
    )
    assert course.position.phase == ("over" if reason else "opening")


STEPS = {
    "movement": sequence._move,
    "artillery": sequence._bombard,
    "firing": sequence._shoot,
    "melee": sequence._fight,
    "morale": sequence._close,
}
"""The work of each phase."""


@pytest.mark.parametrize(("phase", "work"), STEPS.items())
@pytest.mark.parametrize("markers", [1, 2])
def test_routing_figure_that_is_cut_off_surrenders_at_the_end_of_each_phase(
    phase: Any, work: Any, markers: int
) -> None:
    """He fled from the enemy and met another one on his way home."""
    rules = agreed()
    men = {ONE: MAN | {"at": (2600, 900)}, ENEMY: OPEN | {"at": (2600, 300)}}
    state = position(rules, phase, men, {})
    state = state.with_unit(replace(state.units["br-s1"], markers=markers, closing=NO_RALLY))
    state = replace(state, step=len(rules.table.parameters.turns.tiers))
    course = EventRecorder(rules.table, state, str)

    work(course, NoDice())

    found = [(one.figure, one.cause) for one in course.events if isinstance(one, Surrendered)]
    assert found == [(ONE, "cut-off")] * (markers > 1)
