"""Bots by name, the turns that they answer, and wars simulated between players."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Protocol, cast

from referee.analysis import simulated_games, studies
from referee.analysis.bots import registry
from referee.analysis.bots.stdio import PLAYERS
from referee.analysis.faults import AnalysisFault
from referee.analysis.studies import Manner, Study
from referee.faults import Complaint, Misuse, NotFound, suggest
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
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
        """Return the letter of the bot for a turn of `Match.turn` or `Game.turn`, one order per line.

        Raises `Misuse` for a turn of a game that the bot does not play.
        """
        arguments.refuse(arguments.find_type("turn", turn, Turn))
        registry.refuse_system(self.name, turn.system, "")
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
    that returns a letter for a `Turn`; it plays in this process. A letter may have several orders, one per
    line; a line that is not a legal order is passed over. A war depends only on the seed and its number. One
    job runs in this process, and each war is simulated when it is requested. With more `jobs` the wars run in
    processes that import the main module again, so a script must start its work under
    `if __name__ == "__main__"`. A war whose process died twice is a `LostWar`.

    Raises `NotFound` for an unknown pack or player, and `Misuse` for an unknown scenario or option, or side
    of a bot; for an unknown side of a function it raises `NotYours`. A war raises `Misuse` if a function
    returns another value than a text, and `DataFault` with the last line and the reason if three letters in a
    row have no legal order.
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
    bound = rulesets.bind(pack, scenario, options or {})
    seats = _seat_players(bound, players or {})
    own = {side: _Checked(side, player) for side, player in seats.items() if not isinstance(player, str)}
    if own and jobs > 1:
        raise Misuse(arguments.LibraryFault.OWN_PLAYERS_HERE)
    assignment = ",".join(f"{side}={name}" for side, name in seats.items() if isinstance(name, str)) or None
    names = simulated_games.read_players(assignment, bound.rules.sides, bound.pack.game.system)
    study = Study(bound, names, seed, turns)
    numbers = range(1, games + 1)
    if jobs == 1:
        return (simulated_games.fight_war(study.war(number), own) for number in numbers)
    return studies.run(study, numbers, Manner(jobs))


def _seat_players(bound: Ruleset, players: Mapping[str, str | Player]) -> Mapping[Side, str | Player]:
    """Return the players by the ids of their sides. Raises `Misuse` for a bot of other games.

    An unknown side of a bot is a `Misuse`, and one of a function `NotYours`, as it always was.
    """
    arguments.refuse(
        *(arguments.find_side(bound, one) for one in players if not isinstance(players[one], str))
    )
    if unknown := [one for side in players if (one := arguments.find_side(bound, side))]:
        raise Misuse(*unknown)
    seats = {arguments.read_side(bound, side): player for side, player in players.items()}
    if len(seats) < len(players):
        raise Misuse(arguments.LibraryFault.SIDE_TWICE)
    for side, player in seats.items():
        if isinstance(player, Bot):
            registry.refuse_system(player.name, bound.pack.game.system, f"{side}=")
    return seats


class _Checked:
    """A player of a program, whose letters are checked. A refusal names it as the program does."""

    def __init__(self, side: Side, player: Player) -> None:
        self._side, self._player = side, player
        self.__name__ = str(getattr(player, "__name__", type(player).__name__))

    def __call__(self, turn: Turn) -> str:
        """Return the letter. Raises `Misuse` for another value."""
        letter = self._player(turn)
        arguments.refuse(arguments.find_text(f"the letter of {self._side}", letter))
        return letter


def _find_players(players: object) -> Complaint | None:
    """Return a complaint unless each side has the name of a bot or a function."""
    complaint = arguments.find_mapping("players", players, "Mapping[str, str | Player]", is_text=False)
    if complaint is None and isinstance(players, Mapping):
        for side, one in cast(Mapping[str, object], players).items():
            if not isinstance(one, str) and not callable(one):
                return arguments.complain_of_type(f'players["{side}"]', one, "str or Player")
    return complaint
