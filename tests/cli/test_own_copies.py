"""A player looks at his own copy at home: what he is shown there is what the moderator would send him."""

import gzip
import os
from pathlib import Path
from threading import Thread

import pytest

from referee.matches import matches
from referee.matches.matches import Match
from tests.cli.conftest import BATTLE, MARCH, Referee, Table
from tests.systems import system_of

SIDES = ("german", "entente")

ASKED = """\
show | show --at 30 | show --json | prompts | prompts --json | report | report --since 40 --format html | map
chart | diff 20 50 | log | log --last 9 --json
"""


@pytest.fixture
def copies(liege: Table, tmp_path: Path) -> dict[str, Path]:
    """The copies of both sides, outside the shelf."""
    made = {side: tmp_path / f"{side}.jsonl" for side in SIDES}
    for side, path in made.items():
        assert liege.command("export", "liege", "--as", side, "-o", path).code == 0
    return made


@pytest.mark.parametrize("asked", [one.strip() for one in ASKED.replace("\n", "|").split("|") if one.strip()])
def test_a_copy_shows_its_side_what_the_match_shows_it(
    liege: Table, copies: dict[str, Path], asked: str
) -> None:
    command, *more = asked.split()
    for side, path in copies.items():
        assert liege.command(command, path, *more) == liege.command(command, "liege", *more, "--as", side)


def test_a_copy_lists_the_options_and_judges_a_letter_as_far_as_the_first_die(
    liege: Table, copies: dict[str, Path]
) -> None:
    mine = copies["german"]
    assert liege.command("options", mine) == liege.command("options", "liege", "--as", "german")
    for letter in (MARCH, MARCH + BATTLE, "offensive 99", "move 1st army to paris"):
        asked = ["--as", "german", "--dry-run"]
        assert liege.command("submit", mine, "-", *asked, stdin=letter) == liege.command(
            "submit", "liege", "-", *asked, stdin=letter
        )


@pytest.mark.parametrize(("side", "fires"), [("british", False), ("german", True)])
def test_a_copy_of_the_skirmish_offers_fire_at_enemies_that_it_does_not_name(
    command: Referee, tmp_path: Path, side: str, fires: bool
) -> None:
    """He knows them by their aliases alone, and what is lawful is the same after each entry."""
    assert command("demo", "skirmish", "--keep").code == 0
    mine = tmp_path / "mine.jsonl"
    assert command("export", "sap", "--as", side, "-o", mine).code == 0
    (journal,) = tmp_path.rglob("sap/journal.jsonl")
    match, copy, met = matches.read(journal), matches.read_copy(mine), ""
    for at in range(1, len(match.entries) + 1):
        offered = list_orders(copy, side, at)
        assert offered == list_orders(match, side, at)
        met += "\n".join(offered)
    assert ("aimed fire ge-sn-1 at c01" in met) is fires


def list_orders(match: Match, side: str, at: int) -> list[str]:
    state, rules = match.position(at), match.rules
    asked = (prompt for prompt in rules.prompts(state) if prompt.side == side)
    return sorted(
        system_of(rules).notation.write(order) for prompt in asked for order in rules.lawful(state, prompt)
    )


def test_a_copy_takes_no_letter_and_stays_as_it_is(liege: Table, copies: dict[str, Path]) -> None:
    before = copies["german"].read_bytes()
    refused = liege.command("submit", copies["german"], "-", "--as", "german", stdin="pass")
    assert refused.code == 2
    assert "a copy of a journal does not accept letters" in refused.err
    assert copies["german"].read_bytes() == before
    assert [path.name for path in copies["german"].parent.iterdir() if "secret" in path.name] == []


def test_packed_and_piped_copies_are_read(liege: Table, copies: dict[str, Path]) -> None:
    raw, packed = copies["german"].read_bytes(), copies["german"].with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(raw))
    shown = liege.command("show", copies["german"])
    assert liege.command("show", packed) == shown
    assert liege.command("show", "-", stdin=raw) == shown


def test_a_copy_without_an_ending_is_read_where_its_folder_is_named(
    liege: Table, copies: dict[str, Path]
) -> None:
    bare = copies["german"].rename(copies["german"].with_suffix(""))
    assert liege.command("show", bare) == liege.command("show", "liege", "--as", "german")


def test_a_pipe_is_read_by_its_bare_name(
    liege: Table, copies: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    writer = Thread(target=Path("pipe").write_bytes, args=(copies["german"].read_bytes(),))
    writer.start()
    shown = liege.command("show", "pipe")
    writer.join()
    assert shown == liege.command("show", "liege", "--as", "german")


def test_file_without_a_journal_is_named(liege: Table, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("pass\n")
    assert liege.command("show", tmp_path / "letter.txt").code == 65
    assert liege.command("report", tmp_path / "nothing.jsonl").code == 66
    assert liege.command("options", "no/such").code == 2


def test_copy_hides_the_other_side_from_every_viewer(liege: Table, copies: dict[str, Path]) -> None:
    """Not even as the referee: what a copy does not hold cannot be shown."""
    secret = {side: set(liege.command("show", "liege", "--as", side).out.split()) for side in SIDES}
    own = secret["entente"] - secret["german"]
    for viewer in ("referee", "entente", "public"):
        told = set(liege.command("show", copies["german"], "--as", viewer).out.split())
        assert not any(word.isdigit() and word in told for word in own - secret["german"])
