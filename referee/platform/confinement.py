"""Confinement of foreign programs by the strongest means that this machine has."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

START = Path(__file__).with_name("confined_start.py")
"""The program that lowers the limits and becomes the foreign program."""

PYTHON = os.path.realpath(sys.executable)
"""The interpreter itself: an environment around it has links to it."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
"""Folders and links with the programs and libraries of the machine."""

SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime")
"""Files that programs need to find libraries and the time."""

SPACE = 64 * 2**20
"""Bytes that a program under bubblewrap can write, in memory."""

PROCESSES, ALONE = 64, 1
"""Limits of the number of processes: if all of them end with the program, and if they might not."""

FIRST_USER, USERS = 61184, 4336
"""User ids without accounts, from the range of systemd's dynamic users."""

SECONDS = 10.0
"""Time limit of a trial."""

NOT_DUMPABLE = 4
"""The argument of prctl(2) that hides the folder and the environment of a process from its user."""


class Means(StrEnum):
    """A way to keep files from a program."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    USER = "user"


LADDER = (*Means,)
"""The means, strongest first."""


class Confined(NamedTuple):
    """The command that starts a program, where it starts, and its environment."""

    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]


def choose(hidden: Sequence[Path], ladder: Sequence[Means] = LADDER) -> Means | None:
    """Return the first means that keeps these files and folders from a program, or None."""
    return next((means for means in ladder if _hides(means, hidden)), None)


def confine(program: Path, place: Path, hidden: Sequence[Path], means: Means | None) -> Confined:
    """Return the command that starts a copy of a program; without a means, the program with its limits alone.

    The place is a new folder, which lasts as long as the program. Raises `OSError` if it cannot be filled.
    """
    for folder in (place, place / "home", place / "program"):
        folder.mkdir(exist_ok=True)
        # Another user enters it as well.
        folder.chmod(0o755)
    home = place / "home"
    environment: dict[str, str] = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "XDG_CACHE_HOME"), str(home))
    if means is None:
        return Confined(_start([str(program)], (), None, None), home, environment)
    copy = Path(shutil.copyfile(program, place / "program" / program.name))
    copy.chmod(0o555)
    environment["PATH"] = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    readable = (*_find_runtime(sys.executable), *_find_interpreter(program), str(place))
    return Confined(_wrap(means, [str(copy)], hidden, readable, home), home, environment)


def shield_parent() -> None:
    """Hide the folder and the environment of this process from other processes of its user."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(NOT_DUMPABLE, 0, 0, 0, 0)


def _hides(means: Means, hidden: Sequence[Path]) -> bool:
    """Return True if the means is there and a trial under it can read none of these files."""
    if sys.platform != "linux" or (means is Means.USER and not _is_root()):
        return False
    # A folder of its own: this program may be installed below /tmp, which a home there would cover.
    home = Path("/tmp/referee-trial")
    try:
        command = _wrap(means, (), hidden, tuple(_find_runtime(PYTHON)), home)
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, env={}, check=False, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _wrap(
    means: Means, command: Sequence[str], hidden: Sequence[Path], readable: Sequence[str], home: Path
) -> Sequence[str]:
    """Return the command under a means: it can read these folders, and those of the system."""
    if means is Means.BUBBLEWRAP:
        inside = _start(command, hidden, PROCESSES, None)
        return [*_list_bubblewrap(hidden, (*readable, str(START)), str(home)), "--", *inside]
    folders = (*SYSTEM, *SETTINGS, *readable) if means is Means.LANDLOCK else None
    return _start(command, hidden, ALONE, folders)


def _start(
    command: Sequence[str], hidden: Sequence[Path], processes: int | None, folders: Sequence[str] | None
) -> Sequence[str]:
    """Return the command with its limits lowered; without a command, a trial of the hidden files."""
    if sys.platform == "win32":
        return command
    # Only root can become another user. An unconfined program stays who we are, to read what we read.
    user = FIRST_USER + os.getpid() % USERS if processes is not None and _is_root() else None
    settings = {
        "user": user,
        "processes": processes,
        "folders": folders,
        "trial": [] if command else [*map(str, hidden)],
    }
    return [PYTHON, "-IS", str(START), json.dumps(settings), *command]


def _is_root() -> bool:
    if sys.platform == "win32":
        return False
    return os.geteuid() == 0


def _list_bubblewrap(hidden: Sequence[Path], readable: Sequence[str], home: str) -> Iterator[str]:
    """Yield the command line of bubblewrap up to the program."""
    yield from (shutil.which("bwrap") or "bwrap", "--die-with-parent")
    yield from ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
    if _is_root():
        yield from ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
    else:
        yield "--unshare-user"
    # First, because a program may lie below /dev/shm.
    yield from ("--proc", "/proc", "--dev", "/dev")
    for source in map(Path, (*SYSTEM, *SETTINGS, *readable)):
        if str(source) in SYSTEM and source.is_symlink():
            yield from ("--symlink", str(source.readlink()), str(source))
        elif source.exists():
            yield from (*_open_way(source), "--ro-bind", str(source), str(source))
    folders = (*SYSTEM, *readable)
    for path in hidden:
        if path.is_dir() and any(path.is_relative_to(folder) for folder in folders):
            yield from ("--tmpfs", str(path))
    yield from _open_way(Path(home))
    yield from ("--perms", "1777", "--size", str(SPACE), "--tmpfs", home, "--chdir", home)


def _open_way(path: Path) -> Iterator[str]:
    """Yield the arguments that let another user enter the folders above a path."""
    for folder in reversed(path.parents[:-1]):
        yield from ("--dir", str(folder))


def _find_interpreter(program: Path) -> Iterator[str]:
    """Yield the folders of the interpreter that the first line of a script names by its path."""
    with program.open("rb") as file:
        line = os.fsdecode(file.readline(1024))
    words = line.removeprefix("#!").split() if line.startswith("#!") else []
    # `env` looks for it in the folders of the system, and beside the Python that runs this.
    if words and Path(words[0]).name != "env":
        yield from _find_runtime(words[0])


def _find_runtime(interpreter: str) -> Iterator[str]:
    """Yield the folders with an interpreter and its libraries, and with those it is linked to."""
    for path in dict.fromkeys((interpreter, os.path.realpath(interpreter))):
        whole = Path(path).parent.parent
        if str(whole) not in ("/", "/usr"):
            yield from (str(whole / part) for part in ("bin", "lib", "lib64", "pyvenv.cfg"))
