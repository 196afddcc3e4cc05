"""The work of the workers in `test_workers.py`, in a module that each of them imports quickly."""

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def take_turns(number: int) -> int:
    """The earlier items take longer."""
    time.sleep(0.02 * (5 - number))
    return number


def die_of(marker: Path) -> str:
    """The process is killed at every marker that is there; a marker for once is removed first."""
    if marker.exists():
        if marker.name.startswith("once"):
            marker.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return marker.name
