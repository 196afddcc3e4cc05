"""The rules of one family of games, for the analyses that only this family has."""

from typing import TYPE_CHECKING, cast

from referee.analysis.faults import AnalysisFault
from referee.faults import Misuse
from referee.packs import rulesets
from referee.systems.faces import Game
from schemas.bots import Turn

if TYPE_CHECKING:
    from referee.systems.great_war.rules import GreatWar
    from referee.systems.great_war.system import GreatWarSystem
    from referee.systems.skirmish.rules import Skirmish

GREAT_WAR = "great-war"
SKIRMISH = "skirmish"


def find_great_war(system: Game) -> "GreatWarSystem | None":
    """Return a game of the Great War family; None for a game of another family."""
    return cast("GreatWarSystem", system) if system.family == GREAT_WAR else None


def refuse_odds(system: Game) -> Misuse:
    """Return the fault of odds that the family of a game does not have."""
    return Misuse(AnalysisFault.NO_ODDS if find_skirmish(system) else AnalysisFault.OTHER_GAME)


def load_great_war(turn: Turn) -> "GreatWar":
    """Return the rules of the war that a bot is asked about."""
    bound = rulesets.bind(turn.pack, turn.scenario, turn.chosen, is_opened=True)
    game = find_great_war(bound.system)
    assert game is not None, "the table of bots names another family"
    return game.rules


def find_skirmish(system: Game) -> "Skirmish | None":
    """Return the rules of a game of the skirmish family; None for a game of another family."""
    return cast("Skirmish", system.rules) if system.family == SKIRMISH else None
