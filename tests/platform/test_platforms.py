"""Linux, macOS and Windows: one room knows them apart, and the rest runs with either."""

import errno
import os
import re
import stat
import sys
import time
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from referee.faults import Misuse
from referee.matches import opening, shelf
from referee.platform import files
from referee.platform.ports import ports
from tests.architecture.tools import run
from tests.platform import peculiar
from tests.ports import clock_with, disk_with

ROOT = Path(__file__).parents[2]

PECULIAR = re.compile(
    r"\b(import|from) (fcntl|msvcrt|pwd|grp|resource|termios)\b|sys\.platform|os\.name\b"
    r"|O_(CLOEXEC|BINARY|NOINHERIT|DIRECTORY)|os\.(sep|altsep)\b|S_IRWX"
)
"""What only the room of the platform may say."""

SUITE = (
    "tests/evidence/test_writing.py",
    "tests/evidence/test_two_writers.py",
    "tests/cli/test_commands.py",
)
"""Journal and shell."""


def sources() -> list[Path]:
    return sorted((ROOT / "referee").rglob("*.py"))


def elsewhere() -> list[Path]:
    """Every module but those of the room."""
    found = (path for package in ("referee", "schemas", "games") for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in found if ROOT / "referee" / "platform" not in path.parents)


def test_only_one_room_knows_platforms_apart() -> None:
    found = {
        path.relative_to(ROOT).parts[1] for path in sources() if PECULIAR.search(path.read_text("utf-8"))
    }
    assert found == {"platform"}


@pytest.mark.parametrize("name", ["con", "nul", "com1", "lpt9"])
def test_a_match_is_not_named_like_a_device(tmp_path: Path, name: str) -> None:
    with pytest.raises(Misuse, match=f"Windows reserves the name {name}"):
        opening.open_match(tmp_path, name, "ttlm", at="1914-08-04T06:00:00Z")
    assert shelf.is_name(name), "one that was opened before is found"


@pytest.mark.parametrize("name", ["console", "com10", "com", "verdun"])
def test_other_names_are_free(name: str) -> None:
    assert shelf.is_free_name(name)


@pytest.mark.parametrize(
    ("separator", "found"),
    [(None, "a/b . .. ./a /"), ("\\", "a/b . .. ./a / a\\b")],
    ids=["posix", "windows"],
)
def test_a_slash_leads_somewhere_on_every_platform(
    monkeypatch: pytest.MonkeyPatch, separator: str | None, found: str
) -> None:
    monkeypatch.setattr(os, "altsep", separator)

    words = ["a/b", ".", "..", "./a", "/", "a\\b", "ttlm", "a.b", "..."]

    assert [word for word in words if files.is_path(word)] == found.split()


@pytest.mark.parametrize(
    ("kept", "local", "found"),
    [("/kept", "/local", "/kept"), ("", "/local", "/local"), ("", "local", "home/.cache")],
)
def test_on_windows_the_local_folder_is_the_second_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str, local: str, found: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", kept)
    monkeypatch.setenv("LOCALAPPDATA", local)
    monkeypatch.setattr(sys, "platform", "win32")

    assert files.cache_folder() == tmp_path / found / "referee"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a folder of its own")
@pytest.mark.parametrize(
    ("named", "found"), [("", "home/.cache"), ("kept", "home/.cache"), ("/kept", "/kept")]
)
def test_cache_folder_follows_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, found: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "other"))
    monkeypatch.setenv("XDG_CACHE_HOME", named)

    assert files.cache_folder() == tmp_path / found / "referee"


def test_a_lock_that_is_let_go_is_free_before_its_file_is_closed(tmp_path: Path) -> None:
    first, second = (os.open(tmp_path / "journal", os.O_RDWR | os.O_CREAT) for _ in range(2))

    assert (files.try_lock(first), files.try_lock(second)) == (True, False)
    files.release_lock(first)
    assert files.try_lock(second)
    os.close(first)
    os.close(second)


def test_replaced_ports_come_back() -> None:
    disk, clock = disk_with(), clock_with()
    with suppress(ZeroDivisionError), ports.use(disk=disk):
        with ports.use(clock=clock):
            assert (ports.disk, ports.clock, ports.chance) == (disk, clock, os)
        assert (ports.disk, ports.clock) == (disk, time)
        raise ZeroDivisionError

    assert (ports.disk, ports.clock) == (os, time)


def test_a_folder_is_made_with_its_parents_unless_it_exists(tmp_path: Path) -> None:
    for _ in range(2):
        files.make_folder(tmp_path / "a" / "b", 0o700)
    (tmp_path / "file").touch()

    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    with pytest.raises(FileExistsError):
        files.make_folder(tmp_path / "file")


def test_a_folder_is_removed_and_its_links_are_not_followed(tmp_path: Path) -> None:
    files.make_folder(tmp_path / "a" / "b")
    (tmp_path / "a" / "b" / "file").touch()
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").touch()
    (tmp_path / "a" / "link").symlink_to(tmp_path / "kept")
    (tmp_path / "link").symlink_to(tmp_path / "kept")

    for name in ("a", "link", "missing"):
        files.remove_tree(tmp_path / name)

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "kept"]


def test_the_names_in_a_folder_reach_the_disk(tmp_path: Path) -> None:
    synced: list[bool] = []
    disk = disk_with(fsync=lambda held: synced.append(stat.S_ISDIR(os.fstat(held).st_mode)))
    held = len(list(Path("/dev/fd").iterdir()))

    with ports.use(disk=disk):
        files.sync_folder(tmp_path)
        files.sync_folder(tmp_path / "missing")

    assert synced == [True]
    assert len(list(Path("/dev/fd").iterdir())) == held


@pytest.mark.skipif(sys.platform == "win32", reason="Windows opens no folder")
@pytest.mark.parametrize(
    ("code", "raised"),
    [(errno.EINVAL, False), (errno.ENOTSUP, False), (errno.EIO, True), (errno.ENOSPC, True)],
)
def test_only_an_unsupported_sync_of_a_folder_is_ignored(tmp_path: Path, code: int, *, raised: bool) -> None:
    def fail(_: int) -> None:
        raise OSError(code, os.strerror(code))

    expected = pytest.raises(OSError, match=os.strerror(code)) if raised else nullcontext()
    with ports.use(disk=disk_with(fsync=fail)), expected:
        files.sync_folder(tmp_path)


@pytest.mark.parametrize(("mode", "open_"), [(0o600, False), (0o700, False), (0o640, True), (0o604, True)])
def test_a_file_is_open_to_others_by_its_mode(tmp_path: Path, mode: int, open_: bool) -> None:
    (tmp_path / "secret").touch()
    (tmp_path / "secret").chmod(mode)

    assert files.is_open_to_others(tmp_path / "secret") is open_
    assert files.is_open_to_others(tmp_path / "missing") is False
    assert files.is_ours_alone((tmp_path / "secret").stat()) is not open_


def test_file_of_another_user_is_not_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    found = tmp_path.stat()
    monkeypatch.setattr(os, "geteuid", lambda: found.st_uid + 1)

    assert not files.is_ours_alone(found)


def test_no_other_room_uses_what_some_platform_lacks() -> None:
    """So that a type checker finds there on one platform what it would find on any."""
    found = {path.relative_to(ROOT): list(peculiar.used(path.read_text("utf-8"))) for path in elsewhere()}

    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import fcntl", ["import fcntl"]),
        ("def late():\n    import grp as groups\n    groups.getgrall()", ["import grp", "groups.getgrall"]),
        ("from termios import tcgetattr", ["import termios", "termios.tcgetattr"]),
        ("import os\nos.getuid()", ["os.getuid"]),
        ("import os as system\nsystem.fork()", ["system.fork"]),
        ("from os import O_CLOEXEC", ["os.O_CLOEXEC"]),
        ("import signal\nsignal.SIGKILL", ["signal.SIGKILL"]),
        ("import signal\nsignal.Signals.SIGHUP", ["signal.Signals.SIGHUP"]),
        ("import socket\nsocket.socket().sendmsg([])", ["socket.socket().sendmsg"]),
        ("import msvcrt", ["import msvcrt"]),
        ("from pathlib import Path\nPath().owner()", ["Path().owner"]),
        ("import os, signal\nos.getpid(), os.O_RDONLY, signal.SIGINT, signal.Signals.SIGINT", []),
    ],
)
def test_missing_features_of_a_platform_are_found(source: str, found: list[str]) -> None:
    assert list(peculiar.used(source)) == found


@pytest.mark.tools
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_mypy_is_content_with_the_room_on_other_platforms(platform: str) -> None:
    # A cache of its own: in a common one each platform drops what the others found. The room imports nothing
    # else of ours, but for type checkers its package does: without `skip` they check the whole program.
    cache = f".mypy_cache/{platform}"
    skip = ("--follow-imports", "skip")
    run("mypy", "--platform", platform, "--cache-dir", cache, *skip, "--package", "referee.platform")


@pytest.mark.tools
def test_pyright_is_content_with_the_room_on_other_platforms(pytestconfig: pytest.Config) -> None:
    for platform in ("Windows", "Darwin") if pytestconfig.getoption("--long") else ("Windows",):
        run("pyright", "--pythonplatform", platform, "--pythonpath", sys.executable, "referee/platform")


def test_journal_and_shell_run_without_posix() -> None:
    run(
        "pytest", "-q", "-n", "0", "-p", "tests.platform.without_posix", *SUITE,
    )  # fmt: skip
