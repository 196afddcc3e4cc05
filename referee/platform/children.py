"""Child processes that answer lines with lines, within limits of time and size."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

SECONDS_TO_END = 1.0
"""Seconds for a killed child and its output to end. An escaped process may keep the output open."""

KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TMPDIR", "TEMP")
"""Environment variables that a child inherits: enough to start a program, none that locates a match."""


class ChildError(Exception):
    """The child cannot be started, has ended, does not answer, or answers too much."""


class ChildGone(ChildError):  # noqa: N818 - it says what happened
    """The child has ended, or could not start."""


class ChildSilent(ChildError):  # noqa: N818 - the same
    """The child did not answer in time."""


class ChildLoud(ChildError):  # noqa: N818 - the same
    """The child answered with a line that is too long."""


class Child:
    """A program in its own folder, without environment variables that locate a match."""

    def __init__(self, command: Sequence[str], folder: Path, most: int, more: Mapping[str, str]) -> None:
        """Start the program.

        `most` is the maximum size of an answer in bytes; `more` extends its environment.
        """
        self._most = most
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        try:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                env={**environment, **more},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:
            raise ChildGone(error.strerror) from error
        self._threads = [Thread(target=self._read, daemon=True)]
        self._threads[0].start()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Return the answer to a line.

        Ends the child and raises `ChildError` if it does not answer properly.
        """
        try:
            return self._ask(line, seconds)
        except ChildError:
            self.end()
            raise

    def _ask(self, line: bytes, seconds: float) -> bytes:
        if not self._lines.empty():
            # A line printed before the question would be mistaken for the answer.
            raise ChildLoud if self._lines.get() else ChildGone
        # A child that does not read must not block its writer.
        writer = Thread(target=self._write, args=(line,), daemon=True)
        self._threads[1:] = [writer]
        writer.start()
        try:
            answer = self._lines.get(timeout=seconds)
        except Empty:
            raise ChildSilent from None
        if not answer:
            raise ChildGone
        if not answer.endswith(b"\n"):
            raise ChildLoud
        return answer

    def _read(self) -> None:
        """Put each line into the queue, up to the first line that is too long, or the end."""
        assert self._process.stdout is not None, "a pipe was asked for"
        with self._process.stdout as stream:
            while True:
                line = stream.readline(self._most)
                self._lines.put(line)
                if not line.endswith(b"\n") or self._lines.qsize() > 1:
                    return

    def _write(self, line: bytes) -> None:
        # If the child has ended, the reading thread notices.
        with suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()

    def end(self) -> None:
        """End the child and all its processes."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        for thread in self._threads:
            thread.join(SECONDS_TO_END)
        # A stream cannot be closed while a thread writes to it. Unread lines are lost with the child.
        if self._process.stdin is not None and not any(thread.is_alive() for thread in self._threads[1:]):
            with suppress(OSError):
                self._process.stdin.close()
