"""Packs: where they lie, which bytes they are, and what they say.

A pack is found in the folders of `$REFEREE_PACKS`, then among the packs that come with the referee; a folder
anywhere else is given by its path, which is anything with a slash in it. A pack that `extends` another takes
from it every file that it does not have itself.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from referee.engine.faults import Complaint, DataFault, NotFound
from referee.engine.remedy import suggest
from referee.engine.tongue import saying
from referee.packs import pack_cache, pack_files
from referee.packs.families import GAME, LANGUAGES, SCENARIOS
from referee.packs.faults import PackFault
from referee.platform.paths import is_path
from referee.texts.tree import quote
from referee.values.value import Value
from schemas.record import Place
from schemas.rulebook import AnyPack, PackNames


class FoundPack(Value):
    """A folder that holds a pack; `name` is what it is loaded by."""

    name: str
    folder: Path


class LoadedPack(Value):
    """A sound pack. `pack` has the shape of its family; `digest` stands for the bytes of all that decides.

    Its names in other languages decide nothing: they may be mended while a match runs.
    """

    name: str
    folder: Path
    digest: str
    pack: AnyPack


def shelf() -> tuple[FoundPack, ...]:
    """The packs that can be loaded by name; of two with one name, the one that is found first."""
    found: dict[str, FoundPack] = {}
    for root in _roots():
        for folder in _pack_folders(root):
            found.setdefault(folder.name, FoundPack(folder.name, folder))
    return tuple(found[name] for name in sorted(found))


def find(name_or_path: str) -> FoundPack:
    """The folder of a pack; raises `NotFound` with the nearest names."""
    if is_path(name_or_path):
        folder = Path(name_or_path)
        if not (folder / GAME).is_file():
            raise NotFound(Complaint.of(PackFault.NO_GAME, file=GAME, folder=folder))
        return FoundPack(folder.resolve().name, folder)
    packs = {pack.name: pack for pack in shelf()}
    if name_or_path not in packs:
        here = (Path(name_or_path) / GAME).is_file()
        folder_here = saying("the folder is called ./{name}", name=name_or_path)
        remedy = folder_here if here else suggest(name_or_path, packs)
        raise NotFound(Complaint.of(PackFault.PACK_UNKNOWN, remedy, name=quote(name_or_path)))
    return packs[name_or_path]


def again(recorded: str) -> str:
    """What finds the pack of a match today: where it lay at the opening, or its name."""
    lay = Path(recorded)
    if not is_path(recorded) or (lay / GAME).is_file():
        return recorded
    if lay.name in {pack.name for pack in shelf()}:
        return lay.name
    raise NotFound(Complaint.of(PackFault.PACK_MOVED, name=lay.name, path=recorded))


def load(name_or_path: str, *, cache: bool = True) -> LoadedPack:
    """A pack ready to be played; raises `DataFault` with everything that is wrong in any of its files."""
    found = find(name_or_path)
    files, homes = _gather(found.folder)
    digest = digest_of({name: content for name, content in files.items() if not _is_names(name)})
    pack = pack_cache.fetch(digest) if cache else None
    if pack is None:
        pack = _read(found.folder, files, homes)
        if cache:
            pack_cache.keep(digest, pack.game.system, pack)
    return LoadedPack(found.name, found.folder, digest, pack)


def names(loaded: LoadedPack, language: str) -> PackNames | None:
    """What the things of a pack are called in a language; nothing where it has no names for them."""
    from referee.packs import pack_reading  # noqa: PLC0415 - YAML costs ten milliseconds

    files, homes = _gather(loaded.folder)
    file = f"{LANGUAGES}/{language}.yaml"
    if file not in files:
        return None
    return pack_reading.names(homes[file], files[file], loaded.pack.game.system)


def files(name_or_path: str) -> Mapping[str, bytes]:
    """The files of a pack by name, with those of the pack that it builds on."""
    return _gather(find(name_or_path).folder)[0]


def read_files(name_or_path: str) -> tuple[Path, Mapping[str, bytes], Mapping[str, Path]]:
    """The folder of a pack, its files by name, and the path of each."""
    folder = find(name_or_path).folder
    return folder, *_gather(folder)


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


def _gather(folder: Path) -> tuple[Mapping[str, bytes], Mapping[str, Path]]:
    """The files of a pack as bytes, and where each lies; what it has not is that of the pack it extends."""
    files: dict[str, bytes] = {}
    homes: dict[str, Path] = {}
    seen: set[Path] = set()
    wanted: list[frozenset[str]] = []
    here: Path | None = folder
    while here is not None and here.resolve() not in seen:
        seen.add(here.resolve())
        own = {file: text for file, text in pack_files.read(here).items() if _is_wanted(file, wanted)}
        files = {**own, **files}
        homes = {**{name: here / name for name in own}, **homes}
        if (named := pack_files.name_scenarios(own.get(GAME, b""))) is not None:
            wanted.append(named)
        base = pack_files.base(own.get(GAME, b""))
        here = None if base is None else _base(here, base)
    return files, homes


def _is_wanted(file: str, wanted: Iterable[frozenset[str]]) -> bool:
    """Whether every pack above that names its scenarios has this file; only scenarios can be left out."""
    path = PurePosixPath(file)
    return path.parent.name != SCENARIOS or all(path.stem in named for named in wanted)


def _base(folder: Path, name: str) -> Path:
    """The folder of the pack that another builds on; a path is one from the folder of that other."""
    try:
        return find((folder / name).as_posix() if is_path(name) else name).folder
    except NotFound as fault:
        (missing, *_) = fault.complaints
        place = Place(file=(folder / GAME).as_posix())
        raise DataFault(replace(missing, place=place)) from None


def _is_names(file: str) -> bool:
    return file.startswith(f"{LANGUAGES}/")


def _read(folder: Path, files: Mapping[str, bytes], homes: Mapping[str, Path]) -> AnyPack:
    """The pack as its YAML says it; the parser is not imported for packs that are kept."""
    from referee.packs import pack_reading  # noqa: PLC0415 - YAML costs ten milliseconds

    return pack_reading.read(folder, files, homes)


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
