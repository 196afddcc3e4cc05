"""Maps as SVG."""

from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError, convert
from msgspec.structs import replace

from referee.reports.formats import text_map
from referee.reports.pictures import area_shapes, columns
from referee.reports.pictures.drawing import fix_light
from referee.reports.pictures.svg import Layers, write
from schemas.reports import (
    Line,
    MapPicture,
    PictureArrow,
    PictureCell,
    PictureMark,
    PicturePiece,
    PictureSide,
    Point,
)

SVG = "{http://www.w3.org/2000/svg}"

SIDES = (
    PictureSide(side="german", name="Germany", colour="#4d6b4a"),
    PictureSide(side="entente", name="Entente", colour="#2f5d8c"),
)

SQUARE: tuple[Point, ...] = ((500, 100), (700, 100), (700, 300), (500, 300))

LIEGE = PictureCell(
    area="liege",
    name="Liège",
    at=(600, 200),
    corners=SQUARE,
    holder="entente",
    disputed=True,
    claimed="german",
    rough=True,
    supply="entente",
    points=1,
    fort=3,
    pieces=(
        PicturePiece(side="german", text="1st Army <5 & more>"),
        PicturePiece(side="entente", text="fort"),
    ),
)

AACHEN = PictureCell(
    area="aachen", name="Aachen", at=(800, 200), corners=((720, 100), (900, 100), (900, 300))
)


def drawn(*cells: PictureCell, title: str = "Summer 1914", note: str = "after entry 12") -> Element:
    return fromstring(fix_light(write(MapPicture(title=title, note=note, sides=SIDES, cells=cells))))


def area(root: Element, name: str) -> Element:
    (group,) = (group for group in root.iter(f"{SVG}g") if group.get("id") == f"area-{name}")
    return group


def said(root: Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def fills(group: Element) -> list[str | None]:
    return [shape.get("fill") for shape in group.iter(f"{SVG}polygon")]


def test_a_map_is_a_picture_with_a_name_and_a_description() -> None:
    root = drawn(LIEGE, AACHEN)

    assert root.tag == f"{SVG}svg"
    assert (root.get("viewBox"), root.get("role")) == ("0 0 1000 1086", "img")
    assert root.findtext(f"{SVG}title") == "Summer 1914"
    assert root.findtext(f"{SVG}desc") == "Entente controls Liège. Disputed: Liège."


def test_the_same_picture_is_always_the_same_text_whatever_the_order_of_its_areas() -> None:
    here = MapPicture(title="x", sides=SIDES, cells=(LIEGE, AACHEN))
    there = MapPicture(title="x", sides=SIDES, cells=(AACHEN, LIEGE))

    assert write(here) == write(there)


def test_tooltip_of_an_area_contains_all_its_facts() -> None:
    assert area(drawn(LIEGE), "liege").findtext(f"{SVG}title") == (
        "Liège: controlled by Entente; disputed; claimed by Germany; 1 point; fort of strength 3; "
        "supply source of Entente; rough; Germany: 1st Army <5 & more>; Entente: fort"
    )
    assert area(drawn(AACHEN), "aachen").findtext(f"{SVG}title") == "Aachen: not controlled"


def test_patterns_repeat_the_meaning_of_colours() -> None:
    held = {side: replace(AACHEN, holder=side) for side in ("german", "entente")}

    assert fills(area(drawn(AACHEN), "aachen")) == ["#dedacd", "none"]
    assert fills(area(drawn(held["german"]), "aachen")) == ["#ffffff", "#4d6b4a", "none"]
    assert fills(area(drawn(held["entente"]), "aachen")) == ["#ffffff", "#2f5d8c", "url(#map-dots)", "none"]
    assert fills(area(drawn(LIEGE), "liege"))[3:] == ["url(#map-hatch)", "url(#map-rough)", "none", "none"]


def test_every_pattern_that_is_used_is_in_the_file() -> None:
    root = drawn(LIEGE, AACHEN)
    used = {fill[5:-1] for shape in root.iter() if (fill := shape.get("fill") or "").startswith("url(#")}

    assert used == {"map-dots", "map-hatch", "map-rough"}
    assert used <= {pattern.get("id") for pattern in root.iter(f"{SVG}pattern")}


def test_words_badges_and_pieces_stand_on_the_area() -> None:
    assert said(drawn(LIEGE))[:6] == ["Liège", "1", "3", "S", "1st Army <5 & more>", "fort"]


def test_many_pieces_are_counted_and_long_words_are_cut() -> None:
    pieces = tuple(PicturePiece(side="german", text=f"army {n}") for n in range(6))
    long = (PicturePiece(side="german", text="1st Army of the Lower Rhine, entrenched"),)

    assert said(drawn(replace(AACHEN, pieces=pieces)))[1:5] == [
        "army 0",
        "army 1",
        "army 2",
        "and 3 more",
    ]
    assert said(drawn(replace(AACHEN, pieces=long)))[1] == "1st Army of the Lower R…"


def test_the_legend_explains_the_signs_that_occur_and_no_others() -> None:
    neutral = ["Summer 1914", "after entry 12", "Germany", "Entente", "not controlled"]
    assert said(drawn(AACHEN))[1:] == neutral
    assert said(drawn(replace(AACHEN, holder="german")))[1:] == neutral[:-1]
    assert said(drawn(LIEGE))[8:] == [
        "Germany", "Entente", "disputed", "claimed", "rough", "1", "points", "3", "fort", "S",
        "supply source",
    ]  # fmt: skip


LINE = ((10, 10), (40, 10))
LINKED, CLOSED = "adjacent by this line", "no border"


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        ({}, []),
        ({"links": (LINE,)}, [LINKED]),
        ({"bars": (LINE,)}, [CLOSED]),
        ({"links": (LINE,), "bars": (LINE, LINE)}, [LINKED, CLOSED]),
    ],
)
def test_the_legend_explains_the_lines_of_a_map_that_was_changed(
    lines: dict[str, tuple[Line, ...]], meant: list[str]
) -> None:
    picture = MapPicture(title="Summer 1914", sides=SIDES, cells=(AACHEN,), **lines)

    assert [word for word in said(fromstring(write(picture))) if word in {LINKED, CLOSED}] == meant


@pytest.mark.parametrize("at", [(0, 0), (1000, 1000), (965, 60), (-50, 2000)])
def test_a_box_is_as_large_as_its_words_and_stays_inside_the_frame(at: Point) -> None:
    piece = PicturePiece(side="german", text="8th Army")
    box = PictureCell(area="eft", name="Eastern Front Transit Box", at=at, pieces=(piece,))
    outline = area(drawn(box), "eft").findall(f"{SVG}polygon")[-1].get("points", "")
    corners = [tuple(map(int, corner.split(","))) for corner in outline.split()]

    assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in corners)
    assert max(x for x, _ in corners) - min(x for x, _ in corners) > 150


def test_a_side_that_is_not_in_the_legend_is_drawn_in_grey() -> None:
    group = area(drawn(replace(AACHEN, holder="neutral")), "aachen")

    assert "#777777" in fills(group)
    assert group.findtext(f"{SVG}title") == "Aachen: controlled by neutral"


def test_a_map_needs_nothing_from_elsewhere() -> None:
    text = write(MapPicture(title="x", sides=SIDES, cells=(LIEGE,)))

    assert text.count("http") == text.count('xmlns="http://www.w3.org/2000/svg"') == 1
    assert not any(word in text for word in ("<script", "@import", "<image", "url(h", 'href="h'))


@pytest.mark.parametrize("colour", ["url(http://x)", "#12", '"/><script>', "red;"])
def test_a_colour_is_a_colour(colour: str) -> None:
    with pytest.raises(ValidationError):
        convert({"side": "german", "name": "Germany", "colour": colour}, PictureSide)


def test_a_side_may_have_a_colour_by_name() -> None:
    sides = (PictureSide(side="german", name="Germany", colour="steelblue"), *SIDES[1:])

    text = write(MapPicture(title="x", sides=sides, cells=(LIEGE,)))

    assert "color-mix(in srgb,steelblue 55%,white)" in text


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=6))
def test_svg_with_any_text_is_well_formed(title: str, name: str, pieces: list[str]) -> None:
    told = tuple(PicturePiece(side=text, text=text) for text in pieces)
    cell = replace(LIEGE, name=name, pieces=told)

    assert said(drawn(cell, title=title, note=name))


# Movements, fronts, parts

EIFEL = PictureCell(
    area="eifel",
    name="Eifel",
    at=(800, 400),
    corners=((700, 300), (900, 300), (900, 500), (700, 500), (500, 300)),
    holder="german",
)
ENGLAND = PictureCell(area="england", name="England", names=("Angleterre",), at=(60, 60), holder="entente")

MARCH = PictureArrow(side="german", text="1st Army", points=((800, 200), (600, 200)))
RAIL = PictureArrow(side="entente", text="fr-i1", points=((100, 100), (300, 300), (600, 200)), broken=True)


def pictured(*cells: PictureCell, arrows: tuple[PictureArrow, ...] = ()) -> MapPicture:
    return MapPicture(title="x", sides=SIDES, cells=cells, arrows=arrows)


def test_a_movement_is_an_arrow_with_the_name_of_who_went() -> None:
    root = fromstring(write(pictured(LIEGE, AACHEN, arrows=(MARCH, RAIL))))
    (group,) = (group for group in root.iter(f"{SVG}g") if group.get("id") == "arrows")

    assert [title.text for title in group.iter(f"{SVG}title")] == ["Germany: 1st Army", "Entente: fr-i1"]
    dashed = [path.get("stroke-dasharray") for path in group.iter(f"{SVG}path")]
    assert dashed == [None, None, None, "11 7", "11 7"]
    assert {"march", "other movement"} <= set(said(root))
    assert (root.findtext(f"{SVG}desc") or "").endswith("Movement: 1st Army. Movement: fr-i1.")


def test_a_battle_has_a_star_and_its_place_in_the_legend() -> None:
    root = drawn(replace(LIEGE, battle=True))

    assert "#c62828" in {shape.get("fill") for shape in root.iter(f"{SVG}polygon")}
    assert "battle" in said(root)
    assert "Battles: Liège." in (root.findtext(f"{SVG}desc") or "")


def test_the_front_runs_where_two_sides_face_each_other() -> None:
    stretches = area_shapes.borders((LIEGE, EIFEL, AACHEN))

    assert stretches == (((500, 300), (700, 300)),)
    assert area_shapes.path(stretches) == "M500 300L700 300"
    assert area_shapes.borders((LIEGE, replace(EIFEL, holder="entente"))) == ()


def test_stretches_of_a_front_are_one_line_where_they_meet() -> None:
    assert area_shapes.path([((0, 0), (1, 1)), ((2, 2), (3, 3)), ((1, 1), (2, 2))]) == "M0 0L1 1L2 2L3 3"


def test_part_of_a_map_is_an_area_with_its_neighbours() -> None:
    whole = pictured(LIEGE, EIFEL, ENGLAND, arrows=(MARCH, RAIL))
    part = area_shapes.around(whole, "liege")

    assert [cell.area for cell in part.cells] == ["liege", "eifel"]
    assert part.title == "x, around Liège"
    assert part.width == whole.width
    assert len(part.arrows) == 2
    assert all(-50 <= x <= 1050 for cell in part.cells for x, _ in cell.corners)
    assert area_shapes.around(whole, "nowhere") == whole
    assert [cell.area for cell in area_shapes.around(whole, "england").cells] == ["england"]
    fromstring(write(part))


def test_words_of_an_area_whose_point_is_cut_off_are_not_moved_into_the_part() -> None:
    outside = replace(EIFEL, at=(1400, 400))

    assert "Eifel" not in said(drawn(LIEGE, outside))
    assert area(drawn(LIEGE, outside), "eifel").findtext(f"{SVG}title") == "Eifel: controlled by Germany"


def test_the_map_in_letters_has_every_area_once_with_its_holder() -> None:
    picture = pictured(LIEGE, EIFEL, ENGLAND, AACHEN, replace(EIFEL, area="eiffel"))
    codes = " ".join(text_map.lines(picture, 72)).split()

    assert sorted(codes) == ["!Liè", "#Eie", "#Eif", "-Eng", ".Aac"]
    assert text_map.key(picture) == "# Germany, - Entente, ! disputed, . not controlled; Eie Eifel."


@given(
    st.lists(st.tuples(st.integers(-50, 1050), st.integers(-50, 1050), TEXTS), min_size=1, max_size=40),
    st.integers(20, 90),
)
def test_the_map_in_letters_stays_within_its_room(areas: list[tuple[int, int, str]], room: int) -> None:
    cells = tuple(
        PictureCell(area=f"a{number}", name=name, at=(x, y)) for number, (x, y, name) in enumerate(areas)
    )
    lines = text_map.lines(pictured(*cells), room)

    assert max(map(columns.width, lines)) <= room
    assert len(" ".join(lines).split()) == len(cells)


# Layers


def test_every_layer_of_a_map_is_an_element_of_the_whole() -> None:
    picture = replace(
        pictured(LIEGE, ENGLAND, arrows=(MARCH,)),
        marks=(PictureMark(side="german", at=(10, 10), text="c01"),),
    )
    ids = {element.get("id") for element in fromstring(write(picture)).iter()}
    layers = [fromstring(layer) for layer in Layers().find_changed(picture)]

    assert {layer.get("id") for layer in layers} <= ids
    assert {"ground", "arrows", "front", "legend", "map-desc", "area-liege", "words-liege"} <= {
        layer.get("id") for layer in layers
    }
    assert "Germany: c01" in {title.text for layer in layers for title in layer.iter("title")}


def test_an_area_that_looks_as_it_did_is_the_same_layer() -> None:
    layers = Layers()
    before = set(layers.find_changed(pictured(LIEGE, replace(AACHEN, holder="entente"))))
    after = list(layers.find_changed(pictured(LIEGE, replace(AACHEN, holder="german"))))

    assert [fromstring(new).get("id") for new in after if new not in before] == ["area-aachen", "map-desc"]
    assert not any('id="area-liege"' in new for new in after)


def test_the_legend_is_drawn_again_when_it_says_something_else() -> None:
    layers = Layers()
    steps = (("german", ""), ("entente", ""), (None, ""), (None, "5 points"))
    pictures = (replace(pictured(replace(AACHEN, holder=holder)), note=note) for holder, note in steps)
    drawn_again = [
        any('id="legend"' in layer for layer in layers.find_changed(picture)) for picture in pictures
    ]

    assert drawn_again == [True, False, True, True]


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=6))
def test_layer_with_any_text_is_an_element_of_the_whole(title: str, name: str, pieces: list[str]) -> None:
    told = tuple(PicturePiece(side="german", text=text) for text in pieces)
    picture = replace(pictured(replace(LIEGE, name=name, pieces=told)), title=title, note=name)
    whole = {element.get("id"): element for element in fromstring(write(picture)).iter()}

    for layer in map(fromstring, Layers().find_changed(picture)):
        assert [*map(look_at, layer.iter())] == [*map(look_at, whole[layer.get("id")].iter())]


def look_at(element: Element) -> tuple[str, dict[str, str], str]:
    """What an element is, without what sets the lines in the file of a map and its namespace."""
    return element.tag.rpartition("}")[2], element.attrib, (element.text or "").strip()
