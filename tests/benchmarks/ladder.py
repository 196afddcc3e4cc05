"""The ladder of bots: each rung plays the one below in swapped pairs of games with the same seed.

`python -m tests.benchmarks.ladder --pairs N` prints how often the higher one did better, and an interval by
Wilson; `--rung planner` plays the rung of one bot alone, `--longer SECONDS` that bot, or a planner, that
thinks so long against one that does not, `--first` begins with another seed, and `--scene ttlm:1917` fights
elsewhere. Planner and defender search the number of positions that belongs to their seconds and look at no
clock, so that a run can be repeated; the last line gives the CPU time that each took in a game. In both games
of a pair the cards are dealt alike. The higher bot wins a pair if the side that points count for, Germany or
the Central Powers, has more of them where it plays that side than where it plays against it. Points beyond a
decisive total do not count, because a victory that comes a move later is no better. The interval is that of
the share of pairs won, with draws as lost.

`--alone defender` has one bot play both sides for a season, as evidence about the balance of a scenario.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from msgspec.json import decode, encode
from msgspec.structs import replace

import referee
from referee.analysis.bots.bot_play import THINK
from referee.analysis.bots.defender import Defender
from referee.analysis.bots.planner.planner import Planner
from referee.analysis.bots.planner.rollout_policy import victory_need
from referee.analysis.bots.stdio import PLAYERS, Player
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from schemas.bots import MOST_OPTIONS, Turn
from schemas.record import to_data

RUNGS = (("random", "greedy"), ("greedy", "planner"), ("planner", "defender"))
"""The bots, the lower one first."""

SCENE = "ttlm:1914"
"""A pack and its scenario."""

COUNTED: Mapping[str, str] = {"ttlm": "german", "aac": "central"}
"""The side that points count for, by the pack."""

ENTENTE = "entente"
SEASONS = 2
CERTAIN = 1.96
"""How many deviations wide an interval is that holds the true share in 19 of 20 counts."""


class Rung(NamedTuple):
    """A bot, and how many seconds it may think."""

    bot: str
    think: float = THINK

    def seat(self) -> tuple[Player, float]:
        """A player, and the seconds that it is told: without end if it counts positions."""
        match self.bot:
            case "planner":
                return Planner(self.think).answer, inf
            case "defender":
                return Defender(self.think).answer, inf
            case _:
                return PLAYERS[self.bot](), self.think

    def __str__(self) -> str:
        return self.bot if self.think == THINK else f"{self.bot} ({self.think:g} s)"


def play(
    rungs: Mapping[str, Rung],
    seed: int,
    seasons: int = SEASONS,
    scene: str = SCENE,
    spent: Counter[Rung] | None = None,
) -> tuple[int, int]:
    """The points after so many seasons, and the number of orders; `spent` counts milliseconds of CPU."""
    pack, _, scenario = scene.partition(":")
    game = referee.open_in_memory(pack, scenario, seed=seed).game(seed=seed)
    players = {side: rung.seat() for side, rung in rungs.items()}
    last = see(game).turn + seasons
    while not game.is_over and see(game).turn < last:
        side = game.prompts[0].side
        player, think = players[side]
        turn = decode_turn(show(game, side, think))
        start = process_time()
        letter = player(turn, Random(f"{seed} {game.played} {rungs[side].bot}"))
        if spent is not None:
            spent[rungs[side]] += round(1000 * (process_time() - start))
        game = game.play(next(one for one in turn.options if one.text == letter))
    return see(game).victory.total, game.played


def decode_turn(turn: Turn) -> Turn:
    """The turn as a program reads it: JSON has no number without end."""
    decoded = decode(encode(replace(turn, think=0.0, seconds=0.0)), type=Turn)
    return replace(decoded, think=turn.think, seconds=turn.seconds)


def see(game: referee.Game) -> referee.GreatWarView:
    view = game.view(referee.PUBLIC)
    assert isinstance(view, referee.GreatWarView)
    return view


def show(game: referee.Game, side: str, think: float, system: str = "great-war") -> Turn:
    """What a bot is shown of a game."""
    prompts = tuple(prompt for prompt in game.prompts if prompt.side == side)
    return Turn(
        side=side,
        system=system,
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


class Limits(NamedTuple):
    """The points at which a war is decided for the Entente, and for the other side."""

    least: float
    most: float

    def clip(self, points: int) -> float:
        """Return points without those beyond a decisive victory."""
        return min(self.most, max(self.least, points))


def find_limits(pack: str, scenario: str) -> Limits:
    """Return the decisive totals of a scenario; a side without a decisive victory has no limit."""
    rules = rulesets.bind(pack, scenario, {}).rules
    assert isinstance(rules, GreatWar)
    counted = COUNTED[pack]
    return Limits(-victory_need(rules.theatre, ENTENTE, 0), victory_need(rules.theatre, counted, 0))


def climb(lower: Rung, higher: Rung, seeds: range, scene: str) -> None:
    """One rung: print each pair, then what they come to."""
    won, drawn, orders, pairs = 0, 0, 0, len(seeds)
    spent = Counter[Rung]()
    pack, _, scenario = scene.partition(":")
    counted, limits = COUNTED[pack], find_limits(pack, scenario)
    for seed in seeds:
        own, more = play({counted: higher, ENTENTE: lower}, seed, scene=scene, spent=spent)
        other, most = play({counted: lower, ENTENTE: higher}, seed, scene=scene, spent=spent)
        gain = limits.clip(own) - limits.clip(other)
        won, drawn, orders = won + (gain > 0), drawn + (gain == 0), orders + more + most
        tell(f"{seed}: {own} against {other}")
    least, most_sure = weigh(won, pairs)
    seconds = " and ".join(f"{spent[one] / 2000 / pairs:.1f} s" for one in (higher, lower))
    tell(
        f"{higher} over {lower} in {scene}: {won} of {pairs} pairs, {100 * won / pairs:.0f} % "
        f"[{least:.0f}, {most_sure:.0f}], and {drawn} drawn; "
        f"they thought {seconds} in {orders / pairs / 2:.0f} orders a game"
    )


def survey(rung: Rung, seeds: range, scene: str) -> None:
    """One bot on both sides: print the points after the first season, and how often they rose and fell."""
    counted = COUNTED[scene.partition(":")[0]]
    pack, _, scenario = scene.partition(":")
    opening = see(referee.open_in_memory(pack, scenario, seed=0).game()).victory.total
    totals: list[int] = []
    for seed in seeds:
        totals.append(play({counted: rung, ENTENTE: rung}, seed, 1, scene)[0])
        tell(f"{seed}: {opening} to {totals[-1]}")
    change = [total - opening for total in totals]
    error = stdev(change) / sqrt(len(change)) if len(change) > 1 else inf
    low, high = fmean(change) - CERTAIN * error, fmean(change) + CERTAIN * error
    rose, fell = sum(one > 0 for one in change), sum(one < 0 for one in change)
    tell(
        f"{rung} on both sides of {scene}, {len(totals)} first seasons: points change by {fmean(change):.1f} "
        f"[{low:.1f}, {high:.1f}]; they rose in {rose} and fell in {fell}; {sorted(totals)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--think", type=float, default=THINK)
    parser.add_argument("--rung", choices=[higher for _, higher in RUNGS])
    parser.add_argument("--longer", type=float)
    parser.add_argument("--alone", choices=[higher for _, higher in RUNGS])
    parser.add_argument("--scene", default=SCENE, metavar="PACK:SCENARIO")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.pairs)
    if asked.alone is not None:
        survey(Rung(asked.alone, asked.think), seeds, asked.scene)
        return
    if asked.longer is not None:
        bot = asked.rung or "planner"
        climb(Rung(bot, asked.think), Rung(bot, asked.longer), seeds, asked.scene)
        return
    for lower, higher in RUNGS:
        if asked.rung in {None, higher}:
            climb(Rung(lower, asked.think), Rung(higher, asked.think), seeds, asked.scene)


if __name__ == "__main__":
    main()
