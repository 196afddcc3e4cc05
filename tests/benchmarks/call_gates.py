"""Gates that are numbers of calls: a stand-in for time that repeats whatever the load of the machine.

Calls of functions, those written in C included, are counted for a cold command from the start of the program
to its end, and for work with the rules. They do not show a call that takes longer: `speed.py` measures time
by hand. Each figure is a ratio to other work in the same interpreter. The limits are those of Python 3.11;
with 3.13 some ratios are up to 19 % higher.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from referee.analysis import forecasts
from referee.analysis.odds import setup_odds
from referee.analysis.policies import QUIET
from referee.matches.matches import Match
from referee.packs import loading, rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from tests.benchmarks import long_match, wars
from tests.benchmarks.battles import COSTLIEST
from tests.benchmarks.bench import write_letters
from tests.benchmarks.counts import count_calls
from tests.benchmarks.stopwatch import FLOOR, ROOT, run_loop
from tests.great_war.random_play import play
from tests.great_war.test_odds import battles

EVENTS, REFUSED = 600, 2600
"""Events and refused letters of the long match."""

STRIDE = 9
"""One battle of a random war of so many is weighed."""

BUSIEST = 40
"""One prompt of so many of a recorded war is a candidate for the busiest."""


class Gate(NamedTuple):
    """The most that a figure may be: 2 to 7 % above the figure of 2026-11-27."""

    unit: str
    limit: float


FLOORS = "× calls of the floor"
LOOPS = "× calls of the loop"

GATES: Mapping[str, Gate] = {
    "referee --version": Gate(FLOORS, 0.40),
    "referee --help": Gate(FLOORS, 0.43),
    "mistyped command": Gate(FLOORS, 0.95),
    "completion of a match": Gate(FLOORS, 1.57),
    "show": Gate(FLOORS, 2.72),
    "prompts": Gate(FLOORS, 2.27),
    # Templates of events that stand in tables are 0.01 of the figure.
    "options": Gate(FLOORS, 2.42),
    # Two options, the field of doubtful lines and the look at the copy of a pack are 0.02 of the figure.
    "log, last 20 entries": Gate(FLOORS, 2.57),
    # msgspec 0.23 copies the namespaces of classes for a decoder, which is 0.02 of the figure. The templates
    # of events are 0.01 here too.
    "submit, one move": Gate(FLOORS, 3.04),
    "show, long journal": Gate("× calls with a short journal", 1.04),
    "submit, long journal": Gate("× calls with a short journal", 1.04),
    "war judged again, state included": Gate(LOOPS, 1.68),
    "season of random legal play": Gate(LOOPS, 1.23),
    "legal options, busiest prompt": Gate("× calls to judge one by one", 0.235),
    "exact odds of a battle, mean": Gate(LOOPS, 0.125),
    "exact odds of the costliest battle": Gate(LOOPS, 7.9),
}
"""The gate of each figure."""

COUNTED = """
import os, sys

count = 0


def note(frame, event, argument):
    global count
    count += event in ("call", "c_call")


def leave(code, exit=os._exit):
    sys.setprofile(None)
    sys.stderr.write(f"\\n{count}")
    sys.stderr.flush()
    exit(code)


os._exit = leave
sys.setprofile(note)
"""
"""Statements that let a process print the number of its calls as its last word."""

PROGRAM = "from referee.__main__ import main\nmain()"
FLOOR_APP = f"""
import runpy
sys.argv = ["floor", "army"]
try:
    runpy.run_path({FLOOR.arguments[0]!r}, run_name="__main__")
finally:
    os._exit(0)
"""

COMPLETION = {
    "_REFEREE_COMPLETE": "complete_bash",
    "COMP_WORDS": f"referee show {long_match.NAME[0]}",
    "COMP_CWORD": "2",
}
"""Variables with which the shell asks for the names of matches."""


class Workplace:
    """Two matches and a recorded war, and the figure of each gate."""

    sabotage = ""
    """Statements that each cold command runs first."""

    def __init__(self, folder: Path) -> None:
        self._short = long_match.build(folder / "short", 60)
        self._longer = long_match.build(folder / "longer", EVENTS, REFUSED)
        self._war = wars.find(folder, wars.WARS[-1])
        self._letters = {match.folder: write_letters(match) for match in (self._short, self._longer)}
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONHASHSEED": "0",
            "XDG_CACHE_HOME": str(folder / "cache"),
            "REFEREE_SHELF": str(folder / "short"),
        }
        # The first runs compile, and write snapshots.
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for match in (self._short, self._longer):
            self._ask("show", match)
        self._floor = self._count(FLOOR_APP)

    def measure(self, gate: str) -> float:
        """Return the figure of a gate."""
        ask, longer = self._ask, self._longer
        figures: Mapping[str, Callable[[], float]] = {
            "referee --version": lambda: self._run("--version") / self._floor,
            "referee --help": lambda: self._run("--help") / self._floor,
            "mistyped command": lambda: self._run("shwo") / self._floor,
            "completion of a match": lambda: self._run(**COMPLETION) / self._floor,
            "show": lambda: ask("show", longer) / self._floor,
            "prompts": lambda: ask("prompts", longer) / self._floor,
            "options": lambda: ask("options", longer) / self._floor,
            "log, last 20 entries": lambda: ask("log", longer, "--last", "20") / self._floor,
            "submit, one move": lambda: self._submit(longer) / self._floor,
            "show, long journal": lambda: ask("show", longer) / ask("show", self._short),
            "submit, long journal": lambda: self._submit(longer) / self._submit(self._short),
            "war judged again, state included": lambda: _count_loops(partial(wars.judge_again, self._war)),
            "season of random legal play": _count_season,
            "legal options, busiest prompt": lambda: _count_options(self._war),
            "exact odds of a battle, mean": _count_odds,
            "exact odds of the costliest battle": _count_costliest_odds,
        }
        return figures[gate]()

    def _ask(self, command: str, match: Match, *words: str, letter: bytes = b"") -> int:
        return self._run(command, match.name, *words, "--shelf", str(match.folder.parent), letter=letter)

    def _submit(self, match: Match) -> int:
        return self._ask("submit", match, letter=next(self._letters[match.folder]))

    def _run(self, *words: str, letter: bytes = b"", **more: str) -> int:
        return self._count(self.sabotage + PROGRAM, *words, letter=letter, **more)

    def _count(self, statements: str, *words: str, letter: bytes = b"", **more: str) -> int:
        done = subprocess.run(
            [sys.executable, "-c", COUNTED + statements, *words],
            input=letter, capture_output=True, env={**self._environment, **more}, check=False,
        )  # fmt: skip
        return int(done.stderr.split()[-1])


def is_red(gate: str, figure: float) -> bool:
    """Return True if a figure breaks its gate."""
    return figure > GATES[gate].limit


def _count_season() -> float:
    rules = GreatWar(loading.load("ttlm").pack, "1914")
    return _count_loops(lambda: [*play(rules, 1914, seasons=1)])


def _count_options(war: Match) -> float:
    """Count the calls that list the legal answers to the busiest prompt, beside judging each by itself."""
    asked = islice(wars.list_prompts(war), 0, None, BUSIEST)
    rules, position, prompt = max(asked, key=lambda one: sum(1 for _ in one[0].options(one[1], one[2])))
    orders = [*rules.options(position, prompt)]
    listed = count_calls(lambda: [*rules.lawful(wars.forget(position), prompt)])
    judged = count_calls(lambda: [[*rules.objections(wars.forget(position), order)] for order in orders])
    return listed / judged


def _count_odds() -> float:
    """Count the calls of the exact odds of a battle, on average over some battles of a random war."""
    fought = battles("ttlm", "1914", 0)[::STRIDE]
    return mean(_count_loops(partial(_forecast, *battle)) for battle in fought)


def _count_costliest_odds() -> float:
    rules = rulesets.bind("ttlm", "1918", {})
    return _count_loops(partial(setup_odds, rules, COSTLIEST, "SUMMER 1918"))


def _count_loops(work: Callable[[], object]) -> float:
    """Return the calls of some work, in loops. What is remembered between calls is remembered before."""
    work()
    return count_calls(work) / count_calls(run_loop)


def _forecast(rules: GreatWar, position: Position, area: str) -> None:
    forecasts.forecast(rules, wars.forget(position), area, QUIET)
