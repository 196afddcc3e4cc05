"""The server of `referee serve --commands`: a process with everything imported, and a fork for each command.

A command has its own process, streams, folder and environment; it reads packs and journals as any other
command does. The server ends as soon as the code of the program or an installed package changes.
"""

import importlib
import os
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pydantic

import referee
import schemas
from referee.cli.faults import CommandFault
from referee.cli.main import build_tree, run
from referee.faults import Busy, Complaint, Fault, Misuse
from referee.packs import loading, rulesets
from referee.platform import command_server
from referee.platform.command_server import AlreadyServedError, FolderExposedError
from referee.platform.warm_commands import find_path


def serve(tell_ready: Callable[[str], object]) -> int:
    """Serve the commands of this user until the code changes. `tell_ready` is called with the socket's path.

    Raises `Misuse` on a platform without such sockets, and `Busy` if another process serves them.
    """
    if not command_server.IS_ABLE:
        raise Misuse(Complaint.of(CommandFault.NO_WARM_COMMANDS))
    code, path = read_code(), find_path()
    _prepare()
    try:
        command_server.serve(path, run, lambda: read_code() == code, lambda: tell_ready(path))
    except FolderExposedError:
        raise Misuse(Complaint.of(CommandFault.DOOR_EXPOSED, folder=Path(path).parent)) from None
    except AlreadyServedError:
        raise Busy(Complaint.of(CommandFault.COMMANDS_SERVED, path=path)) from None
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
