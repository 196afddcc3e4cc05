"""The raider and the garrison: templates of orders, from a view and the options that go with it."""

from random import Random

import pytest
from msgspec.json import decode, encode

import referee
from referee.analysis.bots.stdio import PLAYERS
from schemas.bots import Turn
from schemas.skirmish.view import FigureView, View
from tests.benchmarks import skirmish_ladder as ladder
from tests.benchmarks.skirmish_ladder import GARRISON, RAIDER

SIDES = {
    "the trench is raided": ("dawn-sap", ("british", "german")),
    "the farm is attacked": ("farm-crossroads", ("german", "british")),
    "the crater is for both": ("mine-crater", ("british", "german")),
}


def show(game: referee.Game, side: str) -> Turn:
    return decode(encode(ladder.show(game, side)), type=Turn)


def play_on(game: referee.Game, bots: dict[str, str], question: str) -> referee.Game:
    """The game when a question is asked, or all are answered that come before it."""
    players = {side: PLAYERS[name]() for side, name in bots.items()}
    while game.prompts[0].question != question:
        turn = show(game, game.prompts[0].side)
        letter = players[turn.side](turn, Random(1))
        game = game.play(next(one for one in turn.options if one.text == letter))
    return game


def find_figure(game: referee.Game, side: str, id: str) -> FigureView:
    view = game.view(side)
    assert isinstance(view, View)
    return next(figure for figure in view.figures if figure.id == id)


@pytest.fixture
def sap() -> referee.Game:
    return referee.open_in_memory("skirmish", "dawn-sap", seed=1).game(seed=1)


@pytest.mark.parametrize(("scenario", "sides"), SIDES.values(), ids=SIDES)
def test_the_attacker_is_paid_for_being_in_the_ground(scenario: str, sides: tuple[str, str]) -> None:
    assert ladder.find_attacker(scenario) == sides


def test_raiders_go_towards_the_trench(sap: referee.Game) -> None:
    game = play_on(sap, {"british": RAIDER, "german": GARRISON}, "movement")
    turn = show(game, "british")

    letter = PLAYERS[RAIDER]()(turn, Random(1))

    march = next(one for one in turn.options if one.text == letter)
    assert march.verb == "move"
    assert isinstance(march.to, tuple)
    assert march.to[1] > find_figure(game, "british", march.piece).at[1], "the trench is in the north"


def test_a_garrison_comes_out_of_hiding_and_stays_where_it_is(sap: referee.Game) -> None:
    game = play_on(sap, {"british": RAIDER, "german": GARRISON}, "fire")

    view = game.view("german")
    assert isinstance(view, View)
    stood = {figure.id: figure.at for figure in view.figures}
    before = sap.view("german")
    assert isinstance(before, View)
    assert stood == {figure.id: figure.at for figure in before.figures}
    assert "hidden" in {figure.posture for figure in before.figures}
    assert "hidden" not in {figure.posture for figure in view.figures}


def test_a_figure_without_an_enemy_in_sight_keeps_its_fire(sap: referee.Game) -> None:
    game = play_on(sap, {"british": RAIDER, "german": GARRISON}, "fire")
    turn = show(game, game.prompts[0].side)

    assert not decode(encode(turn.view["sight"]))
    assert len(turn.options) > 1
    assert PLAYERS[RAIDER]()(turn, Random(1)) == "done"


def test_game_of_templates_ends() -> None:
    """Each letter is looked up among the options, so that one that is none would stop the game."""
    score = ladder.play("farm-crossroads", {"german": RAIDER, "british": GARRISON}, 1)

    assert sum(score.values()) > 0
