"""The gates hold, and each turns red when the program is slowed down on purpose."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import process_time
from typing import NamedTuple

import pytest

from referee.analysis import forecasts
from referee.engine import machine
from referee.engine.facts import Asked
from referee.matches.journal import verification
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from tests.benchmarks.bench import SHORT, Bench, Figure
from tests.benchmarks.gates import ATTEMPTS, GATES, find_broken, is_over
from tests.benchmarks.measures import GATED
from tests.great_war import random_play

Measure = Callable[[Bench], Iterator[Figure]]
Work = Callable[..., object]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A bench whose commands and calls run as often as in CI."""
    return Bench(tmp_path_factory.mktemp("bench"), SHORT)


@pytest.mark.parametrize("measure", GATED)
def test_gates_hold(measure: str, bench: Bench) -> None:
    assert find_broken(GATED[measure], bench) == {}


# Slowed down on purpose


def notice(measure: Measure, bench: Bench, lines: set[str]) -> set[str]:
    """Return the lines that were above their limits in one attempt or another.

    A neighbour of the machine can slow the floor of one attempt, which hides a slow command.
    """
    found: set[str] = set()
    for _ in range(ATTEMPTS):
        found |= find_broken(measure, bench, attempts=1).keys()
        if found >= lines:
            break
    return found


def slow_down(work: Work, factor: float) -> Work:
    """Return work that takes `factor` times its time on the processor.

    A second call would not do: much of it is remembered from the first.
    """

    def work_slowly(*arguments: object, **named: object) -> object:
        begin = process_time()
        result = work(*arguments, **named)
        end = process_time() + (factor - 1) * (process_time() - begin)
        while process_time() < end:
            pass
        return result

    return work_slowly


def sift_one_by_one(rules: GreatWar, position: Position, prompt: Asked) -> Iterator[object]:
    """Judge every option by itself: the simplest list of the legal answers."""
    return (order for order in rules.options(position, prompt) if not any(rules.objections(position, order)))


class Sabotage(NamedTuple):
    """A function of the program, its slower version, and the measure and lines that must notice it."""

    where: object
    name: str
    slow: Work
    measure: str
    lines: tuple[str, ...]


SABOTAGES = (
    Sabotage(verification, "verify", slow_down(verification.verify, 1.5), "proof", ("verify without rules",)),
    Sabotage(GreatWar, "evolve", slow_down(GreatWar.evolve, 2.5), "proof", ("replay of a journal",)),
    Sabotage(GreatWar, "evolve", slow_down(GreatWar.evolve, 2.5), "rejudge", ("replay of 1,000 events",)),
    Sabotage(
        machine, "audit_on", slow_down(machine.audit_on, 1.8),
        "rejudge", ("100 orders judged again, state included",),
    ),
    Sabotage(
        random_play, "lawful_choice", slow_down(random_play.lawful_choice, 1.6),
        "games", ("100 orders of random legal play",),
    ),
    Sabotage(machine, "lawful", sift_one_by_one, "options", ("legal options, busiest prompt",)),
    Sabotage(
        forecasts, "forecast", slow_down(forecasts.forecast, 2),
        "odds", ("exact odds of a battle, mean", "exact odds of the costliest battle"),
    ),
    Sabotage(
        forecasts, "forecast", slow_down(forecasts.forecast, 4), "odds", ("exact odds of a battle, 95 %",)
    ),
    Sabotage(
        forecasts, "forecast", slow_down(forecasts.forecast, 10), "odds", ("exact odds of a battle, longest",)
    ),
)  # fmt: skip


@pytest.mark.parametrize("sabotage", SABOTAGES, ids=lambda one: one.lines[0])
def test_slow_function_breaks_its_gate(
    sabotage: Sabotage, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sabotage.where, sabotage.name, sabotage.slow)
    monkeypatch.setattr(bench, "size", replace(bench.size, rounds=2, calls=3))

    assert notice(GATED[sabotage.measure], bench, {*sabotage.lines}) >= {*sabotage.lines}


COLD = {
    "referee --version", "referee --help", "mistyped command", "completion of a match",
    "log, last 20 entries", "show", "prompts", "options", "submit, one move", "show, long journal",
    "submit, long journal",
}  # fmt: skip
"""Lines of cold commands. Noise hides a sabotage of them: `test_exact_gates` and `test_cold_start` count."""


def test_every_gate_has_been_seen_to_break() -> None:
    seen = {line for sabotage in SABOTAGES for line in sabotage.lines}
    gated = {what for what, gate in GATES.items() if gate.limit is not None}

    assert gated - seen == COLD


# The table


def test_limit_is_above_the_measured_figure_and_has_a_reason() -> None:
    for what, gate in GATES.items():
        if gate.limit is not None:
            assert gate.measured is not None, what
            assert gate.measured < gate.limit, what
            assert gate.limit >= gate.budget, what
            assert gate.reason, what


@pytest.mark.parametrize(("value", "over"), [(1.49, False), (1.7, False), (1.71, True)])
def test_figure_above_its_limit_is_over(value: float, over: bool) -> None:
    assert is_over(Figure("show", value, "")) is over


def test_line_breaks_if_it_is_over_in_every_attempt(bench: Bench) -> None:
    runs = iter([{"show": 9, "prompts": 9}, {"show": 8, "prompts": 1}, {"show": 9, "options": 9}])

    def measure(_: Bench) -> Iterator[Figure]:
        return (Figure(what, value, "") for what, value in next(runs).items())

    assert find_broken(measure, bench) == {"show": 8}
    assert next(runs, None) is None
    assert ATTEMPTS == 3
