"""What the bots answer, question by question: the version of a bot is raised when it plays otherwise.

The header of a match names that version, so that one version answers one position in one way. After a wanted
change: raise the version, `pytest tests/golden --rewrite-golden`, and read the difference.
"""

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from itertools import islice
from math import fsum, inf
from operator import add
from random import Random
from typing import Any

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

import referee
from referee.analysis.bots.registry import VERSIONS
from referee.analysis.bots.stdio import PLAYERS
from schemas.bots import Turn
from tests.benchmarks import ladder, skirmish_ladder
from tests.golden.approving import check

HIDDEN = {"hidden-templates": "yes"}

Options = Mapping[str, str]

WARS: Mapping[str, tuple[str, str, Options, int]] = {
    "first-season": ("ttlm", "1914", {}, 60),
    "hidden-armies": ("ttlm", "1914", HIDDEN, 16),
    "cards-and-trenches": ("ttlm", "1917", {}, 30),
    "eastern-front": ("aac", "campaign", {}, 30),
}
"""Packs, scenarios and options, and how many questions a bot answers on both sides."""

PLAYED = [
    *(("planner", name) for name in WARS),
    *(("greedy", name) for name in ("first-season", "cards-and-trenches")),
]

WINTERS = [("ttlm", "1914"), ("ttlm", "1918"), ("aac", "campaign")]
"""Packs and scenarios in which a season is passed over, until pieces are built."""

BUILT = 30
"""How many questions are answered from there on."""

RAIDS = ("dawn-sap", "farm-crossroads", "mine-crater")
"""Scenarios of the skirmish, each with a raider who attacks and a garrison that holds."""

RAIDED = 60
"""How many questions they answer: the plots of three turns or more, and what follows from them."""


def _play(game: referee.Game, bots: Mapping[str, str]) -> Iterator[str]:
    """Each question and its answer, where no clock runs."""
    players = {side: PLAYERS[bot]() for side, bot in bots.items()}
    show = skirmish_ladder.show if game.pack.startswith("skirmish") else _show
    while not game.is_over:
        prompt = game.prompts[0]
        turn = decode(encode(show(game, prompt.side)), type=Turn)
        letter = players[prompt.side](replace(turn, think=inf), Random(1))
        yield f"{prompt.side} {prompt.question}: {letter}"
        game = game.play(next(one for one in turn.options if one.text == letter))


def _show(game: referee.Game, side: str) -> Turn:
    return ladder.show(game, side, 1.0)


@pytest.mark.parametrize(("bot", "name"), PLAYED)
def test_a_version_of_a_bot_answers_as_was_approved(
    request: pytest.FixtureRequest, bot: str, name: str
) -> None:
    pack, scenario, options, count = WARS[name]
    game = referee.open_in_memory(pack, scenario, options=options, seed=5).game(seed=5)
    said = islice(_play(game, dict.fromkeys(game.sides, bot)), count)

    check(request, f"bots.{bot}-{VERSIONS[bot]}.{name}.txt", "\n".join(said) + "\n")


@pytest.mark.parametrize("bot", ["greedy", "planner"])
@pytest.mark.parametrize(("pack", "scenario"), WINTERS)
def test_a_version_of_a_bot_builds_as_was_approved(
    request: pytest.FixtureRequest, bot: str, pack: str, scenario: str
) -> None:
    game = referee.open_in_memory(pack, scenario, seed=5).game(seed=5)
    while game.prompts[0].question != "production":
        options = game.options(game.prompts[0])
        game = game.play(next((one for one in options if one.default), options[0]))
    said = islice(_play(game, dict.fromkeys(game.sides, bot)), BUILT)

    check(request, f"bots.{bot}-{VERSIONS[bot]}.builds.{pack}.{scenario}.txt", "\n".join(said) + "\n")


def add_in_turn(values: Iterable[Any], start: Any = 0) -> Any:
    """Add as Python 3.11 does."""
    return reduce(add, values, start)


def add_exactly(values: Iterable[Any], start: Any = 0) -> Any:
    """Add as later versions do, which make up for the rounding of floats."""
    some = [start, *values]
    return fsum(some) if any(isinstance(one, float) for one in some) else add_in_turn(some)


@pytest.mark.parametrize("total", [add_in_turn, add_exactly])
def test_a_bot_builds_the_same_in_each_version_of_python(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, total: Callable[..., object]
) -> None:
    monkeypatch.setattr(builtins, "sum", total)
    test_a_version_of_a_bot_builds_as_was_approved(request, "planner", "ttlm", "1918")


@pytest.mark.parametrize("scenario", RAIDS)
def test_a_version_of_raider_and_garrison_answers_as_was_approved(
    request: pytest.FixtureRequest, scenario: str
) -> None:
    attacker, defender = skirmish_ladder.find_attacker(scenario)
    game = referee.open_in_memory("skirmish", scenario, seed=5).game(seed=5)
    said = islice(_play(game, {attacker: "raider", defender: "garrison"}), RAIDED)

    versions = f"raider-{VERSIONS['raider']}.garrison-{VERSIONS['garrison']}"
    check(request, f"bots.{versions}.{scenario}.txt", "\n".join(said) + "\n")
