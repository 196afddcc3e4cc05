"""Orders judged again beside the replay of another program: `python -m tests.benchmarks.peer RULES`.

RULES is the `rules.js` of Paths of Glory for Rally the Troops, fetched by hand with the files beside it; Node
runs it. Both programs judge games that were played by chance, in turn, so that a busy machine is busy for
both. The least seconds of the processor of three replays of a game count, and of all games the sum. The time
in which the positions are made counts on both sides.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.matches.matches import Match
from tests.benchmarks import wars
from tests.benchmarks.stopwatch import least

DRIVER = Path(__file__).with_name("replay_peer.cjs")

REPLAYS = 3
"""How often a log is played again, by either program; theirs is quicker once it has seen one."""

MOST = 20_000
"""The most actions of its game, which ends long before."""

BUDGET = 1.0


@dataclass(frozen=True)
class Speed:
    """How many orders a program judges in a second."""

    orders: int
    seconds: float

    @property
    def rate(self) -> float:
        """Orders a second."""
        return self.orders / self.seconds


def replay_peer(rules: Path, seed: int, scenario: str) -> Speed:
    """Let the other program play a game, and time the replay of its log."""
    asked = ["node", str(DRIVER), str(rules.resolve()), scenario, str(seed), str(MOST), str(REPLAYS)]
    told = json.loads(subprocess.run(asked, capture_output=True, check=True, text=True).stdout)
    return Speed(told["actions"], told["replaying"])


def judge_again(war: Match) -> Speed:
    """Time an audit of a recorded war, the replay of its state included."""
    return Speed(wars.judge_again(war), least(partial(wars.judge_again, war), REPLAYS))


def compare(rules: Path, scenario: str, rounds: int) -> tuple[Speed, Speed]:
    """The speed of ours and of the other program, in so many rounds."""
    ours: list[Speed] = []
    theirs: list[Speed] = []
    with TemporaryDirectory() as folder:
        recorded = tuple(wars.find(Path(folder), ending) for ending in wars.WARS)
        for seed in range(1, rounds + 1):
            theirs.append(replay_peer(rules, seed, scenario))
            ours += map(judge_again, recorded)
    return _add_up(ours), _add_up(theirs)


def _add_up(speeds: Sequence[Speed]) -> Speed:
    return Speed(sum(speed.orders for speed in speeds), sum(speed.seconds for speed in speeds))


def main(argv: Sequence[str]) -> None:
    """Print both speeds, and their ratio."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.peer", description=__doc__)
    parser.add_argument("rules", type=Path, metavar="RULES", help="the rules.js of the other program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scenario", default="Historical")
    asked = parser.parse_args(argv)
    ours, theirs = compare(asked.rules, asked.scenario, asked.rounds)
    ratio = ours.rate / theirs.rate
    sys.stdout.write(
        f"ours: {ours.orders:,} orders, {ours.rate:,.0f} a second\n"
        f"theirs: {theirs.orders:,} actions, {theirs.rate:,.0f} a second\n"
        f"ratio {ratio:.2f} (budget {BUDGET}): {'yes' if ratio >= BUDGET else 'NO'}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
