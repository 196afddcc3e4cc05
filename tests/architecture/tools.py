"""Programs of others that check the whole project, as `python -m mypy` does."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PATIENCE = 840
"""Seconds that a program may take. A type checker needs a minute, and many on a machine that is busy."""

patient = pytest.mark.timeout(PATIENCE + 20)
"""A test that waits so long for a program."""


def run(*command: str) -> None:
    """Run a program over the project, and fail with what it prints."""
    words = [sys.executable, "-m", *command]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as program:
        try:
            printed, _ = program.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            # pyright is a script that waits for another process, which would go on.
            os.killpg(program.pid, signal.SIGKILL)
            raise
    assert program.returncode == 0, printed[-8000:]
