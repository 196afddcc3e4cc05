"""Bots by name, and the turns that they answer."""

from random import Random
from typing import Protocol

from referee.analysis.bots.stdio import PLAYERS
from referee.analysis.faults import AnalysisFault
from referee.faults import Complaint, NotFound, suggest
from schemas.bots import Turn

from . import arguments


class Player(Protocol):
    """A player of your own: a function that returns the letter for a turn, one order per line."""

    def __call__(self, turn: Turn, /) -> str:
        """Return the letter."""
        ...


class Bot:
    """A shipped bot in this process. It is itself a `Player`."""

    def __init__(self, name: str, seed: int = 0) -> None:
        """Use `bot` instead."""
        arguments.refuse(arguments.find_text("name", name), arguments.find_number("seed", seed))
        if name not in PLAYERS:
            raise NotFound(Complaint.of(AnalysisFault.NO_BOT, suggest(name, tuple(PLAYERS)), name=name))
        self.name, self._rng = name, Random(f"{name} {seed}")
        self._player = PLAYERS[name]()

    def choose(self, turn: Turn) -> str:
        """Return the letter of the bot for a turn of `Match.turn` or `Game.turn`, one order per line."""
        arguments.refuse(arguments.find_type("turn", turn, Turn))
        return self._player(turn, self._rng)

    def __call__(self, turn: Turn) -> str:
        """Return the letter for a turn, as `choose` does."""
        return self.choose(turn)

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


def bot(name: str, *, seed: int = 0) -> Bot:
    """Return a shipped bot by its name. Raises `NotFound` with the nearest name.

    Its random choices follow from the seed and the turns that it has answered.
    """
    return Bot(name, seed)
