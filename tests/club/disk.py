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

import pytest

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
    """The calls that change the files below a folder, and what a power loss may leave of them."""

    def __init__(self, root: Path, attic: Path, rng: random.Random, patch: pytest.MonkeyPatch) -> None:
        self.root, self.attic, self.rng = f"{root}/", attic, rng
        self.counts: Counter[str] = Counter()
        self._failure: Failure | None = None
        self._calls = 0
        self._end: type[BaseException] | None = None
        self._synced: dict[tuple[int, int], bytes] = {}
        self._changes: list[Change] = []
        self._real = {name: getattr(os, name) for name in WRAPPED}
        for name in WRAPPED:
            patch.setattr(os, name, getattr(self, f"_{name}"))

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

    def _is_mine(self, path: object) -> bool:
        text = os.fspath(path) if isinstance(path, str | Path) else ""
        return text.startswith(self.root) and ".sqlite" not in text

    def _path_of(self, descriptor: int) -> str | None:
        path = str(Path(f"/proc/self/fd/{descriptor}").readlink())
        return path if self._is_mine(path) else None

    def _keep(self, descriptor: int, path: str) -> None:
        """Remember the synced content of a file before it is changed."""
        status = os.fstat(descriptor)
        self._synced.setdefault((status.st_dev, status.st_ino), Path(path).read_bytes())

    def _open(self, path: str, flags: int, mode: int = 0o777, **more: int) -> int:
        if not self._is_mine(path) or not flags & (os.O_CREAT | os.O_TRUNC):
            return int(self._real["open"](path, flags, mode, **more))
        is_new = not os.path.lexists(path)
        if is_new:
            self._check("open")
        descriptor = int(self._real["open"](path, flags & ~os.O_TRUNC, mode, **more))
        self._keep(descriptor, str(path))
        if flags & os.O_TRUNC:
            self._real["ftruncate"](descriptor, 0)
        if is_new:
            self._note(path, lambda: self._real["unlink"](path))
        return descriptor

    def _write(self, descriptor: int, content: bytes) -> int:
        if path := self._path_of(descriptor):
            self._keep(descriptor, path)
            self._check("write")
        return int(self._real["write"](descriptor, content))

    def _ftruncate(self, descriptor: int, length: int) -> None:
        if path := self._path_of(descriptor):
            self._keep(descriptor, path)
            self._check("truncate")
        self._real["ftruncate"](descriptor, length)

    def _fsync(self, descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        if self._is_mine(f"{path}/"):
            self._check("fsync")
        # A file is durable then, or the names in a folder.
        status = os.fstat(descriptor)
        self._synced.pop((status.st_dev, status.st_ino), None)
        self._changes = [change for change in self._changes if change.folder != path]

    def _mkdir(self, path: str, mode: int = 0o777, **more: int) -> None:
        if self._is_mine(path) and not Path(path).exists():
            self._check("mkdir")
            self._real["mkdir"](path, mode, **more)
            self._note(path, lambda: self._remove_folder(Path(path)))
            return
        self._real["mkdir"](path, mode, **more)

    def _remove_folder(self, folder: Path) -> None:
        folder.rename(self._name_aside())

    def _replace(self, path: str, to: str, **more: int) -> None:
        self._move("replace", path, to, **more)

    def _rename(self, path: str, to: str, **more: int) -> None:
        self._move("rename", path, to, **more)

    def _move(self, name: str, path: str, to: str, **more: int) -> None:
        if not self._is_mine(to):
            self._real[name](path, to, **more)
            return
        self._check(name)
        aside = self._save_aside(to)
        self._real[name](path, to, **more)

        def undo() -> None:
            if os.path.lexists(to):
                self._real["rename"](to, path)
            if aside is not None:
                os.link(aside, to)

        self._note(to, undo)

    def _unlink(self, path: str, **more: int) -> None:
        if self._end is not None:
            raise self._end
        if not self._is_mine(path) or "dir_fd" in more:
            self._real["unlink"](path, **more)
            return
        self._check("unlink")
        aside = self._save_aside(path)
        self._real["unlink"](path, **more)
        if aside is not None:
            self._note(path, lambda: None if os.path.lexists(path) else os.link(aside, path))

    def _save_aside(self, path: str) -> str | None:
        """Return another name of a file that is about to lose this one."""
        if not Path(path).is_file():
            return None
        aside = self._name_aside()
        os.link(path, aside)
        return aside

    def _name_aside(self) -> str:
        self.counts["names aside"] += 1
        return f"{self.attic}/{self.counts['names aside']}"

    def _note(self, path: object, undo: Callable[[], None]) -> None:
        self._changes.append(Change(Path(str(path)).parent, undo))


WRAPPED = ("open", "write", "ftruncate", "fsync", "mkdir", "replace", "rename", "unlink")
"""The calls by which the program changes files."""
