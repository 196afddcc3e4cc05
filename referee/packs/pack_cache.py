"""Packs that were found sound, kept so that they need not be read from YAML again.

A kept pack is two lines: what it was made by, with the digest of the second line; and the pack. Whatever is
wrong with it or with the folder, the answer is only that nothing is kept.
"""

import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path

import msgspec

from referee import __version__
from referee.packs.families import Family, family
from referee.platform.paths import cache_folder
from schemas.record import Record
from schemas.rulebook import AnyPack

MOST_KEPT = 32
"""How many packs are kept; the longest unused go first."""

_HOUSE = Path(__file__).parents[2]
"""Where the packages of the referee lie."""

_READERS = (
    "schemas/record.py",
    "referee/packs/pack_files.py",
    "referee/packs/pack_reading.py",
    "referee/texts/strict_yaml.py",
    "referee/texts/tree.py",
    "referee/texts/validation.py",
)
"""The files that decide what a pack says, whatever its family."""


def fetch(digest: str) -> AnyPack | None:
    """The pack of this digest, if it is kept and was judged by the code that runs now."""
    try:
        path = _folder() / f"{digest}.jsonl"
        first, _, second = path.read_bytes().partition(b"\n")
        label = json.loads(first)
        kin = family(label["system"])
        if label != _label(label["system"], kin, second):
            return None
        os.utime(path)
        return _decode(second, kin.pack)
    except (OSError, RuntimeError, ValueError, LookupError, TypeError):
        return None


def keep(digest: str, system: str, pack: Record) -> None:
    """Keep a sound pack under its digest, if that can be done."""
    second = msgspec.json.encode(pack)
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        first = json.dumps(_label(system, family(system), second)).encode()
        _replace(folder / f"{digest}.jsonl", first + b"\n" + second)
        _forget(folder)
    except (OSError, RuntimeError):
        return


@lru_cache(maxsize=8)
def _decode(content: bytes, shape: type[AnyPack]) -> AnyPack:
    """A kept pack: the very same one for each match of a process that plays it."""
    return msgspec.json.decode(content, type=shape)


def _folder() -> Path:
    return cache_folder() / "packs"


def _label(system: str, kin: Family, second: bytes) -> dict[str, str]:
    code = hashlib.sha256(__version__.encode())
    for name in (*_READERS, *kin.code):
        code.update(hashlib.sha256((_HOUSE / name).read_bytes()).digest())
    return {"system": system, "code": code.hexdigest(), "seal": hashlib.sha256(second).hexdigest()}


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_suffix(f".{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _forget(folder: Path) -> None:
    by_age = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in by_age[MOST_KEPT:]:
        path.unlink(missing_ok=True)
