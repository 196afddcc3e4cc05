"""The ladder of bots: each rung plays the one below in swapped pairs of games with the same seed.

`python -m tests.benchmarks.ladder --pairs N` prints how often the higher one did better, with intervals by
Wilson; `--rung planner` plays the rung of one bot alone, `--longer SECONDS` that bot, or a planner, that
thinks so long against one that does not, `--first` begins with another seed, and `--scene ttlm:1917` fights
elsewhere. In both games of a pair the cards are dealt alike. `--read FILE` plays nothing and counts the pairs
that earlier runs printed to files.

Planner and defender search the number of positions that belongs to their seconds and look at no clock, so
that a run can be repeated. The last line gives the CPU time that each took in a game. `--lower-think SECONDS`
gives the lower bot other seconds: increase them until both CPU times are equal.

A run counts its pairs in three ways, each finer than the one before, and each with draws as lost:

* by games: a bot wins a game if the victory chart names its side, and a pair if it wins more of its games;
* by points: the higher bot wins a pair if the side that points count for, Germany or the Central Powers, has
  more of them where it plays that side than where it plays against it. This is the sum of the margins of both
  games. Points beyond a decisive total do not count, because a victory that comes a move later is no better;
* by points, then turns: if both games end with the same decisive victory, the bot that won it after fewer
  player turns wins the pair.

`--alone defender` has one bot play both sides for a season, as evidence about the balance of a scenario.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf, sqrt
from pathlib import Path
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
from referee.analysis.bots.planner.position_value import Limits, find_limits
from referee.analysis.bots.stdio import PLAYERS, Player
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
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


class Ending(NamedTuple):
    """The end of a game: points, player turns, and orders."""

    points: int
    turns: int
    orders: int


def play(
    rungs: Mapping[str, Rung],
    seed: int,
    seasons: int = SEASONS,
    scene: str = SCENE,
    spent: Counter[Rung] | None = None,
) -> Ending:
    """The game after so many seasons, or at its end; `spent` counts milliseconds of CPU."""
    pack, _, scenario = scene.partition(":")
    game = referee.open_in_memory(pack, scenario, seed=seed).game(seed=seed)
    players = {side: rung.seat() for side, rung in rungs.items()}
    last, turns = see(game).turn + seasons, 0
    while not game.is_over and see(game).turn < last:
        side = game.prompts[0].side
        player, think = players[side]
        turn = decode_turn(show(game, side, think))
        start = process_time()
        letter = player(turn, Random(f"{seed} {game.played} {rungs[side].bot}"))
        if spent is not None:
            spent[rungs[side]] += round(1000 * (process_time() - start))
        turns += letter == "pass" or letter.startswith("offensive ")
        game = game.play(next((one for one in turn.options if one.text == letter), letter))
    return Ending(see(game).victory.total, turns, game.played)


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


class Pair(NamedTuple):
    """Two games with the same seed: the higher bot on the side that points count for, and on the other."""

    own: Ending
    other: Ending


class Score(NamedTuple):
    """Pairs that were won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    def __str__(self) -> str:
        pairs = sum(self)
        least, most = weigh(self.won, pairs)
        return (
            f"{self.won} of {pairs} pairs, {100 * self.won / pairs:.0f} % [{least:.0f}, {most:.0f}], "
            f"{self.drawn} drawn and {self.lost} lost"
        )


def score(gains: Iterable[float]) -> Score:
    """Return the number of gains above zero, at it, and below it."""
    signs = Counter((gain > 0) - (gain < 0) for gain in gains)
    return Score(signs[1], signs[0], signs[-1])


class Scale(NamedTuple):
    """The victory chart of a scenario, by the side that points count for."""

    theatre: GreatWarGame
    counted: str
    limits: Limits

    def gain_games(self, pair: Pair) -> int:
        """Return the games that the higher bot won, less those that it lost, in half games."""
        return self._find_winner(pair.own.points) - self._find_winner(pair.other.points)

    def _find_winner(self, points: int) -> int:
        """Return 1 if the counted side wins, -1 if the other one does, and 0 in a stalemate."""
        side = victory.victory_level(self.theatre, points).side
        return 0 if side is None else 1 if side == self.counted else -1

    def gain_points(self, pair: Pair) -> float:
        """Return the sum of the margins of both games for the higher bot."""
        return self.limits.clip(pair.own.points) - self.limits.clip(pair.other.points)

    def gain_turns(self, pair: Pair) -> float:
        """Return the gain in points, or in turns if both games end with the same decisive victory."""
        if gain := self.gain_points(pair):
            return gain
        later = pair.other.turns - pair.own.turns
        match self.limits.clip(pair.own.points):
            case self.limits.most:
                return later
            case self.limits.least:
                return -later
            case _:
                return 0


def find_scale(scene: str) -> Scale:
    """Return the victory chart of a scene."""
    pack, _, scenario = scene.partition(":")
    rules = rulesets.bind(pack, scenario, {}).rules
    assert isinstance(rules, GreatWar)
    return Scale(rules.theatre, COUNTED[pack], find_limits(rules.theatre))


def count(pairs: Sequence[Pair], scene: str) -> None:
    """Print the pairs by games, by points, and by points and turns."""
    scale = find_scale(scene)
    tell(f"by games: {score(map(scale.gain_games, pairs))}")
    tell(f"by points: {score(map(scale.gain_points, pairs))}")
    tell(f"by points, then turns: {score(map(scale.gain_turns, pairs))}")


LINE = re.compile(r"\d+: (-?\d+) in (\d+) turns against (-?\d+) in (\d+) turns")
"""A pair as a run prints it."""


def read_pairs(text: str) -> Sequence[Pair]:
    """Return the pairs that a run printed."""
    numbers = (map(int, found.groups()) for found in LINE.finditer(text))
    return [Pair(Ending(own, turns, 0), Ending(other, more, 0)) for own, turns, other, more in numbers]


def climb(lower: Rung, higher: Rung, seeds: range, scene: str) -> None:
    """One rung: print each pair, then what they come to."""
    pairs: list[Pair] = []
    spent = Counter[Rung]()
    counted = COUNTED[scene.partition(":")[0]]
    for seed in seeds:
        own = play({counted: higher, ENTENTE: lower}, seed, scene=scene, spent=spent)
        other = play({counted: lower, ENTENTE: higher}, seed, scene=scene, spent=spent)
        pairs.append(Pair(own, other))
        tell(f"{seed}: {own.points} in {own.turns} turns against {other.points} in {other.turns} turns")
    tell(f"{higher} over {lower} in {scene}:")
    count(pairs, scene)
    orders = sum(one.orders for pair in pairs for one in pair)
    seconds = " and ".join(f"{spent[one] / 2000 / len(seeds):.1f} s" for one in (higher, lower))
    tell(f"CPU time {seconds} in {orders / len(seeds) / 2:.0f} orders a game")


def survey(rung: Rung, seeds: range, scene: str) -> None:
    """One bot on both sides: print the points after the first season, and how often they rose and fell."""
    counted = COUNTED[scene.partition(":")[0]]
    pack, _, scenario = scene.partition(":")
    opening = see(referee.open_in_memory(pack, scenario, seed=0).game()).victory.total
    totals: list[int] = []
    for seed in seeds:
        totals.append(play({counted: rung, ENTENTE: rung}, seed, 1, scene).points)
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
    parser.add_argument("--lower-think", type=float)
    parser.add_argument("--rung", choices=[higher for _, higher in RUNGS])
    parser.add_argument("--longer", type=float)
    parser.add_argument("--alone", choices=[higher for _, higher in RUNGS])
    parser.add_argument("--scene", default=SCENE, metavar="PACK:SCENARIO")
    parser.add_argument("--read", type=Path, nargs="+", metavar="FILE")
    asked = parser.parse_args()
    if asked.read is not None:
        count([pair for path in asked.read for pair in read_pairs(path.read_text())], asked.scene)
        return
    least = asked.think if asked.lower_think is None else asked.lower_think
    seeds = range(asked.first, asked.first + asked.pairs)
    if asked.alone is not None:
        survey(Rung(asked.alone, asked.think), seeds, asked.scene)
        return
    if asked.longer is not None:
        bot = asked.rung or "planner"
        climb(Rung(bot, least), Rung(bot, asked.longer), seeds, asked.scene)
        return
    for lower, higher in RUNGS:
        if asked.rung in {None, higher}:
            climb(Rung(lower, least), Rung(higher, asked.think), seeds, asked.scene)


if __name__ == "__main__":
    main()
