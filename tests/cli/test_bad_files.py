"""Journals, packs and disks that fail: the place is told, and nothing is lost."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.packs import loading
from tests.cli.conftest import MARCH, READERS, ROOT, Referee, Table
from tests.forked import run_forked

# Journals that cannot be believed


@pytest.fixture
def wounded(liege: Table) -> Iterator[Table]:
    """The example, whose journal is to be damaged; no command may then change it any further."""
    yield liege
    damaged = liege.journal.read_bytes()
    for letter in ("pass\n", "nonsense\n"):
        assert liege.submit(letter).code == 65
    assert liege.command("note", "liege", "x").code == 65
    assert liege.command("retract", "liege", "--to", 60, "--reason", "x").code == 65
    assert liege.command("reveal", "liege", "--unfinished").code == 65
    assert liege.journal.read_bytes() == damaged
    assert (liege.folder / "secret.json").exists()


def told_by_every_reader(table: Table, line: int, fact: str) -> None:
    for verb in READERS:
        answer = table.command(verb, "liege")
        assert answer.code == 65, verb
        assert answer.err.startswith(f"{table.journal}:{line}:"), verb
        assert fact in answer.err, verb
    listed = table.command("list", "--json").json["matches"]
    assert [match["fault"].startswith(f"{table.journal}:{line}:") for match in listed] == [True]


def test_a_flipped_byte_is_found_and_its_line_named(wounded: Table) -> None:
    lines = wounded.lines
    at = lines[40].index(b'"public"') + 3
    lines[40] = b"%b%c%b" % (lines[40][:at], lines[40][at] ^ 1, lines[40][at + 1 :])
    wounded.journal.write_bytes(b"".join(lines))

    told_by_every_reader(wounded, 41, "entry 40 was changed after it was sealed")


def test_a_missing_line_is_found(wounded: Table) -> None:
    lines = wounded.lines
    wounded.journal.write_bytes(b"".join(lines[:40] + lines[41:]))

    told_by_every_reader(wounded, 41, "entry 40 does not follow the line before it: a line was removed")


def test_swapped_lines_are_found(wounded: Table) -> None:
    lines = wounded.lines
    lines[40], lines[41] = lines[41], lines[40]
    wounded.journal.write_bytes(b"".join(lines))

    told_by_every_reader(wounded, 41, "entry 40 does not follow the line before it")


def test_journal_without_header_is_refused(wounded: Table) -> None:
    header, opening, *_ = wounded.lines
    wounded.journal.write_bytes(header + opening[:100])

    for verb in ("show", "log", "report", "prompts", "options", "map"):
        answer = wounded.command(verb, "liege")
        assert answer.code == 65, verb
        assert answer.err == (
            f"{wounded.journal}:2:1: the opening is missing or unfinished, so there is no match here"
            " (remove it and open the match again)\n"
        )


def test_half_written_last_line_is_reported_and_set_aside(liege: Table) -> None:
    whole = liege.lines
    head = liege.command("log", "liege", "--json").json["head"]
    liege.journal.write_bytes(b"".join(whole[:-1]) + whole[-1][:200])

    shown = liege.command("show", "liege")
    assert shown.code == 0
    assert "the last line of liege is unfinished and does not count" in shown.err
    assert "After entry 66" in shown.out
    kept = liege.command("verify", "liege", "--head", head)
    assert kept.code == 65
    assert "entry 67 was cut off: its seal is known, but the journal ends at entry 66" in kept.err

    assert liege.submit("done\n", "entente").code == 0
    assert liege.lines[:67] == whole[:67]
    assert (liege.folder / "journal.jsonl.torn-1").read_bytes() == whole[-1][:200]
    assert liege.holds()


# Packs that do not hold together


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the pack, to be damaged."""
    folder = tmp_path / "mine"
    shutil.copytree(loading.find("ttlm").folder, folder)
    return folder


def damage(file: Path, old: str, new: str) -> int:
    """Put a new text in the place of an old one, and give its line."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


PACKS = {
    "a border is one-way": (
        "map.yaml",
        "borders: [antwerp, brussels, namur, ardennes, aachen, eifel]",
        "borders: [brussels, namur, ardennes, aachen, eifel]",
        "`antwerp` borders on `liege`, but `liege` does not border on `antwerp`",
    ),
    "a unit stands nowhere": (
        "scenarios/1914.yaml",
        "{ area: aachen, nation: ge, army: ge-1,",
        "{ area: aahcen, nation: ge, army: ge-1,",
        "there is no area `aahcen` (did you mean `aachen`?)",
    ),
    "a unit stands where nothing is said": (
        "scenarios/1914.yaml",
        "{ area: aachen, nation: ge, army: ge-1,",
        "{ nation: ge, army: ge-1,",
        "`area` is missing (add it here)",
    ),
    "a clause has no number": ("clauses.yaml", '- number: "1.2.3-b"', '- number: ""', "`number` is empty"),
    "a clause has no number at all": ("clauses.yaml", '- number: "1.2.3-b"\n   ', "-", "`number` is missing"),
    "a meaning has no clause": (
        "clauses.yaml",
        'movement.adjacent: "4.1-d"',
        'movement.adjacent: "4.1-ddd"',
        "there is no clause `4.1-ddd` (did you mean `4.1-d`?)",
    ),
}


@pytest.mark.parametrize(("file", "old", "new", "told"), PACKS.values(), ids=PACKS)
def test_a_pack_that_does_not_hold_is_refused_with_the_place(
    command: Referee, shelf: Path, pack: Path, file: str, old: str, new: str, told: str
) -> None:
    line = damage(pack / file, old, new)

    checked = command("packs", "check", pack)
    assert (checked.code, checked.out) == (65, "")
    assert f"{pack / file}:{line}:" in checked.err
    assert told in checked.err
    opened = command("new", "verdun", pack)
    assert (opened.code, opened.err) == (65, checked.err)
    assert not shelf.exists()


# Disks that will not have it


def test_shelf_must_be_a_folder(command: Referee, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no shelf")

    for shelf in (blocked, blocked / "below"):
        opened = command("new", "verdun", "ttlm", "--shelf", shelf)
        assert (opened.code, opened.out) == (73, "")
        assert "cannot be created" in opened.err
        assert command("show", "verdun", "--shelf", shelf).code == 66
        assert "Not a directory" in command("list", "--shelf", shelf).err
    assert blocked.read_text() == "no shelf"


LIKE_ANYBODY = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
"""What takes from root the right to write where nobody else may."""


def held_to_permissions(
    shelf: Path, *arguments: str, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """The program, to which the permissions of files apply whoever runs it."""
    return subprocess.run(
        [*LIKE_ANYBODY, sys.executable, "-m", "referee", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_SHELF": str(shelf)},
        check=False,
        timeout=60,
    )


@pytest.mark.skipif(
    bool(LIKE_ANYBODY) and shutil.which(LIKE_ANYBODY[0]) is None,
    reason="root writes everywhere, and nothing here takes that right from it",
)
def test_a_shelf_that_may_only_be_read_is_read(liege: Table, shelf: Path) -> None:
    before = liege.lines
    liege.journal.chmod(0o400)
    liege.folder.chmod(0o500)
    shelf.chmod(0o500)
    try:
        assert held_to_permissions(shelf, "show", "liege").returncode == 0
        assert held_to_permissions(shelf, "verify", "liege").returncode == 0
        written = held_to_permissions(shelf, "submit", "liege", "--as", "german", stdin=b"pass\n")
        assert (written.returncode, written.stdout) == (74, b"")
        assert b"cannot be written: Permission denied (nothing was filed)" in written.stderr
        assert held_to_permissions(shelf, "new", "verdun", "ttlm").returncode == 73
        assert liege.lines == before
    finally:
        shelf.chmod(0o700)
        liege.folder.chmod(0o700)


@pytest.mark.skipif(
    not Path("/proc/self").exists(), reason="there is no folder here that nobody can write to"
)
def test_nobody_opens_a_match_where_nothing_can_be_made(command: Referee) -> None:
    opened = command("new", "verdun", "ttlm", "--shelf", "/proc/self")

    assert opened.code == 73
    assert "/proc/self/verdun cannot be created" in opened.err


@pytest.mark.parametrize("room", [0, 1, 300])
def test_full_disk_is_reported_and_journal_is_unchanged(liege: Table, room: int) -> None:
    before = liege.lines
    size = sum(map(len, before))

    done = run_forked("submit", "liege", "--as", "german", stdin=MARCH.encode(), limit=size + room)
    assert (done.returncode, done.stdout) == (74, b"")
    assert f"{liege.journal} cannot be written: ".encode() in done.stderr
    assert b"(nothing was filed)" in done.stderr
    assert liege.lines == before
    assert sorted(path.name for path in liege.folder.iterdir()) == ["journal.jsonl", "secret.json"]
    assert liege.submit(MARCH).code == 0


@pytest.mark.parametrize("room", [0, 100, 1500])
def test_a_match_is_opened_whole_or_not_at_all(shelf: Path, room: int) -> None:
    done = run_forked("new", "verdun", "ttlm", "--shelf", str(shelf), limit=room)

    assert (done.returncode, done.stdout) == (74, b"")
    assert b"cannot be written" in done.stderr
    assert list(shelf.iterdir()) == []


# Two at once


@pytest.mark.parametrize("writers", [2, 5])
def test_simultaneous_letters_are_all_filed(liege: Table, writers: int) -> None:
    head = 67
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "referee", "submit", "liege", "--as", "german", "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for _ in range(writers)
    ]
    # Every program is waiting for its letter before the first gets one.
    for number, process in enumerate(running):
        assert process.stdin is not None
        process.stdin.write(f"answers: {head}\npass\n# copy {number}\n".encode())
    for process in running:
        assert process.stdin is not None
        process.stdin.close()
    codes = []
    for process in running:
        assert process.stdout is not None
        assert process.stderr is not None
        answer = json.loads(process.stdout.read())
        assert process.stderr.read() == b""
        codes.append((process.wait(timeout=60), answer["ok"]))
        process.stdout.close()
        process.stderr.close()
        if not answer["ok"]:
            told = answer["complaints"][0]["text"]
            assert "entry 68 closed the question" in told or "another writer holds" in told
    assert codes.count((0, True)) == 1
    assert {code for code, _ in codes} <= {0, 1, 75}
    assert [json.loads(line)["body"]["kind"] for line in liege.lines[68:]] == ["order"]
    assert liege.holds()
