"""Evidence at the command line: copies, the verifier that stands alone, secrets that are opened."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.evidence import standalone_program
from tests.cli.conftest import Referee, Table


def alone(verifier: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """The printed verifier, run where nothing of ours can be imported."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(verifier), *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
    )


# The verifier that stands alone


def list_names(text: str) -> Iterator[str]:
    """Yield the names that a module defines."""
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


@pytest.fixture
def verifier(tmp_path: Path) -> Path:
    """The printed verifier."""
    path = tmp_path / "verify.py"
    path.write_text(standalone_program.write_program(), encoding="utf-8")
    return path


def test_the_printed_verifier_stands_alone(liege: Table, verifier: Path, tmp_path: Path) -> None:
    text = liege.command("verify", "--standalone").out
    assert text == verifier.read_text(encoding="utf-8")
    names = [*list_names(text)]
    assert len({*names}) == len(names) > 60
    imported = {
        line.split()[1].partition(".")[0]
        for line in text.splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported <= set(sys.stdlib_module_names)

    head = liege.command("verify", "liege", "--json").json["head"]
    proved = alone(verifier, liege.journal, head)
    assert (proved.returncode, proved.stderr) == (0, "")
    first, second, *_ = proved.stdout.splitlines()
    assert first == (
        f"every seal holds; dice: 75 from the header, 0 from keys of their own, 0 on trust; head {head}"
    )
    assert second == "not judged by this program:"
    for side in ("german", "entente"):
        copy = tmp_path / f"{side}.jsonl"
        assert liege.command("export", "liege", "--as", side, "-o", copy).code == 0
        assert alone(verifier, copy, head).stdout == proved.stdout


def test_printed_verifier_finds_cut_and_torn_lines(liege: Table, verifier: Path) -> None:
    head = liege.command("verify", "liege", "--json").json["head"]
    liege.journal.write_bytes(b"".join(liege.lines[:60]) + b"{")
    cut = alone(verifier, liege.journal, head)
    assert cut.returncode == 65
    assert "cut off" in cut.stdout
    assert alone(verifier, liege.journal).stdout.endswith(
        "the last line was never finished: it does not count\n"
    )
    rewritten = alone(verifier, liege.journal, f"59:{'0' * 64}")
    assert (rewritten.returncode, "history was rewritten" in rewritten.stdout) == (65, True)


# Copies compared


def test_copies_of_one_match_compare_as_equal(liege: Table, tmp_path: Path) -> None:
    for side in ("german", "entente"):
        liege.command("export", "liege", "--as", side, "-o", tmp_path / f"{side}.jsonl")
    same = liege.command("compare", tmp_path / "german.jsonl", tmp_path / "entente.jsonl")
    assert (same.code, same.out) == (0, "liege: the copies agree up to entry 67.\n")
    assert liege.command("compare", "liege", tmp_path / "german.jsonl").code == 0

    liege.submit("pass\n")
    longer = liege.command("compare", "liege", tmp_path / "german.jsonl")
    assert longer.code == 0
    assert f"{liege.journal} continues to entry " in longer.out


def test_copies_that_part_name_the_first_entry_where_they_do(liege: Table, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    liege.command("note", "liege", "one")
    liege.command("export", "liege", "-o", kept)
    liege.journal.write_bytes(b"".join(liege.lines[:68]))
    liege.command("note", "liege", "another")
    liege.command("note", "liege", "a third")

    parted = liege.command("compare", kept, "liege")
    assert parted.code == 1
    assert parted.out.startswith("The copies differ from entry 68 on; they agree up to entry 67.\n")
    told = liege.command("compare", kept, "liege", "--json").json
    assert (told["exit"], told["common"], told["ends"]) == (1, 67, [68, 69])
    assert [told["parted"][n]["kind"] for n in (0, 1)] == ["note", "note"]


def test_copy_that_fails_verification_is_refused(liege: Table, tmp_path: Path) -> None:
    bent = tmp_path / "bent.jsonl"
    bent.write_bytes(b"".join(liege.lines).replace(b'"side":"german"', b'"side":"entente"', 1))
    told = liege.command("compare", "liege", bent)
    assert (told.code, str(bent) in told.err) == (65, True)


def test_two_matches_are_two_games(liege: Table) -> None:
    assert liege.command("new", "verdun", "ttlm").code == 0
    told = liege.command("compare", "liege", "verdun")
    assert (told.code, "differ from the header on; they have no common entries" in told.out) == (1, True)


def test_piped_input_is_named_by_a_hyphen_and_a_file_by_its_path(liege: Table) -> None:
    raw = liege.journal.read_bytes()
    liege.command("note", "liege", "one")

    piped = liege.command("compare", "-", "liege", "--json", stdin=raw).json
    assert (piped["first"], piped["second"]) == ("-", str(liege.journal))
    piped = liege.command("compare", "liege", "-", "--json", stdin=raw).json
    assert (piped["first"], piped["second"], piped["exit"]) == (str(liege.journal), "-", 0)


# Secrets opened


def test_reveal_completes_copies_and_their_checks(liege: Table, verifier: Path, tmp_path: Path) -> None:
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    liege.command("note", "liege", "between us", "--as", "entente", "--private")
    liege.submit("move nonsense\n", "entente")
    liege.command("export", "liege", "--as", "german", "-o", before)
    assert liege.command("reveal", "liege", "--unfinished").code == 0
    liege.command("export", "liege", "--as", "german", "-o", after)

    assert "judged as far as its reader may know" in liege.command("verify", before).err
    told = liege.command("verify", after)
    assert (told.code, told.err) == (0, "")
    assert "hidden draws are also proved" in told.out
    assert "Secret facts that match their commitments: " in told.out
    assert "Judged again: today's rules give the same result." in told.out
    assert liege.command("verify", after, "--json").json["agreed"] == 7
    assert alone(verifier, after).returncode == 0
    # A remark between one side and the referee, and a refused letter, are no facts of the game.
    assert b"between us" not in after.read_bytes()
    assert b"nonsense" not in after.read_bytes()


# Torn lines


def test_repair_sets_a_torn_line_aside_and_touches_nothing_else(liege: Table) -> None:
    whole = liege.journal.read_bytes()
    liege.journal.write_bytes(whole + b'{"seal":"12')
    assert "move the line aside with --repair" in liege.command("verify", "liege").out
    repaired = liege.command("verify", "liege", "--repair")
    aside = liege.folder / "journal.jsonl.torn-1"
    assert repaired.code == 0
    assert repaired.out.startswith(f"An unfinished line was moved to {aside}")
    assert (liege.journal.read_bytes(), aside.read_bytes()) == (whole, b'{"seal":"12')
    again = liege.command("verify", "liege", "--repair", "--json")
    assert (again.json["set_aside"], again.json["torn"]) == ("", False)
    assert liege.journal.read_bytes() == whole


def test_repair_leaves_a_broken_line_for_the_judges(liege: Table) -> None:
    bent = b"".join(liege.lines).replace(b'"side":"german"', b'"side":"entente"', 1) + b"{"
    liege.journal.write_bytes(bent)
    assert liege.command("verify", "liege", "--repair").code == 65
    assert liege.journal.read_bytes() == bent
    assert json.loads(liege.command("verify", "liege", "--repair", "--json").out)["exit"] == 65


def test_proving_nothing_is_misuse(referee: Referee) -> None:
    assert referee("verify").code == 2


def test_rejudging_with_another_pack_warns(command: Referee, tmp_path: Path) -> None:
    """Else a moderator who changed the charts could have his own match found faultless."""
    pack = tmp_path / "my-aac"
    assert command("packs", "new", pack, "--from", "aac", "--own", "tables").code == 0
    assert command("new", "mine", "--pack", pack).code == 0
    command("submit", "mine", "-", "--as", "central", stdin="pass\n")
    (pack / "tables.yaml").write_text((pack / "tables.yaml").read_text().replace("[4, 5, 5,", "[9, 5, 5,"))

    for arguments in (("rejudge", "mine"), ("luck", "mine"), ("dispute", "mine", 2, "--resolve")):
        assert "has changed since mine was opened" in command(*arguments).err, arguments
