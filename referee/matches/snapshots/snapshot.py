"""A snapshot of a match's state, and the folder in the cache that stores it.

Whatever is wrong with a folder or a file in it, the answer is only that nothing is kept.
"""

import os
import pickle
import stat
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast

from referee import __version__
from referee.engine.system import State
from referee.matches.journal.writing import Identity
from referee.matches.snapshots.totals import Totals
from referee.platform import files
from referee.platform.files import cache_folder
from schemas.clocks import Deadline
from schemas.record import Side, Value

MOST_KEPT = 4000
"""Of how many journals folds are kept; the longest unused go first."""

DIGEST = 32
"""Bytes of the digest that a file begins with."""


def root() -> Path:
    """The folder that holds the folds of all journals."""
    return cache_folder() / "folds"


def folder_of(journal: Path) -> Path:
    """The folder of one journal, wherever it lies."""
    return root() / sha256(os.fsencode(os.path.realpath(journal))).hexdigest()[:40]


def load_from_store(path: Path) -> bytes | None:
    """What a file holds that is whole and ours alone; nothing in any doubt."""
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
    """Keep a file whole or not at all, if that can be done; says whether it was."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        if not _make(path.parent):
            return False
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | files.BYTES, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(sha256(content).digest() + content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, RuntimeError):
        return False
    return True


def remove(folder: Path) -> bool:
    """Remove the folds of one journal; says whether there were any."""
    there = folder.is_dir()
    _remove_tree(folder)
    return there and not folder.exists()


def list_folders() -> Iterator[Path]:
    """The folders of all journals that have folds."""
    with suppress(OSError, RuntimeError):
        yield from (path for path in sorted(root().iterdir()) if path.is_dir())


def _make(folder: Path) -> bool:
    """Make a folder for its owner alone, unless it is there; says whether it is fit to keep anything in."""
    if not folder.is_dir():
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours_alone(folder.parent):
            return False
        folder.mkdir(mode=0o700, exist_ok=True)
        _forget(folder.parent)
    return _is_ours_alone(folder.parent) and _is_ours_alone(folder)


def _is_ours_alone(folder: Path) -> bool:
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and files.is_ours_alone(found)


def _forget(folder: Path) -> None:
    """Remove the folds that were written longest ago, where there are too many."""
    names = os.listdir(folder)  # noqa: PTH208 - names alone
    if len(names) > MOST_KEPT:
        by_age = sorted((folder / name for name in names), key=lambda path: path.stat().st_mtime)
        for path in by_age[: len(names) - MOST_KEPT]:
            _remove_tree(path)


def _remove_tree(folder: Path) -> None:
    """Remove a folder with all it holds, as far as that can be done."""
    import shutil  # noqa: PLC0415 - few commands remove any

    shutil.rmtree(folder, ignore_errors=True)


T = TypeVar("T", bound=Value)

NOW = "now"
"""The name of a fold's file; checkpoints beside it have numbers."""

_HOUSE = Path(__file__).parents[3]
_DECIDING = (
    "schemas",
    "referee/engine",
    "referee/systems",
    "referee/matches",
    "referee/dice",
)
"""The folders with the code that decides what the past comes to."""


class Fold(Value, kw_only=True):
    """What so many entries come to.

    It holds for the journal at one path, in a file of this identity. `state` is the packed position, by the
    rules of the pack with this digest. `pack`, `scenario`, `waiting` and `deadlines` are for the list of
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
    """A position as bytes."""
    return pickle.dumps(state, 5)


def unpack(packed: bytes) -> State:
    """The position that was packed."""
    return cast(State, pickle.loads(packed))


def load(journal: Path) -> Fold | None:
    """The fold of a journal, if there is one that this referee made."""
    fold = load_as(folder_of(journal) / NOW, Fold)
    return fold if fold is not None and fold.journal == os.path.realpath(journal) else None


def save(journal: Path, fold: Fold) -> bool:
    """Keep the fold of a journal, if that can be done; says whether it was."""
    return save_as(folder_of(journal) / NOW, fold)


def load_as(path: Path, shape: type[T]) -> T | None:
    """What a file holds, if it is of this shape and this referee made it."""
    content = load_from_store(path)
    if content is None:
        return None
    try:
        # The file is whole, and only its owner can write where it lies.
        found = pickle.loads(content)
    except Exception:
        # Whatever it was, it was written by another version.
        return None
    return found if isinstance(found, shape) and getattr(found, "code", "") == code() else None


def save_as(path: Path, kept: Value) -> bool:
    """Keep something in a file, if that can be done; says whether it was."""
    return save_to_store(path, pickle.dumps(kept, 5))


@cache
def code() -> str:
    """What stands for the code that runs now: its version, and size and time of each of its files."""
    told = sha256(f"{__version__} {_HOUSE}".encode())
    for folder in _DECIDING:
        for path, found in sorted(_scan(_HOUSE / folder)):
            told.update(f"{path} {found}\n".encode())
    return told.hexdigest()


def _scan(folder: Path | str) -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as inside:
        for entry in inside:
            if entry.name.endswith(".py"):
                found = entry.stat()
                yield entry.path, f"{found.st_size} {found.st_mtime_ns}"
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _scan(entry.path)
