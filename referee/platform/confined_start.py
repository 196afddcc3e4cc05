"""Start a foreign program under limits: `python -IS confined_start.py JSON [PROGRAM [ARGUMENT...]]`.

This file is run by its path in the child process, before the program. It imports the standard library only.
"""

import ctypes
import json
import os
import platform
import resource
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

assert sys.platform != "win32", "Windows has no such limits"

if sys.platform == "linux":
    PLACE_ONLY = os.O_PATH
else:
    PLACE_ONLY = 0

MEGABYTE = 2**20

LIMITS = {
    resource.RLIMIT_AS: 1024 * MEGABYTE,
    resource.RLIMIT_CPU: 3600,
    resource.RLIMIT_FSIZE: 64 * MEGABYTE,
    resource.RLIMIT_NOFILE: 256,
    resource.RLIMIT_CORE: 0,
}
"""Limits of each process: bytes of memory, seconds of CPU time, bytes of a file, open files, core dump."""

NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER_MODE = 38, 22, 2
"""Arguments of prctl(2)."""

CREATE_RULESET, ADD_RULE, RESTRICT_SELF, PATH_BENEATH = 444, 445, 446, 1
"""System calls of Landlock, with the same numbers on every machine, and the type of a rule."""

OLDEST_LANDLOCK = 3
"""The first version that also stops a program from truncating files."""

EXECUTE, WRITE, READ, LIST, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
ALL_OF_VERSION_3, DEVICE_CONTROL, TCP, SIGNALS_AND_SOCKETS = (1 << 15) - 1, 1 << 15, 3, 3
"""Rights of Landlock."""

DEVICES = {"/dev/null": READ | WRITE, "/dev/zero": READ, "/dev/random": READ, "/dev/urandom": READ}

# Landlock covers neither sockets in the file system, nor modes and owners, nor, before version 6, signals.
# A program that leaves its process group would outlive the bot: only root can end all processes of its user.
# The order: socket, signals, modes, owners, attributes, times, ptrace and its kin, keys, mounts, io_uring,
# process groups.
# fmt: off
DENIED: dict[str, tuple[int, Sequence[int]]] = {
    "x86_64": (0xC000003E, (
        41, 62, 200, 234, 129, 297, 424, 90, 91, 268, 452, 92, 93, 94, 260, 188, 189, 190, 463,
        132, 235, 261, 280, 101, 310, 311, 438, 248, 249, 250, 165, 272, 308, 321, 323, 298, 425,
        109, 112,
    )),
    "aarch64": (0xC00000B7, (
        198, 129, 130, 131, 138, 240, 424, 52, 53, 452, 54, 55, 5, 6, 7, 463, 88,
        117, 270, 271, 438, 217, 218, 219, 40, 97, 268, 280, 282, 241, 425, 154, 157,
    )),
}
# fmt: on
"""Architecture as seccomp(2) names it, and numbers of the system calls that fail, by machine."""

LOAD, IF_EQUAL, IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
FAIL, KILL, ALLOW = 0x00050001, 0x80000000, 0x7FFF0000
"""Instructions and results of a filter; FAIL answers a call with EPERM."""

FIRST_OF_X32 = 0x40000000
"""First number of the x32 variants of the system calls on x86-64."""


class Ruleset(ctypes.Structure):
    """Rights that Landlock takes away, except where a rule grants them."""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class Rule(ctypes.Structure):
    """Rights that are granted in a folder."""

    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


class Instruction(ctypes.Structure):
    """One instruction of a filter of system calls."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("then", ctypes.c_uint8),
        ("otherwise", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class Filter(ctypes.Structure):
    """A filter of system calls."""

    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction)))


LIBC = ctypes.CDLL(None, use_errno=True)


def call(result: int) -> int:
    """Return the result of a call; raises `OSError` if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def change_user(user: int) -> None:
    """Become another user without the current groups."""
    if sys.platform == "linux":
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def set_limits(processes: int | None) -> None:
    """Lower the limits of this process, and of the number of processes of its user."""
    limits = LIMITS if processes is None else {**LIMITS, resource.RLIMIT_NPROC: processes}
    for kind, most in limits.items():
        hard = resource.getrlimit(kind)[1]
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (limit, limit))
    # If memory runs out, the kernel ends this program first.
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def restrict_files(folders: Iterable[str]) -> None:
    """Restrict access to the files in these folders, which can be read and executed."""
    version = call(LIBC.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1))
    if version < OLDEST_LANDLOCK:
        raise OSError(f"Landlock has version {version}")
    rules = Ruleset(
        files=ALL_OF_VERSION_3 | (DEVICE_CONTROL if version >= 5 else 0),
        network=TCP if version >= 4 else 0,
        scoped=SIGNALS_AND_SOCKETS if version >= 6 else 0,
    )
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = call(LIBC.syscall(CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), 0))
    for path, rights in {**dict.fromkeys(folders, EXECUTE | READ | LIST), **DEVICES}.items():
        # A folder that is not there, or that this user cannot enter, needs no rule.
        with suppress(OSError):
            grant(ruleset, Path(path), rights)
    call(LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    call(LIBC.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def grant(ruleset: int, path: Path, rights: int) -> None:
    """Grant rights in a folder, or to a file."""
    folder = os.open(path, PLACE_ONLY | os.O_CLOEXEC)
    rule = Rule(rights=rights if path.is_dir() else rights & ~LIST, folder=folder)
    call(LIBC.syscall(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(rule), 0))
    os.close(folder)


def restrict_calls() -> None:
    """Deny the system calls that Landlock does not cover."""
    machine = platform.machine()
    if machine not in DENIED:
        raise OSError(f"no list of system calls for {machine}")
    architecture, call_numbers = DENIED[machine]
    steps = [(LOAD, 0, 0, 4), (IF_EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    steps += [(IF_AT_LEAST, 0, 1, FIRST_OF_X32), (RETURN, 0, 0, FAIL)]
    for number in call_numbers:
        steps += [(IF_EQUAL, 0, 1, number), (RETURN, 0, 0, FAIL)]
    steps += [(RETURN, 0, 0, ALLOW)]
    instructions = (Instruction * len(steps))(*(Instruction(*step) for step in steps))
    program = Filter(len(steps), instructions)
    call(LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    call(LIBC.prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(program), 0, 0))


def can_read(path: Path) -> bool:
    """Return True if a file can be opened, or a folder has entries that can be listed."""
    try:
        return any(path.iterdir()) if path.is_dir() else path.open("rb").readable()
    except OSError:
        return False


def main(settings: str, *command: str) -> None:
    """Apply the limits of the settings, and become the program.

    Without a program this is a trial. It fails if a file of the settings can be read.
    """
    request = json.loads(settings)
    if request["user"] is not None:
        change_user(request["user"])
    set_limits(request["processes"])
    if request["folders"] is not None:
        restrict_files(request["folders"])
        restrict_calls()
    if command:
        os.execv(command[0], command)
    sys.exit(any(can_read(Path(path)) for path in request["trial"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
