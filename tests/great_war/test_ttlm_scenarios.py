"""What is known of the later scenarios, held against the pack; and random play from each of them."""

import pytest

from referee.engine import machine
from referee.packs import loading
from referee.systems.great_war.facts import control
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from tests.great_war.random_play import broken_invariants, play
from tests.systems import system_of

SCENARIOS = {"1914": 1, "1915": 4, "1916": 8, "1917": 12, "1918": 16, "1919": 20}
"""The scenarios and the season turns they begin with: but for the campaign, the spring of their year."""

LATER = [year for year in SCENARIOS if year != "1914"]


@pytest.fixture(scope="module", params=SCENARIOS)
def opened(request: pytest.FixtureRequest) -> GreatWar:
    return GreatWar(loading.load("ttlm").pack, request.param)


@pytest.fixture(scope="module", params=LATER)
def later(request: pytest.FixtureRequest) -> GreatWar:
    return GreatWar(loading.load("ttlm").pack, request.param)


def test_a_scenario_begins_in_its_season_and_may_be_played_to_the_end_of_the_war(opened: GreatWar):
    scenario, turns = opened.theatre.scenario, opened.theatre.turns

    assert scenario.turn == SCENARIOS[scenario.id]
    assert scenario.name == turns[scenario.turn].title
    assert turns[scenario.last].title == "WINTER 1919-20"


@pytest.mark.parametrize(
    ("year", "points", "level"),
    [
        ("1914", 11, "Stalemate"), ("1915", 19, "German Marginal Victory"),
        ("1916", 18, "German Marginal Victory"), ("1917", 17, "German Marginal Victory"),
        ("1918", 16, "Stalemate"), ("1919", 11, "Stalemate"),
    ],
)  # fmt: skip
def test_the_total_a_scenario_opens_with(year: str, points: int, level: str):
    rules = GreatWar(loading.load("ttlm").pack, year)
    total = victory.points(rules.theatre, rules.start()).total

    assert (total, victory.victory_level(rules.theatre, total).name) == (points, level)


def test_both_sides_have_infantry_in_trenches_wherever_a_later_scenario_is_disputed(later: GreatWar):

    position = later.start()
    (side, _) = later.sides
    disputed = [area for area in position.map.owner if control.status(position.map, area, side) == "disputed"]

    assert 4 <= len(disputed) <= 5
    for area in disputed:
        for side in later.sides:
            mine = list(position.map.standing(area, side))
            assert any(piece.entrenched for piece in mine)
            assert any(piece.kind == "infantry" for piece in mine)


def test_forts_that_fell_are_gone_and_the_others_stand_as_printed(later: GreatWar):
    pieces = later.start().map.pieces.values()
    forts = {piece.area: piece.strength for piece in pieces if piece.kind == "fort"}
    printed = {area.id: area.fort for area in later.theatre.pack.map.areas if area.fort is not None}

    fallen = {"antwerp", "liege", "namur", "maubeuge", "lille", "laon", "sedan"}
    assert forts == {area: strength for area, strength in printed.items() if area not in fallen}


def test_only_1919_is_played_without_the_crises(opened: GreatWar):
    crises = {n for n in range(1, 56) if (card := opened.theatre.card(n)) and card.crisis}

    out = crises - set(opened.theatre.deck())
    assert out == (crises if opened.theatre.scenario.id == "1919" else set())


def test_the_americans_stand_where_they_may(later: GreatWar):
    american = [piece for piece in later.start().map.pieces.values() if piece.nation == "us"]

    assert bool(american) == (later.theatre.scenario.turn > later.theatre.nations["us"].enters)
    assert {later.theatre.areas[piece.area].country for piece in american} <= {"fr"}


def test_a_scenario_opens_without_a_broken_invariant_and_asks_something(opened: GreatWar):
    _, _, _, first = next(play(opened, seed=1, seasons=1))

    assert list(broken_invariants(opened, first)) == []
    assert opened.prompts(first)


def test_every_area_may_be_read_off_the_report_of_a_later_scenario(later: GreatWar):
    """Areas that lie in another country than their owner's are named, though no match has changed them."""
    told = str(system_of(later).narrator.situation(later.start(), later.sides[0]))

    assert "Liège" in told
    assert "No area is disputed" not in told


def test_random_games_of_two_seasons_from_every_later_scenario(later: GreatWar, games: int):
    for seed in range(max(1, games // 12)):
        for before, order, events, after in play(later, seed, seasons=2):
            assert not list(broken_invariants(later, after)), (seed, order)
            assert machine.audit(later, before, order, events).agrees, (seed, order)
