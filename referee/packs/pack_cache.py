"""Packs that were found sound, kept so that they need not be read from YAML again.

A kept pack is a line with the digests of the code that validated it and of the rest, and then the pack in the
form of `pickle`: the validators of its models take about 40 ms to build, which every command would pay.
Unpickling calls models and words of `schemas` and of the family only. A kept pack or a folder with any fault
counts as absent.
"""

import hashlib
import json
import os
import pickle
from enum import StrEnum
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path

import pydantic

from referee import __version__
from referee.packs.families import Family, family
from referee.platform.paths import cache_folder
from schemas.model import Model
from schemas.rulebook import AnyPack

MOST_KEPT = 32
"""How many packs are kept; the longest unused go first."""

_HOUSE = Path(__file__).parents[2]
"""Where the packages of the referee lie."""

_READERS = (
    "schemas/model.py",
    "schemas/record.py",
    "referee/packs/pack_files.py",
    "referee/packs/pack_reading.py",
    "referee/texts/strict_yaml.py",
    "referee/texts/tree.py",
    "referee/texts/validation.py",
)
"""The files that decide what a pack says, whatever its family."""


_UNPICKLED = (pickle.UnpicklingError, AttributeError, EOFError, ImportError)
"""Faults of an unreadable pickle."""


def fetch(digest: str) -> AnyPack | None:
    """The pack of this digest, if it is kept and was judged by the code that runs now."""
    try:
        path = _folder() / f"{digest}.pack"
        first, _, second = path.read_bytes().partition(b"\n")
        label = json.loads(first)
        kin = family(label["system"])
        if label != _label(label["system"], kin, second):
            return None
        os.utime(path)
        return _load(second, kin.pack)
    except (OSError, RuntimeError, ValueError, LookupError, TypeError, *_UNPICKLED):
        return None


def keep(digest: str, system: str, pack: AnyPack) -> None:
    """Keep a sound pack under its digest, if that can be done."""
    second = pickle.dumps(pack, protocol=5)
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        first = json.dumps(_label(system, family(system), second)).encode()
        _replace(folder / f"{digest}.pack", first + b"\n" + second)
        _forget(folder)
    except (OSError, RuntimeError):
        return


@lru_cache(maxsize=8)
def _load(content: bytes, kind: type[AnyPack]) -> AnyPack:
    """A kept pack: the very same one for each match of a process that plays it."""
    pack = _Unpickler(content, kind).load()
    if not isinstance(pack, kind):
        raise pickle.UnpicklingError(f"expected {kind.__name__}")
    return pack


class _Unpickler(pickle.Unpickler):
    """Reader of models and of the words in them. It calls no other class and no function."""

    def __init__(self, content: bytes, kind: type[AnyPack]) -> None:
        super().__init__(BytesIO(content))
        self._packages = {"schemas", kind.__module__.partition(".")[0]}

    def find_class(self, module: str, name: str) -> type[Model | StrEnum]:
        """Return a class by its name; raises `UnpicklingError` for a class that packs do not contain."""
        known = module.partition(".")[0] in self._packages
        found = getattr(import_module(module), name) if known else None
        if isinstance(found, type) and issubclass(found, Model | StrEnum):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} does not belong into a pack")


def _folder() -> Path:
    return cache_folder() / "packs"


def _label(system: str, kin: Family, second: bytes) -> dict[str, str]:
    code = hashlib.sha256(f"{__version__} {pydantic.VERSION}".encode())
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
