"""The time that exact odds take: `python -m tests.benchmarks.battles --wars 1000 --first 0`.

Each battle that random wars declare is weighed once, under the quiet policy, without what was worked out for
another. It prints half, 95 % and the longest of the times on the processor, and stops where chances do not
sum to one.
"""

import argparse
import sys
from time import process_time

from referee.analysis import forecasts
from referee.analysis.policies import QUIET
from tests.great_war.test_odds import battles

SCENARIOS = (("ttlm", "1914"), ("ttlm", "1917"), ("aac", "1914"))
"""The wars, in turn."""


def measure(seed: int) -> tuple[list[float], int]:
    """The seconds that each battle of a war takes, and how many were fought by lot."""
    pack, scenario = SCENARIOS[seed % len(SCENARIOS)]
    took: list[float] = []
    by_lot = 0
    for rules, position, area in battles(pack, scenario, seed):
        start = process_time()
        found = forecasts.forecast(rules, position, area, QUIET)
        took.append(process_time() - start)
        by_lot += bool(found.fights)
        assert sum(found.ends.values()) == 1, f"{pack} {scenario}, seed {seed}, {area}"
    battles.cache_clear()
    return took, by_lot


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--wars", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    took: list[float] = []
    by_lot = 0
    for seed in range(asked.first, asked.first + asked.wars):
        more, lots = measure(seed)
        took, by_lot = took + more, by_lot + lots
    took.sort()
    half, most = took[len(took) // 2], took[len(took) * 95 // 100]
    sys.stdout.write(
        f"{len(took)} battles of {asked.wars} wars: half in {1000 * half:.0f} ms, "
        f"95 % in {1000 * most:.0f} ms (budget 200), "
        f"the longest {took[-1]:.2f} s (budget 2); {by_lot} by lot\n"
    )


if __name__ == "__main__":
    main()
