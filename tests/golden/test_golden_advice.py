"""What bots advise in games that are played by lot, and what the planner reckons there, number by number.

By lot a game comes to places where no bot would go. After a wanted change: raise the version of the bot,
`pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import inf
from random import Random

import pytest
from msgspec import convert
from msgspec.json import decode, encode
from msgspec.structs import replace

import referee
from referee.analysis.bots import position_from_view
from referee.analysis.bots.planner.board_model import Board, Force, Ground, Surveyed
from referee.analysis.bots.planner.evaluation import Judge
from referee.analysis.bots.planner.movement import Reach, guess_reach, list_reach, list_ways
from referee.analysis.bots.position_from_view import SeenWar
from referee.analysis.bots.registry import VERSIONS
from referee.analysis.bots.stdio import PLAYERS
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from schemas.bots import Turn
from tests.benchmarks import ladder
from tests.golden.approving import check

GAMES: Mapping[str, tuple[str, str, int, int]] = {
    "west-1914": ("ttlm", "1914", 1, 110),
    "west-1917": ("ttlm", "1917", 2, 60),
    "east": ("aac", "campaign", 3, 70),
}
"""Packs and scenarios, and which lots give how many orders."""

MOMENTS = [("west-1914", 24), ("west-1917", 9), ("east", 34)]
"""After how many orders the planner reckons."""

BOTS = ("greedy", "planner")

OFTEN = 2
"""How often a bot is asked the same question."""

PLANS = {"reinforcements", "production"}
"""Questions that take many orders; by lot, most of them are passed over."""


@cache
def _wander(name: str) -> Sequence[referee.Game]:
    """A game by lot, order by order."""
    pack, scenario, seed, count = GAMES[name]
    game, lots = referee.open_in_memory(pack, scenario, seed=seed).game(seed=seed), Random(seed)
    games = list[referee.Game]()
    for _ in range(count):
        games.append(game)
        shown = game.options(game.prompts[0])
        quiet = [one for one in shown if one.default or one.verb == "done"] or shown[:1]
        busy = [one for one in shown if one.verb in {"offensive", "battle"}] or shown
        passed = lots.random() < (0.8 if game.prompts[0].question in PLANS else 0.15)
        game = game.play(lots.choice(quiet if passed else busy))
    return games


def show(game: referee.Game) -> Turn:
    """What a bot is shown where no clock runs."""
    turn = decode(encode(ladder.show(game, game.prompts[0].side, 1.0)), type=Turn)
    return replace(turn, think=inf)


def _list_asked(name: str) -> Iterator[Turn]:
    """Each question where it comes up first, and some more of the same."""
    asked, last = Counter[str](), ""
    for game in _wander(name):
        question = game.prompts[0].question
        if question != last and asked[question] < OFTEN and len(game.options(game.prompts[0])) > 1:
            asked[question] += 1
            yield show(game)
        last = question


@pytest.mark.parametrize("name", GAMES)
def test_bots_advise_as_was_approved(request: pytest.FixtureRequest, name: str) -> None:
    said = [
        f"{turn.side} {turn.options[0].question}: "
        + ", ".join(f"{PLAYERS[bot]()(turn, Random(1))} ({bot})" for bot in BOTS)
        for turn in _list_asked(name)
    ]

    versions = ".".join(f"{bot}-{VERSIONS[bot]}" for bot in BOTS)
    check(request, f"bots.{versions}.by-lot.{name}.txt", "\n".join(said) + "\n")


def find_game(name: str, at: int) -> referee.Game:
    """A game by lot after so many orders."""
    return _wander(name)[at]


def _look(name: str, at: int) -> tuple[Surveyed, Reach, Reach]:
    """What the planner makes of a game by lot, and the marches that it guesses and that options allow."""
    game = find_game(name, at)
    rules = rulesets.bind(game.pack, game.scenario, dict(game.options_in_force)).rules
    assert isinstance(rules, GreatWar)
    turn = show(game)
    view = convert(turn.view, SeenWar)
    position = position_from_view.rebuild(rules.theatre, view)
    surveyed = Surveyed(Ground(rules.theatre, turn.side), position)
    return surveyed, guess_reach(surveyed.board), list_reach(surveyed, position, list_ways(turn.options))


def _reckon(board: Board) -> Iterator[str]:
    """Area by area: what stands there, what it is worth, and what a battle there gains."""
    before, after = (Judge(board, fights=fights) for fights in (True, False))
    for area in board.stacks:
        yield f"{area}, {HELD[board.owned.get(area)]}"
        yield from (
            f"    {side}: {_write(force)}"
            for side, force in (("own", board.force(area, own=True)), ("enemy", board.force(area, own=False)))
            if force.strength
        )
        figures = [before.weigh(board, [area]), after.weigh(board, [area])]
        if area in board.owned:
            figures.append(before.gain_battle(board, area))
        yield "    worth: " + ", ".join(f"{one:.4f}" for one in figures)


HELD = {None: "of nobody", True: "own", False: "the enemy's"}


def _write(force: Force) -> str:
    return " ".join(f"{name}={part:.4g}" for name, part in force._asdict().items() if part)


def _march(reach: Reach) -> Iterator[str]:
    for id, marches in reach.items():
        targets = " ".join(march.to for march in marches)
        one = marches[0] if marches else None
        yield f"    {id}: {targets}" + (f" ({_write(one.group.mobile)})" if one is not None else "")


@pytest.mark.parametrize(("name", "at"), MOMENTS)
def test_the_planner_reckons_as_was_approved(request: pytest.FixtureRequest, name: str, at: int) -> None:
    surveyed, guessed, allowed = _look(name, at)
    told = [*_reckon(surveyed.board), "Guessed:", *_march(guessed), "Allowed:", *_march(allowed)]

    check(request, f"planner.{name}.{at}.txt", "\n".join(told) + "\n")
