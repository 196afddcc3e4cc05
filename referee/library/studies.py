"""Wars between programs, for programs."""

from collections.abc import Iterator, Mapping

from referee.analysis.simulation import studies, wars
from referee.analysis.simulation.studies import Manner
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
    """Fight so many wars, and give what each came to, in the order of their numbers from 1.

    `players` names a bot for a side, or `tempers`, which play by chance; a side that is left out has these.
    A war follows from the seed and its number alone. One job is done in this process, each war when it is
    asked for. With more `jobs` the wars are given to processes, which import the main module again: a script
    begins its work under `if __name__ == "__main__"`. A war whose process died twice is a `LostWar`. Raises
    `NotFound` for a pack, a scenario or a player that there is not, and `Misuse` for a side or an option.
    """
    seated = ",".join(f"{side}={name}" for side, name in (players or {}).items()) or None
    study = studies.open_study(pack, scenario, options or {}, seated, seed, turns)
    numbers = range(1, games + 1)
    if jobs == 1:
        return map(wars.fight, map(study.war, numbers))
    return studies.run(study, numbers, Manner(jobs))
