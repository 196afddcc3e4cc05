"""Counts of instructions: the gates and sabotages of `instructions`, which runs by hand."""

import os
import shutil

import pytest

from tests.benchmarks.instructions import COMMANDS, GATES, SABOTAGES, WORKS, count, is_red


def test_every_gate_has_a_sabotage() -> None:
    assert {gate for sabotage in SABOTAGES.values() for gate in sabotage.gates} == GATES.keys()
    assert GATES.keys() == COMMANDS.keys() | WORKS.keys()


@pytest.mark.parametrize("gate", GATES)
def test_figure_above_its_limit_is_red(gate: str) -> None:
    assert not is_red(gate, GATES[gate])
    assert is_red(gate, GATES[gate] * 1.001)


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="not counted here: valgrind is not installed")
def test_count_of_instructions_repeats() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    first, second = (count(("-S", "-c", "pass"), environment) for _ in range(2))

    assert first == pytest.approx(second, rel=1e-4)
