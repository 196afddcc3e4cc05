"""No words lie on others: every map of every scenario, measured in the SVG with the letters of the font."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Literal
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from fontTools.pens.boundsPen import BoundsPen
from msgspec.structs import replace

from referee.engine import machine
from referee.i18n.translator import ENGLISH
from referee.matches import matches
from referee.packs import rulesets
from referee.reports import event_news, maps
from referee.reports.event_news import Seen
from referee.reports.pictures import (
    area_shapes,
    atlas,
    fitting,
    fonts,
    label_layout,
    label_placement,
    svg,
)
from schemas.record import PUBLIC, REFEREE
from schemas.reports import MapPicture
from tests.great_war.random_play import play
from tests.loose_dice import LooseDice
from tests.reports import write_advances
from tests.systems import system_of

SVG = "{http://www.w3.org/2000/svg}"

Box = tuple[float, float, float, float]
Kind = Literal["name", "box", "sign"]

SCENARIOS = [
    *(("ttlm", str(year)) for year in range(1914, 1920)),
    ("aac", "1914"),
    ("aac", "campaign"),
]

SHARE = 0.01
"""What part of the boxes may lie on others."""


@cache
def weighed(weight: str) -> tuple[dict[int, str], object, object, int]:
    font = write_advances.read_font(weight)
    return font.getBestCmap(), font.getGlyphSet(), font["hmtx"], font["head"].unitsPerEm


@cache
def find_bounds(weight: str, name: str) -> Box | None:
    """Where a glyph has its ink, or None if it has none."""
    glyphs = weighed(weight)[1]
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)  # type: ignore[index]
    return pen.bounds


def ink(text: str, size: float, weight: str) -> Box:
    """Where words have their ink, from the beginning of their line, as the font draws them."""
    names, _, widths, units = weighed(weight)
    x, found = 0, []
    for sign in text:
        name = names[ord(sign)]
        if (bounds := find_bounds(weight, name)) is not None:
            left, bottom, right, top = bounds
            found.append((x + left, -top, x + right, -bottom))
        x += widths[name][0]  # type: ignore[index]
    scale = size / units
    lefts, tops, rights, bottoms = zip(*found, strict=True) if found else ((0,), (0,), (x,), (0,))
    return min(lefts) * scale, min(tops) * scale, max(rights) * scale, max(bottoms) * scale


def word_box(text: Element) -> Box:
    """Where words stand on the map."""
    size = float(text.get("font-size", ""))
    weight = "Bold" if text.get("font-weight") == "bold" else "Regular"
    left, top, right, bottom = ink(text.text or "", size, weight)
    x, y = float(text.get("x", "")), float(text.get("y", ""))
    across = sum(weighed(weight)[2][weighed(weight)[0][ord(sign)]][0] for sign in text.text or "")  # type: ignore[index]
    shift = x - across * size / weighed(weight)[3] / 2
    return shift + left, y + top, shift + right, y + bottom


def boxes(drawn: str) -> Iterator[tuple[str, Kind, Box]]:
    """What stands on a map: names, boxes of pieces, and signs, each with the group it belongs to."""
    for group in fromstring(drawn).iter(f"{SVG}g"):
        mark = group.get("id", "")
        if mark.startswith("words-") or mark == "arrow-names":
            for number, element in enumerate(group):
                owner = f"{mark}-{number}" if mark == "arrow-names" else mark
                if element.tag == f"{SVG}text" and element.get("font-weight") == "bold":
                    yield owner, "name", word_box(element)
                if element.tag == f"{SVG}text" and mark == "arrow-names":
                    yield owner, "box", word_box(element)
                if element.tag == f"{SVG}polygon":
                    corners = [tuple(map(float, one.split(","))) for one in element.get("points", "").split()]
                    xs, ys = zip(*corners, strict=True)
                    kind: Kind = "box" if element.get("stroke-width") == "2" else "sign"
                    yield owner, kind, (min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)
                if element.tag == f"{SVG}circle":
                    x, y, r = (float(element.get(key, "")) for key in ("cx", "cy", "r"))
                    yield owner, "sign", (x - r, y - r, x + r, y + r)


def collisions(drawn: str) -> tuple[list[str], list[str], int]:
    """What lies on other words: names, boxes of pieces; and how many boxes there are."""
    found = list(boxes(drawn))
    names: list[str] = []
    others: list[str] = []
    for number, (owner, kind, here) in enumerate(found):
        for other, what, there in found[number + 1 :]:
            touch = here[0] < there[2] and here[2] > there[0] and here[1] < there[3] and here[3] > there[1]
            if owner != other and touch:
                (names if "name" in (kind, what) else others).append(f"{owner} on {other}")
    return names, others, sum(kind == "box" for _, kind, _ in found)


def beginning(pack: str, scenario: str) -> MapPicture:
    rules = rulesets.bind(pack, scenario, {}).rules
    position, _ = machine.run_on(rules, rules.start(), LooseDice(Random(1)))
    return system_of(rules).pictures.picture(position, REFEREE)


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_at_the_beginning_no_words_lie_on_others(pack: str, scenario: str) -> None:
    names, others, count = collisions(svg.write(beginning(pack, scenario)))

    assert names == others == []
    assert count > 10


def list_swapped(picture: MapPicture) -> list[str]:
    """Areas whose pieces would stand nearer to their names if two of them changed places."""
    laid = label_layout.places(picture, ENGLISH)
    outside = [(area, place.head, place.pieces) for area, place in laid.items() if place.pieces]
    return [
        f"{one} and {other}"
        for (one, here, pieces), (other, there, others) in combinations(outside, 2)
        if label_placement.distance(pieces, here) + label_placement.distance(others, there)
        > label_placement.distance(pieces, there) + label_placement.distance(others, here)
    ]


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_places_equal_the_results_of_a_search_over_the_whole_map(
    pack: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = beginning(pack, scenario)
    near = label_layout.places(picture, ENGLISH)
    for known in (label_layout._arrange, label_layout._name, label_placement._search):
        known.cache_clear()
    monkeypatch.setattr(label_placement, "_REACHES", (label_placement._FAR,))
    monkeypatch.setattr(label_placement.Sheet, "find_near", list_all)

    assert label_layout.places(picture, ENGLISH) == near


def list_all(
    sheet: label_placement.Sheet, box: label_placement.Box, reach: int
) -> tuple[label_placement.Box, ...]:
    """All that is taken, however far it is."""
    return tuple(sheet._taken)


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_no_two_areas_have_their_pieces_at_the_place_of_the_other(pack: str, scenario: str) -> None:
    assert list_swapped(beginning(pack, scenario)) == []


def random_maps(count: int) -> Iterator[MapPicture]:
    """Maps from the middle of random wars, each with the movements of some entries."""
    generator = Random(count)
    per_war = 12
    for number in range(-(-count // per_war)):
        pack, scenario = SCENARIOS[number % len(SCENARIOS)]
        rules = rulesets.bind(pack, scenario, {}).rules
        steps = [step for step, _ in zip(play(rules, number, seasons=2), range(400), strict=False)]
        for _ in range(min(per_war, count - per_war * number)):
            begin = generator.randrange(len(steps))
            some = steps[begin : begin + generator.randint(1, 40)]
            viewer = generator.choice((REFEREE, PUBLIC, *rules.sides))
            events = [event for step in some for event in step[2]]
            moved = event_news.movements(system_of(rules), REFEREE, Seen(some[0][0], events))
            yield replace(system_of(rules).pictures.picture(some[-1][3], viewer), arrows=moved)


def test_in_wars_no_name_is_covered_and_next_to_no_box(request: pytest.FixtureRequest) -> None:
    covered = total = arrows = 0
    for picture in random_maps(request.config.getoption("--maps")):
        names, others, count = collisions(svg.write(picture))
        assert names == []
        covered, total, arrows = covered + len(others), total + count, arrows + len(picture.arrows)

    assert arrows > 0
    assert covered <= SHARE * total


def list_misplaced(picture: MapPicture) -> list[str]:
    """Labels that lie more over the areas of others than over their own and have no line to their name."""
    grid = atlas.chart(tuple(cell.corners for cell in picture.cells if cell.corners))
    outlines = {cell.area: cell.corners for cell in picture.cells}
    found: list[str] = []
    for area, place in label_layout.places(picture, ENGLISH).items():
        if not outlines[area]:
            continue
        for kind, box in (("name", place.head), ("pieces", place.pieces if place.leader is None else None)):
            if box is not None and grid.shares(box, outlines[area])[0] < grid.shares(box, outlines[area])[1]:
                found.append(f"{kind} of {area}")
    return found


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_at_the_beginning_no_label_lies_in_the_area_of_another(pack: str, scenario: str) -> None:
    assert list_misplaced(beginning(pack, scenario)) == []


def test_in_wars_labels_in_other_areas_have_a_line_to_their_name(request: pytest.FixtureRequest) -> None:
    for picture in random_maps(request.config.getoption("--maps")):
        assert list_misplaced(picture) == []


def test_a_label_in_the_area_of_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two tests above would prove nothing if they saw no misplaced label where there is one."""
    monkeypatch.setattr(label_layout, "_OWN", -1.0)
    label_layout._arrange.cache_clear()
    found = list_misplaced(fitting.fit(beginning("ttlm", "1919"), 900, ENGLISH))
    label_layout._arrange.cache_clear()

    assert found != []


def test_arrows_and_lines_lie_below_all_words() -> None:
    for picture in random_maps(12):
        for drawn in (picture, fitting.fit(picture, 390, ENGLISH)):
            marks = [group.get("id", "") for group in fromstring(svg.write(drawn)).iter(f"{SVG}g")]
            first_words = next(number for number, mark in enumerate(marks) if mark.startswith("words-"))
            below = [
                number for number, mark in enumerate(marks) if mark == "arrows" or mark.startswith("leader-")
            ]
            assert max(below) < first_words


def test_arrows_begin_and_end_beside_the_words_of_their_areas() -> None:
    places = label_layout.places(beginning("ttlm", "1914"), ENGLISH)
    cells = {cell.area: cell.at for cell in beginning("ttlm", "1914").cells}
    for here, there in (("aachen", "liege"), ("metz", "verdun")):
        way = label_layout._way(
            (cells[here], cells[there]), {cells[here]: places[here], cells[there]: places[there]}
        )
        for spot, area in ((way[0], here), (way[-1], there)):
            boxes = filter(None, (places[area].head, places[area].pieces))
            assert not any(label_layout._is_on(spot, box) for box in boxes), (here, there)


LEAST_LETTERS = 11


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_letters_have_at_least_eleven_pixels_at_the_width_of_the_map(
    pack: str, scenario: str, width: int
) -> None:
    drawn = svg.write(fitting.fit(beginning(pack, scenario), width, ENGLISH))
    names, _, count = collisions(drawn)
    root = fromstring(drawn)

    assert root.get("viewBox", "").split()[2] == str(width)
    assert min(float(text.get("font-size", "0")) for text in root.iter(f"{SVG}text")) >= LEAST_LETTERS
    assert names == []
    assert count > 10


def test_a_narrow_map_lists_names_and_contents_under_the_map() -> None:
    picture = beginning("ttlm", "1914")
    texts = [
        text.text for text in fromstring(svg.write(fitting.fit(picture, 390, ENGLISH))).iter(f"{SVG}text")
    ]

    assert "Lux" in texts
    assert "Luxembourg · 1 point · Germany: 4th: 4I 1A" in texts


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_the_legend_explains_every_letter_on_the_map(pack: str, scenario: str) -> None:
    picture = beginning(pack, scenario)
    letters = {
        letter
        for cell in picture.cells
        for piece in cell.pieces
        for letter in re.findall(r"\d([A-Z])\b|(\(\w\))", piece.text)
        for letter in letter
        if letter
    }
    explained = {letter for letter, _ in picture.signs}

    assert letters != set()
    assert letters <= explained


def test_a_narrow_map_lists_the_movements_that_its_arrows_cannot_name() -> None:
    picture = next(one for one in random_maps(12) if one.arrows and one.arrows[0].text)
    narrow = fitting.fit(picture, 390, ENGLISH)
    rows = [text for code, text in narrow.details if code == "→"]

    assert rows
    assert all(re.fullmatch(r".+: \w+ → \w+", row) for row in rows)


def test_map_numbers_movements_whose_names_have_no_room(example_shelf: Path) -> None:
    match = matches.find(example_shelf, "liege")
    crowded = maps.picture(match, PUBLIC, maps.Wanted(since=0))
    listed = dict(crowded.details)

    assert "German 1st Army, German 2nd Army: Aachen → Liège" in listed.values()
    assert [arrow.mark for arrow in crowded.arrows] == [*listed]
    assert maps.picture(match, PUBLIC, maps.Wanted(at=1)).details == ()


def test_numbers_on_arrows_are_those_of_the_list(example_shelf: Path) -> None:
    match = matches.find(example_shelf, "liege")
    picture = maps.picture(match, PUBLIC, maps.Wanted(since=0))
    root = fromstring(svg.write(picture))
    (names,) = (group for group in root.iter(f"{SVG}g") if group.get("id") == "arrow-names")

    assert [text.text for text in names.iter(f"{SVG}text")] == [code for code, _ in picture.details]


def test_few_short_movements_have_their_names_on_their_arrows() -> None:
    picture = next(one for one in random_maps(12) if one.arrows and one.arrows[0].text)
    few = replace(picture, arrows=(replace(picture.arrows[0], text="German 1st Army"),))

    assert fitting.number_movements(few) == few


def test_the_front_can_be_cut_out() -> None:
    whole = beginning("ttlm", "1914")
    part = area_shapes.crop_front(whole)

    assert {"metz", "verdun", "aachen", "liege"} <= {cell.area for cell in part.cells}
    assert "chartres" not in {cell.area for cell in part.cells}
    assert area_shapes.crop_front(part).cells


def test_land_stays_under_its_areas_when_a_map_is_cut_twice() -> None:
    whole = beginning("ttlm", "1914")
    part = area_shapes.crop_front(area_shapes.around(whole, "metz"))
    points = {cell.area: cell.at for cell in whole.cells}

    assert part.ground is not None
    for cell in part.cells:
        for place, offset, point in zip(cell.at, part.ground.offset, points[cell.area], strict=True):
            assert place == pytest.approx(offset + part.ground.scale * point, abs=3)


def test_a_map_that_is_crowded_on_purpose_is_seen_to_collide() -> None:
    """The test above would prove nothing if it saw no collision where there is one."""
    root = fromstring(svg.write(beginning("ttlm", "1914")))
    (argonne,) = (text for text in root.iter(f"{SVG}text") if text.text == "Argonne")
    (verdun,) = (text for text in root.iter(f"{SVG}text") if text.text == "Verdun")
    argonne.set("x", str(float(verdun.get("x", "")) - 40))
    argonne.set("y", verdun.get("y", ""))

    names, _, _ = collisions(tostring(root, encoding="unicode"))
    assert "words-argonne on words-verdun" in names


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_title_note_and_legend_stand_side_by_side(pack: str, scenario: str) -> None:
    root = fromstring(svg.write(beginning(pack, scenario)))
    (legend,) = (group for group in root.iter(f"{SVG}g") if group.get("id") == "legend")
    rows: dict[str, list[tuple[float, float]]] = {}
    for text in legend.iter(f"{SVG}text"):
        if text.get("text-anchor") == "middle":
            continue
        x, wide = float(text.get("x", "")), float(text.get("textLength", "9"))
        begin = x - wide if text.get("text-anchor") == "end" else x
        rows.setdefault(text.get("y", ""), []).append((begin, begin + wide))

    assert len(rows) >= 2
    for row in rows.values():
        assert all(here[1] < there[0] for here, there in pairwise(sorted(row)))
        assert all(begin >= 0 and end <= 1200 for begin, end in row)


def test_the_widths_that_come_with_the_program_are_those_of_the_font() -> None:
    for weight, runs in (("Regular", fonts.REGULAR), ("Bold", fonts.BOLD)):
        font = write_advances.read_font(weight)
        for first, widths in runs:
            for number, width in enumerate(widths):
                assert width == write_advances.measure(font, first + number), (weight, chr(first + number))
