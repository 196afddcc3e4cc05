"""Sealed faces by the million: chi-square and serial tests, and the raw stream for `dieharder`.

By hand:

    python -m tests.benchmarks.dice_statistics --faces 10000000
    python -m tests.benchmarks.dice_statistics --raw | dieharder -g 200 -d 0
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt

from referee.dice.chain import EntryDice, Secrets, digest

KEYS, DICE, SIDES = 4096, 4096, 6
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=KEYS)


def entry_dice_of_matches() -> Iterator[EntryDice]:
    """The entry_dice_of_matches of one match after the other, each with a chain of its own."""
    seed = SECRETS.seed
    while True:
        secrets = Secrets(seed=seed, hidden=SECRETS.hidden, keys=KEYS)
        key = seed
        for n in range(KEYS, 0, -1):
            yield EntryDice(key, "statistics", n, "german", digest(str(n)))
            key = digest(key)
        seed = digest(f"another match after {secrets.hidden}{seed}")


def faces(count: int) -> Iterator[int]:
    """So many faces, as the rules would get them."""
    left = count
    for entry_dice in entry_dice_of_matches():
        many = min(left, DICE)
        yield from entry_dice.throw("statistics", many, SIDES, 0)[0]
        left -= many
        if not left:
            return


def survival(statistic: float, freedom: int) -> float:
    """The chance that honest dice give a chi-square of so much or more."""
    half, shape = statistic / 2, 0.5 if freedom % 2 else 1.0
    chance = erfc(sqrt(half)) if freedom % 2 else exp(-half)
    while shape < freedom / 2:
        chance += half**shape * exp(-half) / gamma(shape + 1)
        shape += 1
    return chance


@dataclass(frozen=True)
class Statistics:
    """The tests of a stream of faces: each a chi-square and the chance of so much or more."""

    faces: int
    single: tuple[float, float]
    serial: tuple[float, float]


def examined(stream: Iterator[int]) -> Statistics:
    """How even single faces are, and how little a face says of the next (pairs that do not overlap)."""
    single, pairs = [0] * SIDES, [0] * SIDES**2
    for first in stream:
        second = next(stream)
        single[first - 1] += 1
        single[second - 1] += 1
        pairs[(first - 1) * SIDES + second - 1] += 1
    return Statistics(sum(single), _tested(single), _tested(pairs))


def _tested(counts: list[int]) -> tuple[float, float]:
    due = sum(counts) / len(counts)
    statistic = sum((count - due) ** 2 for count in counts) / due
    return statistic, survival(statistic, len(counts) - 1)


def raw() -> None:
    """The bytes that faces are taken from, until nobody reads any more."""
    for entry_dice in entry_dice_of_matches():
        sys.stdout.buffer.write(bytes(byte for _, byte in entry_dice.draws("statistics", 0, DICE)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=int, default=10_000_000)
    parser.add_argument("--raw", action="store_true")
    asked = parser.parse_args()
    if asked.raw:
        return raw()
    found = examined(faces(asked.faces))
    lines = [f"{found.faces} sealed faces"]
    for name, freedom, (statistic, chance) in (
        ("single faces", 5, found.single),
        ("serial pairs", 35, found.serial),
    ):
        lines.append(f"{name}: chi-square {statistic:.2f}, {freedom} degrees of freedom, p = {chance:.3f}")
    sys.stdout.write("\n".join(lines) + "\n")
    return None


if __name__ == "__main__":
    main()
