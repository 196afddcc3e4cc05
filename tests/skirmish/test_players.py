"""Scripted players: they play by lot and view alone, for what their side is there for, and are counted."""

import random

import pytest
from msgspec.structs import replace

from referee.analysis import skirmish_odds, skirmish_players
from referee.analysis.skirmish_players import TEMPERS
from referee.engine import machine
from referee.faults import Misuse
from referee.packs import loading, rulesets
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from tests.loose_dice import LooseDice
from tests.systems import system_of

BOLD = {"british": TEMPERS["bold"], "german": TEMPERS["careful"]}
SCENARIOS = ("dawn-sap", "farm-crossroads", "mine-crater")


def scenario(name: str) -> Skirmish:
    return Skirmish(loading.load("skirmish").pack, name)


def end(rules: Skirmish, seed: int) -> Position:
    return skirmish_players.play(rules, BOLD, LooseDice(random.Random(seed)), random.Random(seed))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_game_follows_from_its_lots_and_dice(name: str) -> None:
    rules = scenario(name)

    assert end(rules, 1) == end(rules, 1) != end(rules, 2)


@pytest.mark.parametrize(
    ("name", "attackers"),
    [("dawn-sap", {"british"}), ("farm-crossroads", {"german"}), ("mine-crater", {"british", "german"})],
)
def test_a_side_attacks_where_it_is_paid_for_being_there(name: str, attackers: set[str]) -> None:
    rules = scenario(name)
    found = {side for side in rules.sides if skirmish_players.purpose(rules, side) is skirmish_players.attack}

    assert found == attackers


def test_view_omits_unseen_enemies() -> None:
    rules = scenario("dawn-sap")
    state, _ = machine.run_on(rules, rules.start(), LooseDice(random.Random(1)))
    for side in rules.sides:
        state = skirmish_players.answer(rules, state, side, TEMPERS["bold"], random.Random(1))
    state, _ = machine.run_on(rules, state, LooseDice(random.Random(1)))
    unseen = [one for one in state.active("german") if not state.alias("british", one.id)]
    moved = state
    for number, one in enumerate(unseen):
        moved = moved.with_figure(replace(one, at=(4700, 4700 - 150 * number), pins=3))

    assert unseen
    assert system_of(rules).secrecy.view(moved, "british") == system_of(rules).secrecy.view(state, "british")
    plans = [
        skirmish_players.answer(rules, one, "british", TEMPERS["bold"], random.Random(7)).plan("british")
        for one in (state, moved)
    ]
    assert plans[0] == plans[1]
    assert len(plans[0].plots) > 3


def test_the_games_of_a_count_are_all_told() -> None:
    counted = skirmish_odds.count_opening_orders("skirmish", "mine-crater", depth=1, games=3)
    (one,) = counted.scenarios

    assert [[share.player for share in way.shares] for way in one.games] == [
        ["bold", "careful"],
        ["careful", "bold"],
    ]
    for way in one.games:
        assert way.games == 3 == way.drawn + sum(share.won for share in way.shares)
        for share in way.shares:
            assert 0 <= share.least <= share.percent <= share.most <= 100
            assert share.percent == round(100 * share.won / 3, 1)


COUNTED = {
    "bold": [("british", 1, 25.0, 4.6, 69.9), ("german", 3, 75.0, 30.1, 95.4)],
    "careful": [("british", 2, 50.0, 15.0, 85.0), ("german", 2, 50.0, 15.0, 85.0)],
}
"""Who won four races for the crater with a Briton of this temper: share, and bounds of the true one."""


def test_the_games_of_a_count_are_the_same_for_everyone() -> None:
    (one,) = skirmish_odds.count_opening_orders("skirmish", "mine-crater", depth=1, games=4).scenarios
    figures = {
        way.shares[0].player: [
            (share.side, share.won, share.percent, share.least, share.most) for share in way.shares
        ]
        for way in one.games
    }

    assert figures == COUNTED


def test_a_count_without_games_plays_none() -> None:
    assert skirmish_odds.count_opening_orders("skirmish", "mine-crater", depth=1).scenarios[0].games == ()


def test_the_other_family_has_no_scripted_players() -> None:
    with pytest.raises(Misuse, match="no scripted players"):
        skirmish_players.measure_balance(rulesets.bind("ttlm", "1914", {}).system, 1)
