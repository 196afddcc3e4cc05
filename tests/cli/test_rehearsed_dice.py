"""Dice in a rehearsal: people who throw them see what would follow, and nothing secret is drawn for it."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Referee, Table

SAID = ("--source", "Anna")


@pytest.fixture
def spoken(referee: Referee) -> Referee:
    """A match whose dice people throw; both sides have hidden."""
    assert referee("new", "duel", "toy", "--dice", "spoken").code == 0
    for side in ("red", "blue"):
        assert referee("submit", "duel", "--as", side, stdin="hide 2").code == 0
    return referee


def rehearse(referee: Referee, letter: str, *more: object) -> dict[str, Any]:
    """The answer to a rehearsed letter of the red side."""
    return dict(referee("submit", "duel", "-n", "--as", "red", "--json", *more, stdin=letter).json)


def happenings(answer: dict[str, Any]) -> str:
    """What came of the letter, but for the entry that holds it."""
    [accepted] = answer["accepted"]
    return re.sub(r"('entry'): \d+", r"\1: 0", str(accepted))


def test_a_rehearsal_uses_the_dice_that_are_said(spoken: Referee, shelf: Path) -> None:
    before = (shelf / "duel" / "journal.jsonl").read_bytes()
    rehearsed = rehearse(spoken, "throw 2", "--faces", "1,6", *SAID)
    assert (shelf / "duel" / "journal.jsonl").read_bytes() == before
    filed = spoken("submit", "duel", "--as", "red", "--faces", "1,6", *SAID, "--json", stdin="throw 2").json
    assert happenings(rehearsed) == happenings(filed)
    assert "throws and wins 1 points" in happenings(rehearsed)
    assert any("only for the moderator" in str(warning) for warning in rehearsed["warnings"])


def test_rehearsal_continues_up_to_the_missing_dice(spoken: Referee) -> None:
    alone = rehearse(spoken, "throw 2")
    assert alone["accepted"] == []
    some = rehearse(spoken, "throw 2", "--faces", "1", *SAID)
    assert (some["accepted"], some["needed"]) == ([], alone["needed"])


@pytest.mark.parametrize(
    ("faces", "source", "why"),
    [("1,6,3", SAID, "1 die too many"), ("1,7", SAID, "7"), ("1,6", (), "dice rolled by hand need a source")],
)
def test_rehearsal_refuses_the_same_dice_as_submit(
    spoken: Referee, faces: str, source: tuple[str, ...], why: str
) -> None:
    asked = ("submit", "duel", "--as", "red", "--faces", faces, *source)
    rehearsed, filed = (spoken(*asked, *dry, stdin="throw 2") for dry in (("-n",), ()))
    assert why in " ".join(rehearsed.err.split()), rehearsed.err
    assert rehearsed == filed


def test_sealed_dice_are_not_said_in_a_rehearsal_either(liege: Table) -> None:
    told = liege.command("submit", "liege", "-n", "--as", "german", "--faces", "1", *SAID, stdin="pass")
    assert (told.code, "dice rolled by hand are not accepted" in told.err) == (2, True)


def test_a_copy_takes_no_dice(spoken: Referee, tmp_path: Path) -> None:
    copy = tmp_path / "red.jsonl"
    assert spoken("export", "duel", "--as", "red", "-o", copy).code == 0
    told = spoken("submit", copy, "-n", "--as", "red", "--faces", "1,6", *SAID, stdin="throw 2")
    assert (told.code, "a copy of a journal does not accept dice" in told.err) == (2, True)
    assert spoken("submit", copy, "-n", "--as", "red", stdin="throw 2").code in (0, 1)


def test_a_letter_that_was_filed_before_is_rehearsed_as_it_would_be_filed(liege: Table) -> None:
    assert liege.submit("pass\n").code == 0
    before = liege.lines

    rehearsed = liege.submit("pass\n", "german", "--dry-run")
    filed = liege.submit("pass\n")

    assert (rehearsed.code, rehearsed.out, rehearsed.err) == (filed.code, filed.out, filed.err)
    assert (filed.code, liege.lines) == (1, before)
    assert liege.submit("pass\n", "german", "--dry-run", "--json").json["code"] == "repeat"


def test_a_letter_that_may_be_a_repeat_or_a_new_one_is_refused_in_a_rehearsal_as_well(liege: Table) -> None:
    for side in ("german", "entente"):
        liege.submit("pass\ndone\n", side)

    rehearsed = liege.submit("pass\ndone\n", "german", "--dry-run", "--json")
    filed = liege.submit("pass\ndone\n", "german", "--json")

    assert (rehearsed.code, rehearsed.json["ok"]) == (filed.code, filed.json["ok"])
