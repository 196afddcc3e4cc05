"""Effects of the weights of `defender` on seasons that the fast player of its rollouts plays for both sides.

`python -m tests.benchmarks.self_play --pairs N` plays N pairs of first seasons. Both sides play with weights
drawn about those of the bot, and the two games of a pair take opposite deviations with the same seed, so that
their difference is free of the scenario. It is regressed on each deviation by itself.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from math import exp, sqrt
from random import Random
from statistics import linear_regression
from typing import NamedTuple

from referee.analysis.bots.planner.board_model import Ground
from referee.analysis.bots.planner.evaluation import Temper, Tempers
from referee.analysis.bots.planner.lookahead import START
from referee.analysis.bots.planner.rollout_policy import Quick
from referee.engine import machine
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from tests.loose_dice import LooseDice

ADDED = frozenset({"haste", "entry"})
"""Weights that deviate by a sum, the others by a factor."""

DEVIATION, FACTOR = 0.8, 0.4
"""Deviation of a weight, and of the logarithm of a factor."""

SCENES = ("1914", "1914", "1916", "1917")
"""Scenarios of `ttlm`, in turn."""

LEAST, MOST = 3, 24
"""Range of points; a decisive victory ends the match near them."""

WEIGHTS = tuple(product(("scorer", "other"), Temper._fields))
"""Weights of both sides, each with its side."""


class Pair(NamedTuple):
    """The deviations of a pair of seasons, and half the difference of their points."""

    deviations: Sequence[float]
    points: float


class Effect(NamedTuple):
    """Points of the scorer for a deviation of a weight, and their standard error."""

    points: float
    error: float


def deviate(deviations: Sequence[float]) -> Temper:
    """Return the weights of the bot with deviations, one for each."""
    return Temper(
        *(
            start + DEVIATION * one if name in ADDED else start * exp(FACTOR * one)
            for name, start, one in zip(Temper._fields, START, deviations, strict=True)
        )
    )


class Seasons:
    """First seasons of a scenario, played by the fast player on both sides."""

    def __init__(self, scene: str) -> None:
        rules = rulesets.bind("ttlm", scene, {}).rules
        assert isinstance(rules, GreatWar)
        self._rules = rules
        self._grounds = {side: Ground(rules.theatre, side) for side in rules.sides}

    def play(self, seed: str, tempers: Tempers) -> int:
        """Return the points at the end of a season."""
        rules, dice = self._rules, LooseDice(Random(seed))
        position, _ = machine.run_on(rules, rules.start(), dice)
        players = {
            side: Quick(rules, ground, temper=tempers[ground.role]) for side, ground in self._grounds.items()
        }
        last = position.map.turn
        while position.agenda and position.map.turn == last:
            order = players[rules.prompts(position)[0].side].answer(position)
            position, _ = machine.play(rules, position, order, dice)
        return min(MOST, max(LEAST, victory.points(rules.theatre, position).total))


@cache
def find_seasons(scene: str) -> Seasons:
    """Return the seasons of a scenario."""
    return Seasons(scene)


def play_pair(seed: int) -> Pair:
    """Return the result of a pair."""
    rng, seasons = Random(f"weights {seed}"), find_seasons(SCENES[seed % len(SCENES)])
    deviations = [rng.gauss(0, 1) for _ in WEIGHTS]
    first, second = (
        seasons.play(f"{seed}", _name_tempers([sign * one for one in deviations])) for sign in (1, -1)
    )
    return Pair(deviations, (first - second) / 2)


def _name_tempers(deviations: Sequence[float]) -> Tempers:
    size = len(Temper._fields)
    return {"scorer": deviate(deviations[:size]), "other": deviate(deviations[size:])}


def measure(pairs: Sequence[Pair]) -> Iterable[Effect]:
    """Yield the effect of each weight by a regression through the origin."""
    points = [pair.points for pair in pairs]
    for deviations in zip(*(pair.deviations for pair in pairs), strict=True):
        slope, _ = linear_regression(deviations, points, proportional=True)
        rest = sum((one - slope * by) ** 2 for by, one in zip(deviations, points, strict=True))
        yield Effect(slope, sqrt(rest / (len(pairs) - 1) / sum(by * by for by in deviations)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.workers) as pool:
        pairs = [*pool.map(play_pair, range(asked.first, asked.first + asked.pairs))]
    for (role, name), effect in zip(WEIGHTS, measure(pairs), strict=True):
        sys.stdout.write(
            f"{role:6} {name:6} {effect.points:+.2f} points a deviation, standard error {effect.error:.2f}\n"
        )


if __name__ == "__main__":
    main()
