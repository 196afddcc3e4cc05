"""The cache of valid packs.

A file of the cache has one line with the digests of the code that validated the pack and of the rest, and
then the pack in the form of `pickle`: the validators of its models take about 40 ms to build, too long for
every command. Unpickling calls only models and words of `schemas` and of the family. A faulty file or
folder of the cache counts as absent.
"""

import hashlib
import json
import os
import pickle
from enum import StrEnum
from functools import cache, lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import NotImplementedType

import pydantic

from referee import __version__
from referee.packs.families import Family, family
from referee.platform.files import cache_folder
from referee.platform.running_code import HOUSE, digest_code
from schemas.model import Model
from schemas.rulebook import AnyPack

MOST_KEPT = 32
"""Number of packs in the cache; the longest unused are removed first."""

_DRAWN = "geography"
"""Key of the digest of the geography in the label of a cached pack."""

_UNPICKLED = (pickle.UnpicklingError, AttributeError, EOFError, ImportError)
"""Faults of an unreadable pickle."""


def fetch_cached(digest: str, geography: bytes | None = None) -> AnyPack | None:
    """Return the cached pack with this digest, if the current code validated it, otherwise None.

    With `geography` it must have been drawn from these bytes.
    """
    try:
        path = _folder() / f"{digest}.pack"
        first, _, second = path.read_bytes().partition(b"\n")
        label = json.loads(first)
        kin = family(label["system"])
        if label != {**_label(label["system"], kin, second), _DRAWN: label.get(_DRAWN)}:
            return None
        if geography is not None and label[_DRAWN] != hashlib.sha256(geography).hexdigest():
            return None
        os.utime(path)
        return _load(second, kin.pack)
    except (OSError, RuntimeError, ValueError, LookupError, TypeError, *_UNPICKLED):
        return None


def keep_cached(digest: str, system: str, pack: AnyPack, geography: bytes) -> None:
    """Write a sound pack to the cache under its digest, if possible."""
    content = BytesIO()
    _Pickler(content, protocol=5).dump(pack)
    second = content.getvalue()
    try:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        origin = {_DRAWN: hashlib.sha256(geography).hexdigest()}
        first = json.dumps(_label(system, family(system), second) | origin).encode()
        _replace(folder / f"{digest}.pack", first + b"\n" + second)
        _forget(folder)
    except (OSError, RuntimeError):
        return


@lru_cache(maxsize=8)
def _load(content: bytes, kind: type[AnyPack]) -> AnyPack:
    """Return a cached pack: the same object for each match of a process that plays it."""
    pack = _Unpickler(content, kind).load()
    if not isinstance(pack, kind):
        raise pickle.UnpicklingError(f"expected {kind.__name__}")
    return pack


class _Pickler(pickle.Pickler):
    """Writer that stores a word as its class and its value.

    Python 3.11.0 to 3.11.3 would store a call of `getattr`, which the reader refuses.
    """

    def reducer_override(self, obj: object) -> tuple[type[StrEnum], tuple[str]] | NotImplementedType:
        """Return the class and the value of a word. Other objects are stored as usual."""
        return (type(obj), (obj.value,)) if isinstance(obj, StrEnum) else NotImplemented


class _Unpickler(pickle.Unpickler):
    """Reader of models and of the words in them. It calls no other class and no function."""

    def __init__(self, content: bytes, kind: type[AnyPack]) -> None:
        super().__init__(BytesIO(content))
        self._packages = {"schemas", kind.__module__.partition(".")[0]}

    def find_class(self, module: str, name: str) -> type[Model | StrEnum]:
        """Return a class by its name; raises `UnpicklingError` for a class that packs do not contain."""
        is_known = module.partition(".")[0] in self._packages
        result = getattr(import_module(module), name) if is_known else None
        if isinstance(result, type) and issubclass(result, Model | StrEnum):
            return result
        raise pickle.UnpicklingError(f"{module}.{name} does not belong into a pack")


def _folder() -> Path:
    return cache_folder() / "packs"


def _label(system: str, kin: Family, second: bytes) -> dict[str, str]:
    code = _digest_code(f"{__version__} {pydantic.VERSION}", kin.code)
    return {"system": system, "code": code, "seal": _seal(second)}


@lru_cache(maxsize=8)
def _seal(content: bytes) -> str:
    """Return the digest of a pickled pack, which every letter to a match of a process needs again."""
    return hashlib.sha256(content).hexdigest()


@cache
def _digest_code(versions: str, names: tuple[str, ...]) -> str:
    """Return a digest of the running code, and of files of another package."""
    code = hashlib.sha256(f"{versions} {digest_code()}".encode())
    for name in names:
        code.update(hashlib.sha256((HOUSE / name).read_bytes()).digest())
    return code.hexdigest()


def _replace(path: Path, content: bytes) -> None:
    """Write a file completely or not at all."""
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
