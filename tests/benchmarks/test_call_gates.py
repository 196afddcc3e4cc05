"""Commands and rules make no more calls than their gates allow, and each sabotage turns its gates red."""

import sys
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from referee.analysis import forecasts
from referee.engine import machine
from referee.systems.great_war.rules import GreatWar
from tests.benchmarks.call_gates import GATES, Workplace, is_red
from tests.benchmarks.instructions import IMPORT_ALL, NO_SNAPSHOTS
from tests.great_war import random_play

pytestmark = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="other versions of Python count calls otherwise"
)

IMPORT_SENTENCES = "import referee.i18n.sentence_words\n"
"""Tables that only letters need, which took every command 25 ms."""


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Workplace:
    """Matches that are built once."""
    return Workplace(tmp_path_factory.mktemp("calls"))


@pytest.mark.parametrize("gate", GATES)
def test_no_more_calls_than_allowed(gate: str, workplace: Workplace) -> None:
    figure = workplace.measure(gate)

    assert not is_red(gate, figure), figure


# Sabotages

COLD = {
    **dict.fromkeys(
        (
            "referee --version",
            "referee --help",
            "mistyped command",
            "completion of a match",
            "show",
            "prompts",
            "options",
            "log, last 20 entries",
        ),
        IMPORT_SENTENCES,
    ),
    # It needs the sentences.
    "submit, one move": IMPORT_ALL,
    **dict.fromkeys(("show, long journal", "submit, long journal"), NO_SNAPSHOTS),
}
"""Statements that each command runs first, by the gate that they break."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("gate", COLD)
def test_sabotage_of_commands_turns_gate_red(
    gate: str, workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workplace, "sabotage", COLD[gate])

    assert is_red(gate, workplace.measure(gate))


def repeat_some(work: Callable[..., object]) -> Callable[..., object]:
    """Return work of which each second call is done twice."""
    numbers = count()

    def work_more(*arguments: Any, **named: Any) -> object:
        if next(numbers) % 2:
            work(*arguments, **named)
        return work(*arguments, **named)

    return work_more


def judge_one_by_one(rules: Any, position: Any, prompt: Any) -> list[object]:
    """List the legal answers in the simplest way."""
    return [order for order in rules.options(position, prompt) if not [*rules.objections(position, order)]]


RULES: dict[str, tuple[object, str, Callable[..., object]]] = {
    "war judged again, state included": (machine, "audit", repeat_some(machine.audit)),
    "season of random legal play": (
        random_play, "lawful_choice", repeat_some(random_play.lawful_choice)
    ),
    "legal options, busiest prompt": (GreatWar, "lawful", judge_one_by_one),
    "exact odds of a battle, mean": (forecasts, "forecast", repeat_some(forecasts.forecast)),
    "exact odds of the costliest battle": (forecasts, "forecast", repeat_some(forecasts.forecast)),
}  # fmt: skip
"""A function of each gate of the rules, and more work in its place."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("gate", RULES)
def test_sabotage_of_rules_turns_gate_red(
    gate: str, workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*RULES[gate])

    assert is_red(gate, workplace.measure(gate))


def test_every_gate_has_a_sabotage() -> None:
    assert {*COLD, *RULES} == {*GATES}
