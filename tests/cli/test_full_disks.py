"""Commands as processes of their own on a disk that is full: nothing is lost, doubled or answered falsely.

The disk is a small file system if this user may mount one. A limit on the size of files, which any user may
set, fails the writes to journals and other files alike.
"""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

import pytest

from referee.evidence import standalone
from referee.matches import matches
from tests.cli.conftest import Referee, open_cache
from tests.forked import run_forked
from tests.mail.conftest import Club, club, copy_club, new_club  # noqa: F401 - the fixtures
from tests.small_disk import disk, fill  # noqa: F401 - the fixture

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits and mounts of Linux")

LEFT = (0, 1, 4096, 8192, 16384, 65536)
"""The bytes that are left for a command; the disk gives them page by page."""

LIMITS = (0, 100, 2000, 5000, 20000, 60000)
"""The sizes beyond which no file grows."""


def run(words: list[str], shelf: Path, limit: int | None = None) -> tuple[int, str]:
    """The exit code and the complaints of a command; `limit` are the bytes of its longest file."""
    if not (cache := shelf.parent / "cache").exists():
        open_cache(cache)
    where = {"XDG_CACHE_HOME": str(cache)}
    done = run_forked(*words, "--shelf", str(shelf), limit=limit, environment=where)
    return done.returncode, done.stderr.decode()


def list_commands(folder: Path) -> dict[str, tuple[list[str], tuple[int, ...]]]:
    """The commands that write, with the exit codes that a full disk may have."""
    letter, mail = folder / "letter.txt", folder / "letter.eml"
    return {
        "submit": (["submit", "liege", "--as", "german", str(letter)], (74, 75)),
        "retract": (["retract", "liege", "--to", "1", "--reason", "x" * 6000], (74, 75)),
        "new": (["new", "aisne", "ttlm"], (73, 74, 75)),
        "mail": (["mail", "receive", str(mail)], (75,)),
    }


def count(shelf: Path, match: str) -> int:
    return len(matches.find(shelf, match).entries) if (shelf / match / "journal.jsonl").exists() else 0


def prepare(club: Club, folder: Path, command: str) -> None:  # noqa: F811 - no fixture here
    """Write the letters; a takeback needs an order."""
    (folder / "letter.txt").write_text("pass\n")
    (folder / "letter.eml").write_text(club.reply("german", "pass", "Message-ID: <1@player>"))
    if command == "retract":
        assert run(list_commands(folder)["submit"][0], club.shelf)[0] == 0


def find_wrong(
    tried: Club, folder: Path, command: str, code: int, said: str, repeat: Referee
) -> Iterator[str]:
    """Yield the faults of a command that met a full disk; `said` are its complaints. Room is made before."""
    words, codes = list_commands(folder)[command]
    match = "aisne" if command == "new" else "liege"
    before, there = (2 if command == "retract" else 1), count(tried.shelf, match)
    before, due = (0, 1) if command == "new" else (before, before + 1)
    if code not in (0, *codes) or "Traceback" in said:
        yield f"code {code}"
    if there not in (before, due) or (code == 0 and there != due):
        yield f"code {code} with {there} entries"
    if "nothing was filed" in said and there != before:
        yield "untrue: it was filed"
    if there == before or command == "mail":
        code, _, said = astuple(repeat(*words, "--shelf", tried.shelf))
        if code or count(tried.shelf, match) != due:
            yield f"not mended, code {code}: {said}"
    _, faults, torn = standalone.verified(str(tried.shelf / match / "journal.jsonl"))
    yield from (f"entry {seq}: {fault}" for seq, fault in faults)
    if torn:
        yield "the journal has an unfinished line"


@pytest.mark.parametrize("name", ["new", "submit", "retract", "mail"])
def test_a_command_on_a_full_disk_files_once_or_not_at_all(
    club: Club,  # noqa: F811 - the fixture
    disk: Path,  # noqa: F811 - the fixture
    name: str,
    command: Referee,
) -> None:
    prepare(club, club.shelf.parent, name)
    wrong, stopped = list[str](), 0
    for left in LEFT:
        tried = copy_club(club, disk / "club")
        ballast = fill(disk, left)
        code, said = run(list_commands(club.shelf.parent)[name][0], tried.shelf)
        ballast.unlink()
        stopped += code != 0
        found = find_wrong(tried, club.shelf.parent, name, code, said, command)
        wrong += [f"{left} bytes left: {one} ({said.strip()})" for one in found]
        shutil.rmtree(disk / "club")
    assert not wrong, "\n".join(wrong)
    assert stopped > 0


@pytest.mark.parametrize("name", ["new", "submit", "retract", "mail"])
def test_a_command_whose_files_may_not_grow_files_once_or_not_at_all(
    club: Club,  # noqa: F811 - the fixture
    tmp_path: Path,
    name: str,
    command: Referee,
) -> None:
    prepare(club, club.shelf.parent, name)
    wrong, stopped = list[str](), 0
    for limit in LIMITS:
        tried = copy_club(club, tmp_path / "copy")
        code, said = run(list_commands(club.shelf.parent)[name][0], tried.shelf, limit)
        stopped += code != 0
        found = find_wrong(tried, club.shelf.parent, name, code, said, command)
        wrong += [f"at most {limit} bytes: {one} ({said.strip()})" for one in found]
        shutil.rmtree(tmp_path / "copy")
    assert not wrong, "\n".join(wrong)
    assert stopped > 0
