"""The count of lawful orders that each scenario opens with: golden figures, like those of chess programs."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from referee.core.faults import Misuse
from referee.desk import counting

GOLDEN: Mapping[str, list[dict[str, int]]] = yaml.safe_load(
    (Path(__file__).parent / "lawful_orders.yaml").read_text(encoding="utf-8")
)


def figures() -> Iterator[tuple[str, int, bool, Mapping[str, int]]]:
    for scenario, depths in GOLDEN.items():
        for depth, questions in enumerate(depths, start=1):
            counts = {question: count for question, count in questions.items() if question != "slow"}
            yield scenario, depth, "slow" in questions, counts


@pytest.mark.parametrize(("scenario", "depth", "slow", "questions"), tuple(figures()))
def test_the_lawful_orders_of_a_scenario(
    request: pytest.FixtureRequest, scenario: str, depth: int, slow: bool, questions: Mapping[str, int]
):
    if slow and not request.config.getoption("--exhaustive"):
        pytest.skip("tens of thousands of pairs, counted by hand with --exhaustive")
    (counted,) = counting.count("ttlm", scenario, depth).scenarios

    assert counted.depths[depth - 1].questions == questions
    assert counted.depths[depth - 1].orders == sum(questions.values())


def test_every_scenario_of_the_pack_has_its_figures():
    counted = counting.count("ttlm", None, 1).scenarios

    assert [scenario.scenario for scenario in counted] == list(GOLDEN)


@pytest.mark.parametrize("depth", [0, -1])
def test_nothing_is_counted_at_no_depth(depth: int):
    with pytest.raises(Misuse, match="there are no orders at depth"):
        counting.count("ttlm", "1914", depth)


def test_a_scenario_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(Misuse, match="there is no scenario `1920`"):
        counting.count("ttlm", "1920", 1)
