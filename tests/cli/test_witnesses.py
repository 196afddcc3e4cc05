"""Heads that somebody outside recorded: `verify` says up to which entry they fix the history."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.conftest import Referee, Table

LAST = 3
MOVE = "move ge-1, ge-2 from aachen to liege\n"
BATTLE = "battle liege\ndone\nstand\n"
FORUM = "the club's forum, post 4711"


@pytest.fixture
def liege(command: Referee, shelf: Path) -> Table:
    """A match of today's format, after its first two orders."""
    assert command("new", "liege", "ttlm").code == 0
    table = Table(command, shelf / "liege")
    card, *_ = command("options", "liege", "--as", "german").out.splitlines()
    assert table.submit(f"{card}\n{MOVE}").code == 0
    return table


@pytest.fixture
def old(command: Referee, example_shelf: Path, shelf: Path) -> Table:
    """A match of format 2."""
    shutil.copytree(example_shelf / "liege", shelf / "liege")
    return Table(command, shelf / "liege")


def head_of(liege: Table, seq: int) -> str:
    return f"{seq}:{json.loads(liege.lines[seq])['seal']}"


def witness(liege: Table, head: str, where: str = FORUM, *more: object) -> int:
    return liege.command("witness", "liege", "--head", head, "--where", where, *more).code


def test_a_head_in_a_forum_is_stated_and_a_kept_one_fixes_the_history(liege: Table, tmp_path: Path) -> None:
    proof = tmp_path / "post.html"
    proof.write_bytes(b"<p>2:...</p>")
    assert witness(liege, head_of(liege, 2), FORUM, "--file", proof) == 0

    proved = liege.command("verify", "liege")
    assert "fixes the history" not in proved.out
    assert f"the moderator states that {head_of(liege, 2)} is recorded in {FORUM}" in proved.out
    kept = liege.command("verify", "liege", "--head", head_of(liege, 2))
    assert "The head that you kept proves the history up to entry 2." in kept.out
    answer = liege.command("verify", "liege", "--json").json
    (found,) = answer["witnesses"]
    assert (answer["fixed"], found["fixed"], found["where"]) == (None, 2, FORUM)
    assert found["digest"] == sha256(proof.read_bytes()).hexdigest()
    assert f"{head_of(liege, 2)} in {FORUM}" in liege.command("log", "liege").out


def test_report_without_witnesses_omits_them(liege: Table) -> None:
    assert "recorded elsewhere" not in liege.command("verify", "liege").out
    assert liege.command("verify", "liege", "--json").json["fixed"] is None


def test_a_letter_that_quotes_a_head_files_it_as_witnessed(liege: Table) -> None:
    head = head_of(liege, LAST)
    assert liege.submit(f"head: {head}\n{BATTLE}").code == 0

    answer = liege.command("verify", "liege", "--json").json
    (found,) = answer["witnesses"]
    assert (found["side"], found["head"], found["fixed"]) == ("german", head, LAST)
    assert liege.holds()
    assert f"german quoted {head}" in liege.command("verify", "liege").out


def test_repeated_quotation_is_not_recorded_again(liege: Table) -> None:
    head = head_of(liege, LAST)
    for line in ("battle liege", "done"):
        assert liege.submit(f"head: {head}\n{line}\n").code == 0
    assert len(liege.command("verify", "liege", "--json").json["witnesses"]) == 1


def test_letter_without_a_sender_files_no_witness(liege: Table) -> None:
    head = head_of(liege, LAST)
    refused = liege.submit(f"head: {head}\nmove ge-1 from liege to paris\n")
    assert refused.code == 1
    assert liege.command("verify", "liege", "--json").json["witnesses"] == []


def test_wrong_head_is_reported_and_not_filed(liege: Table) -> None:
    before, wrong = liege.lines, f"2:{'0' * 64}"
    told = liege.command("witness", "liege", "--head", wrong, "--where", FORUM)
    assert (told.code, wrong in told.err) == (65, True)
    answer = liege.command("witness", "liege", "--head", wrong, "--where", FORUM, "--json").json
    assert [one["code"] for one in answer["complaints"]] == ["head-elsewhere"]
    letter = liege.submit(f"head: {wrong}\n{BATTLE}")
    assert (letter.code, "Traceback" in letter.err) == (65, False)
    assert witness(liege, f"{LAST + 1}:{'0' * 64}") == 65
    assert witness(liege, "2:abcd") == 2
    assert liege.lines == before


@pytest.mark.parametrize("where", ["", "  ", "x" * 501, "a\x1b[2J"])
def test_a_place_is_one_line_that_can_be_printed(liege: Table, where: str) -> None:
    before = liege.lines
    assert witness(liege, head_of(liege, 1), where) == 65
    assert liege.lines == before


def test_rewritten_history_lacks_the_recorded_heads(liege: Table, tmp_path: Path) -> None:
    """A moderator who files the same witness in another history is told on by the head itself."""
    head = head_of(liege, LAST)
    assert liege.submit(f"head: {head}\n{BATTLE}").code == 0
    whole = b"".join(liege.lines)
    other = whole.replace(head.encode(), f"{LAST}:{'ab' * 32}".encode())
    last = json.loads(other.splitlines()[-1])
    sealed = json.dumps(last["body"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    line = other.splitlines()[-1].replace(last["seal"].encode(), sha256(sealed.encode()).hexdigest().encode())
    copy = tmp_path / "other.jsonl"
    copy.write_bytes(b"".join(one + b"\n" for one in [*other.splitlines()[:-1], line]))

    told = liege.command("verify", copy)
    assert f"this history does not have the head {LAST}:{'ab' * 32}" in told.out
    assert liege.command("verify", copy, "--json").json["fixed"] is None


def test_a_match_of_an_older_format_has_no_witnesses(old: Table) -> None:
    before = old.lines
    told = old.command("witness", "liege", "--head", head_of(old, 2), "--where", FORUM, "--json")
    assert (told.code, [one["code"] for one in told.json["complaints"]]) == (2, ["witness-unknown"])
    assert old.lines == before
    old.submit(f"head: {head_of(old, 67)}\noffensive 17\n")
    assert {json.loads(line)["body"].get("kind") for line in old.lines[68:]} == {"order"}
