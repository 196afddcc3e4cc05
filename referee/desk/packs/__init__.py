"""Packs: where they lie, which bytes they are, and what they say.

A pack is found in the folders of `$REFEREE_PACKS`, then among the packs that come with the referee; a folder
anywhere else is given by its path, which is anything with a slash in it.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from referee.core.faults import Complaint, DataFault, NotFound
from referee.core.remedy import meant
from referee.desk.packs import pack_cache
from referee.desk.packs.families import GAME, MOST_BYTES
from referee.desk.tree import shown
from schemas.record import Place


@dataclass(frozen=True, slots=True)
class FoundPack:
    """A folder that holds a pack; `name` is what it is loaded by."""

    name: str
    folder: Path


@dataclass(frozen=True, slots=True)
class LoadedPack:
    """A sound pack. `pack` has the shape of its family; `digest` stands for the bytes of all its files."""

    name: str
    folder: Path
    digest: str
    pack: Any


def shelf() -> tuple[FoundPack, ...]:
    """The packs that can be loaded by name; of two with one name, the one that is found first."""
    found: dict[str, FoundPack] = {}
    for root in _roots():
        for folder in _pack_folders(root):
            found.setdefault(folder.name, FoundPack(folder.name, folder))
    return tuple(found[name] for name in sorted(found))


def find(name_or_path: str) -> FoundPack:
    """The folder of a pack; raises `NotFound` with the nearest names."""
    if _is_path(name_or_path):
        folder = Path(name_or_path)
        if not (folder / GAME).is_file():
            raise NotFound(
                Complaint(text=f"there is no {GAME} in {folder}", remedy="give the folder of a pack")
            )
        return FoundPack(folder.resolve().name, folder)
    packs = {pack.name: pack for pack in shelf()}
    if name_or_path not in packs:
        here = (Path(name_or_path) / GAME).is_file()
        remedy = f"the folder is called ./{name_or_path}" if here else meant(name_or_path, packs)
        raise NotFound(Complaint(text=f"there is no pack {shown(name_or_path)}", remedy=remedy))
    return packs[name_or_path]


def load(name_or_path: str, *, cache: bool = True) -> LoadedPack:
    """A pack ready to be played; raises `DataFault` with everything that is wrong in any of its files."""
    found = find(name_or_path)
    files = _files(found.folder)
    digest = digest_of(files)
    pack = pack_cache.fetch(digest) if cache else None
    if pack is None:
        pack = _read(found.folder, files)
        if cache:
            pack_cache.keep(digest, pack.game.system, pack)
    return LoadedPack(found.name, found.folder, digest, pack)


def check(name_or_path: str) -> tuple[Complaint, ...]:
    """Everything that is wrong with a pack; nothing means that it can be played."""
    try:
        load(name_or_path, cache=False)
    except DataFault as fault:
        return fault.complaints
    return ()


def digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of a pack: SHA-256 of what `sha256sum` prints of its files in the order of their names."""
    lines = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _read(folder: Path, files: Mapping[str, bytes]) -> Any:
    """The pack as its YAML says it; the parser is not imported for packs that are kept."""
    from referee.desk.packs import pack_reading  # noqa: PLC0415 - YAML costs ten milliseconds

    return pack_reading.read(folder, files)


def _roots() -> Iterator[Path]:
    for entry in os.environ.get("REFEREE_PACKS", "").split(os.pathsep):
        if entry:
            yield Path(entry)
    # Found, not imported, for packs are data; `importlib.resources` would cost every command milliseconds.
    spec = find_spec("games")
    yield from map(Path, spec.submodule_search_locations or () if spec else ())


def _pack_folders(root: Path) -> Iterator[Path]:
    try:
        inside = sorted(root.iterdir())
    except OSError:
        # A search path may name folders that are not there today.
        return
    yield from (folder for folder in inside if (folder / GAME).is_file())


def _is_path(text: str) -> bool:
    return text in {".", ".."} or any(sign in text for sign in (os.sep, os.altsep) if sign)


def _files(folder: Path) -> dict[str, bytes]:
    """The YAML files of a folder and of the folders right inside it, by name, as bytes."""
    files: dict[str, bytes] = {}
    complaints: list[Complaint] = []
    for path in sorted([*folder.glob("*.*"), *folder.glob("*/*.*")]):
        if path.suffix not in {".yaml", ".yml"} or not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                # One byte too many is read, so that what is too long is seen to be.
                files[path.relative_to(folder).as_posix()] = file.read(MOST_BYTES + 1)
        except OSError as error:
            fact = f"this cannot be read: {error.strerror}"
            complaints.append(Complaint(text=fact, place=Place(file=str(path))))
    if complaints:
        raise DataFault(*complaints)
    return files
