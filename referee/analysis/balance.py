"""How even a scenario is: games between players who follow a script, each way, and who won them."""

import random
from collections import Counter

from referee.analysis import players
from referee.analysis.families import find_skirmish
from referee.analysis.faults import AnalysisFault
from referee.analysis.intervals import find_interval
from referee.dice import chain
from referee.dice.chain import SealedDice
from referee.engine.faults import Misuse
from referee.engine.purposes import FiledDice
from referee.systems.faces import Game
from referee.systems.skirmish.rules import Skirmish
from schemas.answers.catalogue import CountedGames, CountedShare
from schemas.journal import OWNED

SECRET = chain.digest("the games of scripted players")
"""What the dice of these games follow from; published, so that all count alike."""

WAYS = (("bold", "careful"), ("careful", "bold"))
"""The tempers of the two players, in the order of the sides."""


def weigh(system: Game, games: int) -> tuple[CountedGames, ...]:
    """So many games each way; raises `Misuse` for a family whose players follow no script."""
    if games < 1:
        return ()
    rules = find_skirmish(system)
    if rules is None:
        raise Misuse(AnalysisFault.NO_PLAYERS)
    return tuple(_way(rules, games, way) for way in WAYS)


def _way(rules: Skirmish, games: int, way: tuple[str, str]) -> CountedGames:
    won = Counter(_winner(rules, number, way) for number in range(games))
    one, other = (
        _share(side, player, won[side], games) for side, player in zip(rules.sides, way, strict=True)
    )
    return CountedGames(games=games, drawn=won[""], shares=(one, other))


def _winner(rules: Skirmish, number: int, way: tuple[str, str]) -> str:
    name = f"{rules.table.scenario.id} {' '.join(way)}"
    dice = SealedDice(SECRET, name, number, None, chain.digest(name), SECRET)
    tempers = {side: players.TEMPERS[player] for side, player in zip(rules.sides, way, strict=True)}
    filed = FiledDice(dice, OWNED, rules.word_purpose)
    return players.play(rules, tempers, filed, random.Random(f"{name} {number}")).winner or ""


def _share(side: str, player: str, won: int, games: int) -> CountedShare:
    """The share of a side, with its interval."""
    least, most = find_interval(won / games, games)
    percent = round(100 * won / games, 1)
    return CountedShare(side=side, player=player, won=won, percent=percent, least=least, most=most)
