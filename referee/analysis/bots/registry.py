"""The built-in bots by name and version, and the programs of other authors."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.analysis.faults import AnalysisFault
from referee.faults import Complaint, Misuse, NotFound, suggest
from referee.i18n.translator import Offered
from referee.matches import shelf
from referee.platform import confinement
from referee.platform.confinement import LADDER, Means
from schemas.record import Value

VERSIONS: Mapping[str, int] = {
    "random": 1,
    "greedy": 3,
    "planner": 7,
    "defender": 7,
    "raider": 1,
    "garrison": 1,
}
"""Versions of the built-in bots; a version is raised when the bot plays differently."""

THINKING_SECONDS: Mapping[str, float] = {"defender": 1.25}
"""Seconds that a bot may think about a decision, if it needs more than the others."""

SYSTEMS: Mapping[str, frozenset[str]] = {
    "greedy": frozenset({"great-war"}),
    "planner": frozenset({"great-war"}),
    "defender": frozenset({"great-war"}),
    "raider": frozenset({"skirmish"}),
    "garrison": frozenset({"skirmish"}),
}
"""Families of games that a bot plays; a bot without an entry plays all."""


class Foreign(Value):
    """A program of another author, the files that it must not read, and the means that hides them.

    A trusted program has no means, and can read them.
    """

    file: Path
    hidden: tuple[Path, ...]
    means: Means | None


class Seated(Value):
    """A bot by its name in a header, with the command or the foreign program that plays it."""

    name: str
    command: tuple[str, ...] = ()
    foreign: Foreign | None = None


def find_bot(name: str) -> Seated:
    """Return a built-in bot by its name, with or without its version. Raises `NotFound` if it is unknown."""
    bot_name = name.partition(" ")[0]
    if bot_name not in VERSIONS:
        raise NotFound(Complaint.of(AnalysisFault.NO_BOT, suggest(bot_name, VERSIONS), name=bot_name))
    command = (sys.executable, "-m", "referee.analysis.bots.stdio", bot_name)
    return Seated(f"{bot_name} {VERSIONS[bot_name]}", command)


def find_program(
    file: str, match: Path, *, is_trusted: bool = False, ladder: Sequence[Means] = LADDER
) -> Seated:
    """Return the bot that a foreign program plays in the match of a folder, by the name of its file.

    Raises `NotFound` if the program is not there, and `Misuse` if it is not trusted and no means of the
    ladder hides the shelf from it.
    """
    path = Path(file)
    if not path.is_file():
        raise NotFound(Complaint.of(AnalysisFault.NO_PROGRAM, path=file))
    folder = match.resolve()
    hidden = folder.parent, folder / shelf.SECRETS, folder / shelf.JOURNAL
    means = None if is_trusted else confinement.choose(hidden, ladder)
    if means is None and not is_trusted:
        raise Misuse(Complaint.of(AnalysisFault.BOT_UNCONFINED, name=path.stem))
    return Seated(path.stem, foreign=Foreign(path.resolve(), hidden, means))


def read_seats(seats: Sequence[str], system: str) -> dict[str, str]:
    """Return the bots of sides, typed as `side=bot`, with their versions.

    Raises `NotFound` if a bot does not exist, and `Misuse` if it does not play this family.
    """
    read: dict[str, str] = {}
    for text in seats:
        side, sign, name = text.partition("=")
        if not (side and sign and name) or side in read:
            raise Misuse(Complaint.of(AnalysisFault.SEATS_NO_BOT, text=text))
        read[side] = find_bot(name).name
        refuse_system(name, system, f"{side}=")
    return read


def refuse_system(name: str, system: str, before: str) -> None:
    """Raise `Misuse` for a bot that does not play a family of games.

    `before` are the words that stand before the name of a bot on the command line.
    """
    bot_name = name.partition(" ")[0]
    if system not in SYSTEMS.get(bot_name, {system}):
        bots = Offered(f"`{before}{bot}`" for bot in VERSIONS if system in SYSTEMS.get(bot, {system}))
        raise Misuse(Complaint.of(AnalysisFault.BOT_PLAYS_OTHERS, name=bot_name, bots=bots))
