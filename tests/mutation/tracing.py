"""Which tests run through which functions, learnt by running all of them once."""

import ast
import builtins
import copy
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType

import pytest

from tests.mutation.mutants import compiled

ROOT = Path(__file__).parents[2]

MARK = "__entered__"
"""What a function calls first while the tests are traced."""

QUIET = ("-q", "--no-header", "--no-summary", "--capture=fd")
"""What keeps pytest from saying much."""


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


@dataclass(eq=False)
class Traced:
    """The seconds that each test took, and the functions that it ran through."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    through: dict[FunctionType, list[str]] = field(default_factory=dict[FunctionType, list[str]])
    failed: list[str] = field(default_factory=list[str])
    broken: list[str] = field(default_factory=list[str])
    _entered: set[FunctionType] = field(default_factory=set[FunctionType])

    @contextmanager
    def marking(self, wholes: Mapping[FunctionType, ast.FunctionDef]) -> Iterator[None]:
        """Functions that say when they are entered; a profile of all calls would cost ten times as much."""
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
                self.through.setdefault(function, []).append(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutant notices nothing."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of tests that cannot be read keeps all the others from being run."""
        if report.failed:
            self.broken.append(str(report.longrepr))

    def of(self, function: FunctionType) -> list[str]:
        """The tests that run through a function, the quick ones first."""
        sound = (name for name in self.through.get(function, ()) if name not in self.failed)
        return sorted(sound, key=lambda name: self.seconds[name])


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
