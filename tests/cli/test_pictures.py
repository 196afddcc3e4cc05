"""Reports in every format, maps, charts and differences, as they are asked for."""

import importlib
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from referee.reports import maps
from tests.cli.conftest import Referee, Table

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("text", "liege: report for Germany\n====="),
        ("html", "<!DOCTYPE html>"),
        ("phpbb", "[size=180][b]liege: report for Germany[/b][/size]"),
        ("bgg", "[size=18][b]liege: report for Germany[/b][/size]"),
        ("markdown", "# liege: report for Germany"),
        ("json", '{\n  "title": "liege: report for Germany"'),
    ],
)
def test_a_report_comes_in_every_format(liege: Table, form: str, begins: str) -> None:
    told = liege.command("report", "liege", "--as", "german", "--format", form)

    assert told.code == 0
    assert told.out.startswith(begins)


def test_unknown_format_suggests_the_nearest(liege: Table) -> None:
    told = liege.command("report", "liege", "--format", "markdwon")

    assert told.code == 2
    assert "markdown" in told.err


def test_the_subject_is_one_line_that_says_who_has_to_do_what(liege: Table) -> None:
    asked = liege.command("report", "liege", "--as", "german", "--subject", "--due", "Sunday").out
    waiting = liege.command("report", "liege", "--as", "entente", "--subject").out

    when = "SUMMER 1914, turn 1 of 23"
    assert asked == f"[liege] your turn: Play an offensive card, or pass? (due Sunday; {when})\n"
    assert waiting == f"[liege] Waiting for Germany ({when})\n"


def test_a_report_says_by_when_it_is_to_be_answered(liege: Table) -> None:
    due = ("--due", "Sunday \x1b[31m<b>20:00</b>")
    assert "Due by *Sunday [31m<b>20:00</b>*." in liege.command("report", "liege", "--as", "german", *due).out
    page = liege.command("report", "liege", "--as", "german", "--format", "html", *due).out
    assert "Sunday [31m&lt;b&gt;20:00&lt;/b&gt;" in page


def test_public_view_shows_public_facts(liege: Table) -> None:
    told = liege.command("report", "liege", "--as", "public", "--since", 60).out

    assert told.startswith("liege: report for the public\n")
    assert "The Entente side draws 1 card. " in " ".join(told.split())
    assert "BEGIN ORDERS" not in told
    assert liege.command("prompts", "liege", "--as", "public").out == "Waiting for Germany.\n"


def test_a_map_of_a_region_answers_to_any_name(liege: Table) -> None:
    drawn = liege.command("map", "liege", "--around", "Lüttich").out

    title = fromstring(drawn).findtext("{http://www.w3.org/2000/svg}title")
    assert title == "To The Last Man!: SUMMER 1914, around Liège"
    assert len(drawn) < len(liege.command("map", "liege").out)


def test_an_area_that_is_not_there_is_answered_with_the_nearest(liege: Table) -> None:
    told = liege.command("map", "liege", "--around", "Namour")

    assert told.code == 66
    assert "Namur" in told.err


def test_a_map_can_be_painted(liege: Table, tmp_path: Path) -> None:
    file = tmp_path / "map.png"

    assert liege.command("map", "liege", "--format", "png", "-o", file).code == 0
    assert file.read_bytes().startswith(PNG)
    told = liege.command("map", "liege", "--format", "gif", "-o", tmp_path / "map.gif")
    assert (told.code, (tmp_path / "map.gif").exists()) == (2, False)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", ["Verdun", "Châlons", "Eastern Front Transit Box", "supply source", "BE 1st: 3I"]
)
def test_a_painted_map_bears_its_names(liege: Table, name: str) -> None:
    """Without one of its names the picture is another: the name was painted."""
    drawn = liege.command("map", "liege", "--at", 1).out
    assert f">{name}<" in drawn
    assert maps.paint(drawn.replace(f">{name}<", "><"), width=900) != maps.paint(drawn, width=900)


def test_missing_painter_is_named(liege: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    told = liege.command("map", "liege", "--format", "png", "-o", tmp_path / "map.png")

    assert told.code == 2
    assert "pip install resvg_py" in told.err
    monkeypatch.undo()
    importlib.import_module("resvg_py")


def test_the_chart_tells_the_course_in_words_too(liege: Table) -> None:
    told = liege.command("chart", "liege")
    root = fromstring(told.out)

    desc = root.findtext("{http://www.w3.org/2000/svg}desc")
    assert desc == "SUMMER 1914: 16 victory points, Stalemate; areas held: Germany 19, Entente 37."
    assert {group.get("id") for group in root.iter("{http://www.w3.org/2000/svg}g")} == {"fronts"}


def test_difference_is_reported_as_text(liege: Table) -> None:
    told = liege.command("diff", "liege", 20, 67, "--as", "german").out

    assert "Brussels  Entente  German       2" in told
    assert "German 1st Army   Liège     Namur" in told
    assert "- The Entente side holds 6 cards, 1 fewer." in told
    assert "16 victory points, 3 more: Stalemate, as before." in told


@pytest.mark.parametrize(("first", "last", "code"), [(67, 20, 2), (20, 99, 66), (-1, 5, 66)])
def test_a_difference_needs_two_entries_in_their_order(
    liege: Table, first: int, last: int, code: int
) -> None:
    assert liege.command("diff", "liege", "--", first, last).code == code


def test_nothing_changes_between_an_entry_and_itself(liege: Table) -> None:
    told = liege.command("diff", "liege", 30, 30).out

    assert "No area has changed hands." in told
    assert "As many as before." in told
    assert "The battles at a glance" not in told


def test_a_game_without_maps_says_so(referee: Referee, duel: None) -> None:
    for command in (("map", "duel"), ("chart", "duel"), ("diff", "duel", 1, 2)):
        told = referee(*command)
        assert told.code == 2
        assert "Traceback" not in told.err
    assert referee("replay", "duel").out.startswith("<!DOCTYPE html>")
    assert referee("report", "duel", "--format", "html").out.startswith("<!DOCTYPE html>")


def test_pictures_say_secret_where_one_side_may_not_know_it_all(liege: Table, tmp_path: Path) -> None:
    """The pieces of the West stand open on the map; on the table of the skirmish men are hidden."""
    call = liege.command
    assert "SECRET" not in call("map", "liege").out + call("chart", "liege").out
    assert call("diff", "liege", "20", "40").out.startswith("SECRET: liege: from entry")
    assert call("map", "liege", "-o", tmp_path / "map.svg").code == 0

    assert call("new", "sap", "skirmish").code == 0
    assert ">SECRET: " in call("map", "sap").out
    assert (
        "SECRET" not in call("map", "sap", "--as", "british").out + call("map", "sap", "--as", "public").out
    )
    told = call("map", "sap", "-o", tmp_path / "sap.svg", "--json")
    assert (told.code, told.json["complaints"][0]["code"]) == (2, "secrets-unnamed")
    assert call("map", "sap", "--as", "referee", "-o", tmp_path / "sap.svg").code == 0
