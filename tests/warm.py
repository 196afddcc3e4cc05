"""The program without its cold start: one process has imported all of it, and each command is a fork of that.

A command has its own process, streams, folder and environment, and goes through the program's own door. How
it starts cold is shown elsewhere. `python -m tests.warm SOCKET` serves; `CLIENT` is the program that asks.
"""

import gc
import importlib
import json
import os
import pkgutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import referee
import schemas
from referee.__main__ import main

CLIENT = """\
#!{python} -IS
import json, os, socket, sys
asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
with socket.socket(socket.AF_UNIX) as door:
    door.connect({door!r})
    socket.send_fds(door, [len(asked).to_bytes(8, "big")], [0, 1, 2])
    door.sendall(asked)
    sys.exit(int(door.recv(8) or b"70"))
"""


@contextmanager
def program(folder: Path, **environment: str) -> Iterator[Path]:
    """A program `referee` in a folder, which runs as long as the context does."""
    door, client = folder / "door", folder / "referee"
    client.write_text(CLIENT.format(python=sys.executable, door=str(door)))
    client.chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.warm", str(door)], stdout=subprocess.PIPE, env=environment
    ) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline() == b"open\n"
            yield client
        finally:
            server.terminate()


def _serve(path: str) -> None:
    for package in (referee, schemas):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    # A fork copies what it touches, and the collector would touch all of it.
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen()
        sys.stdout.write("open\n")
        sys.stdout.flush()
        while True:
            caller, _ = door.accept()
            if os.fork() == 0:
                _answer(caller)
            caller.close()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG) != (0, 0):
                    pass


def _answer(caller: socket.socket) -> None:
    """Have a process of its own run what the caller asks for, say how it left, and leave."""
    size, streams, _, _ = socket.recv_fds(caller, 8, 3)
    with caller.makefile("rb") as said:
        arguments, folder, environment = json.loads(said.read(int.from_bytes(size, "big")))
    command = os.fork()
    if command == 0:
        caller.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        _run(arguments, folder, environment)
    for stream in (0, 1, 2, *streams):
        os.close(stream)
    _, status = os.waitpid(command, 0)
    caller.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _run(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Be the program, as it would be had it just begun."""
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(at, mode) for at, mode in enumerate("rww"))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["referee", *arguments]
    main()
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    _serve(sys.argv[1])
