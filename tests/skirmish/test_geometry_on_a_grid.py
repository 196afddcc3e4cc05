"""Geometry on a small grid, where lines touch corners and edges all the time: by a library, and by hand."""

import math
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
import shapely

from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.geometry import Corners, Spot

SQUARE = ((1, 1), (4, 1), (4, 4), (1, 4))
CUP = ((0, 0), (6, 0), (6, 5), (4, 5), (4, 2), (2, 2), (2, 5), (0, 5))
WEDGE = ((3, 0), (6, 6), (0, 4))
OUTLINES = {"a square": SQUARE, "a cup": CUP, "a wedge": WEDGE}
WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def draw(seed: int, count: int, least: int = -1, most: int = 7) -> Iterator[Any]:
    """Pairs of places on the grid."""
    generator = random.Random(seed)
    for _ in range(count):
        yield tuple((generator.randint(least, most), generator.randint(least, most)) for _ in range(2))


@pytest.mark.parametrize("outline", OUTLINES.values(), ids=OUTLINES)
def test_a_line_runs_as_far_inside_an_outline_as_the_library_says(outline: Corners) -> None:
    area = shapely.Polygon(outline)
    met = 0
    for a, b in draw(3, 400):
        shared = shapely.LineString((a, b)).intersection(area)

        whole = geometry.inside(outline, a, b, edge=True)
        inner = geometry.inside(outline, a, b)

        assert whole == pytest.approx(0.0 if a == b else shared.length), (a, b)
        assert inner == pytest.approx(shared.difference(area.boundary).length if a != b else 0.0), (a, b)
        met += inner > 0
    assert met > 100


RUNS: dict[str, tuple[Corners, Spot, Spot, bool, tuple[tuple[float, float], ...]]] = {
    "through both walls of a cup": (CUP, (-1, 4), (7, 4), False, ((1, 3), (5, 7))),
    "the other way": (CUP, (8, 4), (-1, 4), False, ((2, 4), (6, 8))),
    "from within one wall": (CUP, (1, 4), (7, 4), False, ((0, 1), (3, 5))),
    "along its brim": (CUP, (-1, 5), (7, 5), False, ()),
    "along its brim, where that counts": (CUP, (-1, 5), (7, 5), True, ((1, 3), (5, 7))),
    "beside a square": (SQUARE, (0, 0), (0, 5), True, ()),
    "touching a corner": (SQUARE, (0, 2), (2, 0), True, ()),
    "inside": (SQUARE, (2, 2), (2, 3), False, ((0, 1),)),
    "no line at all": (SQUARE, (2, 2), (2, 2), True, ()),
}


@pytest.mark.parametrize(("outline", "a", "b", "edge", "found"), RUNS.values(), ids=RUNS)
def test_each_run_of_a_line_is_measured_from_its_beginning(
    outline: Corners, a: Spot, b: Spot, edge: bool, found: tuple[tuple[float, float], ...]
) -> None:
    runs = geometry.runs(outline, a, b, edge=edge)

    assert len(runs) == len(found)
    assert [end for run in runs for end in run] == pytest.approx([end for run in found for end in run])


@pytest.mark.parametrize("outline", OUTLINES.values(), ids=OUTLINES)
def test_each_place_is_in_an_outline_or_as_far_from_it_as_the_library_says(outline: Corners) -> None:
    area = shapely.Polygon(outline)
    for spot in product(range(-1, 8), repeat=2):
        assert geometry.covers(outline, spot) is area.covers(shapely.Point(spot)), spot
        assert geometry.gap(outline, spot) == pytest.approx(area.distance(shapely.Point(spot))), spot


def test_a_place_is_near_a_line_as_the_library_says() -> None:
    generator = random.Random(5)
    for a, b in draw(4, 600):
        spot, reach = (generator.randint(-2, 8), generator.randint(-2, 8)), generator.randint(0, 3)
        distance = shapely.Point(spot).distance(shapely.LineString((a, b)) if a != b else shapely.Point(a))

        assert geometry.near_line(spot, a, b, reach) is (round(distance, 9) <= reach), (spot, a, b, reach)


def test_a_wind_is_that_of_the_nearest_eighth_of_a_turn() -> None:
    for east, north in product(range(-12, 13), repeat=2):
        if (east, north) != (0, 0):
            eighth = round(math.atan2(east, north) / (math.pi / 4)) % 8

            assert geometry.bearing((3, 4), (3 + east, 4 + north)) == WINDS[eighth], (east, north)
    assert geometry.bearing((3, 4), (3, 4)) == ""


def test_an_outline_is_simple_where_the_library_says_so() -> None:
    generator = random.Random(8)
    simple = 0
    for _ in range(600):
        corners = tuple((generator.randint(0, 4), generator.randint(0, 4)) for _ in range(5))
        if not _turns_back(corners):
            expected = bool(shapely.LinearRing(corners).is_simple)
            assert geometry.simple(corners) is expected, corners
            simple += expected
    assert 50 < simple < 400
    assert not geometry.simple(((0, 0), (0, 0), (4, 0), (4, 4)))


def _turns_back(corners: Corners) -> bool:
    """Whether a side lies on the one before it, or is none: nobody draws that."""
    ring = (*corners, *corners[:2])
    for a, b, c in zip(ring, ring[1:], ring[2:], strict=False):
        (ax, ay), (bx, by) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
        if ax * by == ay * bx and ax * bx + ay * by <= 0:
            return True
    return False


CIRCLES: dict[str, tuple[Spot, int, Spot, Spot, tuple[float, float] | None, float]] = {
    "through a circle": ((5, 3), 5, (0, 0), (10, 0), (1, 9), 8),
    "the other way": ((5, 3), 5, (10, 0), (0, 0), (1, 9), 8),
    "on its other side": ((5, -3), 5, (0, 0), (10, 0), (1, 9), 8),
    "up to its middle": ((5, 3), 5, (0, 0), (5, 0), (1, 9), 4),
    "out of its middle": ((5, 3), 5, (5, 0), (15, 0), (-4, 4), 4),
    "before it": ((5, 3), 5, (-9, 0), (-5, 0), (10, 18), 0),
    "behind it": ((5, 3), 5, (12, 0), (20, 0), (-11, -3), 0),
    "touching it": ((5, 5), 5, (0, 0), (10, 0), None, 0),
    "past it": ((5, 6), 5, (0, 0), (10, 0), None, 0),
    "nowhere": ((5, 3), 5, (5, 3), (5, 3), None, 0),
    "slanted": ((0, 0), 5, (-30, -40), (30, 40), (45, 55), 10),
}


@pytest.mark.parametrize(("centre", "radius", "a", "b", "meets", "length"), CIRCLES.values(), ids=CIRCLES)
def test_a_line_meets_a_circle(
    centre: Spot, radius: int, a: Spot, b: Spot, meets: tuple[float, float] | None, length: float
) -> None:
    found = geometry.entry(a, b, centre, radius)

    assert found == (meets if meets is None else pytest.approx(meets))
    assert geometry.chord(centre, radius, a, b) == pytest.approx(length)


ELLIPSES: dict[str, tuple[Spot, Spot, Spot, bool]] = {
    "its far end": ((20, 12), (20, 5), (20, 0), True),
    "behind its far end": ((20, 13), (20, 5), (20, 0), False),
    "its near end": ((20, -2), (20, 5), (20, 0), True),
    "its side": ((23, 5), (20, 5), (20, 0), True),
    "beside it": ((24, 5), (20, 5), (20, 0), False),
    "the way to the east": ((57, 0), (50, 0), (0, 0), True),
    "across the way to the east": ((50, 4), (50, 0), (0, 0), False),
    "slanted, at its end": ((-35, -70), (-30, -63), (-6, -27), False),
    "slanted, inside": ((-33, -67), (-30, -63), (-6, -27), True),
}
"""Half-axes of 7 along the way and 3 across it."""


@pytest.mark.parametrize(("spot", "centre", "origin", "found"), ELLIPSES.values(), ids=ELLIPSES)
def test_an_ellipse_lies_along_its_way(spot: Spot, centre: Spot, origin: Spot, found: bool) -> None:
    assert geometry.in_ellipse(spot, centre, origin, 7, 3) is found


PATH = ((0, 0), (300, 400), (300, 400), (300, 100), (0, 100))


@pytest.mark.parametrize(
    ("distance", "place"),
    [
        (0, (0, 0)), (250, (150, 200)), (499.9, (299, 399)), (500, (300, 400)), (501, (300, 399)),
        (800, (300, 100)), (900, (200, 100)), (1100, (0, 100)), (1200, (0, 100)),
    ],
)  # fmt: skip
def test_a_path_is_followed_leg_by_leg(distance: float, place: Spot) -> None:
    assert geometry.along(PATH, distance) == place


@pytest.mark.parametrize("parts", [8, 12, 36])
def test_a_clock_goes_round_from_the_north_and_never_beyond_its_distance(parts: int) -> None:
    for part in range(2 * parts):
        angle = 2 * math.pi * part / parts
        east, north = (math.trunc(round(777 * turn, 6)) for turn in (math.sin(angle), math.cos(angle)))

        assert geometry.by_clock((50, 60), 777, part, parts) == (50 + east, 60 + north), part


def test_around_a_place_are_eight_others() -> None:
    assert list(geometry.around((0, 0), 100)) == [
        (0, 100), (70, 70), (100, 0), (70, -70), (0, -100), (-70, -70), (-100, 0), (-70, 70),
    ]  # fmt: skip
    assert len(list(geometry.around((0, 0), 100, 5))) == 5


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [((0, 0), (3, 4), 5), ((5, 5), (5, 5), 0), ((0, 0), (1, 1), 2), ((9, 0), (0, -1), 10)],
)
def test_a_distance_is_rounded_up(a: Spot, b: Spot, found: int) -> None:
    assert geometry.apart(a, b) == geometry.apart(b, a) == found


@pytest.mark.parametrize(
    ("length", "text"), [(0, "0.00"), (5, "0.05"), (100, "1.00"), (1725, "17.25"), (-1725, "-17.25")]
)
def test_a_length_is_written_with_two_digits(length: int, text: str) -> None:
    assert geometry.inches(length) == text
    assert geometry.write_place((length, 99)) == f"{text},0.99"
