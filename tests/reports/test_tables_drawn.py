"""Tables as they are drawn: a ruler, names that lie on nothing, and a sign for what a player asks for."""

from collections.abc import Iterator
from random import Random
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from msgspec.structs import replace

from referee.packs import loading
from referee.reports.formats import text_map
from referee.reports.pictures import svg, table, text_table
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.reports import MapPicture, PictureMark
from schemas.skirmish.pack import Pack
from tests.reports.test_label_places import SVG, Box, word_box
from tests.skirmish.random_play import play
from tests.systems import system_of

SCENARIOS = ("dawn-sap", "farm-crossroads", "mine-crater")


def scenario(name: str) -> Skirmish:
    pack = loading.load("skirmish").pack
    assert isinstance(pack, Pack)
    return Skirmish(pack, name)


def positions(name: str, seed: int) -> Iterator[tuple[Skirmish, Position]]:
    """Some positions of a random game."""
    rules, generator = scenario(name), Random(seed)
    for _, _, _, state in play(rules, seed):
        if generator.random() < 0.06:
            yield rules, state


def texts(drawn: str, *groups: str) -> list[Element]:
    return [
        text
        for group in fromstring(drawn).iter(f"{SVG}g")
        if group.get("id") in groups
        for text in group.iter(f"{SVG}text")
    ]


def touch(here: Box, there: Box) -> bool:
    return here[0] < there[2] and here[2] > there[0] and here[1] < there[3] and here[3] > there[1]


def list_collisions(picture: MapPicture, drawn: str) -> list[str]:
    """Names that lie on other names, on numbers of the ruler, or on figures."""
    words = [(text.text or "", word_box(text)) for text in texts(drawn, "names", "ruler")]
    half = table.MARK
    bodies = [
        (f"the body of {mark.text}", (x - half, y - half, x + half, y + half))
        for mark in picture.marks
        for x, y in (mark.at,)
    ]
    return [
        f"{name} on {other}"
        for number, (name, here) in enumerate(words)
        for other, there in (*words[number + 1 :], *bodies)
        if touch(here, there)
    ]


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_name_lies_on_another_or_on_a_figure(name: str) -> None:
    drawn = 0
    for rules, state in positions(name, 2):
        for viewer in rules.sides:
            picture = system_of(rules).pictures.picture(state, viewer)
            assert list_collisions(picture, svg.write(picture)) == []
            drawn += len(picture.marks)
    assert drawn > 200


def test_names_on_top_of_each_other_are_seen() -> None:
    """The test above would prove nothing if it saw no collision where there is one."""
    rules = scenario("dawn-sap")
    picture = system_of(rules).pictures.picture(rules.start(), "british")
    root = fromstring(svg.write(picture))
    one, other = (text for text in root.iter(f"{SVG}text") if text.text in {"br-s1-1", "the farm"})
    one.set("x", other.get("x", ""))
    one.set("y", other.get("y", ""))

    assert "the farm on br-s1-1" in list_collisions(picture, tostring(root, encoding="unicode"))


def crowded() -> MapPicture:
    """A leader with a light weapon, a pinned man who moved, one who fell, and one who is not seen now."""
    rules = scenario("dawn-sap")
    bare = system_of(rules).pictures.picture(rules.start(), "british")
    marks = (
        PictureMark(side="british", at=(200, 200), text="leader", leader=True, sign="P"),
        PictureMark(side="british", at=(300, 200), text="pinned", pins=2, sign="R", way=((300, 300),)),
        PictureMark(side="british", at=(400, 200), text="dead", fallen=True),
        PictureMark(side="german", at=(500, 200), text="gone", faded=True, note="where he was"),
    )
    return replace(bare, marks=marks)


def test_the_legend_names_each_sign_that_is_on_the_table_and_no_other() -> None:
    told = {text.text for text in texts(svg.write(crowded()), "legend")}
    bare = {text.text for text in texts(svg.write(replace(crowded(), marks=crowded().marks[:1])), "legend")}
    signs = {"pins", "out of action", "last seen there", "last move"}

    assert signs | {"leader", "Britain", "Germany", "pistol", "rifle", "hills", "scrub"} <= told
    assert "leader" in bare
    assert not signs & bare


def test_screen_reader_gets_the_meaning_of_symbols() -> None:
    titles = [title.text for title in fromstring(svg.write(crowded())).iter(f"{SVG}title")]

    assert "Germany: gone, where he was, not seen now" in titles


def test_the_ruler_counts_inches_from_the_south_west_corner() -> None:
    picture = system_of(scenario("dawn-sap")).pictures.picture(scenario("dawn-sap").start(), "british")
    numbers = dict(table.list_numbers(picture))

    assert sorted(numbers, key=int) == ["0", "6", "12", "18", "24", "30", "36", "42", "48"]
    assert [text for text, _ in table.list_numbers(picture)].count("24") == 2
    north = [box for text, box in table.list_numbers(picture) if text == "36" and box[0] < 40]
    assert [(box[1] + box[3]) // 2 for box in north] == [(48 - 36) * 20]


def test_the_table_in_letters_has_the_same_ruler() -> None:
    picture = system_of(scenario("dawn-sap")).pictures.picture(scenario("dawn-sap").start(), "british")
    lines = text_map.lines(picture, 72)

    assert max(map(len, lines)) <= 72
    assert lines[-1].split() == ["0", "6", "12", "18", "24", "30", "36", "42", "48"]
    assert [line.split()[0] for line in lines if line[:2].strip()] == [
        "48", "42", "36", "30", "24", "18", "12", "6", "0",
    ]  # fmt: skip


def test_a_hedge_thinner_than_a_line_of_letters_is_on_one_line_of_the_table() -> None:
    rules = scenario("farm-crossroads")
    picture = system_of(rules).pictures.picture(rules.start(), "british")
    assert picture is not None
    lines = ["".join(token.text for token in line) for line in text_table.table_rows(picture, 72)]
    hedges = [line for line in lines if "%" * 15 in line]

    assert len(hedges) == 1
    assert lines.index(hedges[0]) == next(at for at, line in enumerate(lines) if line.startswith("18")) - 1


def test_a_map_of_a_war_has_no_ruler() -> None:
    picture = replace(crowded(), ruler=None)

    assert texts(svg.write(picture), "ruler") == []
    assert list(table.list_numbers(picture)) == []
