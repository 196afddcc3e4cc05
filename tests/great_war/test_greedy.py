"""The greedy bot: it attacks where that gains, stays where it does not, and beats the bot below it."""

from random import Random

import pytest
from msgspec.json import decode, encode

import referee
from referee.analysis.bots import position_from_view
from referee.analysis.bots.greedy import Greedy
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from schemas.bots import Turn
from tests.benchmarks import ladder

LOTS = Random(1)

GREEDY, RANDOM = (ladder.Rung(bot, 0.05) for bot in ("greedy", "random"))


def ask(game: referee.Game) -> str:
    return Greedy().answer(decode(encode(ladder.show(game, game.prompts[0].side, 1.0)), type=Turn), LOTS)


@pytest.fixture
def game() -> referee.Game:
    return referee.open_in_memory("ttlm", "1914", seed=7).game(seed=7)


def test_it_opens_an_offensive_and_marches_where_it_wins(game: referee.Game) -> None:
    assert ask(game).startswith("offensive ")

    marching = game.play("offensive 1")
    march = next(one for one in marching.options() if one.text == ask(marching))

    assert march.verb == "move"
    held = {area.id: area.owner for area in ladder.see(game).areas}
    assert held[str(march.to)] == "entente"
    assert march.piece in {"ge-1", "ge-2", "ge-3", "ge-4", "ge-5", "ge-6", "ge-7"}, (
        "armies go before their pieces"
    )


@pytest.mark.parametrize("hidden", ["no", "yes"])
def test_armies_that_hide_what_they_hold_are_not_taken_for_empty(hidden: str) -> None:
    """The French gain nothing by an offensive on the first day, whether they see the German armies or not."""
    options = {"hidden-templates": hidden}
    game = referee.open_in_memory("ttlm", "1914", options=options, seed=7).game(seed=7)
    game = game.play("pass").play("done")

    assert [prompt.side for prompt in game.prompts] == ["entente"]
    assert ask(game) == "pass"


def test_the_position_that_it_fights_in_has_every_piece_of_the_view(game: referee.Game) -> None:
    rules = rulesets.bind("ttlm", "1914", {}).rules
    assert isinstance(rules, GreatWar)
    view = game.view("german")
    seen = decode(encode(view), type=position_from_view.SeenWar)

    position = position_from_view.rebuild(rules.theatre, seen)

    assert isinstance(view, referee.GreatWarView)
    assert {*position.pieces} == {piece.id for piece in view.pieces}
    assert not any(hand.cards for hand in position.hands.values())
    moved = position_from_view.march(position, ("ge-1",), "liege")
    assert {one.area for one in moved.pieces.values() if "ge-1" in (one.id, one.army)} == {"liege"}
    assert len(moved.map.at("liege")) == len(position.map.at("liege")) + 1 + sum(
        one.army == "ge-1" for one in position.pieces.values()
    )


def test_hits_are_paid_with_the_cheapest_piece() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    match.submit("offensive 1\nmove 1st army, 2nd army to liege\nbattle liege\ndone", "german")
    game = match.game()
    while game.prompts[0].question != "losses":
        game = game.with_seed(game.played).play(next(one for one in game.options() if one.default))
    lost = next(one for one in game.options() if one.text == ask(game))

    assert lost.verb == "lose"


def test_greedy_beats_random_in_a_pair_of_games_of_one_season() -> None:
    """The game refuses an illegal letter, which stops the test."""
    own = ladder.play({"german": GREEDY, "entente": RANDOM}, 3, 1)
    other = ladder.play({"german": RANDOM, "entente": GREEDY}, 3, 1)

    assert own.points > other.points
    assert min(own.orders, other.orders) > 10


def test_an_interval_holds_the_share() -> None:
    least, most = ladder.weigh(40, 40)
    assert (round(least), round(most)) == (91, 100)
