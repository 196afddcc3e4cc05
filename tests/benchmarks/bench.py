"""What the measures share: how much is measured, what a line of the table says, a workplace."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random

from referee.engine import machine
from referee.engine.dice import NoDice
from referee.matches.matches import Match
from referee.packs import loading as packs
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import Move
from tests.benchmarks import long_match, wars
from tests.benchmarks.stopwatch import (
    PASS,
    ROOT,
    Command,
    interleaved,
)
from tests.systems import system_of

MATCH_OF_CLUB = 400
"""Events of a match of a club."""


@dataclass(frozen=True)
class Size:
    """How much is measured: events of two matches, rounds, seasons of a game, letters, matches of a club.

    `wars` is how often recorded wars are gone through; `mails` come in a burst, to so many `fronts`.
    """

    events: int
    more_events: int
    rounds: int
    seasons: int
    letters: int
    matches: int = 0
    wars: int = 1
    mails: int = 4
    fronts: int = 2


FULL = Size(
    events=2000, more_events=14_000, rounds=15, seasons=30, letters=20,
    matches=1000, wars=3, mails=1000, fronts=20,
)  # fmt: skip
QUICK = Size(events=60, more_events=120, rounds=1, seasons=1, letters=2, matches=3)


@dataclass(frozen=True, kw_only=True)
class Result:
    """A line of the table; `measured` is what the watch said, `figure` what is held against the budget."""

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
    """What the measures share: a folder and an environment of their own, and matches built on demand."""

    def __init__(self, folder: Path, size: Size) -> None:
        self.folder, self.size = folder, size
        # Whoever installs the program has its byte-code; here it is kept apart from that of the checkout.
        inherited = {name: told for name, told in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.environment = {
            **inherited,
            "PYTHONPATH": str(ROOT),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "REFEREE_SHELF": str(folder / "shelf"),
        }

    @cached_property
    def match(self) -> Match:
        """The long match."""
        return long_match.build(self.folder / "shelf", self.size.events)

    @cached_property
    def longer(self) -> Match:
        """A match of the same kind that is many times as long."""
        return long_match.build(self.folder / "longer", self.size.more_events)

    @cached_property
    def western(self) -> GreatWar:
        """The western theatre in SUMMER 1914."""
        return GreatWar(packs.load("ttlm").pack, "1914")

    @cached_property
    def wars(self) -> tuple[Match, ...]:
        """Recorded wars; where little is measured, the shortest of them."""
        endings = wars.WARS if self.size.wars > 1 else wars.WARS[-1:]
        return tuple(wars.find(self.folder, ending) for ending in endings)

    @cached_property
    def letters(self) -> tuple[bytes, ...]:
        """Letters of one move each, which the long match takes one after the other."""
        rules = self.match.rules
        moves = islice(list_moves(rules, self.match.position()), self.size.letters)
        return tuple(f"side: {move.side}\n{system_of(rules).notation.write(move)}".encode() for move in moves)

    @cached_property
    def anew(self) -> Callable[[], object]:
        """What takes the long match back to where it was."""
        return self._take_back(self.match, self.folder / "kept")

    @cached_property
    def longer_anew(self) -> Callable[[], object]:
        """The same of the longer match."""
        return self._take_back(self.longer, self.folder / "longer-kept")

    def _take_back(self, match: Match, kept: Path) -> Callable[[], object]:
        there = match.folder
        shutil.copytree(there, kept)

        def take_back() -> None:
            shutil.copytree(kept, there, dirs_exist_ok=True)
            # The fold of another file is of no use: a match that is played has one.
            run_referee("show", match.name, "--quiet", "--shelf", str(there.parent)).run(self.environment)

        return take_back

    @cached_property
    def club(self) -> Path:
        """A shelf of many matches of some hundred events each."""
        one = long_match.build(self.folder / "one", min(self.size.events, MATCH_OF_CLUB))
        for number in range(self.size.matches):
            shutil.copytree(one.folder, self.folder / "club" / f"match-{number}")
        return self.folder / "club"

    def cold(self, **commands: Command) -> tuple[float, dict[str, float]]:
        """The seconds of the bare interpreter, and those of the commands in the same rounds."""
        took = interleaved({"": PASS, **commands}, self.environment, self.size.rounds)
        return took.pop(""), took


def list_moves(rules: GreatWar, position: Position) -> Iterator[Move]:
    """Lawful moves of the side that may move, one after the other, while there are any."""
    generator = Random(1914)
    while True:
        (prompt,) = rules.prompts(position)
        moves = [order for order in rules.options(position, prompt) if isinstance(order, Move)]
        generator.shuffle(moves)
        move = next((move for move in moves if not any(rules.objections(position, move))), None)
        if move is None:
            return
        yield move
        position, _ = machine.play(rules, position, move, NoDice())


def run_referee(*arguments: str, **how: object) -> Command:
    return Command(arguments=("-m", "referee", *arguments), **how)


def rate(what: str, took: float, base: float, budget: float) -> Result:
    return Result(what=what, measured=word_ms(took), figure=took / base, unit="× pass", budget=budget)


def word_ms(took: float) -> str:
    return f"{took * 1000:.1f} ms"
