"""The time that exact odds take: `python -m tests.benchmarks.battles --wars 1000 --first 0`.

Each battle that random wars declare is weighed once, under the quiet policy, without what was worked out for
another. It prints half, 95 % and the longest of the times on the processor, the number of battles beyond the
budget, names the longest battles, and stops where chances do not sum to one. `--seconds` ends the run after
that much time on the processor.
"""

import argparse
import sys
from time import process_time
from typing import NamedTuple

from referee.analysis import forecasts
from referee.analysis.policies import QUIET
from tests.great_war.test_odds import battles

SCENARIOS = (("ttlm", "1914"), ("ttlm", "1917"), ("aac", "1914"))
"""The wars, in turn."""

COSTLIEST = (
    "artois: uk-1 [4I 1A 1T 1B], uk-3 [3I 2A 1T], uk-4 [2I 1T], ge-2 [3I 2S 1B], ge-6 [4I 1A], ge-18 [1I]"
)
"""A battle like the longest of the first 240 wars: storm troops and tanks on both sides drive armies back."""

BUDGET = 0.2
"""Seconds on the processor that no battle should exceed."""

NAMED = 5
"""Number of longest battles to name."""


class Measured(NamedTuple):
    """A battle: its seconds on the processor, its name, the states met, and True if it was sampled."""

    seconds: float
    name: str
    states: int
    sampled: bool


def measure(seed: int) -> list[Measured]:
    """The figures of each battle of a war."""
    pack, scenario = SCENARIOS[seed % len(SCENARIOS)]
    measured: list[Measured] = []
    for rules, position, area in battles(pack, scenario, seed):
        start = process_time()
        found = forecasts.forecast(rules, position, area, QUIET)
        seconds = process_time() - start
        name = f"{pack} {scenario}, seed {seed}, {position.turn}, {position.playing.side}, {area}"
        assert sum(found.ends.values()) == 1, name
        measured.append(Measured(seconds, name, found.positions, bool(found.fights)))
    battles.cache_clear()
    return measured


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--wars", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    asked = parser.parse_args()
    measured: list[Measured] = []
    wars = 0
    for seed in range(asked.first, asked.first + asked.wars):
        measured += measure(seed)
        wars += 1
        if process_time() > asked.seconds:
            break
    measured.sort(reverse=True)
    half, most = measured[len(measured) // 2], measured[len(measured) * 5 // 100]
    sys.stdout.write(
        f"{len(measured)} battles of {wars} wars: half in {1000 * half.seconds:.1f} ms, "
        f"95 % in {1000 * most.seconds:.1f} ms (budget 20), "
        f"the longest {measured[0].seconds:.3f} s (budget {BUDGET}), "
        f"{sum(one.seconds > BUDGET for one in measured)} beyond it; "
        f"most states {max(one.states for one in measured)}; {sum(one.sampled for one in measured)} sampled\n"
    )
    for one in measured[:NAMED]:
        sys.stdout.write(f"{1000 * one.seconds:6.0f} ms {one.states:7} states  {one.name}\n")


if __name__ == "__main__":
    main()
