"""Time and memory of whole processes and of single calls, with what the standard library has."""

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, kw_only=True)
class Command:
    """A process to be timed; each run takes the next of its inputs.

    `prepare` is done before each start and does not count.
    """

    arguments: tuple[str, ...]
    more: Mapping[str, str] = field(default_factory=dict)
    inputs: Iterator[bytes] = field(default_factory=partial(repeat, b""))
    exit: int = 0
    prepare: Callable[[], object] = tuple

    def run(self, environment: Mapping[str, str]) -> float:
        """The seconds of the processor that it takes, with all its children."""
        self.prepare()
        begin = _count_children()
        done = subprocess.run(
            [sys.executable, *self.arguments],
            input=next(self.inputs), capture_output=True, env={**environment, **self.more}, check=False,
        )  # fmt: skip
        took = _count_children() - begin
        assert done.returncode == self.exit, (self.arguments, done.returncode, done.stderr)
        return took


WATCHMAN = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Starts a process and tells its memory; it is small, for a process is born with the peak of its parent."""

PASS = Command(arguments=("-c", "pass"))
"""The start of the interpreter."""

FLOOR = Command(arguments=(str(Path(__file__).with_name("floor_app.py")), "army"))
"""The start of a trivial program with the same libraries: the floor of a cold command."""


def interleaved(
    commands: Mapping[str, Command], environment: Mapping[str, str], rounds: int
) -> dict[str, float]:
    """The least seconds of each command; they take turns, so that a busy machine is busy for all of them."""
    took: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        # The first start compiles, and reads the pack that is kept from then on.
        command.run(environment)
    for _ in range(rounds):
        for name, command in commands.items():
            took[name].append(command.run(environment))
    return {name: min(times) for name, times in took.items()}


def least(work: Callable[[], object], rounds: int) -> float:
    """The least seconds of the processor that a call takes, with the collector at rest as in any command."""
    work()
    with collector_at_rest():
        return min(_timed(work) for _ in range(rounds))


def in_turn(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The least seconds of the processor of each call; they take turns as commands do."""
    took: dict[str, list[float]] = {name: [] for name in works}
    with collector_at_rest():
        for _ in range(rounds + 1):
            for name, work in works.items():
                took[name].append(_timed(work))
    # The first round fills what is remembered between calls.
    return {name: min(times[1:]) for name, times in took.items()}


@dataclass(slots=True)
class _Step:
    first: int
    second: int

    def find(self, known: Mapping[tuple[int, int], frozenset[int]]) -> frozenset[int]:
        return known.get((self.first, self.second), frozenset())


def run_loop() -> int:
    """Run 20,000 rounds of ordinary Python: objects, calls, dictionaries and sets; about 12 ms."""
    known = {(one % 97, one % 89): frozenset((one % 97, one)) for one in range(5000)}
    found: set[int] = set()
    odd = 0
    for one in range(20_000):
        if one in _Step(one % 97, one % 89).find(known):
            found.add(one)
        odd += len([each for each in (one, one + 1, one + 2) if each % 2])
    return odd + len(found)


def peak_memory(command: Command, environment: Mapping[str, str]) -> int:
    """The most memory that a process had at any time, in kilobytes."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHMAN, sys.executable, *command.arguments],
        capture_output=True, env={**environment, **command.more}, check=True,
    )  # fmt: skip
    return int(done.stdout)


def _timed(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return process_time() - begin


def _count_children() -> float:
    """The seconds of the processor that all ended children took."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Keep the collector of circular rubbish from what is timed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
