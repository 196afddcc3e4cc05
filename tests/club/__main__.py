"""Run clubs by seed: `python -m tests.club --seed 1 --days 30 --runs 10`.

If $TMPDIR is a folder in memory, no club waits for a disk.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from referee.platform.ports import ports
from tests.club.sabotage import BUGS
from tests.club.world import World


def run(seed: int, days: int, bug: str = "") -> tuple[str, Counter[str]]:
    """Run a club, and return the digest of its journals and mails, and the counts of its events."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        world = World(Path(folder), seed, patch)
        with ports.use(disk=world.disk, clock=world.clock, chance=world):
            world.open()
            if bug:
                BUGS[bug](patch)
            world.live(days)
        return world.digest(), world.counts + world.disk.counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="first seed")
    parser.add_argument("--days", type=int, default=30, help="days of each club")
    parser.add_argument("--runs", type=int, default=1, help="number of clubs, with the following seeds")
    parser.add_argument("--bug", choices=BUGS, default="", help="bug that is planted on purpose")
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    for seed in range(asked.seed, asked.seed + asked.runs):
        try:
            digest, counts = run(seed, asked.days, asked.bug)
        except AssertionError as error:
            sys.exit(f"seed {seed}: {error}")
        total += counts
        sys.stdout.write(f"{seed} {digest[:16]}\n")
    sys.stdout.writelines(f"{count:8,} {name}\n" for name, count in sorted(total.items()))


if __name__ == "__main__":
    main()
