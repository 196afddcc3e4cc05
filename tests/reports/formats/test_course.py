"""Charts: points, what was held, and the front, for eyes and for screen readers."""

from xml.etree.ElementTree import Element, fromstring

import pytest
import resvg_py
from msgspec.structs import replace

from referee.reports.pictures.war_chart import write
from schemas.reports import Band, Chart, FrontLine, Mark, PictureSide, Score

SVG = "{http://www.w3.org/2000/svg}"

SIDES = (
    PictureSide(side="red", name="Red", colour="#aa2222"),
    PictureSide(side="blue", name="Blue", colour="#2222aa"),
)

BANDS = (Band(name="Blue wins", most=3), Band(name="A draw", least=4, most=6), Band(name="Red wins", least=7))


def score(moment: str, points: int, red: int) -> Score:
    return Score(
        moment=moment, points=points, level="A draw", held={"red": red, "blue": 9 - red}, contested=1
    )


MARKS = (
    Mark(entry=1, score=score("Spring <1>", 4, 3)),
    Mark(entry=5, score=score("Spring <1>", 6, 4)),
    Mark(entry=9, score=score("Summer", 5, 5)),
)

FRONTS = (
    FrontLine(moment="Spring <1>", stretches=(((0, 0), (10, 10)),)),
    FrontLine(moment="Summer", stretches=(((10, 10), (20, 0)), ((0, 0), (10, 10)))),
)

CHART = Chart(
    title="the course", measure="points", sides=SIDES, bands=BANDS, marks=MARKS,
    outlines=(((0, 0), (10, 10), (20, 0)),), fronts=FRONTS,
)  # fmt: skip


def drawn(chart: Chart) -> Element:
    return fromstring(write(chart))


def path(root: Element, id: str) -> str:
    (found,) = (one for one in root.iter(f"{SVG}path") if one.get("id") == id)
    return found.get("d", "")


def said(root: Element) -> set[str]:
    return {text.text or "" for text in root.iter(f"{SVG}text")}


def test_a_chart_tells_the_end_of_every_moment_in_words() -> None:
    assert drawn(CHART).findtext(f"{SVG}desc") == (
        "Spring <1>: 6 points, A draw; areas held: Red 4, Blue 5. "
        "Summer: 5 points, A draw; areas held: Red 5, Blue 4."
    )


def test_points_are_a_line_of_steps_from_the_first_entry_to_the_last() -> None:
    line = path(drawn(CHART), "points")

    assert line.startswith("M70.0 ")
    assert line.endswith("H830")
    assert line.count("V") == 2


def test_levels_moments_and_sides_are_named() -> None:
    names = {
        "A draw",
        "Spring <1>",
        "Summer",
        "Red 5",
        "Blue 4",
        "disputed 1",
        "entry 1",
        "entry 9",
        "areas held",
    }
    assert names <= said(drawn(CHART))


def test_names_of_moments_do_not_lie_over_each_other() -> None:
    marks = tuple(Mark(entry=number, score=score(f"Moment number {number}", 5, 5)) for number in range(1, 90))
    named = [text for text in said(drawn(replace(CHART, marks=marks))) if text.startswith("Mom")]

    assert 5 <= len(named) <= 12


def test_the_last_front_is_whole_and_those_before_it_are_broken() -> None:
    (group,) = (one for one in drawn(CHART).iter(f"{SVG}g") if one.get("id") == "fronts")
    lines = group.findall(f"{SVG}path")

    assert [line.findtext(f"{SVG}title") for line in lines] == ["Spring <1>", "Summer"]
    assert [bool(line.get("stroke-dasharray")) for line in lines] == [True, False]
    assert lines[1].get("d") == "M0 0L10 10L20 0"


@pytest.mark.parametrize(
    ("fronts", "named"),
    [(3, [0, 1, 2]), (24, list(range(24))), (25, list(range(0, 25, 2))), (26, [*range(0, 26, 2), 25])],
)
def test_as_many_fronts_are_named_as_there_is_room_for_and_the_last_always(
    fronts: int, named: list[int]
) -> None:
    lines = tuple(FrontLine(moment=f"week {week}", stretches=FRONTS[0].stretches) for week in range(fronts))
    weeks = {text for text in said(drawn(replace(CHART, fronts=lines))) if text.startswith("week")}

    assert weeks == {f"week {week}" for week in named}


def test_a_course_without_a_mark_or_a_map_is_drawn_all_the_same() -> None:
    nothing = Chart(title="x", measure="points", sides=SIDES, marks=())
    one = Chart(title="x", measure="points", sides=SIDES, marks=MARKS[:1])

    assert said(drawn(nothing)) == {"x"}
    assert path(drawn(one), "points").endswith("H830")


def test_a_chart_can_be_painted() -> None:
    assert bytes(resvg_py.svg_to_bytes(svg_string=write(CHART), width=400)).startswith(b"\x89PNG")
