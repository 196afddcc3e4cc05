"""Run clubs by seed: `python -m tests.club --seed 1 --days 30 --runs 10`.

If $TMPDIR is a folder in memory, no club waits for a disk. A run with `--log FILE` that was cut off goes on
if it is started again.
"""

import argparse
import gc
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from referee.__main__ import THRESHOLDS
from referee.platform.ports import ports
from tests.club.sabotage import BUGS
from tests.club.world import World

BROKEN = "clubs with a broken promise"
"""Name of their count."""


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


class Log:
    """Results of clubs in a file, one per line, so that a long run can be cut off and continued."""

    def __init__(self, path: Path, days: int) -> None:
        self._path, self._days = path, days
        lines = path.read_text().splitlines() if path.exists() else ()
        rows = [json.loads(line) for line in lines]
        self._results: dict[int, tuple[str, Counter[str]]] = {
            row["seed"]: (row["digest"], Counter(row["counts"])) for row in rows if row["days"] == days
        }

    def find(self, seed: int) -> tuple[str, Counter[str]] | None:
        """Return the result of a club that lived before, or None."""
        return self._results.get(seed)

    def add(self, seed: int, digest: str, counts: Counter[str]) -> None:
        """Add the result of a club."""
        row = {"seed": seed, "days": self._days, "digest": digest, "counts": counts}
        with self._path.open("a") as file:
            file.write(json.dumps(row) + "\n")


def write_line(line: str) -> None:
    """Write a line at once, so that a long run shows its progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run_all(seeds: range, days: int, bug: str, log: Log | None) -> Counter[str]:
    """Run clubs that are not in the log, print a line for each, and return the counts of all."""
    total: Counter[str] = Counter()
    for seed in seeds:
        if log is not None and (known := log.find(seed)) is not None:
            total += known[1]
            continue
        try:
            digest, counts = run(seed, days, bug)
        except AssertionError as error:
            write_line(f"seed {seed}: {error}")
            total[BROKEN] += 1
            continue
        write_line(f"{seed} {digest[:16]}")
        total += counts
        if log is not None:
            log.add(seed, digest, counts)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="first seed")
    parser.add_argument("--days", type=int, default=30, help="days of each club")
    parser.add_argument("--runs", type=int, default=1, help="number of clubs, with the following seeds")
    parser.add_argument("--bug", choices=BUGS, default="", help="bug that is planted on purpose")
    parser.add_argument("--log", type=Path, help="file of results; clubs in it are not run again")
    asked = parser.parse_args()
    gc.set_threshold(*THRESHOLDS)
    if asked.log and asked.bug:
        parser.error("a log has no clubs with bugs")
    log = Log(asked.log, asked.days) if asked.log else None
    total = run_all(range(asked.seed, asked.seed + asked.runs), asked.days, asked.bug, log)
    sys.stdout.writelines(f"{count:8,} {name}\n" for name, count in sorted(total.items()))
    sys.exit(BROKEN in total)


if __name__ == "__main__":
    main()
