"""The parts that all measures share: their sizes, a figure, and a workplace with matches."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
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
from tests.benchmarks.stopwatch import FLOOR, ROOT, Command, interleaved

EVENTS_OF_CLUB = 400
"""Events of a match of a club."""


@dataclass(frozen=True)
class Size:
    """The amount of work that is measured.

    Args:
        events: Events of the short match.
        more_events: Events of the long match.
        rounds: Runs of each command, and of each call that takes long.
        calls: Runs of each call that takes some 50 ms at most.
        seasons: Seasons of a random game.
        letters: Letters of a batch, or mails to one match.
        matches: Matches of a club.
        wars: Runs through each recorded war.
        mails: Mails of a burst.
        fronts: Matches that the burst is shared among.
        stride: One battle, and one prompt, of so many is measured.
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
    stride: int = 9
    calls: int = 10


FULL = Size(
    events=60, more_events=13_900, rounds=15, seasons=30, letters=20,
    matches=1000, wars=3, mails=1000, fronts=20, stride=1, calls=20,
)  # fmt: skip
SHORT = Size(events=60, more_events=3000, rounds=3, seasons=1, letters=2, matches=3)
"""Small sizes, for a quick look and for tests."""


@dataclass(frozen=True)
class Figure:
    """A line of the table: its name in `gates.GATES`, the ratio, and the quantities that were compared."""

    what: str
    value: float
    measured: str


class Bench:
    """A folder and an environment of their own, and matches that are built on demand."""

    def __init__(self, folder: Path, size: Size) -> None:
        self.folder, self.size = folder, size
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "REFEREE_SHELF": str(folder / "shelf"),
        }
        # Users have byte-code. A checkout that should get none keeps it elsewhere.
        if self.environment.pop("PYTHONDONTWRITEBYTECODE", ""):
            self.environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")

    @cached_property
    def match(self) -> Match:
        """The short match."""
        return long_match.build(self.folder / "shelf", self.size.events)

    @cached_property
    def longer(self) -> Match:
        """A match of the same kind that is many times as long."""
        return long_match.build(self.folder / "longer", self.size.more_events)

    @cached_property
    def letters(self) -> Iterator[bytes]:
        """Letters of one move each, in the order in which the short match takes them."""
        return self._write_enough(self.match)

    @cached_property
    def longer_letters(self) -> Iterator[bytes]:
        """Letters of one move each to the long match."""
        return self._write_enough(self.longer)

    def _write_enough(self, match: Match) -> Iterator[bytes]:
        """Return a letter for each run of a command, and one for the first start, which is not measured."""
        letters = tuple(islice(write_letters(match), self.size.rounds + 1))
        assert len(letters) > self.size.rounds, f"{match.name} takes {len(letters)} moves only"
        return iter(letters)

    @cached_property
    def western(self) -> GreatWar:
        """The western theatre in SUMMER 1914."""
        return GreatWar(packs.load("ttlm").pack, "1914")

    @cached_property
    def wars(self) -> tuple[Match, ...]:
        """Recorded wars; the shortest of them in CI."""
        endings = wars.WARS if self.size.wars > 1 else wars.WARS[-1:]
        return tuple(wars.find(self.folder, ending) for ending in endings)

    @cached_property
    def batch(self) -> tuple[Match, tuple[bytes, ...], Callable[[], object]]:
        """A match, letters to it, and a function that puts the match back to its start."""
        match, kept = long_match.build(self.folder / "batch", self.size.events), self.folder / "batch-kept"
        shutil.copytree(match.folder, kept)
        letters = tuple(islice(write_letters(match), self.size.letters))
        return match, letters, lambda: shutil.copytree(kept, match.folder, dirs_exist_ok=True)

    @cached_property
    def club(self) -> Path:
        """A shelf of many matches of some hundred events each."""
        one = long_match.build(self.folder / "one", EVENTS_OF_CLUB)
        for number in range(self.size.matches):
            shutil.copytree(one.folder, self.folder / "club" / f"match-{number}")
        return self.folder / "club"

    def ask(self, command: str, match: Match, *words: str, **how: object) -> Command:
        """Return a command about a match."""
        return self.run(command, match.name, *words, "--shelf", str(match.folder.parent), **how)

    def run(self, *words: str, **how: object) -> Command:
        """Return a command of the referee."""
        return Command(arguments=("-m", "referee", *words), **how)

    def cold(self, commands: Mapping[str, Command]) -> tuple[float, Mapping[str, float]]:
        """Return the seconds of the floor, and those of the commands in the same rounds."""
        took = interleaved({"": FLOOR, **commands}, self.environment, self.size.rounds)
        return took.pop(""), took

    def compare(self, commands: Mapping[str, Command]) -> Iterator[Figure]:
        """Compare commands with the floor."""
        floor, took = self.cold(commands)
        for what, seconds in took.items():
            yield Figure(what, seconds / floor, word_ms(seconds))


def write_letters(match: Match) -> Iterator[bytes]:
    """Yield letters of one move each, in the order in which a match takes them."""
    for move in list_moves(match.rules, match.position()):
        yield f"side: {move.side}\n{match.system.notation.write(move)}".encode()


def list_moves(rules: GreatWar, position: Position) -> Iterator[Move]:
    """Yield legal moves of the side that may move, one after the other, until there is none."""
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


def word_ms(seconds: float) -> str:
    """Return the time in milliseconds."""
    return f"{seconds * 1000:.1f} ms"
