"""The demo is a short tour, and plays everything only where it is asked to."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.cli import demo
from referee.matches import matches
from referee.matches.snapshots import snapshot
from referee.packs import loading
from tests.cli.conftest import ROOT, Referee
from tests.replay_pages import spread

GAMES = ("ttlm", "aac", "skirmish")

Tour = Callable[[str], str]

TOURS: dict[str, str] = {}
"""The tours that were shown."""


@pytest.fixture(autouse=True)
def pages_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written for the browser is removed with what else the test wrote."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture
def tour(command: Referee) -> Tour:
    """The tour of a game, which is the same each time."""
    return lambda game: TOURS.get(game) or TOURS.setdefault(game, command("demo", game).out)


@pytest.mark.parametrize("game", GAMES)
def test_the_tour_is_read_in_minutes(tour: Tour, game: str) -> None:
    told = tour(game)

    assert len(told.splitlines()) <= 120
    assert [line for line in told.splitlines() if line.startswith("== ")] == [
        "== A letter",
        "== A refusal",
        "== Dice",
        "== Changes between two entries",
        "== The map as text",
        "== Views of the sides",
        "== The proof",
        "== Next commands to try",
    ]


def test_the_tour_shows_a_refusal_with_its_remedy_and_dice_with_their_key(tour: Tour) -> None:
    _, refusal, dice, *_ = tour("ttlm").split("\n== ")

    assert "Refused: " in refusal
    assert "Legal: " in refusal
    assert "needs 1: 6 3 -> no hits" in dice
    assert "entry 30, key" in dice


def test_the_tour_shows_that_a_secret_is_kept(tour: Tour) -> None:
    told = tour("ttlm").partition("== Views of the sides")[2].partition("== The proof")[0]
    german, entente = told.partition("    Germany: ")[2].split("    Entente: ")

    assert "draws 1 card." in german
    assert "draws 1 card: German Military Crisis! (55)." in entente


@pytest.mark.parametrize(("pack", "sides"), {"ttlm": "Germany", "aac": "Central Powers"}.items())
def test_tour_shows_the_entry_that_sides_see_differently(tour: Tour, pack: str, sides: str) -> None:
    told = tour(pack).partition("== Views of the sides")[2].partition("== The proof")[0]
    own, others = (
        {*part.splitlines()} for part in told.partition(f"    {sides}: ")[2].split("    Entente: ")
    )

    assert own - others
    assert others - own


def test_everything_is_printed_where_it_is_asked_for(command: Referee) -> None:
    full = command("demo", "ttlm", "--full").out

    assert full.count(">>> ") >= 12
    assert full.count("END ORDERS") == 1
    assert len(full.splitlines()) > 1_000


def test_pages_are_written_and_opened_in_the_browser(tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{seen}"\n')
    browser.chmod(0o755)
    asked = [sys.executable, "-m", "referee", "demo", "ttlm", "--pages"]
    environment = {**os.environ, "BROWSER": f"{browser} %s", "TMPDIR": str(tmp_path)}
    done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True)

    written = [Path(line) for line in done.stdout.splitlines()]
    assert [path.name for path in written] == ["map.svg", "report.html", "replay.html"]
    assert seen.read_text().splitlines() == [path.as_uri() for path in written]
    *others, replay = (path.read_text(encoding="utf-8") for path in written)
    assert all("Liège" in text for text in (*others, spread(replay)))


@pytest.mark.parametrize("way", [(), ("--full",), ("--pages",)])
def test_as_a_record_it_answers_with_the_proof(command: Referee, way: tuple[str, ...]) -> None:
    assert command("demo", "ttlm", "--json", *way).json["entries"] == 65


@pytest.mark.parametrize("way", [(), ("--full",), ("--pages",)])
def test_the_match_is_left_on_the_shelf_only_where_it_is_asked_for(
    command: Referee, shelf: Path, way: tuple[str, ...]
) -> None:
    folds = set(snapshot.root().glob("*"))
    assert command("demo", "ttlm", "--json", *way).code == 0
    assert not shelf.exists()
    assert set(snapshot.root().glob("*")) == folds

    assert command("demo", "ttlm", "--json", "--keep", *way).code == 0
    assert command("folds", "liege", "--json").json["folds"][0]["state"] == "fresh"
    again = command("demo", "ttlm", "--json", "--keep", *way)
    assert (again.code, again.json["complaints"][0]["code"]) == (73, "example-there")


def test_tour_pages_equal_reports_of_the_first_side(
    command: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    written = [Path(line) for line in command("demo", "ttlm", "--pages", "--keep").out.splitlines()]
    known = ("map", "--since", "0"), ("report", "--full", "--format", "html"), ("replay",)

    assert opened == [path.as_uri() for path in written]
    for path, (name, *more) in zip(written, known, strict=True):
        told = command(name, "liege", "--as", "german", *more).out
        assert path.read_text(encoding="utf-8").rstrip("\n") == told.rstrip("\n"), name


def test_for_a_script_no_page_is_opened(command: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a page was opened"))

    assert command("demo", "ttlm", "--pages", "--json").code == 0


def test_the_whole_example_is_its_letters_its_rulings_both_reports_and_the_proof(command: Referee) -> None:
    full = command("demo", "ttlm", "--full", "--keep").out
    letters = sorted((ROOT / "games" / "ttlm" / "examples" / "liege").glob("*.txt"))

    heads = re.findall(r"^(?:>>>|<<<) .*", full, re.MULTILINE)
    heard = [head for letter in letters for head in (f">>> {letter.name}", "<<< ruling")]
    assert heads == [*heard, "<<< report", "<<< report", "<<< proof"]
    for letter in letters:
        assert f">>> {letter.name}\n\n{letter.read_text(encoding='utf-8').rstrip()}\n\n<<< ruling\n\n" in full
    for side in ("german", "entente"):
        assert f"<<< report\n\n{command('report', 'liege', '--as', side, '--full').out}" in full
    assert full.endswith(f"<<< proof\n\n{command('verify', 'liege', '--rejudge').out}")


def test_the_whole_example_is_the_same_in_colours_and_silent_where_it_has_to_be(command: Referee) -> None:
    plain = command("demo", "skirmish", "--full").out
    painted = command("demo", "skirmish", "--full", "--color", "always").out

    assert "\x1b[" not in plain
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain
    assert command("demo", "skirmish", "--full", "--quiet").out == ""
    assert len(command("demo", "skirmish", "--full", "--json").out.splitlines()) == 1


def test_another_example_is_shown_by_its_name(command: Referee) -> None:
    assert command("demo", "skirmish", "--example", "words", "--json").json["match"] == "words"
    assert command("demo", "skirmish", "--json").json["match"] == "sap"


def test_demo_plays_the_first_example_by_default(command: Referee, tour: Tour) -> None:
    assert command("demo").out == tour("ttlm")


def test_an_example_that_is_not_there_is_answered_with_the_nearest(command: Referee) -> None:
    told = command("demo", "skirmish", "--example", "word")

    assert told.code == 66
    assert "the pack skirmish has no example word" in told.err
    assert "`words`" in told.err


FAULTS = {
    "pack-without-examples": "*/",
    "example-empty": "sap/*.txt",
    "example-unreadable": "sap/opening.json",
}
"""What is said where this is missing."""


@pytest.mark.parametrize(("code", "missing"), FAULTS.items())
def test_a_pack_whose_examples_are_not_whole_says_so(
    command: Referee, tmp_path: Path, code: str, missing: str
) -> None:
    pack = tmp_path / "skirmish"
    shutil.copytree(ROOT / "games" / "skirmish", pack)
    for path in (pack / "examples").glob(missing):
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    told = command("demo", pack, "--json")

    assert (told.code, told.json["complaints"][0]["code"]) == (66, code)


FIRSTS = {
    "the one that is for newcomers": ({"a": (False,), "b": (False, True), "c": (True,)}, "b"),
    "the first that has any": ({"a": (), "b": (False,), "c": (False,)}, "b"),
    "one alone": ({"a": (True,)}, "a"),
}


@pytest.mark.parametrize(("packs", "first"), FIRSTS.values(), ids=FIRSTS)
def test_a_newcomer_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packs: dict[str, tuple[bool, ...]], first: str
) -> None:
    agreed = json.loads((ROOT / "games/skirmish/examples/sap/opening.json").read_text(encoding="utf-8"))
    for pack, examples in packs.items():
        (tmp_path / pack).mkdir()
        for number, newcomers in enumerate(examples):
            folder = tmp_path / pack / "examples" / str(number)
            folder.mkdir(parents=True)
            (folder / "01-german.txt").write_text("pass")
            (folder / "opening.json").write_text(json.dumps({**agreed, "first": newcomers}))
    shelved = tuple(SimpleNamespace(name=pack, folder=tmp_path / pack) for pack in packs)
    monkeypatch.setattr(loading, "shelf", lambda: shelved)

    assert demo._first() == first


def test_tour_omits_views_that_are_equal(referee: Referee, shelf: Path) -> None:
    assert referee("new", "duel", "toy").code == 0
    assert list(demo._see_differently(matches.find(shelf, "duel"))) == []
