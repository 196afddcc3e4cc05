"""How far a man comes, what it costs him and what cuts his way short, in hundredths of an inch."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.facts import paths
from referee.systems.skirmish.facts.paths import Cut
from referee.systems.skirmish.rules import Skirmish
from schemas.skirmish.names import Spot
from schemas.skirmish.pack import Feature
from tests.skirmish.test_scripted_choices import elsewhere

WALKER, FRIEND, ENEMY = "br-s1-1", "br-s1-2", "ge-g1-1"


def strip(id: str, kind: Any, south: int, north: int) -> Feature:
    """Ground across the way of a man at 26 inches."""
    return Feature(
        id=id, kind=kind, name=id, corners=((2400, south), (2800, south), (2800, north), (2400, north))
    )


@pytest.fixture(scope="module")
def field() -> Skirmish:
    """A trench from 10 to 12 inches, and wire from 15 to 17."""
    crater = elsewhere().table.scenario.terrain[0]
    return elsewhere(terrain=(crater, strip("t", "trench", 1000, 1200), strip("w", "wire", 1500, 1700)))


def walked(
    rules: Skirmish, start: Spot, path: tuple[Spot, ...], allowance: int, **others: Spot
) -> paths.Walk:
    """The way of one man, with some others on the table."""
    state = rules.start()
    for figure in tuple(state.figures.values()):
        state = state.with_figure(replace(figure, status="killed"))
    places = {WALKER: start, FRIEND: others.get("friend"), ENEMY: others.get("enemy")}
    for id, at in places.items():
        if at is not None:
            state = state.with_figure(replace(state.figures[id], at=at, status="active"))
    return paths.walk(rules.table, state, state.figures[WALKER], path, allowance)


@pytest.mark.parametrize(
    ("start", "goal", "allowance", "end", "spent", "cut"),
    [
        (900, 950, 300, 950, 50, None),
        (900, 1300, 0, 900, 0, None),
        (900, 1100, 100, 1000, 100, Cut.EDGE_OF_A_TRENCH),
        (900, 1100, 150, 1000, 100, Cut.EDGE_OF_A_TRENCH),
        (900, 1100, 299, 1099, 299, None),
        (900, 1100, 300, 1100, 300, None),
        (900, 1100, 400, 1100, 300, None),
        (1100, 1300, 250, 1200, 100, Cut.EDGE_OF_A_TRENCH),
        (1100, 1300, 400, 1300, 400, None),
        (900, 1300, 700, 1300, 700, None),
        (1300, 1100, 300, 1100, 300, None),
        (1400, 1500, 300, 1500, 100, None),
        (1400, 1700, 300, 1600, 300, None),
        (1400, 1700, 500, 1700, 500, None),
        (1400, 1800, 600, 1800, 600, None),
        (1600, 1800, 200, 1700, 200, None),
    ],
)
def test_a_man_comes_as_far_as_his_allowance_carries_him(
    field: Skirmish, start: int, goal: int, allowance: int, end: int, spent: int, cut: Cut | None
) -> None:
    found = walked(field, (2600, start), ((2600, goal),), allowance)

    assert (found.end, found.spent, found.cut) == ((2600, end), spent, cut)


@pytest.mark.parametrize(
    ("allowance", "path"),
    [
        (50, ((2650, 900),)),
        (100, ((2700, 900),)),
        (120, ((2700, 900), (2700, 920))),
        (150, ((2700, 900), (2700, 950))),
        (400, ((2700, 900), (2700, 950))),
    ],
)
def test_a_man_passes_the_corners_of_his_way(field: Skirmish, allowance: int, path: tuple[Spot, ...]) -> None:
    assert walked(field, (2600, 900), ((2700, 900), (2700, 950)), allowance).path == path


@pytest.mark.parametrize(
    ("others", "end", "cut"),
    [
        ({}, (3300, 1500), None),
        ({"enemy": (3300, 1300)}, (3300, 1198), Cut.ENEMY_IN_THE_WAY),
        ({"enemy": (3300, 800)}, (3300, 1500), None),
        ({"enemy": (3500, 1300)}, (3300, 1500), None),
        ({"friend": (3300, 1300)}, (3300, 1500), None),
        ({"friend": (3300, 1450)}, (3300, 1350), Cut.NO_ROOM_TO_STAND),
        ({"friend": (3300, 1600)}, (3300, 1500), None),
        ({"friend": (3300, 1599)}, (3300, 1499), Cut.NO_ROOM_TO_STAND),
    ],
)
def test_a_man_stops_before_an_enemy_and_where_there_is_room(
    field: Skirmish, others: dict[str, Spot], end: Spot, cut: Cut | None
) -> None:
    found = walked(field, (3300, 900), ((3300, 1500),), 900, **others)

    assert (found.end, found.cut) == (end, cut)
