"""The defender: garrisons stay, lost battles are left, no march strands a piece, and it counts its search."""

from math import inf
from random import Random

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

import referee
from referee.analysis.bots.defender import Defender, Post
from referee.analysis.bots.planner.planner import Planner
from referee.packs import rulesets
from referee.packs.conformance.great_war import setup
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.rules import GreatWar
from schemas.bots import Turn
from schemas.great_war.case import GreatWarGiven
from tests.benchmarks import ladder

SEASON = "SPRING 1916"


@pytest.fixture(scope="module")
def west() -> Ruleset:
    return rulesets.bind("ttlm", "1916", {})


def show(west: Ruleset, pieces: str, turn: str, asked: str, think: float = 0.1) -> Turn:
    """What a bot is asked in a described position."""
    assert isinstance(west.rules, GreatWar)
    given = GreatWarGiven(pieces=pieces, season=SEASON, turn=turn, asked=asked)
    game = referee.Game(west, setup.position(west.rules, given), 0)  # type: ignore[arg-type]
    shown = decode(encode(ladder.show(game, game.prompts[0].side, think)), type=Turn)
    assert shown.options, game.prompts
    return shown


def list_leaving(turn: Turn, area: str) -> set[str]:
    return {one.piece for one in turn.options if one.start == area and one.to != area and one.piece}


CAPITAL = "paris: fr-6 [3I]\nmeaux: {enemy}\nlaon: ge-2 [3I]\nreims: fr-2 [2I]"


def test_last_army_of_the_capital_stays_while_an_enemy_is_near(west: Ruleset) -> None:
    turn = show(west, CAPITAL.format(enemy="ge-1 [4I]"), "entente offensive", "entente movement")
    guarded = Post(find_rules(west), turn).guard()

    assert "fr-6" in list_leaving(turn, "paris")
    assert "fr-6" not in list_leaving(guarded, "paris")
    assert "fr-2" in list_leaving(guarded, "reims")


def test_second_army_of_the_capital_may_leave(west: Ruleset) -> None:
    pieces = CAPITAL.format(enemy="ge-1 [4I]").replace("fr-6 [3I]", "fr-6 [3I], fr-5 [2I]")
    turn = show(west, pieces, "entente offensive", "entente movement")

    assert {"fr-5", "fr-6"} <= list_leaving(Post(find_rules(west), turn).guard(), "paris")


def test_no_march_ends_where_no_supply_reaches(west: Ruleset) -> None:
    turn = show(west, "verdun: 2 fr-c\naachen: ge-1 [3I]", "entente offensive", "entente movement")
    post = Post(find_rules(west), turn)

    stranding = [one for one in turn.options if one.piece and one.to and not post.is_supplied(one)]
    assert stranding
    for option in post.guard().options:
        assert not option.piece or not option.to or post.is_supplied(option), option.text


def find_rules(west: Ruleset) -> GreatWar:
    assert isinstance(west.rules, GreatWar)
    return west.rules


WEAK = "reims: ge-1 [5I 1A], ge-2 [5I 1A], fr-1 [1I]\nmeaux: fr-2 [3I]"
STRONG = "reims: ge-1 [1I], fr-1 [3I 1A] entrenched, fr-2 [3I] entrenched\nmeaux: fr-3 [3I]"


@pytest.mark.parametrize(("pieces", "withdraws"), [(WEAK, True), (STRONG, False)])
def test_lost_battle_is_left_and_a_good_one_is_fought(west: Ruleset, pieces: str, withdraws: bool) -> None:
    turn = show(west, pieces, "german offensive", "entente stand-or-retreat in reims")
    letter = Defender().answer(turn, Random(0))
    (order,) = (one for one in turn.options if one.text == letter)

    assert (order.verb == "retreat") is withdraws
    assert (
        next(one for one in turn.options if one.text == Planner().answer(turn, Random(0))).verb != "retreat"
    )


def test_search_without_a_limit_is_counted(west: Ruleset) -> None:
    turn = show(west, CAPITAL.format(enemy="ge-1 [4I]"), "entente offensive", "entente movement")
    letters = {Defender().answer(replace(turn, think=inf), Random(0)) for _ in range(2)}

    assert len(letters) == 1
    assert letters <= {one.text for one in turn.options}
