"""A pytest plugin that takes the POSIX modules away: the program then takes the ways it takes on Windows.

`pytest -p tests.platform.without_posix tests/...`. The standard library is loaded before and keeps what it
has. A `msvcrt` of our own stands in for the lock; it locks with the lock of this machine, so that a test that
holds that one still meets the program.
"""

import fcntl
import os
import subprocess  # the library that asks for the platform the most is loaded while it can
import sys
from types import ModuleType
from typing import Any

import pytest

TAKEN = ("fcntl", "grp", "pwd", "resource", "termios")

POSIX = fcntl

stand_in: Any = ModuleType("msvcrt")
stand_in.LK_NBLCK, stand_in.LK_UNLCK = 2, 0
stand_in.locked_at = []
assert subprocess.Popen


def _locking(descriptor: int, mode: int, count: int) -> None:
    """Lock or unlock some bytes from where the file stands; refused as Windows refuses."""
    stand_in.locked_at.append(os.lseek(descriptor, 0, os.SEEK_CUR))
    assert count == 1
    if mode == stand_in.LK_UNLCK:
        POSIX.flock(descriptor, POSIX.LOCK_UN)
        return
    try:
        POSIX.flock(descriptor, POSIX.LOCK_EX | POSIX.LOCK_NB)
    except BlockingIOError as error:
        raise PermissionError(error.errno, "Permission denied") from None


def _load_for_windows() -> None:
    """Load the room of the platform as Windows would, and everything else as before."""
    stand_in.locking = _locking
    kept = {name: sys.modules.pop(name, None) for name in TAKEN}
    sys.modules["msvcrt"] = stand_in
    for name in TAKEN:
        sys.modules[name] = None  # type: ignore[assignment] - what an import of a missing module meets
    flags: Any = os
    flags.O_BINARY = flags.O_NOINHERIT = 0
    platform, sys.platform = sys.platform, "win32"
    gone = {flag: getattr(os, flag) for flag in ("O_CLOEXEC", "O_DIRECTORY")}
    try:
        for flag in gone:
            delattr(os, flag)
        from referee.platform import files, streams

        assert all((files.FAR, files.BYTES == 0, files.RESERVED, streams.prepare))
    finally:
        sys.platform = platform
        for flag, value in gone.items():
            setattr(os, flag, value)
    # Tests may lock and limit by themselves; the program has been loaded without.

    for name, module in kept.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module


_load_for_windows()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run in which no lock was taken this way, or one where readers are, has shown nothing."""
    from referee.platform import files

    if set(stand_in.locked_at) != {files.FAR}:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
