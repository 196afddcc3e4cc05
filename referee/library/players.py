"""Bots by name, the turns that they answer, and wars simulated between players."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Protocol, cast

from referee.analysis import simulated_games, studies
from referee.analysis.bots.stdio import PLAYERS
from referee.analysis.faults import AnalysisFault
from referee.analysis.studies import Manner
from referee.faults import Complaint, Misuse, NotFound, suggest
from schemas.answers.simulation import LostWar, SimulatedWar
from schemas.bots import Turn
from schemas.record import Side

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


def simulate(
    pack: str,
    scenario: str | None = None,
    *,
    options: Mapping[str, str] | None = None,
    games: int = 20,
    players: Mapping[Side, str | Player] | None = None,
    seed: int = 1,
    turns: int | None = None,
    jobs: int = 1,
) -> Iterator[SimulatedWar | LostWar]:
    """Simulate wars and yield the result of each, in the order of their numbers from 1.

    `players` names a bot for a side, or `tempers` for random players (default), or is a function of your own
    that returns a letter for a `Turn`; it plays in this process. A war depends only on the
    seed and its number. One job runs in this process, and each war is simulated when it is requested. With
    more `jobs` the wars run in processes that import the main module again, so a script must start its work
    under `if __name__ == "__main__"`. A war whose process died twice is a `LostWar`. Raises `NotFound` for "
    "an unknown pack, scenario or player, and `Misuse` for an unknown side or option.
    """
    arguments.refuse(
        arguments.find_text("pack", pack),
        arguments.find_text("scenario", scenario, is_optional=True),
        arguments.find_mapping("options", options),
        arguments.find_number("games", games, 1),
        _find_players(players),
        arguments.find_number("seed", seed),
        arguments.find_number("turns", turns, 1, is_optional=True),
        arguments.find_number("jobs", jobs, 1),
    )
    bots = {side: name for side, name in (players or {}).items() if isinstance(name, str)}
    own = {side: player for side, player in (players or {}).items() if not isinstance(player, str)}
    if own and jobs > 1:
        raise Misuse(arguments.LibraryFault.OWN_PLAYERS_HERE)
    assignment = ",".join(f"{side}={name}" for side, name in bots.items()) or None
    study = studies.open_study(pack, scenario, options or {}, assignment, seed, turns)
    numbers = range(1, games + 1)
    sides = tuple(side for side, _ in study.war(1).players)
    arguments.refuse(*(arguments.find_side(side, sides) for side in own))
    if jobs == 1:
        return (simulated_games.fight_war(study.war(number), own) for number in numbers)
    return studies.run(study, numbers, Manner(jobs))


def _find_players(players: object) -> Complaint | None:
    """Return a complaint unless each side has the name of a bot or a function."""
    complaint = arguments.find_mapping("players", players, "Mapping[str, str | Player]", is_text=False)
    if complaint is None and isinstance(players, Mapping):
        values = cast(Mapping[str, object], players).values()
        wrong = (one for one in values if not isinstance(one, str) and not callable(one))
        return next((arguments.find_type("players", one, str) for one in wrong), None)
    return complaint
