"""A fold: what the past of one match comes to, as it is kept on disk."""

import os
import pickle
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast

from referee import __version__
from referee.engine.system import State
from referee.matches.folds import store
from referee.matches.folds.totals import Totals
from referee.matches.journal.writing import Identity
from referee.values.value import Value
from schemas.clocks import Deadline
from schemas.record import Side

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
    "referee/values",
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
    fold = load_as(store.folder_of(journal) / NOW, Fold)
    return fold if fold is not None and fold.journal == os.path.realpath(journal) else None


def save(journal: Path, fold: Fold) -> bool:
    """Keep the fold of a journal, if that can be done; says whether it was."""
    return save_as(store.folder_of(journal) / NOW, fold)


def load_as(path: Path, shape: type[T]) -> T | None:
    """What a file holds, if it is of this shape and this referee made it."""
    content = store.load(path)
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
    return store.save(path, pickle.dumps(kept, 5))


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
