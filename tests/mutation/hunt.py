"""A hunt for faults that no test notices, room by room: `python -m tests.mutation.hunt letters --sample 25`.

The tests of a room are run once, to see which of them run through which functions. Then each mutant lives in
a process of its own, where it meets the tests that run through the function it changed, the quick ones first.
With `--whole` those that live meet the tests of all rooms, which takes a run of the suite. It is a tool for
the hand; a room takes minutes. The rules of the West have a hunt of their own.
"""

import argparse
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, field
from math import inf
from types import FunctionType

import pytest

from tests.mutation.mutants import Mutant, functions, mutants
from tests.mutation.rooms import ROOMS, Room
from tests.mutation.survivors import ROOMS as FILE
from tests.mutation.survivors import Explained, explained
from tests.mutation.tracing import QUIET, ROOT, Traced, caches, silence, traced

PATIENCE = 4
"""How many times as long as without a mutant the tests may take with it: one that never ends is noticed."""

WAITING = 5
"""How many times as long by the clock as by the processor: a mutant that only sleeps is noticed as well."""

MEMORY = 4 << 30
"""The bytes that a process with a mutant may have."""

BROKEN = 70
"""The code of a process in which a mutant broke the tests themselves."""

SURVIVES = 0
"""The code of pytest for tests that all passed."""


SUITE = (
    "tests",
    "-m",
    "not browser and not tools",
    *(
        f"--ignore=tests/{name}"
        for name in ("architecture", "benchmarks", "packaging", "mutation", "mail/servers")
    ),
)
"""The tests that show what the program does, in this process; others read it, or have it run elsewhere."""


@dataclass(frozen=True)
class Prey:
    """A mutant and the function that it is put into."""

    mutant: Mutant
    function: FunctionType


def prey(room: Room) -> list[Prey]:
    """Every mutant of a room."""
    found: list[Prey] = []
    for module in room.modules():
        known = functions(module)
        found += (Prey(mutant, known[mutant.function]) for mutant in mutants(module))
    return found


def notices(tests: Sequence[str], one: Prey, seconds: float) -> bool:
    """Whether one of the tests fails, or none of them ends, with a mutant; in a process of its own."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        patience = int(PATIENCE * (3 + seconds))
        resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
        signal.alarm(WAITING * patience)
        # A test sets an alarm of its own, and ours is gone.
        waiting = f"--timeout={WAITING * patience}"
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        one.function.__code__ = one.mutant.code(one.function)
        forget()
        code = BROKEN
        try:
            with chdir(ROOT), silence():
                code = int(pytest.main([*QUIET, waiting, "-x", *tests]))
        finally:
            # What goes wrong here is no business of the process that hunts.
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return status != SURVIVES


def forget() -> None:
    """Empty every cache of the program: what was found before the fault would hide it."""
    for known in list(caches()):
        known.cache_clear()


@dataclass
class Bag:
    """What became of the mutants of a room."""

    tried: int = 0
    killed: int = 0
    explained: int = 0
    unmet: int = 0
    alive: list[Prey] = field(default_factory=list[Prey])

    @property
    def rate(self) -> float:
        """How many were killed, without those of which somebody said why they live."""
        return self.killed / max(1, self.tried - self.explained)


def hunted(
    name: str, sample: Sequence[Prey], tests: Traced, known: dict[str, Explained], most: float = inf
) -> Bag:
    """Meet the mutants of a room, each with tests of so many seconds, and name each that none notices."""
    bag = Bag()
    for one in sample:
        bag.tried += 1
        met = tests.of(one.function, most)
        bag.unmet += not met
        if met and notices(met, one, sum(tests.seconds[test] for test in met)):
            bag.killed += 1
        elif one.mutant.name in known:
            bag.explained += 1
        else:
            bag.alive.append(one)
            say(f"{name}: {one.mutant} lives" + ("" if met else "; no test runs through it"))
    return bag


def meet_all(bags: Mapping[str, Bag], most: float) -> None:
    """Let what lives meet every test of the suite that can be run here."""
    alive = [one for bag in bags.values() for one in bag.alive]
    tests = traced(SUITE, {one.function: one.mutant.whole for one in alive})
    for name, bag in bags.items():
        again = hunted(f"{name}, whole suite", bag.alive, tests, {}, most)
        bag.killed += again.killed
        bag.unmet = again.unmet
        bag.alive = again.alive


def rows(bags: dict[str, Bag]) -> Iterator[str]:
    """The table, room by room."""
    yield f"{'room':12}{'tried':>8}{'killed':>8}{'explained':>11}{'unmet':>8}{'rate':>9}"
    whole = Counter[str]()
    for name, bag in bags.items():
        whole.update({count: got for count, got in vars(bag).items() if isinstance(got, int)})
        yield _row(name, bag)
    yield _row("all", Bag(**whole))


def _row(name: str, bag: Bag) -> str:
    return f"{name:12}{bag.tried:8}{bag.killed:8}{bag.explained:11}{bag.unmet:8}{bag.rate:9.1%}"


def say(line: str) -> None:
    """Print a line at once: a hunt is long, and may be broken off."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def asked(*arguments: str) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="hunt", description="Put faults into rooms, one by one.")
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(ROOMS)}; else all")
    parser.add_argument("--sample", type=int, metavar="N", help="so many mutants of each room; else all")
    parser.add_argument("--seed", type=int, default=1, help="which sample; the same seed draws the same")
    parser.add_argument(
        "--most", type=float, default=inf, metavar="SECONDS", help="a mutant meets the quickest of its tests"
    )
    parser.add_argument("--whole", action="store_true", help="what lives meets the tests of all rooms")
    parser.add_argument("--only", metavar="TEXT", help="only mutants whose name holds this text")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.rooms if name not in ROOMS]:
        parser.error(f"there is no room {', '.join(unknown)}")
    return chosen


def main(*arguments: str) -> int:
    """Hunt, and say which mutants no test noticed that nobody has explained."""
    wanted = asked(*arguments)
    known, started = dict(explained(FILE)), time.monotonic()
    bags: dict[str, Bag] = {}
    for name in wanted.rooms or ROOMS:
        every = [one for one in prey(ROOMS[name]) if (wanted.only or "") in one.mutant.name]
        count = min(len(every), wanted.sample or len(every))
        tests = traced(ROOMS[name].tests, {one.function: one.mutant.whole for one in every})
        failed = f", {len(tests.failed)} of them red" if tests.failed else ""
        say(f"{name}: {count} of {len(every)} mutants, {len(tests.seconds)} tests{failed}")
        sample = random.Random(wanted.seed).sample(every, count)
        bags[name] = hunted(name, sample, tests, known, wanted.most)
        say(_row(name, bags[name]))
    if wanted.whole:
        meet_all(bags, wanted.most)
    say("\n".join(rows(bags)))
    say(f"{time.monotonic() - started:.0f} s")
    return 1 if any(bag.tried > bag.killed + bag.explained for bag in bags.values()) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
