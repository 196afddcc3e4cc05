"""What a side expects to be told next, in the open."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.dice import NoDice
from referee.systems.skirmish.secrecy.expected_events import Expectation, Memory
from referee.systems.skirmish.state.position import Smoke
from schemas.skirmish import events as happened
from schemas.skirmish.events import SkirmishEvent
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

CLOUDS = (Smoke("gone", (0, 0), 1), Smoke("here", (0, 0), 2), Smoke("new", (0, 0), 3))
OPENED = happened.PlotsOpened()
CLEARED = happened.SmokeCleared(id="?")
ENDED = happened.TurnEnded(turn=2)
BEGUN = happened.PhaseStarted(turn=9, phase="opening")


def begin(*phases: Any) -> tuple[SkirmishEvent, ...]:
    return tuple(happened.PhaseStarted(turn=2, phase=phase) for phase in (*phases, "over"))


EXPECTED: dict[str, tuple[str, dict[str, Any], SkirmishEvent, tuple[SkirmishEvent, ...] | None]] = {
    "smoke that has blown away": ("opening", {}, CLEARED, (happened.SmokeCleared(id="gone"),)),
    "sealed orders": ("plotting", {}, OPENED, (OPENED,)),
    "sealed fire": ("laying", {}, OPENED, (OPENED,)),
    "orders that are open": ("plotting", {"opened": True}, OPENED, ()),
    "no orders": ("movement", {}, OPENED, ()),
    "the end of a turn": ("morale", {}, ENDED, (ENDED,)),
    "a turn that has ended": ("morale", {"ended": True}, ENDED, ()),
    "a turn that goes on": ("melee", {}, ENDED, ()),
    "the next tier": ("firing", {}, happened.TierFired(tier=9), (happened.TierFired(tier=1),)),
    "a phase, with smoke to clear": ("opening", {}, BEGUN, begin()),
    "a phase, before orders are opened": ("plotting", {}, BEGUN, begin()),
    "a phase, behind open orders": ("plotting", {"opened": True}, BEGUN, begin("movement")),
    "a phase, behind open fire": ("laying", {"opened": True}, BEGUN, begin("firing")),
    "a phase, before all tiers have fired": ("firing", {}, BEGUN, begin()),
    "a phase, before the turn has ended": ("morale", {}, BEGUN, begin()),
    "a phase, behind the end of the turn": ("morale", {"ended": True}, BEGUN, begin("opening")),
    "a phase, behind a move": ("movement", {}, BEGUN, begin("artillery")),
    "a phase, behind the melees": ("melee", {}, BEGUN, begin("morale")),
    "nothing, where all is over": ("over", {}, BEGUN, begin()),
    "what the enemy does": ("movement", {}, happened.Looked(side="german", figure="", at=(0, 0)), None),
}


@pytest.mark.parametrize(("phase", "known", "event", "expected"), EXPECTED.values(), ids=EXPECTED)
def test_side_predicts_public_events(
    phase: Any, known: dict[str, Any], event: SkirmishEvent, expected: tuple[SkirmishEvent, ...] | None
) -> None:
    rules, memory = agreed(), Memory()
    vars(memory).update(known)
    state = replace(position(rules, phase, {ONE: MAN}, {}), smoke=CLOUDS, step=0)

    assert Expectation(rules.table, state, "british", memory).find(event, NoDice()) == expected


def test_the_next_phase_begins_when_all_of_this_one_is_done() -> None:
    rules = agreed()
    state = position(rules, "firing", {ONE: MAN}, {})
    fired = replace(state, step=len(rules.table.parameters.turns.tiers))
    clear = replace(state, phase="opening", smoke=CLOUDS[1:])

    for position_, phase in ((fired, "melee"), (clear, "plotting")):
        assert Expectation(rules.table, position_, "british", Memory()).find(BEGUN, NoDice()) == begin(phase)
