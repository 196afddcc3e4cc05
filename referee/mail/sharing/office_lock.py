"""The lock of a post office: workers share it, and every other command has the post office alone.

A process that waits for the lock holds a second one, the gate, so that workers that come and go let it in.
The system releases the locks of a process that dies.
"""

import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from math import inf
from pathlib import Path

from referee.faults import Busy, Complaint
from referee.mail.state import MailFault
from referee.platform import files
from referee.platform.ports import ports

NAP = 0.02
"""Seconds between two attempts to take a lock."""

Take = Callable[[int], bool]


class OfficeLock:
    """The lock of a post office, which this process takes at once."""

    def __init__(self, folder: Path, resources: ExitStack, timeout: float, *, is_shared: bool) -> None:
        """Wait for the lock. Raises `Busy` if others hold it for longer than `timeout`."""
        self._gate = _open(folder / "gate", resources)
        self._lock = _open(folder / "lock", resources)
        self.is_shared = is_shared
        self._take(timeout)
        resources.callback(files.release_lock, self._lock)

    def give_way(self) -> bool:
        """Let in a command that waits for the post office. Return True if there may have been one."""
        if not self.is_shared:
            return False
        if files.try_lock(self._gate):
            files.release_lock(self._gate)
            return False
        files.release_lock(self._lock)
        self._take(inf)
        return True

    @contextmanager
    def alone(self) -> Generator[None]:
        """Have the post office alone in this block. The process must not hold a claim."""
        if not self.is_shared:
            yield
            return
        self._change(is_shared=False)
        try:
            yield
        finally:
            self._change(is_shared=True)

    def _change(self, *, is_shared: bool) -> None:
        files.release_lock(self._lock)
        self.is_shared = is_shared
        self._take(inf)

    def _take(self, timeout: float) -> None:
        until = ports.clock.monotonic() + timeout
        _wait_for(files.try_lock, self._gate, until)
        try:
            _wait_for(files.try_share if self.is_shared else files.try_lock, self._lock, until)
        finally:
            files.release_lock(self._gate)


def _open(path: Path, resources: ExitStack) -> int:
    descriptor = files.open_private(path)
    resources.callback(os.close, descriptor)
    return descriptor


def _wait_for(take: Take, descriptor: int, until: float) -> None:
    while not take(descriptor):
        if ports.clock.monotonic() > until:
            raise Busy(Complaint.of(MailFault.OFFICE_BUSY))
        ports.clock.sleep(NAP)
