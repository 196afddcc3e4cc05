"""What is known of the map, held against the pack, and the drawing held against the map."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

import games
from schemas.great_war.pack import Area, Art, Cell, Map

HOME = Path(games.__file__).parent / "ttlm"

Edge = frozenset[tuple[int, int]]


def read(part: str) -> object:
    return yaml.safe_load((HOME / f"{part}.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def areas() -> Mapping[str, Area]:
    return {area.id: area for area in Map.model_validate(read("map"), strict=False).areas}


@pytest.fixture(scope="module")
def art() -> Art:
    return Art.model_validate(read("art"), strict=False)


def test_the_map_has_fifty_five_areas_and_two_boxes_beside_it(areas: Mapping[str, Area]):
    boxes = [area.id for area in areas.values() if area.box]

    assert len(areas) == 57
    assert boxes == ["england", "eastern-front"]
    assert areas["eastern-front"].transit == "german"
    assert Counter(area.country for area in areas.values()) == {"fr": 33, "de": 14, "be": 8, "lu": 1, "uk": 1}


def test_the_139_borders_hold_in_both_directions(areas: Mapping[str, Area]):
    borders = borders_of(areas.values())

    assert len(borders) == 139
    assert all(len(border) == 2 for border in borders)
    for area in areas.values():
        assert len(set(area.borders)) == len(area.borders)
        for near in area.borders:
            assert area.id in areas[near].borders


def borders_of(areas: Iterable[Area]) -> set[frozenset[str]]:
    return {frozenset((area.id, near)) for area in areas for near in area.borders}


@pytest.mark.parametrize("pair", [("liege", "antwerp"), ("namur", "liege")])
def test_the_borders_that_the_rulebook_shows_are_there(areas: Mapping[str, Area], pair: tuple[str, str]):
    assert pair[1] in areas[pair[0]].borders


def test_every_area_but_the_boxes_can_be_reached_over_land(areas: Mapping[str, Area]):
    seen, frontier = {"paris"}, ["paris"]
    while frontier:
        for near in areas[frontier.pop()].borders:
            if near not in seen:
                seen.add(near)
                frontier.append(near)

    assert seen == areas.keys() - {"england", "eastern-front"}


def test_the_sea_joins_england_to_the_coastal_sources_of_the_entente(areas: Mapping[str, Area]):
    ports = {area.id for area in areas.values() if area.coastal and area.supply == "entente"}

    assert set(areas["england"].sea) == ports == {"calais", "boulogne", "dieppe", "le-havre"}
    assert areas["england"].borders == ()


def test_strategic_movement_has_eight_sources_on_the_map(areas: Mapping[str, Area]):
    sources = {area.id for area in areas.values() if area.supply == "entente" and not area.box}

    assert sources == {
        "calais", "boulogne", "dieppe", "le-havre", "chartres", "orleans", "dijon", "besancon",
    }  # fmt: skip


@pytest.mark.parametrize(("country", "total"), [("de", 10), ("lu", 1), ("be", 7), ("fr", 18), ("uk", 0)])
def test_victory_points_by_country(areas: Mapping[str, Area], country: str, total: int):
    assert sum(area.points for area in areas.values() if area.country == country) == total


@pytest.mark.parametrize(("country", "forts", "total"), [("be", 3, 8), ("de", 5, 12), ("fr", 10, 27)])
def test_forts_by_country(areas: Mapping[str, Area], country: str, forts: int, total: int):
    strengths = [area.fort for area in areas.values() if area.country == country and area.fort is not None]

    assert len(strengths) == forts
    assert sum(strengths) == total


@pytest.mark.parametrize(("area", "fort"), [("verdun", 4), ("nancy", 5), ("antwerp", 3), ("sedan", 0)])
def test_the_forts_that_the_rulebook_names(areas: Mapping[str, Area], area: str, fort: int):
    assert areas[area].fort == fort
    assert (areas["paris"].fort or 0) > 4


@pytest.mark.parametrize(
    ("typed", "area"),
    [
        ("Lüttich", "liege"), ("Anvers", "antwerp"), ("Bruxelles", "brussels"), ("Köln", "cologne"),
        ("Mühlhausen", "mulhouse"), ("Strassburg", "strasbourg"), ("Gand", "ghent"), ("Βερντέν", "verdun"),
        ("Αγγλία", "england"), ("Aix-la-Chapelle", "aachen"), ("Mayence", "mainz"),
    ],
)  # fmt: skip
def test_places_answer_to_their_other_names(areas: Mapping[str, Area], typed: str, area: str):
    assert plain(typed) in {plain(name) for name in areas[area].names}


def test_no_name_stands_for_two_areas(areas: Mapping[str, Area]):
    counts = Counter(
        name
        for area in areas.values()
        for name in {plain(name) for name in (area.id, area.name, *area.names)}
    )

    assert [name for name, count in counts.items() if count > 1] == []


def plain(name: str) -> str:
    """A name as a letter is read: without case, accents and hyphens."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("-", " ")


# The drawing


def test_every_area_is_drawn_once(art: Art, areas: Mapping[str, Area]):
    assert Counter(cell.area for cell in art.cells) == Counter(areas.keys())


def test_outlines_share_an_edge_exactly_where_areas_border(art: Art, areas: Mapping[str, Area]):
    owners: dict[Edge, list[str]] = {}
    for cell in art.cells:
        for edge in edges(cell):
            owners.setdefault(edge, []).append(cell.area)
    shared = {edge: frozenset(cells) for edge, cells in owners.items() if len(cells) > 1}

    assert all(len(cells) == 2 for cells in owners.values() if len(cells) > 1)
    assert set(shared.values()) == borders_of(areas.values())
    assert min(length(edge) for edge in shared) >= 14


def edges(cell: Cell) -> Iterator[Edge]:
    yield from (frozenset(pair) for pair in pairwise((*cell.corners, cell.corners[0])))


def length(edge: Edge) -> float:
    (x, y), (u, v) = edge
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


def test_outlines_stay_in_the_frame_and_hold_their_label(art: Art, areas: Mapping[str, Area]):
    for cell in art.cells:
        assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in cell.corners)
        assert turns(cell, areas[cell.area].at) == {1}, cell.area


def turns(cell: Cell, point: tuple[int, int]) -> set[int]:
    """On which sides of the edges a point lies; one side only is inside a convex outline."""
    x, y = point
    crosses = (
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in pairwise((*cell.corners, cell.corners[0]))
    )
    return {(cross > 0) - (cross < 0) for cross in crosses}
