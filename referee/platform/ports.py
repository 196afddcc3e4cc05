"""Disk, clock and chance: the ports by which the program reaches the world outside of its process.

`referee.matches`, `referee.mail` and `referee.dice` change files, tell the time, sleep and draw random bytes
by these ports. Exceptions stand in `tests/architecture/test_ports.py`. The real ports are the modules `os`
and `time`, whose names the protocols keep. A simulation replaces them for a block, in all threads of the
process:

    with ports.use(disk=disk, clock=clock, chance=chance):
        ...

Reading, descriptors and locks are not part of a disk: a simulated one changes real files too, and knows which
of its changes a power loss may undo. SQLite and `mailbox` write their files by themselves, and programs such
as `gpg` read temporary files; no port sees these.

Mail has its ports where it is handled: an `outbox.Carrier` sends one, and `receiving.receive` takes one. The
clock is also the scheduler: a process waits by `sleep`, and a simulated clock moves on instead.
"""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol


class Disk(Protocol):
    """The calls that change files, as in `os`. Each of them raises `OSError` if the disk fails."""

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        """Return a descriptor of a file, which this may create or empty."""
        ...

    def write(self, descriptor: int, content: bytes | memoryview, /) -> int:
        """Write at the position of a descriptor. Return the number of bytes that the disk took."""
        ...

    def ftruncate(self, descriptor: int, length: int, /) -> None:
        """Cut a file to a length in bytes."""
        ...

    def fsync(self, descriptor: int, /) -> None:
        """Sync the content of a file, or the names in a folder."""
        ...

    def mkdir(self, path: Path, mode: int = 0o777) -> None:
        """Create a folder."""
        ...

    def rmdir(self, path: Path) -> None:
        """Remove an empty folder."""
        ...

    def unlink(self, path: Path) -> None:
        """Remove a file."""
        ...

    def rename(self, path: Path, to: Path, /) -> None:
        """Rename a file or folder. Windows refuses a name that is in use."""
        ...

    def replace(self, path: Path, to: Path, /) -> None:
        """Rename a file atomically, in place of the file that has the name."""
        ...

    def utime(self, path: Path, *, ns: tuple[int, int]) -> None:
        """Set the times of the last access and change of a file, in nanoseconds since 1970."""
        ...

    def chmod(self, path: Path, mode: int) -> None:
        """Set the mode of a file."""
        ...


class Clock(Protocol):
    """The calls that tell the time and wait, as in `time`."""

    def time_ns(self) -> int:
        """Return nanoseconds since 1970. They may step back."""
        ...

    def monotonic(self) -> float:
        """Return seconds since some moment. They never step back."""
        ...

    def sleep(self, seconds: float, /) -> None:
        """Wait."""
        ...


class Chance(Protocol):
    """The source of random bytes, as in `os`."""

    def urandom(self, count: int, /) -> bytes:
        """Return bytes that cannot be predicted."""
        ...


class Ports:
    """The ports of this process."""

    def __init__(self) -> None:
        self.disk: Disk = os
        self.clock: Clock = time
        self.chance: Chance = os

    @contextmanager
    def use(
        self, *, disk: Disk | None = None, clock: Clock | None = None, chance: Chance | None = None
    ) -> Generator[None]:
        """Use other ports in this block. A port that is not given stays."""
        before = self.disk, self.clock, self.chance
        self.disk, self.clock, self.chance = disk or self.disk, clock or self.clock, chance or self.chance
        try:
            yield
        finally:
            self.disk, self.clock, self.chance = before


ports = Ports()
