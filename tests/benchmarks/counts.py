"""Exact counts of the work of commands, in this process: a count does not depend on the load of the machine.

`exact_gates.py` lists what is counted, and how much of it a command does.
"""

import gc
import io
import sys
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from cProfile import Profile
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.mail import answers, seats
from referee.mail.sharing.database import Database
from referee.mail.state import Memory
from referee.matches.journal import reading
from referee.matches.letters import letters
from referee.matches.snapshots import reading as folds
from referee.matches.snapshots import snapshot
from referee.packs import loading
from referee.platform import running_code
from referee.platform.ports import ports
from referee.reports import documents
from referee.systems.great_war.rules import GreatWar

COUNTED: Mapping[str, tuple[object, str]] = {
    "lines read": (reading, "entry"),
    "events replayed": (GreatWar, "evolve"),
    "orders judged": (GreatWar, "objections"),
    "options listed": (GreatWar, "lawful"),
    "letters parsed": (letters, "read"),
    "packs read": (loading, "read_folder"),
    "snapshots written": (snapshot, "save"),
    "folders of the code scanned": (running_code, "scan_code"),
    "syncs": (ports.disk, "fsync"),
    "reports built": (documents, "report"),
    "statements": (Database, "_run"),
    "files with seats read": (seats, "_list_addresses"),
    "matches reported": (answers, "report_to_seats"),
    "journals read": (folds, "read_from"),
}
"""Functions whose calls are counted, by the names of their work."""


@contextmanager
def counting() -> Generator[Counter[str]]:
    """Count the work that is done in this block."""
    counts: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        for work, (where, name) in COUNTED.items():
            patch.setattr(where, name, _count(counts, work, getattr(where, name)))
        yield counts


def _count(counts: Counter[str], work: str, real: Callable[..., object]) -> Callable[..., object]:
    def call(*arguments: object, **named: object) -> object:
        counts[work] += 1
        return real(*arguments, **named)

    return call


def count_calls(work: Callable[[], object]) -> int:
    """Return the number of calls of functions, those written in C included, that some work makes."""
    # The collector calls back for weak references that other work left in cycles.
    collects, profiler, calls = gc.isenabled(), sys.getprofile(), Profile()
    gc.disable()
    try:
        calls.runcall(work)
    finally:
        sys.setprofile(profiler)
        if collects:
            gc.enable()
    return sum(entry.callcount for entry in calls.getstats())


def count_steps(office: Memory, work: Callable[[], object]) -> int:
    """Return the number of steps that the database of a post office takes for some work."""
    count = 0

    def note() -> int:
        nonlocal count
        count += 1
        return 0

    connection = office._file
    connection.set_progress_handler(note, 1)
    try:
        work()
    finally:
        connection.set_progress_handler(None, 0)
    return count


def count_command(*words: str | Path, letter: bytes = b"") -> Counter[str]:
    """Run a command of the referee in this process, and return its counts."""
    with counting() as counts, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(letter)))
        patch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        assert run([*map(str, words)]) == 0, words
    return counts
