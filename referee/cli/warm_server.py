"""The server of `referee serve --commands`: a process with everything imported, and a fork for each command.

A command has its own process, streams, folder and environment; it reads packs and journals as any other
command does. The server ends as soon as the code of the program or an installed package changes.
"""

import gc
import importlib
import os
import pkgutil
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TextIO, cast

import pydantic

import referee
import schemas
from referee.cli.faults import CommandFault
from referee.cli.main import build_tree, run
from referee.faults import Busy, Complaint, Fault, Misuse
from referee.packs import loading, rulesets
from referee.platform.files import is_ours_alone
from referee.platform.warm_commands import ENDED, SEPARATOR, SIZE, find_path, name_installation

PAUSE = 1.0
"""Seconds between two looks at the code while no command comes."""

PATIENCE = 5.0
"""Seconds in which a client must send its request."""

CREDENTIALS = struct.Struct("3i")
"""Process, user and group of the peer of a socket, as Linux gives them."""

INTERRUPTED = 130
"""Exit code of a command that was interrupted, as shells report it."""

STREAMS = 3
"""Number of the streams of a process: input, output and errors."""


class Request(NamedTuple):
    """A command line and the inherited parts of its process. `encodings` are those of its three streams."""

    arguments: list[str]
    folder: str
    umask: int
    encodings: list[tuple[str, str]]
    variables: dict[str, str]


def serve(tell_ready: Callable[[str], object]) -> int:
    """Serve the commands of this user until the code changes. `tell_ready` is called with the socket's path.

    Raises `Misuse` on a platform without such sockets, and `Busy` if another process serves them.
    """
    if not hasattr(socket, "AF_UNIX") or not hasattr(os, "fork"):
        raise Misuse(Complaint.of(CommandFault.NO_WARM_COMMANDS))
    code = read_code()
    _prepare()
    with _open_door(find_path()) as door:
        tell_ready(find_path())
        while read_code() == code:
            with suppress(TimeoutError):
                caller, _ = door.accept()
                with caller:
                    if read_code() == code and _is_own_user(caller):
                        _fork(door, caller)
    return 0


def read_code() -> tuple[object, ...]:
    """Return the sizes and times of the program's files, and the times of the folders of its packages."""
    folders = {Path(module.__path__[0]).parent for module in (pydantic, referee)}
    files = (file for package in (referee, schemas) for file in _scan(package.__path__[0]))
    return (*(folder.stat().st_mtime_ns for folder in sorted(folders)), *files)


def _scan(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as inside:
        for entry in inside:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _scan(entry.path)


def _prepare() -> None:
    """Import every module, and read the shipped packs, so that no command has to."""
    for package in (referee, schemas):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    build_tree()
    for pack in loading.shelf():
        # A pack with faults is reported by the command that names it.
        with suppress(Fault):
            rulesets.bind(pack.name, None, {})
    # A fork copies what it touches, and the collector would touch all of it.
    gc.freeze()
    # Children are not waited for: each tells its exit code itself.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


@contextmanager
def _open_door(path: str) -> Generator[socket.socket]:
    """Listen at a path in a folder that only this user can use."""
    folder = Path(path).parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_ours_alone(folder.lstat()):
        raise Misuse(Complaint.of(CommandFault.DOOR_EXPOSED, folder=folder))
    with socket.socket(socket.AF_UNIX) as door:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as other:
            other.connect(path)
            raise Busy(Complaint.of(CommandFault.COMMANDS_SERVED, path=path))
        Path(path).unlink(missing_ok=True)
        door.bind(path)
        Path(path).chmod(0o600)
        door.listen(128)
        door.settimeout(PAUSE)
        try:
            yield door
        finally:
            Path(path).unlink(missing_ok=True)


def _is_own_user(caller: socket.socket) -> bool:
    """Return True if the client is a process of this user. Elsewhere than on Linux, the folder ensures it."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    raw = caller.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
    _, user, _ = CREDENTIALS.unpack(raw)
    return bool(user == os.geteuid())


def _fork(door: socket.socket, caller: socket.socket) -> None:
    """Run the client's command in a process of its own."""
    if os.fork() != 0:
        return
    try:
        door.close()
        request, streams = _receive(caller)
        _take_over(request, streams)
        caller.sendall(os.getpid().to_bytes(SIZE, "big"))
    except Exception:
        # The client gets no number, and runs the command itself.
        os._exit(ENDED)
    code = ENDED
    try:
        code = run(request.arguments)
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        with suppress(OSError):
            caller.sendall(code.to_bytes(SIZE, "big"))
        os._exit(code)


def _receive(caller: socket.socket) -> tuple[Request, list[int]]:
    """Return a request with the streams of its client. Raises `ValueError` for another installation."""
    caller.settimeout(PATIENCE)
    size, streams, _, _ = socket.recv_fds(caller, SIZE, STREAMS)
    with caller.makefile("rb") as file:
        raw = file.read(int.from_bytes(size, "big"))
    caller.settimeout(None)
    installation, umask, *rest = os.fsdecode(raw).split(SEPARATOR)
    if installation != name_installation():
        raise ValueError(installation)
    encodings, (folder, count), rest = rest[:STREAMS], rest[STREAMS : STREAMS + 2], rest[STREAMS + 2 :]
    variables = (variable.partition("=") for variable in rest[int(count) :])
    request = Request(
        arguments=rest[: int(count)],
        folder=folder,
        umask=int(umask),
        encodings=[(name, errors) for name, _, errors in (one.partition(" ") for one in encodings)],
        variables={name: value for name, _, value in variables},
    )
    return request, streams


def _take_over(request: Request, streams: list[int]) -> None:
    """Give this process the streams, the folder and the environment of the client, and no terminal."""
    # Another group of processes than that of the terminal would be stopped when it reads from it.
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    reading, writing, complaining = request.encodings
    sys.stdin = _open(0, "r", *reading)
    sys.stdout = _open(1, "w", *writing)
    sys.stderr = _open(2, "w", *complaining)
    os.umask(request.umask)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.variables)
    time.tzset()
    sys.argv = ["referee", *request.arguments]
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _open(number: int, mode: str, encoding: str, errors: str) -> TextIO:
    """Open a standard stream as the interpreter does: errors are written line by line."""
    buffering = 1 if number == 2 else -1
    return cast("TextIO", open(number, mode, buffering, encoding=encoding, errors=errors, closefd=False))
