"""Geometry: exact where whole numbers say it, and the sight lines that were worked out by hand."""

import builtins
import random
import sys
from pathlib import Path
from typing import Any

import pytest
import shapely

import referee
from referee.faults import Misconfigured
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.rules import Skirmish

LINES = [
    ((2500, 2000), (2500, 3000), True, "through exactly four inches of scrub"),
    ((2200, 2000), (2800, 3000), False, "slanted through the scrub"),
    ((2400, 600), (2400, 3600), True, "from headquarters to before the trench"),
    ((2400, 600), (2300, 3800), False, "from headquarters to the machine gun"),
    ((1100, 1850), (1100, 1000), True, "the sniper to the south"),
    ((1100, 1850), (1100, 3000), False, "the sniper to the north"),
    ((1100, 1850), (1600, 600), True, "the sniper at a raider"),
    ((1700, 1500), (1700, 2600), False, "over the wall from afar"),
    ((1700, 1950), (1700, 2600), True, "over the wall from beside it"),
    ((1700, 2125), (1700, 1500), True, "an inch behind the wall"),
    ((1700, 2126), (1700, 1500), False, "a hundredth more"),
    ((3600, 800), (2950, 3600), True, "the heavy gun at the eastern trench"),
    ((3600, 800), (2300, 3800), False, "gun against gun"),
    ((3600, 800), (4000, 3600), True, "past the wood"),
    ((3800, 100), (3800, 1200), False, "across the knoll"),
    ((4100, 2148), (4100, 2800), True, "a third of an inch of wood"),
    ((4350, 2050), (4350, 2800), True, "exactly an inch of wood"),
    ((4350, 2049), (4350, 2800), False, "a hundredth more of it"),
    ((4400, 1000), (4400, 2600), False, "across the wood"),
    ((3600, 1400), (4800, 1400), True, "along the edge of the wood"),
    ((3800, 1000), (3800, 2000), True, "touching its corner"),
    ((1400, 3600), (1900, 650), False, "across the farm wall"),
]


@pytest.mark.parametrize(("a", "b", "clear", "name"), LINES, ids=[line[3] for line in LINES])
def test_a_reference_line_is_as_it_was_worked_out(
    raid: Skirmish, a: geometry.Spot, b: geometry.Spot, clear: bool, name: str
) -> None:
    start = raid.start()

    assert visibility.sight(raid.table, start, a, b).clear is clear
    assert visibility.sight(raid.table, start, b, a).clear is clear


def test_whole_numbers_and_the_library_agree_which_lines_share_a_place() -> None:
    generator = random.Random(11)
    shared = 0
    for _ in range(3000):
        a, b, c, d = ((generator.randint(0, 4), generator.randint(0, 4)) for _ in range(4))
        if a == b or c == d:
            continue
        expected = bool(shapely.LineString((a, b)).intersects(shapely.LineString((c, d))))
        assert geometry.crossing(a, b, c, d) is expected, (a, b, c, d)
        shared += expected
    assert 1000 < shared < 2500


@pytest.mark.parametrize(
    ("distance", "place"),
    [(-1, (0, 0)), (0, (0, 0)), (1.9, (1, 1)), (250, (150, 200)), (500, (300, 400)), (501, (300, 400))],
)
def test_a_way_is_followed_from_its_start_and_not_beyond_its_end(
    distance: float, place: geometry.Spot
) -> None:
    assert geometry.towards((0, 0), (300, 400), distance) == place
    assert geometry.towards((7, 7), (7, 7), distance) == (7, 7)


def test_whole_numbers_and_the_library_agree_what_lies_in_an_outline(raid: Skirmish) -> None:
    generator = random.Random(7)
    for feature in raid.table.features:
        outline = shapely.Polygon(feature.corners)
        left, bottom, right, top = (int(edge) for edge in outline.bounds)
        for _ in range(300):
            spot = (generator.randint(left - 20, right + 20), generator.randint(bottom - 20, top + 20))
            assert geometry.covers(feature.corners, spot) == outline.covers(shapely.Point(spot)), spot
        assert all(geometry.covers(feature.corners, corner) for corner in feature.corners)


def test_within_is_inclusive_and_closer_is_strict() -> None:
    assert geometry.within((0, 0), (600, 0), 600)
    assert not geometry.within((0, 0), (601, 0), 600)
    assert not geometry.closer((0, 0), (600, 0), 600)
    assert geometry.apart((0, 0), (1800, 1)) == 1801


def test_a_walk_is_rounded_to_where_it_starts() -> None:
    for goal in ((1000, 333), (-777, 421), (3, -998)):
        for distance in (1, 57, 400.5, 999):
            end = geometry.towards((0, 0), goal, distance)
            assert geometry.length((0, 0), end) <= distance


def test_an_outline_that_crosses_itself_is_found() -> None:
    assert geometry.simple(((0, 0), (400, 0), (400, 400), (0, 400)))
    assert not geometry.simple(((0, 0), (400, 400), (400, 0), (0, 400)))


def test_match_is_not_opened_without_a_library_that_its_reports_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    geometry.find_shapely.cache_clear()
    monkeypatch.setitem(sys.modules, "shapely", None)

    with pytest.raises(Misconfigured, match="shapely") as raised:
        referee.create("raid", "skirmish", shelf=tmp_path / "matches")

    assert "pip install 'pbem-referee[skirmish]'" in raised.value.complaints[0].remedy
    assert not (tmp_path / "matches").exists()
    assert referee.create("war", "ttlm", shelf=tmp_path / "matches").prompts()
    monkeypatch.undo()
    geometry.find_shapely.cache_clear()


def test_fault_names_the_missing_library(raid: Skirmish, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "shapely":
            raise ImportError(name)
        return real(name, *rest)

    geometry.find_shapely.cache_clear()
    geometry._outline.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Misconfigured, match="shapely"):
        geometry.gap(((0, 0), (400, 0), (400, 400)), (500, 500))
    monkeypatch.undo()
    geometry.find_shapely.cache_clear()
