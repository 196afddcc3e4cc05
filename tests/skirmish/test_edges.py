"""The edges of a table: how far home is, what stands beside the way there, and where the table ends."""

from typing import Any

import pytest

from referee.systems.skirmish.state.table import Table
from schemas.skirmish.names import Spot
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import elsewhere

WIDE, DEEP = 3600, 3200
SPOT, OTHER = (1000, 700), (1200, 1400)
EDGES: dict[Any, tuple[int, int]] = {
    "south": (700, 200),
    "north": (DEEP - 700, 200),
    "west": (1000, 700),
    "east": (WIDE - 1000, 700),
}
"""How far a place is from each edge, and how far another lies aside of it."""


def beginning_at(edge: Any) -> Table:
    forces = agreed().table.scenario.forces
    return elsewhere(forces={**forces, "british": forces["british"].replace(edge=edge)}).table


@pytest.mark.parametrize(("edge", "far"), EDGES.items())
def test_home_is_the_edge_where_a_side_began(edge: Any, far: tuple[int, int]) -> None:
    table = beginning_at(edge)

    assert (table.home("british", SPOT), table.aside("british", SPOT, OTHER)) == far
    assert table.aside("british", OTHER, SPOT) == far[1]
    assert table.home("german", SPOT) == DEEP - 700


@pytest.mark.parametrize(
    ("spot", "on"),
    [
        ((0, 0), True), ((WIDE, DEEP), True), ((WIDE, 0), True), ((0, DEEP), True),
        ((-1, 0), False), ((0, -1), False), ((WIDE + 1, 0), False), ((0, DEEP + 1), False),
    ],
)  # fmt: skip
def test_a_table_ends_at_its_edges(spot: Spot, on: bool) -> None:
    assert agreed().table.on_table(spot) is on
