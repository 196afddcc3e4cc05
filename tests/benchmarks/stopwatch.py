"""Time and memory, measured with what the standard library has."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Command:
    """A process to be started; `prepare` is done before each start and not timed."""

    arguments: tuple[str, ...]
    more: Mapping[str, str] = field(default_factory=dict)
    prepare: Callable[[], object] = lambda: None
    stdin: bytes = b""
    exits: frozenset[int] = frozenset({0})


PASS = Command(("-c", "pass"))
"""What every cold start is compared with."""


def referee(*arguments: str, **how: object) -> Command:
    """The program, started as a user starts it."""
    return Command(("-m", "referee", *arguments), **how)  # type: ignore[arg-type]
