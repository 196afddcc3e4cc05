"""Dice in a dispute, from the throw to the proof: thrown by people, and thrown where not everyone sees."""

import re
import subprocess
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.evidence import disputes, match_verification, standalone
from referee.matches import matches, moderator_entries, opening
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from referee.reports.formats import plain_text
from schemas.journal import DiceMode
from tests.cli.conftest import Referee
from tests.examples import format_2

AT = "2026-12-01T20:00:00Z"


@pytest.fixture
def spoken(referee: Referee) -> Referee:
    """A match whose dice people throw; red has thrown twice, and blue once between."""
    assert referee("new", "duel", "toy", "--dice", "spoken").code == 0
    for side, line, faces, source in (
        ("red", "hide 2", "", ""),
        ("blue", "hide 5", "", ""),
        ("red", "throw 2", "1,6", "Anna's table"),
        ("blue", "throw 1", "5", "Ben"),
        ("red", "throw 3", "6,6,4", "Anna again"),
    ):
        thrown = ["--faces", faces, "--source", source] if faces else []
        assert referee("submit", "duel", "--as", side, *thrown, stdin=line).code == 0
    return referee


@pytest.mark.parametrize(
    ("entry", "source", "dice"), [(4, "Anna's table", "1, 6"), (5, "Ben", "5"), (6, "Anna again", "6, 6, 4")]
)
@pytest.mark.parametrize("viewer", [(), ("--as", "red"), ("--as", "blue"), ("--as", "public")])
def test_a_dispute_names_who_saw_the_dice_and_gives_no_proof(
    spoken: Referee, entry: int, source: str, dice: str, viewer: tuple[str, ...]
) -> None:
    told = spoken("dispute", "duel", entry, *viewer).out

    words = " ".join(told.replace('"', "").split())
    assert f"Thrown by people; the source that was named: {source}" in words
    faces = " ".join(dice.split(", "))
    assert any(shown in told for shown in (dice, faces, faces.replace(" ", "")))
    assert "sha256" not in told
    assert "Draw" not in told
    assert told.count("The dice, with their proof") == 1


@pytest.mark.parametrize("entry", [2, 3])
def test_an_entry_without_dice_has_no_proof(spoken: Referee, entry: int) -> None:
    assert "The dice" not in spoken("dispute", "duel", entry).out


@pytest.mark.parametrize(
    ("entry", "paragraph", "kept", "fallen"), [(4, "D-2", 6, 0), (5, "D-2", 6, 0), (6, "D-3", 3, 3)]
)
def test_spoken_dice_are_counted_when_an_error_is_resolved(
    spoken: Referee, entry: int, paragraph: str, kept: int, fallen: int
) -> None:
    answer = spoken("dispute", "duel", entry, "--resolve", "--error", "a slip", "--file", "--json").json

    assert answer["cited"]["paragraph"] == paragraph
    assert (answer["dice_kept"], answer["dice_fallen"]) == (kept, fallen)
    verified = spoken("verify", "duel", "--rejudge", "--json").json
    assert (verified["ok"], verified["spoken"], verified["dice"], verified["keys"]) == (True, 3, 0, 0)


def test_legal_manual_roll_is_accepted(spoken: Referee) -> None:
    """Judged again with the faces that were named, an order is as lawful as it was."""
    answer = spoken("dispute", "duel", 6, "--resolve", "--json").json

    assert (answer["cited"]["paragraph"], answer["outcome"], answer["error"]) == ("D-1", "stands", "")
    assert spoken("rejudge", "duel").out.splitlines()[-1] == "All decisions stay the same."


def sniped(shelf: Path, dice: DiceMode, faces: tuple[int, ...] | None = None) -> Match:
    """A skirmish in which somebody unseen has fired."""
    secrets = Secrets("5e" * 32, "00" * 32, 200)
    opening.open_match(shelf, "sap", "skirmish", at=AT, secrets=secrets, dice=dice)
    letters = (
        ("german", "deploy ge-sn-1 observe\ndone"),
        ("british", "done"),
        ("german", "done"),
        ("british", "done"),
        ("german", "sniper unaimed fire at 16,6\ndone"),
    )
    for side, letter in letters:
        letter_answers.submit(
            shelf, "sap", submission.open_letter("letter", letter.encode(), at=AT, side=side)
        )
    last = submission.open_letter(
        "letter", b"done", at=AT, side="british", faces=faces, source="Anna" * bool(faces)
    )
    letter_answers.submit(shelf, "sap", last)
    return matches.find(shelf, "sap")


@pytest.fixture(scope="module")
def sap(tmp_path_factory: pytest.TempPathFactory) -> Match:
    return sniped(tmp_path_factory.mktemp("sap"), "sealed")


def explained(match: Match, viewer: str) -> list[str]:
    """The disputes of all entries, as one viewer reads them."""
    return [plain_text.write(disputes.dispute(match, entry.body.seq, viewer)) for entry in match.entries]


@pytest.mark.parametrize("viewer", ["german", "referee"])
def test_a_secret_throw_is_proved_to_its_owner_and_the_referee(sap: Match, viewer: str) -> None:
    """The lines that are printed, typed into a shell, give the key of the throw and then its faces."""
    (told,) = [one for one in explained(sap, viewer) if "Unaimed fire" in one and "printf" in one]
    assert "Not everyone saw this throw: it has a key of its own." in told
    words = "Secret key 1 of Germany hashes to the one before it, the first to the header's:"
    assert words in " ".join(told.split())
    assert "once all is opened" not in told

    shell = [line for line in told.splitlines() if line.startswith("printf")]
    typed = [
        subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout
        for line in shell
    ]
    own = next(place for place, line in enumerate(shell) if '"throw"' in line)
    key = typed[own].split("= ")[1].strip()
    assert f"-hmac {key}" in shell[own + 1]
    (first,) = re.findall(r"^ *(\d+) +([0-9a-f]{2}) +(\d+)", told.split(shell[own + 1])[1], re.MULTILINE)[:1]
    assert typed[own + 1].split("= ")[1].startswith(first[1])
    assert int(first[1], 16) % 20 + 1 == int(first[2])
    anchor = sap.header.anchors["german"]
    assert any(anchor in line for line in typed)


@pytest.mark.parametrize("viewer", ["british", "public"])
def test_it_is_neither_shown_nor_proved_to_anyone_else(sap: Match, viewer: str) -> None:
    told = "\n".join(explained(sap, viewer))

    assert "Unaimed fire" not in told
    assert "Secret key" not in told
    assert not set(re.findall("[0-9a-f]{64}", told)) & set(_keys_of(sap, "german"))


@pytest.fixture(scope="module")
def raid(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """The example of the skirmish, in which Britons are shot at by riflemen whom they see."""
    shelf = tmp_path_factory.mktemp("raid")
    return format_2.play("skirmish", "sap", shelf)


@pytest.mark.parametrize(("viewer", "owner"), [("german", "british"), ("british", "german")])
def test_viewer_of_dice_learns_no_key_of_other_rolls(raid: Match, viewer: str, owner: str) -> None:
    """The key of an owner gives all his throws of the entry, also those that the enemy does not see."""
    told = "\n".join(explained(raid, viewer))

    assert len(_keys_of(raid, owner)) == 3
    assert not set(re.findall("[0-9a-f]{64}", told)) & set(_keys_of(raid, owner))
    assert f"of {raid.bound.name_of(owner)} hashes" not in told
    assert ("which is proved once all is opened" in " ".join(told.split())) == (viewer == "german")


def _keys_of(match: Match, owner: str) -> list[str]:
    parts = [entry.private.get(owner, {}) for entry in match.entries]
    return [str(part["key"]["k"]) for part in parts if "key" in part]  # type: ignore[index]


@pytest.mark.parametrize("viewer", ["german", "referee"])
def test_secret_manual_roll_has_a_source_and_no_proof(tmp_path: Path, viewer: str) -> None:
    """Its key only tells it from others: it is judged again like any other, and proved by nothing."""
    match = sniped(tmp_path, "spoken", (3, 5, 2))
    (told,) = [one for one in explained(match, viewer) if "Unaimed fire" in one and "source" in one]

    assert "Anna" in told
    assert "key of its own" not in told
    assert "printf" not in told
    assert match_verification.verify(match.folder / "journal.jsonl", rejudge=True).differences == ()


def test_once_all_is_opened_both_verifiers_prove_it(sap: Match) -> None:
    moderator_entries.reveal(sap.folder.parent, "sap", unfinished=True, at=AT)
    journal, wrong, _ = standalone.verified(str(sap.folder / "journal.jsonl"))

    assert (wrong, journal.dice.header > 0) == ([], True)
    assert match_verification.verify(sap.folder / "journal.jsonl").dice == journal.dice.header
