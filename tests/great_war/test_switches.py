"""What a theatre may switch, tried on a pack with one switch turned, or on both as they are."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.great_war.events.recorder import evolve
from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.movement import transport
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import AdvanceSeason, CheckSupply
from schemas.great_war.events import SeasonOpened
from schemas.great_war.pack import Pack
from schemas.great_war.plan_events import SupplyChecked


def at_the_check(rules: GreatWar) -> Position:
    return rules.start().then(CheckSupply(), AdvanceSeason())


def turned(pack: Pack, **switches: Any) -> GreatWar:
    """The same theatre with other limits."""
    limits = pack.tables.limits.replace(**switches)
    tables = pack.tables.replace(limits=limits)
    return GreatWar(pack.replace(tables=tables), "1914")


def inland(pack: Pack, port: str) -> Pack:
    """The pack with a port moved away from the coast."""
    areas = tuple(one.replace(coastal=False) if one.id == port else one for one in pack.map.areas)
    return pack.replace(map=pack.map.replace(areas=areas))


@pytest.mark.parametrize(("ports", "refused"), [("coastal", ["movement.sea-ports"]), ("any", [])])
def test_ships_call_inland_only_where_the_theatre_says_so(
    western: GreatWar, ports: str, refused: list[str]
) -> None:
    rules = turned(inland(western.theatre.pack, "calais"), ports=ports)
    start = rules.start()
    against = transport.sea(rules.theatre, start, start.map.pieces["uk-1"], ("calais",))

    assert [objection.clause for objection in against] == refused


@pytest.mark.parametrize(("marker", "left"), [("for-the-season", set()), ("until-supplied", {"ge-1"})])
def test_the_marker_of_supply_comes_off_when_the_theatre_says_so(
    western: GreatWar, marker: str, left: set[str]
) -> None:
    rules = turned(western.theatre.pack, supply_marker=marker)
    checked = evolve(rules.theatre, at_the_check(rules), SupplyChecked(unsupplied=("ge-1", "ge-i99")))
    opened = evolve(rules.theatre, checked, SeasonOpened(turn=2))

    assert opened.map.unsupplied == left


def joined_by(pack: Pack, scenario: str, *railways: tuple[str, str]) -> GreatWar:
    """The pack with a railway net of its own."""
    net = pack.map.replace(railways=railways)
    return GreatWar(pack.replace(map=net), scenario)


NETS = {
    "western": ("entente", "fr-1", "reims", "meaux", "paris"),
    "eastern": ("entente", "ru-1", "minsk", "vilna", "dvinsk"),
}


def by_rail(rules: GreatWar, theatre: str) -> tuple[list[list[str]], set[str]]:
    """What is held against a ride of one area and of two, and which areas railways reach."""
    side, army, here, near, far = NETS[theatre]
    start = rules.start().put(replace(rules.start().map.pieces[army], area=here))
    turn = start.turning(turn_sequence.open_turn(start, side))
    piece = turn.map.pieces[army]
    against = [
        [objection.clause for objection in transport.rail(rules.theatre, turn, piece, path)]
        for path in ((near,), (near, far))
    ]
    ways = transport.Ways(rules.theatre, turn, side).of(piece)
    return against, {path[-1] for mode, paths in ways if mode == "rail" for path in paths}


def by_one_line(rules: GreatWar, theatre: str) -> tuple[list[list[str]], set[str]]:
    """The same, where the only railway of all joins the first two areas."""
    _, _, here, near, _ = NETS[theatre]
    return by_rail(joined_by(rules.theatre.pack, rules.theatre.scenario.id, (near, here)), theatre)


def one_line_only(theatre: str) -> tuple[list[list[str]], set[str]]:
    """What must come of that: no railway leads on from there, but one leads home."""
    _, _, here, near, _ = NETS[theatre]
    return [[], ["movement.rail-network"]], {near, here}


def comes_home(rules: GreatWar, areas: int) -> bool:
    """Whether a ride there and back is offered where railways reach so many areas."""
    _, reached = by_rail(turned(rules.theatre.pack, rail_areas=areas), "western")
    return NETS["western"][2] in reached


HOMECOMINGS = ((1, False), (2, True), (3, True))


@pytest.mark.parametrize("theatre", NETS)
def test_a_pack_may_name_its_railways_and_none_leads_beside_them(
    theatre: str, request: pytest.FixtureRequest
) -> None:
    _, _, _, near, far = NETS[theatre]
    all_borders: GreatWar = request.getfixturevalue(theatre)
    against, reached = by_rail(all_borders, theatre)

    assert against == [[], []]
    assert {near, far} <= reached
    assert by_one_line(all_borders, theatre) == one_line_only(theatre)


@pytest.mark.parametrize(("areas", "home"), HOMECOMINGS)
def test_a_ride_there_and_back_takes_a_reach_of_two_areas(western: GreatWar, areas: int, home: bool) -> None:
    assert comes_home(western, areas) == home


@pytest.mark.parametrize(
    ("theatre", "piece", "left"), [("western", "ge-1", set()), ("eastern", "ge-8", {"ge-8"})]
)
def test_the_marker_of_supply_lasts_in_the_east_only(
    theatre: str, piece: str, left: set[str], request: pytest.FixtureRequest
) -> None:
    rules: GreatWar = request.getfixturevalue(theatre)
    checked = evolve(rules.theatre, at_the_check(rules), SupplyChecked(unsupplied=(piece,)))

    assert evolve(rules.theatre, checked, SeasonOpened(turn=2)).map.unsupplied == left
