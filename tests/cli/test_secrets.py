"""Lost or mixed-up secrets, moved journals, and dice after a takeback."""

import json
import shutil
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.matches import opening
from schemas.journal import DiceMode
from tests.cli.conftest import BATTLE, Referee, Result, Table

# Secrets lost, mixed up, copied


def verdun(shelf: Path, dice: DiceMode = "sealed") -> None:
    """A second match, with secrets of its own that a test may know."""
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32)
    opening.open_match(shelf, "verdun", "ttlm", at="2026-12-01T20:00:00Z", dice=dice, secrets=secrets)


@pytest.mark.parametrize("lost", ["missing", "of another match", "spoilt", "empty", "a folder"])
def test_match_without_secrets_is_read_only(liege: Table, shelf: Path, lost: str) -> None:
    before = liege.lines
    secret = liege.folder / "secret.json"
    kept = secret.read_bytes()
    secret.unlink()
    match lost:
        case "of another match":
            verdun(shelf)
            shutil.copy(shelf / "verdun" / "secret.json", secret)
        case "spoilt":
            secret.write_bytes(kept.replace(b'"seed": "', b'"seed": "0')[:-2])
        case "empty":
            secret.touch()
        case "a folder":
            secret.mkdir()

    for arguments in (["submit", "liege", "--as", "german"], ["reveal", "liege", "--unfinished"]):
        answer = liege.command(*arguments, stdin=BATTLE)
        assert (answer.code, answer.out) == (66 if lost in {"missing", "a folder"} else 65, "")
        assert str(secret) in answer.err
        assert [word for word in ("5e5e", "c0c0") if word in answer.err] == []
    assert liege.lines == before
    assert liege.command("show", "liege").code == 0
    assert liege.holds()

    shutil.rmtree(secret) if secret.is_dir() else secret.unlink(missing_ok=True)
    secret.write_bytes(kept)
    assert liege.submit(BATTLE).code == 0
    assert liege.holds()


def test_changed_seed_is_refused_before_any_roll(liege: Table) -> None:
    secret = liege.folder / "secret.json"
    kept = json.loads(secret.read_text())
    for part in ("seed", "hidden"):
        secret.write_text(json.dumps({**kept, part: "0" * 64}))
        answer = liege.submit(BATTLE)
        assert answer.code == 65
        assert "these are not the secrets of liege" in answer.err


def test_a_journal_that_was_carried_to_another_shelf_is_the_same_match(liege: Table, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(liege.folder, other / "liege")

    for verb in ("show", "log", "report", "verify"):
        here, there = liege.command(verb, "liege"), liege.command(verb, "liege", "--shelf", other)
        assert here == there
    assert liege.command("submit", "liege", "--as", "german", "--shelf", other, stdin="pass\n").code == 0
    assert len(liege.lines) == 68


def test_two_matches_on_one_shelf_do_not_mix(liege: Table, shelf: Path) -> None:
    verdun(shelf)
    before = liege.lines

    listed = liege.command("list", "--json").json["matches"]
    assert [(match["match"], match["entries"]) for match in listed] == [("liege", 67), ("verdun", 1)]
    letter = liege.command("report", "verdun", "--as", "german").out.replace("# pass ", "pass ")
    assert liege.submit(letter, None).code == 65
    assert liege.lines == before
    assert liege.command("submit", "verdun", stdin=letter).code == 0
    assert liege.lines == before


# Dice


def keys(table: Table) -> list[str]:
    bodies = [json.loads(line)["body"] for line in table.lines[1:]]
    return [body["key"]["k"] for body in bodies if body["key"]]


def test_same_letter_after_takeback_gets_new_dice(liege: Table) -> None:
    for _ in range(3):
        assert liege.submit(BATTLE).code == 0
        refused = liege.command("retract", "liege", "--to", 67, "--as", "german")
        assert refused.code == 77
        assert "contains rolls, or revealed something hidden" in refused.err
        assert liege.command("retract", "liege", "--to", 67, "--reason", "a typing error").code == 0

    spent = keys(liege)
    assert len(spent) == len(set(spent)) == 11 + 3
    assert liege.holds()
    assert "(taken back)" in liege.command("report", "liege", "--as", "entente").out


SPOKEN = "{card}\nmove ge-1, ge-2 from aachen to liege\nbattle liege\ndone\nstand\n"


@pytest.fixture
def spoken(command: Referee, shelf: Path) -> Table:
    """A match whose dice are thrown by people."""
    verdun(shelf, dice="spoken")
    return Table(command, shelf / "verdun")


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ("", "2 dice needed for Liège: German artillery fire, 2 artillery at F1"),
        ("3,5", "1 die needed for Liège: German artillery fire, 1 siege gun at F3"),
        ("3,5,1,6", "1 die too many: 6 (nothing was filed; give only what is needed)"),
        ("3,5,7", "a die of 6 sides has no face 7"),
        ("0,5,1", "a die of 6 sides has no face 0"),
    ],
)
def test_spoken_dice_are_as_many_as_are_needed(spoken: Table, faces: str, told: str) -> None:
    card = spoken.command("options", "verdun").out.splitlines()[0]
    letter, before = SPOKEN.format(card=card), spoken.lines

    def thrown(faces: str, source: str) -> Result:
        how = ["--faces", faces, "--source", source]
        return spoken.command("submit", "verdun", "--as", "german", *how, stdin=letter)

    wrong = thrown(faces, "Anna")
    assert (wrong.code, wrong.out) == (2, "")
    assert told in wrong.err
    assert thrown("3,5,1", "").code == 2
    assert spoken.lines == before
    right = thrown("3,5,1", "Anna")
    assert right.code == 0
    assert "needs 1-3: 1 -> 1 hit" in right.out
    assert spoken.command("verify", "verdun").out.splitlines()[2] == (
        "Manual dice, based on the word of their sources: 2 rolls."
    )


@pytest.mark.parametrize("name", ["", "journal.jsonl", "secret.json"])
def test_moderator_is_warned_of_a_readable_shelf(liege: Table, name: str) -> None:
    commands = (["list"], ["log", "liege"])
    assert [liege.command(*command).err for command in commands] == ["", ""]
    assert liege.folder.stat().st_mode & 0o777 == 0o700
    open_to_all = liege.folder / name
    open_to_all.chmod(open_to_all.stat().st_mode | 0o044)
    for command in commands:
        told = liege.command(*command)
        assert (
            f"other users can read {open_to_all}, which contains secrets (chmod go= {open_to_all})"
            in told.err
        )
    judged = liege.submit("offensive 17\n")
    assert "other users can read" in judged.err
    assert "other users can read" not in judged.out
    (liege.folder / "secret.json").unlink()
    assert liege.command("list").err == ""
