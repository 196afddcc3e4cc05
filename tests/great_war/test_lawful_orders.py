"""The count of lawful orders that each scenario opens with: golden figures, like those of chess programs."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from referee.analysis import skirmish_odds
from referee.faults import Misuse

GOLDEN: Mapping[str, list[dict[str, int]]] = yaml.safe_load(
    (Path(__file__).parent / "lawful_orders.yaml").read_text(encoding="utf-8")
)


def figures() -> Iterator[tuple[str, int, Mapping[str, int]]]:
    for scenario, depths in GOLDEN.items():
        for depth, questions in enumerate(depths, start=1):
            yield scenario, depth, questions


@pytest.mark.parametrize(("scenario", "depth", "questions"), tuple(figures()))
def test_the_lawful_orders_of_a_scenario(scenario: str, depth: int, questions: Mapping[str, int]):
    (counted,) = skirmish_odds.count_opening_orders("ttlm", scenario, depth).scenarios

    assert counted.depths[depth - 1].questions == questions
    assert counted.depths[depth - 1].orders == sum(questions.values())


def test_every_scenario_of_the_pack_has_its_figures():
    counted = skirmish_odds.count_opening_orders("ttlm", None, 1).scenarios

    assert [scenario.scenario for scenario in counted] == list(GOLDEN)


@pytest.mark.parametrize("depth", [0, -1])
def test_nothing_is_counted_at_no_depth(depth: int):
    with pytest.raises(Misuse, match="there are no orders at depth"):
        skirmish_odds.count_opening_orders("ttlm", "1914", depth)


def test_a_scenario_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(Misuse, match="there is no scenario `1920`"):
        skirmish_odds.count_opening_orders("ttlm", "1920", 1)
