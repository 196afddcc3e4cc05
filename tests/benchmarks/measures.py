"""What is measured, and the budget each figure is held against."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, islice
from pathlib import Path
from random import Random

from referee.core import machine
from referee.core.dice import DiceNeeded, NoDice
from referee.desk import history, journal, packs
from referee.desk.matches import Match
from referee.systems.great_war.position import Position
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.orders import GreatWarOrder, Offensive
from tests.benchmarks import long_match
from tests.benchmarks.stopwatch import PASS, ROOT, Command, interleaved, peak_memory, seconds
from tests.great_war.random_play import LooseDice, play


@dataclass(frozen=True)
class Size:
    """How much is measured: events of the match, of the longer one, repetitions, seasons of a game, letters."""

    events: int
    more_events: int
    rounds: int
    seasons: int
    letters: int


FULL = Size(events=2000, more_events=20_000, rounds=15, seasons=30, letters=20)
QUICK = Size(events=60, more_events=120, rounds=1, seasons=1, letters=2)


@dataclass(frozen=True, kw_only=True)
class Result:
    """One line of the table; `measured` is what was seen, `figure` what is held against the budget."""

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


class Bench:
    """What the measures share: a folder, an environment of its own, and matches that are built when asked for."""

    def __init__(self, folder: Path, size: Size) -> None:
        self.folder, self.size = folder, size
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "REFEREE_SHELF": str(folder / "shelf"),
        }

    @cached_property
    def match(self) -> Match:
        """The long match."""
        return long_match.build(self.folder / "shelf", self.size.events)

    @cached_property
    def longer(self) -> Match:
        """The same sort of match, many times as long."""
        return long_match.build(self.folder / "longer", self.size.more_events)

    @cached_property
    def rules(self) -> GreatWar:
        """The western theatre in the summer of 1914."""
        return GreatWar(packs.load("ttlm").pack, "1914")

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """Letters of one order each that the long match can be sent one after the other."""
        rules, position = self.match.rules, self.match.position()
        return tuple(map(rules.write, islice(_marches(rules, position), self.size.letters)))

    def cold(self, commands: Mapping[str, Command]) -> tuple[float, dict[str, float]]:
        """The seconds that the bare interpreter takes, and those of the commands, in the same rounds."""
        took = interleaved({"": PASS, **commands}, self.environment, self.size.rounds)
        return took.pop(""), took

    def fresh(self) -> Callable[[], object]:
        """What puts the long match back to where it was."""
        there, kept = self.match.folder, self.folder / "kept"
        if not kept.exists():
            shutil.copytree(there, kept)
        return lambda: shutil.copytree(kept, there, dirs_exist_ok=True)


def _marches(rules: GreatWar, position: Position) -> Iterator[GreatWarOrder]:
    """Lawful orders of the side that is asked, one after the other, for which nothing is thrown or drawn."""
    generator = Random(1914)
    while True:
        (prompt,) = rules.prompts(position)
        order = generator.choice(list(machine.lawful(rules, position, prompt)))
        try:
            position, _ = machine.play(rules, position, order, NoDice())
        except DiceNeeded:
            return
        yield order


def _referee(*arguments: str, **more: str) -> Command:
    return Command(arguments=("-m", "referee", *arguments), more=more)


def starts(bench: Bench) -> Iterator[Result]:
    """What is answered before anything is imported that costs."""
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": "referee show l", "COMP_CWORD": "2"}
    ...
