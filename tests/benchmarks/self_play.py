"""Weights of the defender by self-play: seasons of the fast player of its rollouts, and a regression on them.

`python -m tests.benchmarks.self_play --pairs N` plays N pairs of first seasons. Both sides play with weights
drawn about the start, and the two games of a pair take opposite deviations with the same seed. A linear
regression of the points on the deviations gives the effect of each weight of each side. A weight moves by one
deviation in the direction of its effect if that is at least `--sure` standard errors from zero; some of so
many weights reach two by chance. `--write` puts the weights into the file that the bot reads.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import exp, sqrt
from random import Random

from msgspec.json import encode
from msgspec.json import format as indent

from referee.analysis.bots.planner.board_model import Ground, Role
from referee.analysis.bots.planner.evaluation import CALM, Temper, Tempers
from referee.analysis.bots.planner.lookahead import WEIGHTS
from referee.analysis.bots.planner.rollout_policy import Quick
from referee.engine import machine
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from tests.loose_dice import LooseDice

START = CALM._replace(haste=1.0)
"""Weights about which the seasons are played: of the planner, and points at the close of a movement."""

ADDED = frozenset({"haste", "entry"})
"""Weights that deviate by a sum, the others by a factor."""

DEVIATION, FACTOR = 0.8, 0.4
"""Deviation of a weight, and of the logarithm of a factor."""

SCENES = ("1914", "1914", "1916", "1917")
"""Scenarios of `ttlm`, in turn."""

LEAST, MOST = 3, 24
"""Range of points; a decisive victory ends the match near them."""

RIDGE = 1.0
"""Weight of the prior that no weight has an effect."""


def deviate(deviations: Sequence[float]) -> Temper:
    """Return the start with deviations, one for each weight."""
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


Row = tuple[Sequence[float], int]
"""Regressors of a season, and its points."""


@cache
def find_seasons(scene: str) -> Seasons:
    """Return the seasons of a scenario."""
    return Seasons(scene)


def play_pair(seed: int) -> Sequence[Row]:
    """Return the two seasons of a pair."""
    rng, scene = Random(f"weights {seed}"), SCENES[seed % len(SCENES)]
    drawn = [rng.gauss(0, 1) for _ in range(2 * len(START))]
    rows: list[Row] = []
    for sign in (1, -1):
        deviations = [sign * one for one in drawn]
        scorer, other = deviations[: len(START)], deviations[len(START) :]
        tempers: Tempers = {"scorer": deviate(scorer), "other": deviate(other)}
        points = find_seasons(scene).play(f"{seed}", tempers)
        rows.append(([*(float(scene == one) for one in dict.fromkeys(SCENES)), *deviations], points))
    return rows


def regress(rows: Sequence[Row]) -> tuple[list[float], list[float]]:
    """Return the coefficients of a linear regression, and their standard errors."""
    size = len(rows[0][0])
    normal = [
        [sum(row[i] * row[j] for row, _ in rows) + RIDGE * (i == j) for j in range(size)] for i in range(size)
    ]
    inverse = _invert(normal)
    moments = [sum(row[i] * points for row, points in rows) for i in range(size)]
    found = [sum(a * b for a, b in zip(line, moments, strict=True)) for line in inverse]
    rest = sum((points - sum(a * b for a, b in zip(found, row, strict=True))) ** 2 for row, points in rows)
    spread = rest / max(1, len(rows) - size)
    return found, [sqrt(spread * inverse[i][i]) for i in range(size)]


def _invert(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    size = len(matrix)
    lines = [[*line, *(float(i == j) for j in range(size))] for i, line in enumerate(matrix)]
    for i in range(size):
        best = max(range(i, size), key=lambda number: abs(lines[number][i]))
        lines[i], lines[best] = lines[best], lines[i]
        lines[i] = [one / lines[i][i] for one in lines[i]]
        for j in range(size):
            if j != i:
                lines[j] = [one - lines[j][i] * other for one, other in zip(lines[j], lines[i], strict=True)]
    return [line[size:] for line in lines]


def learn(
    seeds: range, sure: float, workers: int = 1
) -> tuple[Mapping[Role, Mapping[str, float]], Sequence[str]]:
    """Return the weights of each role, and a line about each effect."""
    with ProcessPoolExecutor(workers) as pool:
        played = (pool.map if workers > 1 else map)(play_pair, seeds)
        found, errors = regress([row for pair in played for row in pair])
    offset, size = len(found) - 2 * len(START), len(START)
    weights: dict[Role, Mapping[str, float]] = {}
    told: list[str] = []
    for role, sign, at in (("scorer", 1, offset), ("other", -1, offset + size)):
        steps: list[float] = []
        for name, effect, error in zip(
            Temper._fields, found[at : at + size], errors[at : at + size], strict=True
        ):
            gain = sign * effect
            steps.append(0.0 if abs(gain) < sure * error else (1.0 if gain > 0 else -1.0))
            told.append(f"{role:6} {name:6} {gain:+.2f} points a deviation, standard error {error:.2f}")
        weights[role] = {
            name: round(weight, 3) for name, weight in zip(Temper._fields, deviate(steps), strict=True)
        }
    return weights, told


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sure", type=float, default=3.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    weights, told = learn(range(asked.first, asked.first + asked.pairs), asked.sure, asked.workers)
    text = indent(encode(weights), indent=1)
    sys.stdout.write("\n".join(told) + f"\n{text.decode()}\n")
    if asked.write:
        WEIGHTS.write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
