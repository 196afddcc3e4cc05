"""The table of budgets, and the attempts that a figure has.

`test_exact_gates` and `test_call_gates` hold in CI: the load of a machine does not change a count.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.bench import SHORT, Bench, Figure
from tests.benchmarks.gates import ATTEMPTS, GATES, find_broken, is_over


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


def test_line_breaks_if_it_is_over_in_every_attempt(tmp_path: Path) -> None:
    runs = iter([{"show": 9, "prompts": 9}, {"show": 8, "prompts": 1}, {"show": 9, "options": 9}])

    def measure(_: Bench) -> Iterator[Figure]:
        return (Figure(what, value, "") for what, value in next(runs).items())

    assert find_broken(measure, Bench(tmp_path, SHORT)) == {"show": 8}
    assert next(runs, None) is None
    assert ATTEMPTS == 3
