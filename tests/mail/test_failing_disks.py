"""Every call of the disk fails once, or from then on: no exit 0 after a failed sync, nothing lost or doubled.

The calls on the shelf are counted, and each of them is made to fail in a run of its own. The cache is no part
of it: it may be lost at any time.
"""

import errno
import io
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.cli.main import run
from referee.mail.sharing.database import Database
from referee.matches import matches
from referee.packs import loading
from referee.platform.ports import ports
from tests.mail.conftest import Club, copy_club
from tests.ports import disk_with

CALLS = ("open", "write", "fsync", "replace", "rename", "mkdir", "rmdir", "unlink", "ftruncate")
FAILURES = ("EIO once", "ENOSPC once", "EIO for ever", "ENOSPC for ever", "short write")


class Disk:
    """Counts the calls on a folder, and lets one of them fail, or all from that one on."""

    def __init__(self, folder: Path, at: int = 0, how: str = "") -> None:
        self.folder, self.at, self.how = str(folder), at, how
        self.calls, self.failed = 0, list[str]()
        self.held = set[int]()

    def meets(self, name: str, first: object) -> bool:
        """Return True if a call is to fail."""
        ours = first in self.held if isinstance(first, int) else str(first).startswith(self.folder)
        if not ours:
            return False
        self.calls += 1
        fails = self.calls == self.at or ("for ever" in self.how and 0 < self.at <= self.calls)
        if fails and (self.how != "short write" or name == "write"):
            self.failed.append(name)
            return True
        return False

    def error(self) -> OSError:
        code = errno.ENOSPC if "ENOSPC" in self.how else errno.EIO
        return OSError(code, os.strerror(code))


@contextmanager
def failing(disk: Disk) -> Iterator[Disk]:
    """Put a disk below the calls of the program."""
    calls = {name: _wrap(disk, name, getattr(os, name)) for name in CALLS}
    with pytest.MonkeyPatch.context() as patch, ports.use(disk=disk_with(**calls)):
        # Reading is not a port.
        patch.setattr(io, "open", _wrap(disk, "open", io.open))
        execute = Database._run

        def remember(self: Database, line: str, values: Any = ()) -> sqlite3.Cursor:
            if not line.startswith("SELECT") and disk.meets("memory", disk.folder):
                raise sqlite3.OperationalError("disk I/O error")
            return execute(self, line, values)

        patch.setattr(Database, "_run", remember)
        yield disk


def _wrap(disk: Disk, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def wrapped(first: Any, *rest: Any, **named: Any) -> Any:
        if disk.meets(name, first):
            if disk.how == "short write":
                return call(first, rest[0][: len(rest[0]) // 2])
            raise disk.error()
        done = call(first, *rest, **named)
        if name == "open" and isinstance(done, int):
            # The system gives the number of a closed file to the next one.
            (disk.held.add if str(first).startswith(disk.folder) else disk.held.discard)(done)
        return done

    return wrapped


def count_calls(work: Callable[[Disk], object], folder: Path) -> int:
    disk = Disk(folder)
    with failing(disk):
        work(disk)
    assert disk.calls > 5
    return disk.calls


def choose(total: int, request: pytest.FixtureRequest) -> list[tuple[int, str]]:
    """The calls that fail, and how: a sample of them all."""
    every = [(at, how) for how in FAILURES for at in range(1, total + 1)]
    step = max(1, len(every) // request.config.getoption("--faults"))
    return every[:: step if step % 2 or step == 1 else step + 1]


class Trial(NamedTuple):
    """A club whose disk failed once: the exit code, the complaints, and the entries before and after."""

    club: Club
    code: int
    said: str
    before: int
    after: int
    due: int
    failed: frozenset[str]
    place: str


def count_entries(club: Club) -> int:
    return len(matches.find(club.shelf, "liege").entries)


def fail_each(
    club: Club,
    folder: Path,
    work: Callable[[Club], int],
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[Trial]:
    """Let each of the calls of some work fail, in a club of its own."""
    clean = copy_club(club, folder)
    total = count_calls(lambda _: work(clean), folder)
    due = count_entries(clean)
    shutil.rmtree(folder)
    for at, how in choose(total, request):
        tried = copy_club(club, folder)
        before = count_entries(tried)
        capsys.readouterr()
        with failing(Disk(folder, at, how)) as disk:
            code = work(tried)
        said = capsys.readouterr().err
        place = f"{disk.failed[:1]} {at}, {how}: {code} {said}"
        yield Trial(tried, code, said, before, count_entries(tried), due, frozenset(disk.failed), place)
        shutil.rmtree(folder)


def test_a_mail_is_never_lost_doubled_or_acknowledged_after_a_failed_sync(
    club: Club, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    mail = tmp_path / "letter.eml"
    mail.write_text(club.reply("german", "pass", "Message-ID: <1@player>"))
    wrong: list[str] = []

    def receive(tried: Club) -> int:
        return run(["mail", "receive", str(mail), "--shelf", str(tried.shelf)])

    for one in fail_each(club, tmp_path / "copy", receive, request, capsys):
        is_filed = one.after > one.before
        if one.code not in (0, 75) or (one.code == 0 and {"fsync", "memory"} & one.failed):
            wrong.append(one.place)
        if ("nothing was filed" in one.said and is_filed) or (
            "the letter was filed" in one.said and not is_filed
        ):
            wrong.append(f"untrue, {one.place}")
        if receive(one.club) != 0 or receive(one.club) != 0:
            wrong.append(f"not mended, {one.place}")
        one.club.send()
        answers = [mail for mail in one.club.mails("german") if mail["In-Reply-To"] == "<1@player>"]
        if count_entries(one.club) != one.due or len(answers) != 1:
            wrong.append(f"lost or doubled, {len(answers)} answers, {one.place}")
    assert not wrong, "\n".join(wrong)


CODES = (0, 65, 66, 73, 74)
"""Exit codes of an opening on a disk that fails."""


def is_pack_kept(shelf: Path) -> bool:
    """Return True if the shelf has a whole copy of the pack of its match."""
    digest = matches.read_header(shelf, "aisne").pack_digest
    return loading.load_kept(shelf, digest, "ttlm") is not None


def test_a_match_is_opened_whole_or_its_name_is_free(
    tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf, wrong = tmp_path / "shelf", list[str]()

    def new() -> int:
        return run(["new", "aisne", "ttlm", "--shelf", str(shelf)])

    total = count_calls(lambda _: new(), shelf)
    for at, how in choose(total, request):
        shutil.rmtree(shelf, ignore_errors=True)
        with failing(Disk(shelf, at, how)) as disk:
            code = new()
        there = (shelf / "aisne").exists()
        place = f"{disk.failed[:1]} {at}, {how}: {code} {capsys.readouterr().err}"
        # The rest of a file of the pack's copy is written again after a short write.
        is_copied = code == 0 and how == "short write" and is_pack_kept(shelf)
        if (code == 0 and set(disk.failed) & {"fsync", "write"} and not is_copied) or code not in CODES:
            wrong.append(place)
        if code and not there and new() != 0:
            wrong.append(f"blocked, {place}")
        if there and run(["verify", "aisne", "--shelf", str(shelf), "--quiet"]) != 0:
            wrong.append(f"unfinished, {place}")
    assert not wrong, "\n".join([f"{len(wrong)} of {total} calls", *wrong])


@pytest.mark.parametrize("command", ["submit", "retract"])
def test_a_letter_and_a_takeback_are_filed_once_or_not_at_all(
    command: str,
    club: Club,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    letter, wrong = tmp_path / "letter.txt", list[str]()
    letter.write_text("pass\n")
    if command == "retract":
        run(["submit", "liege", "--as", "german", str(letter), "--shelf", str(club.shelf)])
    words = {
        "submit": ["submit", "liege", "--as", "german", str(letter)],
        "retract": ["retract", "liege", "--to", "1", "--reason", "x"],
    }[command]

    def work(tried: Club) -> int:
        return run([*words, "--shelf", str(tried.shelf)])

    for one in fail_each(club, tmp_path / "copy", work, request, capsys):
        if one.code == 0 and {"fsync", "write"} & one.failed:
            wrong.append(one.place)
        if "nothing was filed" in one.said and one.after > one.before:
            wrong.append(f"untrue, {one.place}")
        if one.after not in (one.before, one.due):
            wrong.append(f"half, {one.place}")
        if one.after == one.before and (work(one.club), count_entries(one.club)) != (0, one.due):
            wrong.append(f"not mended, {one.place}")
    assert not wrong, "\n".join(wrong)
