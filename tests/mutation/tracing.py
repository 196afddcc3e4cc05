"""Which tests run through which functions, learnt by running all of them once."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType

import pytest

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


@dataclass
class Traced:
    """The seconds that each test took, and the functions that it ran through."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    through: dict[CodeType, list[str]] = field(default_factory=dict[CodeType, list[str]])
    failed: list[str] = field(default_factory=list[str])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """One test, with the fixtures that it is the first to ask for."""
        seen: set[CodeType] = set()

        def profile(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                seen.add(frame.f_code)

        started = time.process_time()
        sys.setprofile(profile)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.seconds[item.nodeid] = time.process_time() - started
            for code in seen:
                if "/referee/" in code.co_filename.replace("\\", "/"):
                    self.through.setdefault(code, []).append(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutant notices nothing."""
        if report.failed:
            self.failed.append(report.nodeid)

    def of(self, code: CodeType) -> list[str]:
        """The tests that run through a function, the quick ones first."""
        sound = (name for name in self.through.get(code, ()) if name not in self.failed)
        return sorted(sound, key=lambda name: self.seconds[name])


def traced(tests: tuple[str, ...]) -> Traced:
    """What the tests of a room run through."""
    plugin = Traced()
    with silence():
        pytest.main([*QUIET, *tests], plugins=[plugin])
    assert plugin.seconds, f"no test ran of {', '.join(tests)}"
    return plugin
