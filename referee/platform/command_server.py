"""A server that forks for each command of its user: sockets, credentials and streams.

Windows has neither forks nor such sockets; `IS_ABLE` is False there.
"""

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

Run = Callable[[Sequence[str]], int]
"""Runs a command line and returns its exit code."""

PAUSE = 1.0
"""Seconds between two looks at the code while no command comes."""

PATIENCE = 5.0
"""Seconds in which a client must send its request."""

STREAMS = 3
"""Number of the streams of a process: input, output and errors."""

INTERRUPTED = 130
"""Exit code of a command that was interrupted, as shells report it."""


class Request(NamedTuple):
    """A command line and the inherited parts of its process. `encodings` are those of its three streams."""

    arguments: list[str]
    folder: str
    umask: int
    encodings: list[tuple[str, str]]
    variables: dict[str, str]


class FolderExposedError(Exception):
    """Other users can use the folder of the socket."""


class AlreadyServedError(Exception):
    """Another process serves the commands."""


if sys.platform == "win32":
    IS_ABLE = False

    def serve(path: str, run: Run, is_current: Callable[[], bool], tell_ready: Callable[[], object]) -> None:
        """Do nothing: no process can take over the streams of another one."""

else:
    import gc
    import os
    import signal
    import socket
    import time
    from collections.abc import Generator
    from contextlib import contextmanager, suppress
    from pathlib import Path
    from typing import TextIO, cast

    from referee.platform.files import is_ours_alone
    from referee.platform.warm_commands import ENDED, GO, SEPARATOR, SIZE, is_own_user, name_installation

    IS_ABLE = True

    def serve(path: str, run: Run, is_current: Callable[[], bool], tell_ready: Callable[[], object]) -> None:
        """Run the commands of clients at a socket while `is_current()`. `tell_ready` tells that it is open.

        Raises `FolderExposedError` and `AlreadyServedError`.
        """
        # A fork copies what it touches, and the collector would touch all of it.
        gc.freeze()
        # Children are not waited for: each tells its exit code itself.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        with _open_door(path) as door:
            tell_ready()
            while caller := _accept(door, is_current):
                with caller:
                    if is_own_user(caller):
                        _fork(door, caller, run)

    @contextmanager
    def _open_door(path: str) -> Generator[socket.socket]:
        """Listen at a path in a folder that only this user can use."""
        folder = Path(path).parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_ours_alone(folder.lstat()):
            raise FolderExposedError(folder)
        with socket.socket(socket.AF_UNIX) as door:
            with suppress(OSError), socket.socket(socket.AF_UNIX) as other:
                other.connect(path)
                raise AlreadyServedError(path)
            Path(path).unlink(missing_ok=True)
            door.bind(path)
            Path(path).chmod(0o600)
            door.listen(128)
            door.settimeout(PAUSE)
            try:
                yield door
            finally:
                Path(path).unlink(missing_ok=True)

    def _accept(door: socket.socket, is_current: Callable[[], bool]) -> socket.socket | None:
        """Return the next client, or None once the code has changed."""
        while True:
            try:
                caller, _ = door.accept()
            except (TimeoutError, ConnectionError):
                # No client came, or it has left again.
                if not is_current():
                    return None
                continue
            if is_current():
                return caller
            # The client came too late, and runs its command itself.
            caller.close()
            return None

    def _fork(door: socket.socket, caller: socket.socket, run: Run) -> None:
        """Run the client's command in a process of its own."""
        try:
            if os.fork() != 0:
                return
        except OSError:
            # This user has too many processes, and the client runs its command itself.
            return
        try:
            door.close()
            request, streams = _receive(caller)
            _take_over(request, streams)
            caller.sendall(os.getpid().to_bytes(SIZE, "big"))
            if caller.recv(len(GO)) != GO:
                os._exit(ENDED)
            caller.settimeout(None)
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
        # A server in the background of a script ignores interrupts; the client passes on its own.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def _open(number: int, mode: str, encoding: str, errors: str) -> TextIO:
        """Open a standard stream as the interpreter does: errors are written line by line."""
        buffering = 1 if number == 2 else -1
        return cast("TextIO", open(number, mode, buffering, encoding=encoding, errors=errors, closefd=False))
