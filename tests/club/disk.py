"""A disk that fails on command: errors at a call, killed processes, and power losses with their remains.

The calls of the program change real files in one folder, and are recorded. What was synced stays after a
power loss. Of later writes, any units of 512 bytes and any length in between may be there; of later changes
to names, only the first ones. SQLite writes its files by itself: they are trusted to be synced.
"""

import os
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

UNIT = 512
"""Bytes that a disk writes at once."""

SHARES = (0.0, 0.3, 0.7, 1.0)
"""Shares of the units that reach the disk."""


class PowerLoss(BaseException):
    """The machine has no power: nothing more is done."""


class Killed(BaseException):
    """The process was killed: what it wrote stays."""


class Failure(NamedTuple):
    """The failure of the disk's call with a number: an `errno`, a kill or a power loss."""

    call: int
    kind: int | type[BaseException]


class Change(NamedTuple):
    """A change to the names of a folder, with the function that undoes it."""

    folder: Path
    undo: Callable[[], None]


class Unlucky(random.Random):
    """Chance by which nothing of what was not synced is left."""

    def random(self) -> float:
        return 0.0


class Disk:
    """The port of a disk that knows what a power loss may leave of the files below a folder."""

    def __init__(self, root: Path, attic: Path, rng: random.Random) -> None:
        self.root, self.attic, self.rng = root, attic, rng
        self._beginning = f"{root}{os.sep}"
        self.counts: Counter[str] = Counter()
        self._failure: Failure | None = None
        self._calls = 0
        self._end: type[BaseException] | None = None
        self._synced: dict[tuple[int, int], bytes] = {}
        self._changes: list[Change] = []

    def plan(self, failure: Failure | None) -> None:
        """Let the disk fail at a later call, or work again."""
        self._failure, self._calls, self._end = failure, 0, None

    def sync(self) -> None:
        """Let everything that was written stay."""
        self._changes.clear()
        self._synced.clear()

    def restart(self) -> None:
        """Leave after a power loss what may be left."""
        kept = self.rng.randint(0, len(self._changes))
        for change in reversed(self._changes[kept:]):
            # The change of a folder that is gone needs no undoing.
            with suppress(FileNotFoundError):
                change.undo()
        # Each file system lists names in another order.
        for place in sorted(Path(folder, name) for folder, _, names in os.walk(self.root) for name in names):
            status = place.stat()
            if (synced := self._synced.get((status.st_dev, status.st_ino))) is not None:
                place.write_bytes(self._mix(synced, place.read_bytes()))
                # Mails are read in the order of their times.
                os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
        self.counts["undone names"] += len(self._changes) - kept
        self.counts["mixed files"] += len(self._synced)
        self.sync()
        self.plan(None)

    def _mix(self, old: bytes, new: bytes) -> bytes:
        """Return a content between the synced and the written one."""
        share, size = self.rng.choice(SHARES), max(len(old), len(new))
        content = bytearray(old.ljust(size, b"\0"))
        for at in range(0, size, UNIT):
            if self.rng.random() < share:
                content[at : at + UNIT] = new.ljust(size, b"\0")[at : at + UNIT]
        shortest, longest = sorted((len(old), len(new)))
        return bytes(content[: self.rng.choice([shortest, longest, self.rng.randint(shortest, longest)])])

    def _check(self, name: str) -> None:
        """Fail if this call is the one that fails."""
        if self._end is not None:
            raise self._end
        self._calls += 1
        if self._failure is None or self._calls != self._failure.call:
            return
        kind = self._failure.kind
        if isinstance(kind, int):
            self.counts[f"{os.strerror(kind)} in {name}"] += 1
            raise OSError(kind, os.strerror(kind))
        self._end = kind
        self.counts[f"{kind.__name__} in {name}"] += 1
        raise kind

    def _is_mine(self, path: Path) -> bool:
        text = str(path)
        return (text.startswith(self._beginning) or path == self.root) and ".sqlite" not in path.name

    def _keep(self, descriptor: int) -> None:
        """Remember the synced content of a file before it is changed."""
        status = os.fstat(descriptor)
        self._synced.setdefault((status.st_dev, status.st_ino), path_of(descriptor).read_bytes())

    def _note(self, path: Path, undo: Callable[[], None]) -> None:
        self._changes.append(Change(path.parent, undo))

    def _save_aside(self, path: Path) -> Path | None:
        """Return another name of a file that is about to lose this one."""
        if not path.is_file():
            return None
        aside = self._name_aside()
        aside.hardlink_to(path)
        return aside

    def _name_aside(self) -> Path:
        self.counts["names aside"] += 1
        return self.attic / str(self.counts["names aside"])

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        """Open a file, which is new or emptied if the flags say so."""
        if not self._is_mine(path) or not flags & (os.O_CREAT | os.O_TRUNC):
            return os.open(path, flags, mode)
        is_new = not os.path.lexists(path)
        if is_new:
            self._check("open")
        descriptor = os.open(path, flags & ~os.O_TRUNC, mode)
        self._keep(descriptor)
        if flags & os.O_TRUNC:
            os.ftruncate(descriptor, 0)
        if is_new:
            self._note(path, path.unlink)
        return descriptor

    def write(self, descriptor: int, content: bytes | memoryview, /) -> int:
        """Write, and remember what was synced before."""
        if self._is_mine(path_of(descriptor)):
            self._keep(descriptor)
            self._check("write")
        return os.write(descriptor, content)

    def ftruncate(self, descriptor: int, length: int, /) -> None:
        """Cut a file, and remember what was synced before."""
        if self._is_mine(path_of(descriptor)):
            self._keep(descriptor)
            self._check("truncate")
        os.ftruncate(descriptor, length)

    def fsync(self, descriptor: int, /) -> None:
        """Let the content of a file or the names in a folder stay."""
        path = path_of(descriptor)
        if self._is_mine(path):
            self._check("fsync")
        status = os.fstat(descriptor)
        self._synced.pop((status.st_dev, status.st_ino), None)
        self._changes = [change for change in self._changes if change.folder != path]

    def mkdir(self, path: Path, mode: int = 0o777) -> None:
        """Create a folder, which a power loss may take away."""
        is_new = self._is_mine(path) and not path.exists()
        if is_new:
            self._check("mkdir")
        path.mkdir(mode)
        if is_new:
            self._note(path, lambda: self._lose_folder(path))

    def _lose_folder(self, folder: Path) -> None:
        folder.rename(self._name_aside())

    def rmdir(self, path: Path) -> None:
        """Remove a folder, which a power loss may bring back."""
        if self._is_mine(path):
            self._check("rmdir")
        path.rmdir()
        if self._is_mine(path):
            self._note(path, lambda: path.mkdir(0o700))

    def replace(self, path: Path, to: Path, /) -> None:
        """Rename a file in place of another one, which a power loss may bring back."""
        self._move("replace", path, to)

    def rename(self, path: Path, to: Path, /) -> None:
        """Rename a file or folder, which may have its old name after a power loss."""
        self._move("rename", path, to)

    def _move(self, name: str, path: Path, to: Path) -> None:
        if not self._is_mine(to):
            path.replace(to)
            return
        self._check(name)
        aside = self._save_aside(to)
        path.replace(to)

        def undo() -> None:
            if os.path.lexists(to):
                to.rename(path)
            if aside is not None:
                to.hardlink_to(aside)

        self._note(to, undo)

    def unlink(self, path: Path) -> None:
        """Remove a file, which a power loss may bring back."""
        if not self._is_mine(path):
            path.unlink()
            return
        self._check("unlink")
        aside = self._save_aside(path)
        path.unlink()
        if aside is not None:
            self._note(path, lambda: None if os.path.lexists(path) else path.hardlink_to(aside))

    def utime(self, path: Path, *, ns: tuple[int, int]) -> None:
        """Set the times of a file, which stay."""
        os.utime(path, ns=ns)

    def chmod(self, path: Path, mode: int) -> None:
        """Set the mode of a file, which stays."""
        path.chmod(mode)


def path_of(descriptor: int) -> Path:
    """Return the path of an open file."""
    return Path(f"/proc/self/fd/{descriptor}").readlink()
