"""The value of a position: its features, its network, and what the weights of the bot say."""

from collections.abc import Mapping
from typing import cast

import numpy as np
import pytest
from msgspec.json import encode

from referee.analysis.bots.planner import position_value
from referee.analysis.bots.planner.board_model import Ground
from referee.analysis.bots.planner.features import NAMES, list_features
from referee.analysis.bots.planner.position_value import Limits, Network
from referee.packs import rulesets
from referee.packs.conformance.great_war import setup
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.case import GreatWarGiven
from tests.benchmarks import self_play
from tests.benchmarks.self_play import Sample, War

RULES = cast(GreatWar, rulesets.bind("ttlm", "1916", {}).rules)
THEATRE = RULES.theatre
GROUND = Ground(THEATRE, "german")


def measure(pieces: str = "", **hands: tuple[str, ...]) -> Mapping[str, float]:
    """Return the features of a described position in which Germany moves next."""
    given = GreatWarGiven(
        pieces=pieces, season="SPRING 1916", turn="german undecided", asked="german offensive", hands=hands
    )
    features = list_features(THEATRE, GROUND, setup.position(RULES, given))
    return dict(zip(NAMES, features, strict=True))


FACING = "verdun: fr-1 [3I 1A] entrenched\nmetz: ge-1 [5I]"
FEATURES = [
    ("", "mover", 1),
    (FACING, "scorer.strength", 5),
    (FACING, "other.strength", 4),
    (FACING, "scorer.infantry", 5),
    (FACING, "scorer.fire", 5 / 6),
    (FACING, "scorer.front", 5),
    (FACING, "contest", 0),
    ("verdun: fr-1 [3I], ge-1 [5I]", "contest", 1),
    ("verdun: fr-1 [3I], ge-1 [5I]", "hope", 1.5 * (25 - 9) / (25 + 9)),
    ("meaux: ge-1 [2I]", "scorer.reach", 7),
    ("meaux: ge-1 [2I]\nparis: fr-1 [1I]", "scorer.reach", 1),
    ("reims: ge-1 [1C]", "scorer.riders", 1 / 6),
    ("reims: ge-1 [1C]", "scorer.infantry", 0),
]


@pytest.mark.parametrize(("pieces", "name", "number"), FEATURES)
def test_feature_counts_what_stands_on_the_map(pieces: str, name: str, number: float) -> None:
    assert measure(pieces)[name] == pytest.approx(number)


def test_features_count_the_cards_of_both_hands_by_use() -> None:
    features = measure(german=("offensive", "limited-offensive", "ersatz-2"), entente=("poison-gas",))

    names = ("offensives", "limited_offensives", "useful", "hand")
    assert [features[f"scorer.{name}"] for name in names] == [1, 1, 0, 3]
    assert [features[f"other.{name}"] for name in names] == [0, 0, 1, 1]


def test_network_of_the_bot_belongs_to_the_features() -> None:
    network = position_value.load_network()

    assert network.names == tuple(NAMES)
    assert {len(row) for row in network.hidden} == {len(NAMES) + 1}
    assert len(network.output) == len(network.hidden) + 1


def test_network_adds_its_units() -> None:
    network = Network(
        ("a", "b"), (1.0, 0.0), (2.0, 1.0), ((1.0, 0.0, 0.0), (0.0, 0.0, 0.5)), (3.0, 2.0, 10.0)
    )

    assert network.estimate((5.0, 9.0)) == pytest.approx(3 * np.tanh(2) + 2 * np.tanh(0.5) + 10)


def expect(**hands: tuple[str, ...]) -> float:
    """Return the points expected in the set-up of 1916 with some hands."""
    given = GreatWarGiven(
        start="scenario", season="SPRING 1916", turn="german undecided", asked="german offensive", hands=hands
    )
    return position_value.load_network().expect_points(THEATRE, GROUND, setup.position(RULES, given))


def test_value_rises_with_offensives_of_the_scorer_and_falls_with_those_of_the_enemy() -> None:
    cards = ("offensive",) * 3

    assert expect(german=cards) > expect() + 0.5
    assert expect(entente=cards) < expect() - 0.5


LIMITS = Limits(4, 23)
SIZE = len(NAMES)


def draw_war(number: int, rng: np.random.Generator) -> War:
    """Return a war of one season in which a feature raises the points, and another one does not."""
    features = rng.normal(0, 1, SIZE)
    features[:2] = 12, 1
    total = LIMITS.clip(12 + 3 * features[5] + rng.normal(0, 0.5))
    return War([Sample(number, 1, tuple(features), LIMITS)], {1: total, 2: total})


def test_learning_finds_what_raises_the_points() -> None:
    rng = np.random.default_rng(0)
    between = [
        War([Sample(n, 1, (12.0, 0.0, *rng.normal(0, 1, SIZE - 2)), LIMITS)], {1: 12, 2: 12})
        for n in range(50)
    ]
    data = self_play.gather([*between, *(draw_war(number, rng) for number in range(4000))])
    network, values = self_play.learn(data, ~data.held_out)

    assert self_play.explain(values[data.held_out], data.values[data.held_out]) > 0.85
    assert self_play.explain(data.totals[data.held_out], data.values[data.held_out]) < 0.1
    base = np.zeros(SIZE)
    base[:2] = 12, 1
    gains = [
        network.estimate(base + 2 * np.eye(SIZE)[number]) - network.estimate(base)
        for number in range(2, SIZE)
    ]
    assert int(np.argmax(np.abs(gains))) == 5 - 2


def test_value_of_a_position_is_the_mean_of_this_season_and_the_next() -> None:
    opening = Sample(1, 1, (12.0, 1.0, *(0.0,) * (SIZE - 2)), LIMITS)
    closing = Sample(1, 1, (14.0, 0.0, *(0.0,) * (SIZE - 2)), LIMITS)
    last = Sample(1, 2, (20.0, 0.0, *(0.0,) * (SIZE - 2)), LIMITS)
    data = self_play.gather([War([opening, closing, last], {1: 14, 2: 20})])

    assert data.values.tolist() == [(14 + 20) / 2, (14 + 20) / 2]


@pytest.mark.parametrize("network", [None, position_value.load_network()], ids=["drawn", "chosen"])
def test_a_war_of_self_play_repeats_itself(network: Network | None) -> None:
    assert encode(self_play.play_war(0, network)) == encode(self_play.play_war(0, network))


def test_players_of_self_play_choose_their_turns_by_a_network() -> None:
    assert encode(self_play.play_war(0)) != encode(self_play.play_war(0, position_value.load_network()))
