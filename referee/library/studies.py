"""Simulated wars for programs."""

from collections.abc import Iterator, Mapping

from referee.analysis import simulated_games, studies
from referee.analysis.studies import Manner
from schemas.answers.simulation import LostWar, SimulatedWar


def simulate(
    pack: str,
    scenario: str | None = None,
    *,
    options: Mapping[str, str] | None = None,
    games: int = 20,
    players: Mapping[str, str] | None = None,
    seed: int = 1,
    turns: int | None = None,
    jobs: int = 1,
) -> Iterator[SimulatedWar | LostWar]:
    """Simulate wars and yield the result of each, in the order of their numbers from 1.

    `players` names a bot for a side, or `tempers` for random players (default). A war depends only on the
    seed and its number. One job runs in this process, and each war is simulated when it is requested. With
    more `jobs` the wars run in processes that import the main module again, so a script must start its work
    under `if __name__ == "__main__"`. A war whose process died twice is a `LostWar`. Raises `NotFound` for "
    "an unknown pack, scenario or player, and `Misuse` for an unknown side or option.
    """
    assignment = ",".join(f"{side}={name}" for side, name in (players or {}).items()) or None
    study = studies.open_study(pack, scenario, options or {}, assignment, seed, turns)
    numbers = range(1, games + 1)
    if jobs == 1:
        return map(simulated_games.fight_war, map(study.war, numbers))
    return studies.run(study, numbers, Manner(jobs))
