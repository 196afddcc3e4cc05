"""The ladder of the skirmish: raider and garrison play in the place of the random player, in swapped pairs.

`python -m tests.benchmarks.skirmish_ladder --pairs N` plays so many pairs of every scenario. In the one game
of a pair the raider attacks a random garrison; in the other the garrison holds against a random raider. The
scripted players win the pair if the attacker is farther ahead in the first game than in the second; the
random player wins a draw.
"""

import argparse
from collections.abc import Mapping
from random import Random
from time import process_time

from msgspec.json import decode, encode

import referee
from referee.analysis import skirmish_players
from referee.analysis.bots.stdio import PLAYERS
from referee.packs import rulesets
from referee.systems.skirmish.rules import Skirmish
from schemas.bots import Turn
from schemas.skirmish.view import View
from tests.benchmarks import ladder
from tests.benchmarks.ladder import tell, weigh

SCENARIOS = ("dawn-sap", "farm-crossroads", "mine-crater")
RAIDER, GARRISON, RANDOM = "raider", "garrison", "random"


def find_attacker(scenario: str) -> tuple[str, str]:
    """The side that is paid for being in the ground, the first where both are, and the other side."""
    rules = rulesets.bind("skirmish", scenario, {}).rules
    assert isinstance(rules, Skirmish)
    first, second = sorted(rules.sides, key=lambda side: not skirmish_players.attacks(rules.table, side))
    return first, second


def play(scenario: str, bots: Mapping[str, str], seed: int) -> Mapping[str, int]:
    """The scores at the end of a game."""
    game = referee.open_in_memory("skirmish", scenario, seed=seed).game(seed=seed)
    players = {side: PLAYERS[name]() for side, name in bots.items()}
    while not game.is_over:
        side = game.prompts[0].side
        turn = decode(encode(show(game, side)), type=Turn)
        letter = players[side](turn, Random(f"{seed} {game.played} {bots[side]}"))
        game = game.play(next(one for one in turn.options if one.text == letter))
    view = game.view(referee.REFEREE)
    assert isinstance(view, View)
    return view.score


def show(game: referee.Game, side: str) -> Turn:
    """What a bot is shown of a game."""
    return ladder.show(game, side, 0.25, "skirmish")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=10)
    asked = parser.parse_args()
    won, start = 0, process_time()
    for scenario in SCENARIOS:
        attacker, defender = find_attacker(scenario)
        here = 0
        for seed in range(asked.pairs):
            own = play(scenario, {attacker: RAIDER, defender: RANDOM}, seed)
            other = play(scenario, {attacker: RANDOM, defender: GARRISON}, seed)
            leads = own[attacker] - own[defender], other[attacker] - other[defender]
            here += leads[0] > leads[1]
            tell(f"{scenario} {seed}: {leads[0]} ahead against {leads[1]}")
        won += here
        least, most = weigh(here, asked.pairs)
        tell(f"{scenario}: {here} of {asked.pairs} pairs [{least:.0f}, {most:.0f}]")
    total = asked.pairs * len(SCENARIOS)
    least, most = weigh(won, total)
    spent = (process_time() - start) / total / 2
    tell(f"all: {won} of {total} pairs [{least:.0f}, {most:.0f}]; {spent:.1f} s a game")


if __name__ == "__main__":
    main()
