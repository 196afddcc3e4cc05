"""The ladder of bots: each rung plays the one below in swapped pairs of games with the same seed.

`python -m tests.benchmarks.ladder --pairs N` prints how often the higher one did better, and an interval by
Wilson; `--rung planner` plays the rung of one bot alone, `--longer SECONDS` a planner that thinks so long
against one that does not, and `--first` begins with another seed. In both
games of a pair the cards are dealt alike. The higher bot wins a pair if Germany has more points where it
plays her than where it plays against her; the lower one wins a draw.
"""

import argparse
import sys
from collections.abc import Mapping
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from msgspec.json import decode, encode

import referee
from referee.analysis.bots.asking import THINK
from referee.analysis.bots.stdio import PLAYERS
from schemas.bots import MOST_OPTIONS, Turn
from schemas.record import to_data

RUNGS = (("random", "greedy"), ("greedy", "planner"))
"""The bots, the lower one first."""

PACK, SCENARIO = "ttlm", "1914"
GERMAN, ENTENTE = "german", "entente"
SEASONS = 2
CERTAIN = 1.96
"""How many deviations wide an interval is that holds the true share in 19 of 20 counts."""


class Rung(NamedTuple):
    """A bot, and how many seconds it may think."""

    bot: str
    think: float = THINK

    def __str__(self) -> str:
        return self.bot if self.think == THINK else f"{self.bot} ({self.think:g} s)"


def play(rungs: Mapping[str, Rung], seed: int, seasons: int = SEASONS) -> tuple[int, int]:
    """The points of Germany after so many seasons, and how many orders were given."""
    game = referee.open_in_memory(PACK, SCENARIO, seed=seed).game(seed=seed)
    players = {side: PLAYERS[rung.bot]() for side, rung in rungs.items()}
    last = see(game).turn + seasons
    while not game.is_over and see(game).turn < last:
        side = game.prompts[0].side
        turn = decode(encode(show(game, side, rungs[side].think)), type=Turn)
        letter = players[side](turn, Random(f"{seed} {game.played} {rungs[side].bot}"))
        game = game.play(next(one for one in turn.options if one.text == letter))
    return see(game).victory.total, game.played


def see(game: referee.Game) -> referee.GreatWarView:
    view = game.view(referee.PUBLIC)
    assert isinstance(view, referee.GreatWarView)
    return view


def show(game: referee.Game, side: str, think: float) -> Turn:
    """What a bot is shown of a game."""
    prompts = tuple(prompt for prompt in game.prompts if prompt.side == side)
    return Turn(
        side=side,
        system="great-war",
        pack=game.pack,
        scenario=game.scenario,
        chosen=game.options_in_force,
        entry=game.played,
        prompts=prompts,
        options=tuple(option for prompt in prompts for option in game.options(prompt, MOST_OPTIONS)),
        view=to_data(game.view(side)),
        think=think,
        seconds=think,
    )


def weigh(won: int, pairs: int) -> tuple[float, float]:
    """Between what the true share lies, by Wilson, in percent."""
    share, width = won / pairs, CERTAIN * CERTAIN / pairs
    middle = (share + width / 2) / (1 + width)
    half = CERTAIN * sqrt(share * (1 - share) / pairs + width / pairs / 4) / (1 + width)
    return 100 * (middle - half), 100 * (middle + half)


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def climb(lower: Rung, higher: Rung, seeds: range) -> None:
    """One rung: print each pair, then what they come to."""
    won, orders, start, pairs = 0, 0, process_time(), len(seeds)
    for seed in seeds:
        own, more = play({GERMAN: higher, ENTENTE: lower}, seed)
        other, most = play({GERMAN: lower, ENTENTE: higher}, seed)
        won, orders = won + (own > other), orders + more + most
        tell(f"{seed}: {own} against {other}")
    least, most_sure = weigh(won, pairs)
    spent = (process_time() - start) / pairs / 2
    tell(
        f"{higher} over {lower}: {won} of {pairs} pairs, {100 * won / pairs:.0f} % "
        f"[{least:.0f}, {most_sure:.0f}]; {spent:.1f} s and {orders / pairs / 2:.0f} orders a game"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--think", type=float, default=THINK)
    parser.add_argument("--rung", choices=[higher for _, higher in RUNGS])
    parser.add_argument("--longer", type=float)
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.pairs)
    if asked.longer is not None:
        climb(Rung("planner", asked.think), Rung("planner", asked.longer), seeds)
        return
    for lower, higher in RUNGS:
        if asked.rung in {None, higher}:
            climb(Rung(lower, asked.think), Rung(higher, asked.think), seeds)


if __name__ == "__main__":
    main()
