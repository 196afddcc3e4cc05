"""Learns the value of positions from wars that the fast player of the rollouts plays for both sides.

`python -m tests.benchmarks.self_play --wars N --more M --workers W --write` plays N wars of one or two
seasons in each of six ranges of seeds, and learns from them. It then plays M wars of each range in which the
players choose their turns by the values so learned, learns from all, and writes the weights of `defender`.
The plans of the players have random weights, and some of their turns are drawn, so that positions differ. It
prints how much of the variance of the results the value explains in wars that it has not seen.

The value of a position is the mean of the totals at the end of its season and of the next one, so that pieces
and cards of later use count. A total that was not played is the one that a regression expects. With the next
season alone, a side with the better cards would wait for ever.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import exp
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec.json import encode
from numpy.typing import NDArray

from referee.analysis.bots.planner.board_model import Ground
from referee.analysis.bots.planner.evaluation import Temper
from referee.analysis.bots.planner.features import NAMES, list_features
from referee.analysis.bots.planner.lookahead import START
from referee.analysis.bots.planner.position_value import WEIGHTS, Limits, Network, find_limits
from referee.analysis.bots.planner.rollout_policy import Quick, list_offensives
from referee.analysis.bots.planner.rollouts import CommonDice, finish_turn
from referee.engine import machine
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive
from schemas.great_war.orders import GreatWarOrder, Pass
from schemas.record import Side
from tests.loose_dice import LooseDice

Numbers = NDArray[np.float64]

SCENES = (
    *(("ttlm", "1914"),) * 5,
    *(("ttlm", f"{year}") for year in range(1915, 1919)),
    ("aac", "1914"),
)
"""Packs and scenarios, in turn."""

RANGES = tuple(3_000_000 + 100_000 * number for number in range(6))
"""First seeds of the ranges."""

ADDED = frozenset({"haste", "entry"})
"""Weights that deviate by a sum, the others by a factor."""

MOST_DEVIATION = 0.5
"""Highest deviation of the logarithm of a weight."""

LONGER, DRAWN = 0.5, 0.15
"""Part of the wars with a second season, and part of the turns whose opening is drawn."""

PLANS = 3
"""Plans of each kind of offensive among which a player chooses."""

HELD_OUT = 7
"""One of so many wars is held out to measure the value."""

UNITS, EPOCHS, BATCH, RATE, DECAY = 24, 16, 256, 3e-3, 3e-4
"""Hidden units, passes over the positions, positions of a step, its size, and the decay of weights."""

RIDGE = 30.0
"""Penalty of the regression of the next season."""


class Sample(NamedTuple):
    """A position between two player turns, with its war and season."""

    war: int
    season: int
    features: Sequence[float]
    limits: Limits


class War(NamedTuple):
    """The positions of a war, and the total at the end of each of its seasons."""

    samples: Sequence[Sample]
    totals: Mapping[int, float]


def deviate(rng: Random) -> Temper:
    """Return the weights of the bot with random deviations."""
    width = MOST_DEVIATION * rng.random()
    return Temper(
        *(
            start + 2 * width * rng.gauss(0, 1) if name in ADDED else start * exp(width * rng.gauss(0, 1))
            for name, start in zip(Temper._fields, START, strict=True)
        )
    )


@cache
def find_grounds(pack: str, scenario: str) -> tuple[GreatWar, Mapping[Side, Ground]]:
    """Return the rules of a scene, and the ground of each side."""
    rules = rulesets.bind(pack, scenario, {}).rules
    assert isinstance(rules, GreatWar)
    return rules, {side: Ground(rules.theatre, side) for side in rules.sides}


def play_war(seed: int, network: Network | None = None) -> War:
    """Return a war; its players choose their turns by the values of a network, if there is one."""
    rules, grounds = find_grounds(*SCENES[seed % len(SCENES)])
    theatre, rng, dice = rules.theatre, Random(f"gen {seed}"), LooseDice(Random(f"dice {seed}"))
    position, _ = machine.run_on(rules, rules.start(), dice)
    players = {side: Quick(rules, ground, temper=deviate(rng)) for side, ground in grounds.items()}
    last = position.map.turn + (2 if rng.random() < LONGER else 1)
    limits, scorer = find_limits(theatre), grounds[theatre.pack.tables.victory.counts_for]
    samples: list[Sample] = []
    totals: dict[int, float] = {}
    mover: Side | None = None
    while position.agenda and position.map.turn < last:
        season, side = position.map.turn, None if position.now is None else position.now.side
        if side != mover:
            samples.append(Sample(seed, season, list_features(theatre, scorer, position), limits))
        mover = side
        order = _answer(rules, position, players, rng)
        if network is not None and isinstance(position.task, ChooseOffensive) and rng.random() >= DRAWN:
            side, (order, temper) = order.side, _choose_turn(rules, grounds, network, position, rng)
            players[side] = Quick(rules, grounds[side], temper=temper)
        position, _ = machine.play(rules, position, order, dice)
        if position.map.turn != season or not position.agenda:
            totals[season] = limits.clip(victory.points(theatre, position).total)
    return War(samples, totals)


def _choose_turn(
    rules: GreatWar, grounds: Mapping[Side, Ground], network: Network, position: Position, rng: Random
) -> tuple[GreatWarOrder, Temper]:
    """Return the opening of a turn and the weights of its plan that have the highest value after the turn."""
    side, theatre = rules.prompts(position)[0].side, rules.theatre
    scorer, seed = grounds[theatre.pack.tables.victory.counts_for], rng.randrange(2**32)
    turns: list[tuple[GreatWarOrder, Temper]] = [(Pass(side=side), START)]
    for offensive in list_offensives(rules, position, side):
        turns += [(offensive, deviate(rng)) for _ in range(PLANS)]
    worths: list[float] = []
    for order, temper in turns:
        dice = CommonDice(f"{seed}")
        begun, _ = machine.play(rules, position, order, dice)
        players = {one: Quick(rules, ground, temper=temper) for one, ground in grounds.items()}
        after = finish_turn(rules, begun, players, dice)
        points = network.expect_points(theatre, scorer, after)
        worths.append(points if scorer.side == side else -points)
    return turns[max(range(len(turns)), key=worths.__getitem__)]


def _answer(rules: GreatWar, position: Position, players: Mapping[Side, Quick], rng: Random) -> GreatWarOrder:
    side = rules.prompts(position)[0].side
    order = players[side].answer(position)
    if isinstance(position.task, ChooseOffensive) and rng.random() < DRAWN:
        openings: list[GreatWarOrder] = [Pass(side=side), *list_offensives(rules, position, side)]
        return rng.choice(openings)
    return order


class Data(NamedTuple):
    """Positions as arrays: features, present totals, values, limits, and whether the war is held out."""

    features: Numbers
    totals: Numbers
    values: Numbers
    limits: Numbers
    held_out: NDArray[np.bool_]


def gather(wars: Sequence[War]) -> Data:
    """Return the positions of wars with their values; positions after the last season have none."""
    following = _fit_following(wars)
    valued = [
        (sample, value)
        for war in wars
        for sample in war.samples
        if (value := _find_value(war, sample, following)) is not None
    ]
    return Data(
        np.array([sample.features for sample, _ in valued]),
        np.array([sample.limits.clip(sample.features[0]) for sample, _ in valued]),
        np.array([value for _, value in valued]),
        np.array([sample.limits for sample, _ in valued]),
        np.array([sample.war % HELD_OUT == HELD_OUT // 2 for sample, _ in valued]),
    )


def _is_between(sample: Sample) -> bool:
    return sample.features[NAMES.index("mover")] == 0


def _find_value(war: War, sample: Sample, following: Mapping[tuple[int, int], float]) -> float | None:
    """Return the value of a position, or None between seasons if the next one was not played."""
    now, later = war.totals.get(sample.season), war.totals.get(sample.season + 1)
    if _is_between(sample):
        now = sample.limits.clip(sample.features[0])
    elif later is None:
        later = following.get((sample.war, sample.season), now)
    return None if now is None or later is None else (now + later) / 2


def _fit_following(wars: Sequence[War]) -> Mapping[tuple[int, int], float]:
    """Return the totals that a regression expects at the end of the next season, by war and season."""
    between = [(war, sample) for war in wars for sample in war.samples if _is_between(sample)]
    played = [(war, one) for war, one in between if one.season + 1 in war.totals]
    features = np.array([one.features for _, one in played])
    gains = np.array([war.totals[one.season + 1] - one.limits.clip(one.features[0]) for war, one in played])
    mean, scale = features.mean(0), features.std(0) + 1e-9
    inputs = (features - mean) / scale
    slopes: Numbers = np.linalg.solve(
        inputs.T @ inputs + RIDGE * np.eye(len(NAMES)), inputs.T @ (gains - gains.mean())
    )
    return {
        (one.war, one.season): one.limits.clip(
            one.limits.clip(one.features[0])
            + float((np.array(one.features) - mean) / scale @ slopes + gains.mean())
        )
        for _, one in between
    }


class Trained(NamedTuple):
    """Weights of a network in training: hidden layer, its biases, output, and its bias."""

    hidden: Numbers
    biases: Numbers
    output: Numbers
    bias: Numbers

    def estimate(self, inputs: Numbers) -> Numbers:
        """Return the estimates for scaled features."""
        return np.tanh(inputs @ self.hidden + self.biases) @ self.output + self.bias


def train(inputs: Numbers, gains: Numbers, rng: np.random.Generator) -> Trained:
    """Return weights that minimize the square error, by Adam (Kingma and Ba 2015)."""
    size = inputs.shape[1]
    weights = [
        rng.normal(0, size**-0.5, (size, UNITS)), np.zeros(UNITS), rng.normal(0, 0.1, UNITS),
        np.array([gains.mean()]),
    ]  # fmt: skip
    first, second = ([np.zeros_like(one) for one in weights] for _ in range(2))
    order, step = np.arange(len(gains)), 0
    for epoch in range(EPOCHS):
        rng.shuffle(order)
        for chosen in np.split(order, range(BATCH, len(order), BATCH)):
            step += 1
            slopes = _find_slopes(weights, inputs[chosen], gains[chosen])
            for number, slope in enumerate(slopes):
                first[number] = 0.9 * first[number] + 0.1 * slope
                second[number] = 0.999 * second[number] + 0.001 * slope**2
                size_of_step = RATE * (1 - epoch / EPOCHS) / (1 - 0.9**step)
                weights[number] = weights[number] - size_of_step * first[number] / (
                    np.sqrt(second[number] / (1 - 0.999**step)) + 1e-8
                )
    return Trained(*weights)


def _find_slopes(weights: Sequence[Numbers], inputs: Numbers, gains: Numbers) -> Iterator[Numbers]:
    """Yield the slope of the error for each array of weights."""
    hidden, biases, output, bias = weights
    units = np.tanh(inputs @ hidden + biases)
    error = (units @ output + bias - gains) / len(gains)
    back = np.outer(error, output) * (1 - units**2)
    yield inputs.T @ back + DECAY * hidden
    yield back.sum(0)
    yield units.T @ error + DECAY * output
    yield np.array([error.sum()])


def learn(data: Data, chosen: NDArray[np.bool_]) -> tuple[Network, Numbers]:
    """Return the network learned from some of the positions, and its values for all of them."""
    mean, scale = data.features[chosen].mean(0), data.features[chosen].std(0)
    scale[scale < 1e-6] = 1
    inputs = (data.features - mean) / scale
    trained = train(inputs[chosen], (data.values - data.totals)[chosen], np.random.default_rng(1))
    least, most = data.limits.T
    values = np.clip(data.totals + trained.estimate(inputs), least, most)
    hidden = np.vstack([trained.hidden, trained.biases]).T
    output = np.concatenate([trained.output, trained.bias])
    network = Network(tuple(NAMES), _round(mean), _round(scale), tuple(map(_round, hidden)), _round(output))
    return network, values


def _round(numbers: Numbers) -> tuple[float, ...]:
    return tuple(float(f"{one:.4g}") for one in numbers)


def explain(values: Numbers, results: Numbers) -> float:
    """Return the part of the variance of results that values explain."""
    return 1 - float(np.mean((values - results) ** 2) / np.var(results))


def play_wars(count: int, workers: int, network: Network | None = None) -> Sequence[War]:
    """Return so many wars of each range of seeds."""
    seeds = [first + number for first in RANGES for number in range(count)]
    with ProcessPoolExecutor(workers) as pool:
        return [*pool.map(partial(play_war, network=network), seeds, chunksize=8)]


def tell(wars: Sequence[War]) -> None:
    """Print how much of the variance of held out wars is explained."""
    data = gather(wars)
    _, values = learn(data, ~data.held_out)
    shares = [explain(one[data.held_out], data.values[data.held_out]) for one in (values, data.totals)]
    sys.stdout.write(
        f"{len(wars)} wars, {len(data.values)} positions; of the variance of held out wars the value "
        f"explains {shares[0]:.3f}, and the present total {shares[1]:.3f}\n"
    )


def learn_all(wars: Sequence[War]) -> Network:
    """Return the network learned from all wars."""
    data = gather(wars)
    network, _ = learn(data, np.ones_like(data.held_out))
    return network


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--wars", type=int, default=60)
    parser.add_argument("--more", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    wars = play_wars(asked.wars, asked.workers)
    tell(wars)
    if asked.more:
        wars = [*wars, *play_wars(asked.more, asked.workers, learn_all(wars))]
        tell(wars)
    if asked.write:
        WEIGHTS.write_bytes(encode(learn_all(wars)) + b"\n")


if __name__ == "__main__":
    main()
