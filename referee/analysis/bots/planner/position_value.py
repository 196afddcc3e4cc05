"""Value of a position: its expected points, learned from self-play.

They are the mean of the points at the end of the season and of the next one. A network with one hidden layer
estimates the change of the total. Its weights are the data of `position_value.json`, which
`python -m tests.benchmarks.self_play` computes.
"""

from collections.abc import Sequence
from functools import cache
from math import fsum, tanh
from operator import mul
from pathlib import Path
from typing import NamedTuple

from msgspec.json import decode

from referee.analysis.bots.planner.board_model import Ground
from referee.analysis.bots.planner.features import list_features
from referee.analysis.bots.planner.rollout_policy import victory_need
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.record import Value

WEIGHTS = Path(__file__).with_name("position_value.json")
"""File of the weights."""


class Limits(NamedTuple):
    """The points at which a war is decided for the other side, and for the side that points count for."""

    least: float
    most: float

    def clip(self, points: float) -> float:
        """Return points without those beyond a decisive victory."""
        return min(self.most, max(self.least, points))


@cache
def find_limits(theatre: GreatWarGame) -> Limits:
    """Return the decisive totals of a war; a side without a decisive victory has no limit."""
    scorer = theatre.pack.tables.victory.counts_for
    return Limits(-victory_need(theatre, theatre.other(scorer), 0), victory_need(theatre, scorer, 0))


class Network(Value):
    """Weights of a network.

    Features are divided by `scales` after `means` are subtracted. Each row of `hidden` belongs to a hidden
    unit, and ends in its bias, as `output` does.
    """

    names: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    hidden: tuple[tuple[float, ...], ...]
    output: tuple[float, ...]

    def expect_points(self, theatre: GreatWarGame, ground: Ground, position: Position) -> float:
        """Return the value of a position; the ground is that of the side that points count for."""
        limits = find_limits(theatre)
        total = limits.clip(victory.points(theatre, position).total)
        if not position.agenda:
            return total
        return limits.clip(total + self.estimate(list_features(theatre, ground, position)))

    def estimate(self, features: Sequence[float]) -> float:
        """Return the estimated change of the total."""
        inputs = [
            (one - mean) / scale for one, mean, scale in zip(features, self.means, self.scales, strict=True)
        ]
        inputs.append(1.0)
        units = [tanh(fsum(map(mul, row, inputs))) for row in self.hidden]
        units.append(1.0)
        return fsum(map(mul, self.output, units))


@cache
def load_network() -> Network:
    """Return the network of the bots."""
    return decode(WEIGHTS.read_bytes(), type=Network)
