"""A snapshot of a match's state, and the folder in the cache that stores it.

A damaged folder or file counts as missing.
"""

import os
import pickle
import stat
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast
from zlib import crc32

from referee.engine.system import State
from referee.matches.journal.writing import Identity
from referee.matches.snapshots.totals import Totals
from referee.platform import files
from referee.platform.files import cache_folder
from referee.platform.ports import ports
from referee.platform.running_code import digest_code
from schemas.clocks import Deadline
from schemas.record import Side, Value

MOST_BYTES = 2 << 30
"""Maximum size of all snapshots. Above it, the oldest are removed until an eighth is free."""

MEASURED = 256
"""One in this number of new folders measures all snapshots, so that its cost is shared."""

DIGEST = 32
"""Length in bytes of the digest at the beginning of a file."""


def root() -> Path:
    """Return the folder of all snapshots."""
    return cache_folder() / "folds"


def folder_of(journal: Path) -> Path:
    """Return the folder of one journal's snapshot."""
    return root() / sha256(os.fsencode(os.path.realpath(journal))).hexdigest()[:40]


def load_from_store(path: Path) -> bytes | None:
    """Return the content of a file that is complete and private to us, or None in doubt."""
    try:
        if not all(_is_ours_alone(folder) for folder in (path.parent.parent, path.parent)):
            return None
        with path.open("rb") as file:
            if not files.is_ours_alone(os.fstat(file.fileno())):
                return None
            digest, content = file.read(DIGEST), file.read()
    except (OSError, RuntimeError):
        return None
    return content if sha256(content).digest() == digest else None


def save_to_store(path: Path, content: bytes) -> bool:
    """Store a file completely or not at all. Return True if it was stored."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        if not _make(path.parent):
            return False
        files.write_private(part, sha256(content).digest() + content, os.O_EXCL)
        try:
            ports.disk.replace(part, path)
        except BaseException:
            with suppress(OSError):
                ports.disk.unlink(part)
            raise
    except (OSError, RuntimeError):
        return False
    return True


def remove(folder: Path) -> bool:
    """Remove the snapshots of one journal. Return True if there were any."""
    there = folder.is_dir()
    files.remove_tree(folder)
    return there and not folder.exists()


def list_folders() -> Iterator[Path]:
    """Yield the folders of all journals with snapshots."""
    with suppress(OSError, RuntimeError):
        yield from (path for path in sorted(root().iterdir()) if path.is_dir())


def _make(folder: Path) -> bool:
    """Create a private folder unless it exists. Return True if it can store snapshots."""
    if not folder.is_dir():
        files.make_folder(folder.parent, 0o700)
        if not _is_ours_alone(folder.parent):
            return False
        files.make_folder(folder, 0o700)
        if crc32(folder.name.encode()) % MEASURED == 0:
            _forget(folder.parent)
    return _is_ours_alone(folder.parent) and _is_ours_alone(folder)


def _is_ours_alone(folder: Path) -> bool:
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and files.is_ours_alone(status)


def _forget(folder: Path) -> None:
    """Remove the oldest snapshots if all of them together are too large."""
    snapshots = sorted(_measure(folder))
    size = sum(size for _, size, _ in snapshots)
    if size <= MOST_BYTES:
        return
    for _, freed, path in snapshots:
        if size <= MOST_BYTES - MOST_BYTES // 8:
            return
        files.remove_tree(Path(path))
        size -= freed


def _measure(folder: Path) -> Iterator[tuple[float, int, str]]:
    """Yield the time, the size and the path of each journal's snapshot."""
    with os.scandir(folder) as inside:
        for entry in inside:
            with suppress(OSError), os.scandir(entry) as stored:
                yield entry.stat().st_mtime, sum(file.stat().st_size for file in stored), entry.path


T = TypeVar("T", bound=Value)

NOW = "now"
"""File name of a snapshot. Checkpoints beside it are named by number."""


class Fold(Value, kw_only=True):
    """State of a match after a number of entries.

    It belongs to the journal at one path, with one identity of its file. `state` is the packed position under
    the rules of the pack with this digest. `pack`, `scenario`, `waiting` and `deadlines` are for the list of
    matches.
    """

    code: str
    journal: str
    identity: Identity
    starts: bytes
    seals: bytes
    totals: Totals
    digest: str
    state: bytes
    pack: str
    scenario: str
    waiting: tuple[Side, ...]
    deadlines: tuple[Deadline, ...] = ()


def pack(state: State) -> bytes:
    """Return a position as bytes."""
    return pickle.dumps(state, 5)


def unpack(data: bytes) -> State:
    """Return the position in packed bytes."""
    return cast(State, pickle.loads(data))


def load(journal: Path) -> Fold | None:
    """Return the snapshot of a journal if this program wrote one, or None."""
    fold = load_as(folder_of(journal) / NOW, Fold)
    return fold if fold is not None and fold.journal == os.path.realpath(journal) else None


def save(journal: Path, fold: Fold) -> bool:
    """Store the snapshot of a journal. Return True if it was stored."""
    return save_as(folder_of(journal) / NOW, fold)


def load_as(path: Path, shape: type[T]) -> T | None:
    """Return the content of a file if it has this type and this program wrote it, or None."""
    content = load_from_store(path)
    if content is None:
        return None
    try:
        # The file is complete, and only its owner can write to its folder.
        value = pickle.loads(content)
    except Exception:
        # It was written by another version.
        return None
    return value if isinstance(value, shape) and getattr(value, "code", "") == digest_code() else None


def save_as(path: Path, value: Value) -> bool:
    """Store a value in a file. Return True if it was stored."""
    return save_to_store(path, pickle.dumps(value, 5))
