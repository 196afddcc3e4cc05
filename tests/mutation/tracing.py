"""Which tests run through which functions, learnt by running all of them once."""

import ast
import builtins
import copy
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from math import inf
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from tests.mutation.mutants import compiled

ROOT = Path(__file__).parents[2]

MARK = "__entered__"
"""What a function calls first while the tests are traced."""

QUIET = ("-q", "--no-header", "--no-summary", "--capture=fd", "-m", "not tools")
"""What keeps pytest from saying much, and from running programs of others over the whole house."""


def list_entered(work: Callable[[], object], part: str) -> set[CodeType]:
    """The functions that some work runs through, in the files with this part in their path."""
    entered: set[CodeType] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and part in frame.f_code.co_filename:
            entered.add(frame.f_code)

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return entered


@contextmanager
def silence() -> Iterator[None]:
    """Nothing is printed, by whatever way."""
    kept = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        sys.stdout.flush()
        for target, copy in enumerate(kept, 1):
            os.dup2(copy, target)
            os.close(copy)
        os.close(nowhere)


Cache = type(lru_cache(len))
OURS = ("referee.", "schemas.")


def caches() -> Iterator[Any]:
    """Every cache of the program."""
    # The suite has the collector leave alone what was there when the tests were collected.
    gc.unfreeze()
    yield from (one for one in gc.get_objects() if isinstance(one, Cache) and one.__module__.startswith(OURS))
    gc.freeze()


@dataclass(eq=False)
class Remembered:
    """The functions that a cache spares a test, and the tests that were spared them."""

    cache: Any
    below: set[FunctionType] = field(default_factory=set[FunctionType])
    tests: set[str] = field(default_factory=set[str])
    met: tuple[int, int] = (0, 0)

    def take(self, test: str, entered: set[FunctionType]) -> None:
        """What a test had worked out, or found worked out before."""
        hits, misses, *_ = self.cache.cache_info()
        if misses > self.met[1]:
            self.below |= {one for one in entered if one.__module__ == self.cache.__module__}
        if hits > self.met[0]:
            self.tests.add(test)
        self.met = hits, misses


@dataclass(eq=False)
class Traced:
    """The seconds that each test took, and the functions that it ran through."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    through: dict[FunctionType, set[str]] = field(default_factory=dict[FunctionType, set[str]])
    remembered: list[Remembered] = field(default_factory=list[Remembered])
    failed: list[str] = field(default_factory=list[str])
    broken: list[str] = field(default_factory=list[str])
    _entered: set[FunctionType] = field(default_factory=set[FunctionType])

    @contextmanager
    def marking(self, wholes: Mapping[FunctionType, ast.FunctionDef]) -> Iterator[None]:
        """Functions that say when they are entered; a profile of all calls would cost ten times as much."""
        self.remembered = [Remembered(cache) for cache in caches()]
        before = {function: function.__code__ for function in wholes}
        numbered = list(wholes)
        setattr(builtins, MARK, lambda number: self._entered.add(numbered[number]))
        for number, function in enumerate(numbered):
            twin = copy.deepcopy(wholes[function])
            call = ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(number)], [])
            twin.body.insert(0, ast.Expr(call))
            function.__code__ = compiled(twin, function)
        try:
            yield
        finally:
            for function, code in before.items():
                function.__code__ = code
            delattr(builtins, MARK)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """One test, with the fixtures that it is the first to ask for."""
        self._entered.clear()
        started = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - started
            for function in self._entered:
                self.through.setdefault(function, set()).add(item.nodeid)
            for one in self.remembered:
                one.take(item.nodeid, self._entered)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutant notices nothing."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of tests that cannot be read keeps all the others from being run."""
        if report.failed:
            self.broken.append(str(report.longrepr))

    def of(self, function: FunctionType, most: float = inf) -> list[str]:
        """The tests that run through a function, the quick ones first, as many as take so many seconds."""
        spared = (one.tests for one in self.remembered if function in one.below)
        met = self.through.get(function, set[str]()).union(*spared)
        quick = sorted(met.difference(self.failed), key=lambda name: self.seconds[name])
        ends = accumulate(self.seconds[name] for name in quick)
        return [name for name, end in zip(quick, ends, strict=True) if end <= most]


def traced(tests: tuple[str, ...], wholes: Mapping[FunctionType, ast.FunctionDef]) -> Traced:
    """What the tests of a room run through."""
    plugin = Traced()
    # A test of one room may leave another working folder to the next room.
    with chdir(ROOT), silence(), plugin.marking(wholes):
        code = pytest.main([*QUIET, *tests], plugins=[plugin])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit(
            "\n".join((f"the tests of {', '.join(tests)} could not be run: {code!r}", *plugin.broken))
        )
    return plugin
