"""Journals, snapshots and mail change files, tell the time, wait and draw random bytes by ports alone."""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from referee.platform.ports import Chance, Disk
from tests.architecture.test_layers import SOURCES, name, parsed

ROOMS = ("referee/matches/", "referee/mail/", "referee/dice/", "referee/platform/files.py")
"""Beginnings of the paths of the code that uses ports."""

DIRECT: Mapping[str, frozenset[str]] = {
    # `gpg` and `ssh-keygen` read a key and a signature from files that live for one call.
    "referee/mail/senders.py": frozenset({"import tempfile", "write_text", "write_bytes"}),
    # A piped journal is copied for the time of one command.
    "referee/matches/command_files.py": frozenset({"import tempfile", "open wb"}),
    # The library reads and writes the files of Maildirs and mboxes.
    "referee/mail/delivery/carriers.py": frozenset({"import mailbox"}),
    "referee/mail/delivery/inboxes.py": frozenset({"import mailbox"}),
    # SQLite writes and syncs its own files.
    "referee/mail/state.py": frozenset({"import sqlite3"}),
    "referee/mail/sharing/database.py": frozenset({"import sqlite3"}),
    "referee/matches/club_log/store.py": frozenset({"import sqlite3"}),
    "referee/matches/snapshots/shelf_index.py": frozenset({"import sqlite3"}),
}
"""Uses that cannot be ports, by file, with their reasons."""

MODULES = frozenset({"mailbox", "random", "secrets", "shutil", "sqlite3", "tempfile", "time", "uuid"})
"""Modules that write files, tell the time or draw random bytes by themselves."""

CALLS = frozenset(
    {name for port in (Disk, Chance) for name in vars(port) if not name.startswith("_")}
    | {"link", "makedirs", "pwrite", "remove", "renames", "symlink", "truncate", "writev"}
)
"""Functions of `os` that are ports, and others that change files."""

METHODS = frozenset(
    {"chmod", "hardlink_to", "mkdir", "rename", "rmdir", "symlink_to", "touch", "unlink"}
    | {"write_bytes", "write_text"}
)
"""Methods of paths that change files."""

PORTS = ("ports.disk", "ports.clock", "ports.chance")


def direct_uses(tree: ast.Module) -> Iterator[str]:
    """Yield the uses of files, the time and chance that bypass the ports."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (f"import {one.name}" for one in names if one.name in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                if module in MODULES:
                    yield f"import {module}"
                yield from (f"os.{one.name}" for one in names if module == "os" and one.name in CALLS)
            case ast.Attribute(value=value, attr=attr) if ast.unparse(value) not in PORTS:
                yield from direct_function(ast.unparse(value), attr)
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)):
                yield from direct_call(node, called)
            case _:
                pass


def direct_function(owner: str, attr: str) -> Iterator[str]:
    """Yield the attribute of a module, class or path if it bypasses the ports."""
    if owner == "os":
        if attr in CALLS:
            yield f"os.{attr}"
    elif attr in METHODS or (owner in ("datetime", "date") and attr in ("now", "utcnow", "today")):
        yield attr


def direct_call(call: ast.Call, called: str) -> Iterator[str]:
    """Yield the call if it opens a file for writing, or replaces one."""
    texts = (one.value for one in (*call.args, *(keyword.value for keyword in call.keywords))
             if isinstance(one, ast.Constant) and isinstance(one.value, str))  # fmt: skip
    if called in ("open", "fdopen"):
        yield from (f"open {text}" for text in texts if re.fullmatch("[rbt]*[wax+][rbt+]*", text))
    # Replacing a part of a text takes two arguments.
    functions = (
        [call.func] if (len(call.args), call.keywords) == (1, []) else call.args[:1] * (called == "partial")
    )
    for one in functions:
        if isinstance(one, ast.Attribute) and one.attr == "replace" and ast.unparse(one.value) not in PORTS:
            yield "replace"


def test_rooms_with_ports_use_nothing_else():
    rooms = [path for path in SOURCES if name(path).startswith(ROOMS)]
    found = {name(path): frozenset(direct_uses(parsed(path))) for path in rooms}

    assert {path: uses for path, uses in found.items() if uses} == DIRECT


def test_only_simulations_replace_ports():
    assert [name(path) for path in SOURCES if "ports.use(" in path.read_text("utf-8")] == [
        "referee/platform/ports.py"
    ]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time", "import time"), ("from time import sleep", "import time"),
        ("import secrets", "import secrets"), ("from os import urandom", "os.urandom"),
        ("os.fsync(1)", "os.fsync"), ("os.remove(path)", "os.remove"), ("os.fdopen(1, 'wb')", "open wb"),
        ("datetime.now(UTC)", "now"), ("date.today()", "today"), ("path.mkdir()", "mkdir"),
        ("path.write_bytes(b'')", "write_bytes"), ("path.replace(other)", "replace"),
        ("partial(path.replace, other)", "replace"), ("open(path, 'w')", "open w"),
        ("path.open('ab')", "open ab"), ("path.open(mode='r+b')", "open r+b"),
    ],
)  # fmt: skip
def test_these_ways_past_the_ports_are_found(source: str, found: str):
    assert list(direct_uses(ast.parse(source))) == [found]


@pytest.mark.parametrize(
    "source",
    [
        "ports.disk.replace(path, to)", "ports.disk.mkdir(path)", "ports.clock.sleep(1)", "path.open('rb')",
        "'a'.replace('a', 'b')", "moment.replace(tzinfo=UTC)", "os.close(1)", "os.O_EXCL",
        "replace(header, beacon=1)", "reading.opened(path)", "partial(ports.disk.replace, path, to)",
    ],
)  # fmt: skip
def test_other_code_is_not_mistaken_for_a_way_past_the_ports(source: str):
    assert not list(direct_uses(ast.parse(source)))
