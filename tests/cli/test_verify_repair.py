"""`verify --repair`: the part of a journal that cannot be verified is set aside."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import BATTLE, Table

LAST = 67
FOREIGN = b'{"seal":"00","body":{}}\n'

TAILS: dict[str, Callable[[list[bytes]], bytes]] = {
    "a line of another program": lambda lines: FOREIGN,
    "the last line again": lambda lines: lines[-1],
    "a line of the middle": lambda lines: lines[20],
    "half a line, and a whole one": lambda lines: lines[-1][:40] + b"\n" + lines[-1],
    "bytes that are no text": lambda lines: b"\xff\xfe\n",
    "a foreign line and one that was unfinished": lambda lines: FOREIGN + b'{"seal":"1',
}


def break_behind(liege: Table, tail: bytes) -> bytes:
    """The journal with something behind its end; gives what it was."""
    whole = liege.journal.read_bytes()
    liege.journal.write_bytes(whole + tail)
    return whole


@pytest.mark.parametrize("what", TAILS)
def test_a_tail_that_cannot_be_believed_is_set_aside_and_the_match_goes_on(liege: Table, what: str) -> None:
    tail = TAILS[what](liege.lines)
    whole, secret = break_behind(liege, tail), (liege.folder / "secret.json").read_bytes()

    repaired = liege.command("verify", "liege", "--repair", "--to", LAST)

    aside = liege.folder / "journal.jsonl.tail-1"
    assert (repaired.code, liege.journal.read_bytes(), aside.read_bytes()) == (0, whole, tail)
    assert f"were moved to {aside}" in repaired.out or f"was moved to {aside}" in repaired.out
    assert (liege.folder / "secret.json").read_bytes() == secret
    assert liege.submit(BATTLE).code == 0
    assert liege.holds()


@pytest.mark.parametrize(
    "asked", [["show", "liege"], ["report", "liege"], ["log", "liege"], ["verify", "liege"]]
)
def test_every_reader_says_what_to_do(liege: Table, asked: list[str]) -> None:
    break_behind(liege, FOREIGN)

    answer = liege.command(*asked)
    assert answer.code == 65
    assert f"referee verify liege --repair --to {LAST}" in answer.err
    complaints = liege.command(*asked, "--json").json["complaints"]
    assert [one["code"] for one in complaints] == ["seal-wrong", "tail-broken"]


def test_so_does_the_list_and_the_writer(liege: Table) -> None:
    break_behind(liege, FOREIGN)

    assert f"referee verify liege --repair --to {LAST}" in liege.command("list").out
    (listed,) = liege.command("list", "--json").json["matches"]
    assert listed["code"] == "tail-broken"
    assert f"--to {LAST}" in liege.submit(BATTLE).err
    assert liege.command("verify", "liege", "--repair", "--to", LAST).code == 0
    (listed,) = liege.command("list", "--json").json["matches"]
    assert (listed["code"], listed["entries"]) == ("", LAST)


def test_fault_names_the_dice_that_the_tail_reveals_and_the_letter_repeats_them(
    liege: Table,
) -> None:
    before = liege.lines
    assert liege.submit(BATTLE).code == 0
    battle = liege.lines[len(before) :]
    break_behind(liege, FOREIGN)

    repaired = liege.command("verify", "liege", "--repair", "--to", LAST, "--json").json

    tail = repaired["tail"]
    assert (tail["after"], tail["lines"], tail["believed"], tail["keys"]) == (LAST, 6, 5, 1)
    assert "1 key of future dice" in repaired["warnings"][-2]
    assert "5 entries of the tail were valid" in repaired["warnings"][-1]
    assert liege.lines == before

    assert liege.submit(BATTLE).code == 0
    again = liege.lines[len(before) :]
    assert [told(line)["key"] for line in again] == [told(line)["key"] for line in battle]
    assert [told(line)["public"] for line in again] == [told(line)["public"] for line in battle]
    assert liege.holds()


def told(line: bytes) -> dict[str, object]:
    body: dict[str, object] = json.loads(line)["body"]
    return body


def test_a_journal_that_can_be_believed_is_left_as_it_is(liege: Table) -> None:
    whole = liege.journal.read_bytes()
    for to in (1, 20, LAST - 1):
        answer = liege.command("verify", "liege", "--repair", "--to", to)
        assert (answer.code, "retract" in answer.err) == (2, True)
    assert liege.command("verify", "liege", "--repair", "--to", LAST).code == 0
    assert liege.command("verify", "liege", "--repair", "--to", LAST + 1).code == 66
    assert liege.command("verify", "liege", "--to", LAST).code == 2
    assert liege.command("verify", "liege", "--repair", "--to", 0).code == 2
    assert liege.journal.read_bytes() == whole
    assert [path.name for path in liege.folder.iterdir() if "tail" in path.name] == []


def test_repair_proves_the_remaining_entries_first(liege: Table) -> None:
    bent = [*liege.lines[:30], FOREIGN, *liege.lines[30:]]
    liege.journal.write_bytes(b"".join(bent))
    for to in (30, 40, LAST):
        answer = liege.command("verify", "liege", "--repair", "--to", to)
        assert answer.code == 65
        assert "--to 29" in answer.err
    assert liege.journal.read_bytes() == b"".join(bent)

    assert liege.command("verify", "liege", "--repair", "--to", 29).code == 0
    assert liege.lines == bent[:30]


def test_secrets_that_were_opened_stay_open(liege: Table) -> None:
    assert liege.command("reveal", "liege", "--unfinished").code == 0
    break_behind(liege, FOREIGN)
    answer = liege.command("verify", "liege", "--repair", "--to", LAST)
    assert answer.code == 2
    assert f"entry {LAST + 1} revealed the secrets" in answer.err
    assert liege.command("verify", "liege", "--repair", "--to", LAST + 1).code == 0


def test_a_second_tail_takes_another_name_and_a_copy_is_repaired_like_a_match(
    liege: Table, tmp_path: Path
) -> None:
    for number in (1, 2):
        break_behind(liege, FOREIGN)
        assert liege.command("verify", "liege", "--repair", "--to", LAST).code == 0
        assert (liege.folder / f"journal.jsonl.tail-{number}").read_bytes() == FOREIGN

    copy = tmp_path / "copy.jsonl"
    shutil.copy(liege.journal, copy)
    copy.write_bytes(copy.read_bytes() + FOREIGN)
    assert liege.command("verify", copy, "--repair", "--to", LAST).code == 0
    assert copy.read_bytes() == liege.journal.read_bytes()
