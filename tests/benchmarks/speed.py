"""How fast the referee is, measured against what it promises: `python -m tests.benchmarks.speed`.

Whole commands are ratios to `python -c pass` in the same round, for milliseconds say more of the machine than
of the program.
"""

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from random import Random

from referee.core import machine
from referee.core.dice import NoDice
from referee.desk import history, journal, packs
from referee.desk.matches import Match
from referee.systems.great_war.position import Position
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.orders import GreatWarOrder, Move, Offensive
from tests.benchmarks import long_match
from tests.benchmarks.stopwatch import PASS, ROOT, Command, interleaved, peak_memory, seconds
from tests.great_war.random_play import LooseDice, play


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    events: int
    times: int
    rounds: int
    seasons: int
    letters: int


FULL = Size(events=2000, times=10, rounds=15, seasons=30, letters=20)
QUICK = Size(events=60, times=2, rounds=1, seasons=1, letters=3)


@dataclass(frozen=True)
class Result:
    """A line of the table: what was measured, in which unit, and the budget it is held against."""

    what: str
    measured: str
    figure: float
    unit: str
    budget: float
    at_least: bool = False

    @property
    def within(self) -> bool:
        """Whether the promise is kept."""
        return self.figure >= self.budget if self.at_least else self.figure <= self.budget

    def cells(self) -> tuple[str, ...]:
        """The line as it is printed."""
        sign = "≥" if self.at_least else "≤"
        return (
            self.what,
            self.measured,
            f"{self.figure:,.{_digits(self.figure)}f} {self.unit}",
            f"{sign} {self.budget:,g} {self.unit}",
            "yes" if self.within else "NO",
        )
