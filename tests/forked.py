"""Commands in processes of their own without a start: forks of this one, which has imported the program."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from tempfile import TemporaryFile
from typing import NoReturn

import pytest

from referee.__main__ import main
from referee.platform import workers

NO_CODE = 99
"""The exit code of a process that did not come to the end of `main`; no command has it."""


def run_forked(
    *arguments: str,
    stdin: bytes = b"",
    limit: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run a command line as a process of its own does; `limit` are the bytes of its longest file.

    The process has its streams, its environment and its limits, and ends as the program ends.
    """
    (told, telling), (warned, warning) = os.pipe(), os.pipe()
    with TemporaryFile() as letter:
        letter.write(stdin)
        letter.seek(0)
        child = os.fork()
        if child == 0:
            become(arguments, (letter.fileno(), telling, warning), limit, environment or {})
    os.close(telling)
    os.close(warning)
    # A command says less than a pipe holds on either stream, so that one may be read after the other.
    with os.fdopen(told, "rb") as output, os.fdopen(warned, "rb") as errors:
        said, complained = output.read(), errors.read()
    _, status = os.waitpid(child, 0)
    return subprocess.CompletedProcess(arguments, os.waitstatus_to_exitcode(status), said, complained)


def become(
    arguments: tuple[str, ...], streams: tuple[int, int, int], limit: int | None, more: Mapping[str, str]
) -> NoReturn:
    """Go on as a process that was started with a command line."""
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin = os.fdopen(0, "r", encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
        sys.argv = ["referee", *arguments]
        os.environ.update(more)
        if limit is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        main()
    finally:
        os._exit(NO_CODE)


@pytest.fixture(scope="module", autouse=True)
def workers_are_forked() -> Iterator[None]:
    """Workers begin with the program imported; `tests/platform/test_workers.py` starts them as users do."""
    with pytest.MonkeyPatch.context() as patch:
        if "fork" in multiprocessing.get_all_start_methods():
            patch.setattr(workers, "_SPAWNING", multiprocessing.get_context("fork"))
        yield
