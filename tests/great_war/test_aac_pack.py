"""The eastern pack held against what is documented, its own reconstruction, and its example."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from referee.cli import demo
from referee.packs import loading
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from schemas.great_war.pack import Area, Cell, Nation, Pack, Scenario

PACK: Pack = loading.load("aac").pack
AREAS: dict[str, Area] = {area.id: area for area in PACK.map.areas}
NATIONS: dict[str, Nation] = {nation.id: nation for nation in PACK.forces.nations}
CELLS: dict[str, Cell] = {cell.area: cell for cell in PACK.art.cells}


def test_the_map_has_fifty_areas_and_125_borders():
    borders = {frozenset((area.id, near)) for area in AREAS.values() for near in area.borders}

    assert (len(AREAS), len(borders)) == (50, 125)
    assert Counter(area.country for area in AREAS.values()) == {
        "ru": 20, "ah": 14, "de": 7, "sb": 3, "ro": 3, "bu": 2, "gr": 1,
    }  # fmt: skip


def test_points_by_country():
    points = Counter[str]()
    for area in AREAS.values():
        points[area.country] += area.points

    assert points == {"de": 12, "ah": 16, "ru": 24, "sb": 2, "ro": 3, "bu": 2, "gr": 1}


def test_outlines_share_an_edge_exactly_where_areas_border():
    edges = {area: set(edges_of(cell)) for area, cell in CELLS.items()}
    shared = {frozenset((a, b)) for a in edges for b in edges if a != b and edges[a] & edges[b]}

    assert shared == {frozenset((area.id, near)) for area in AREAS.values() for near in area.borders}


def edges_of(cell: Cell) -> Iterator[frozenset[tuple[int, int]]]:
    return (frozenset(pair) for pair in pairwise((*cell.corners, cell.corners[0])))


@pytest.mark.parametrize("cell", PACK.art.cells, ids=lambda cell: cell.area)
def test_no_outline_crosses_itself_or_loses_its_label(cell: Cell):
    assert crossings(cell.corners, AREAS[cell.area].at) % 2 == 1
    assert len(set(cell.corners)) == len(cell.corners)


def crossings(corners: tuple[tuple[int, int], ...], point: tuple[int, int]) -> int:
    """How often a line from a point to the east crosses an outline: an odd number of times from inside."""
    x, y = point
    count = 0
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            count += 1
    return count


# What the core rulebook says


def test_only_german_forces_are_modern():
    assert {nation.id for nation in NATIONS.values() if nation.modern} == {"ge"}


def test_who_has_the_special_arms():
    owners = {
        kind: {nation.id for nation in NATIONS.values() if kind in nation.counters}
        for kind in ("imperial-guard", "siege-gun", "stosstruppen")
    }

    assert owners == {"imperial-guard": {"ru"}, "siege-gun": {"ge", "ah"}, "stosstruppen": {"ge"}}
    assert not {"tank", "paris-gun", "commonwealth"} & {unit.kind for unit in PACK.forces.units}


def test_one_piece_moves_strategically_and_the_marker_of_supply_lasts():
    limits = PACK.tables.limits

    assert set(limits.strategic_per_turn) == {1}
    assert (limits.supply_marker, limits.ports) == ("until-supplied", "any")


def test_the_seas_are_out_of_play_and_there_is_no_transit_box():
    assert {region.name for region in PACK.map.out_of_play} == {"Baltic Sea", "Black Sea"}
    assert not any(area.box for area in AREAS.values())
    assert not any(nation.sea for nation in NATIONS.values())


def test_every_offensive_has_the_word_in_its_title_or_belongs_to_history():
    offensives = [kind for kind in PACK.cards.kinds if kind.offensive]

    assert sum(kind.copies for kind in PACK.cards.kinds) == 55
    assert sum(kind.copies for kind in offensives) == 26
    assert {kind.id for kind in offensives if "Offensive" not in kind.name} == {
        "gorlice-tarnow", "hutier-tactics",
    }  # fmt: skip


# The reconstruction


def test_set_up_and_arrivals_stay_within_the_counters_and_bring_every_army_once():
    (scenario,) = [one for one in PACK.scenarios if one.id == "campaign"]
    entries = PACK.tables.arrivals.entries
    for nation in NATIONS.values():
        units, armies = Counter[str](), Counter[str]()
        for placement in scenario.placements:
            if placement.nation == nation.id:
                units.update(placement.holds)
                armies.update([placement.army] if placement.army else [])
        for entry in entries:
            if entry.nation == nation.id:
                units.update(entry.units)
                armies.update(entry.armies)
        for due in PACK.tables.events.withdrawals:
            units["infantry"] -= due.count if due.nation == nation.id else 0
        assert all(count <= nation.counters[kind] for kind, count in (+units).items()), nation.id
        assert armies == Counter(nation.armies)


@pytest.mark.parametrize("scenario", PACK.scenarios, ids=lambda scenario: scenario.id)
def test_both_set_ups_begin_at_28_points(scenario: Scenario):
    theatre = GreatWarGame(PACK, scenario.id)

    assert victory.points(theatre, theatre.start()).total == 28


def test_every_reconstructed_table_says_so():
    tables = PACK.tables
    invented = (
        PACK.map, PACK.art, PACK.forces, PACK.cards, tables.victory, tables.build_points, tables.card_limits,
        tables.arrivals, tables.events, *PACK.scenarios,
    )  # fmt: skip

    assert {table.source for table in invented} == {"reconstruction"}
    assert all(table.note for table in invented)


# The example


def test_the_example_is_played_alike_everywhere(tmp_path: Path):
    scenes = list(demo.scenes("aac", "tannenberg", tmp_path))
    letters = [scene for scene in scenes if isinstance(scene, demo.Heard)]
    (proof,) = [scene.verification for scene in scenes if isinstance(scene, demo.Proved)]
    fallen = [heard.name for heard in letters if "Your orders were refused" in str(heard.ruling)]

    assert fallen == ["05-entente.txt", "17-central.txt"]
    assert (len(letters), proof.entries, proof.differences) == (24, 56, ())
