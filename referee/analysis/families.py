"""The rules of one family of games, for the analyses that only this family has."""

from typing import TYPE_CHECKING, cast

from referee.systems.faces import Game

if TYPE_CHECKING:
    from referee.systems.great_war.system import GreatWarSystem
    from referee.systems.skirmish.rules import Skirmish

GREAT_WAR = "great-war"
SKIRMISH = "skirmish"


def find_great_war(system: Game) -> "GreatWarSystem | None":
    """Return a game of the Great War family; None for a game of another family."""
    return cast("GreatWarSystem", system) if system.family == GREAT_WAR else None


def find_skirmish(system: Game) -> "Skirmish | None":
    """Return the rules of a game of the skirmish family; None for a game of another family."""
    return cast("Skirmish", system.rules) if system.family == SKIRMISH else None
