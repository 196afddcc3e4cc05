"""Where folds are kept: a folder for each journal in the cache, for its owner alone.

Whatever is wrong with a folder or a file in it, the answer is only that nothing is kept.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from referee.platform import files
from referee.platform.paths import cache_folder

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


def load(path: Path) -> bytes | None:
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


def save(path: Path, content: bytes) -> bool:
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
