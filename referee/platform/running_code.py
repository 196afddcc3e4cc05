"""The running code: its folders, and the digest by which a cache knows the code that wrote it."""

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from referee import __version__

HOUSE = Path(__file__).parents[2]
"""Folder of the packages of the referee."""

DECIDING = (
    "schemas",
    "referee/engine",
    "referee/systems",
    "referee/texts",
    "referee/packs",
    "referee/matches",
    "referee/dice",
)
"""Folders with the code that decides how a pack is read, and the state of a match."""


def scan_code(folder: Path | str) -> Iterator[tuple[str, int, int]]:
    """Yield the path, size and time of each Python file of a folder and its folders."""
    with os.scandir(folder) as inside:
        for entry in inside:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from scan_code(entry.path)


@cache
def digest_code() -> str:
    """Return a digest of the running code: its version, and size and time of each of its files."""
    digest = sha256(f"{__version__} {HOUSE}".encode())
    for folder in DECIDING:
        for path, size, time in sorted(scan_code(HOUSE / folder)):
            digest.update(f"{path} {size} {time}\n".encode())
    return digest.hexdigest()
