"""Packs: search, digest and reading.

A pack is found in the folders of `$REFEREE_PACKS`, then among the shipped packs, then among the packs of
other packages; a folder in another place is
given by its path, which is any text with a slash in it. A pack that `extends` another takes from it every
file that it does not have itself.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from referee.faults import Complaint, DataFault, NotFound, suggest
from referee.i18n.translator import saying
from referee.packs import pack_cache
from referee.packs.families import (
    GAME,
    GEOGRAPHY,
    GEOGRAPHY_SHOWS,
    LABELS,
    LANGUAGES,
    MOST_BYTES,
    SCENARIOS,
)
from referee.packs.faults import PackFault
from referee.platform.files import is_path, make_folder, remove_tree, sync_folder, write_all
from referee.platform.ports import ports
from referee.texts.tree import quote
from schemas.record import Place, Value
from schemas.rulebook import AnyPack, PackNames

KEPT = "_packs"
"""Folder of a shelf with copies of the packs of its matches. No match can have this name."""

_SCENARIOS = re.compile(rb"^scenarios:[ \t]*(?:\[([^\]]*)\]|\n((?:[ \t]*-[^\n]*\n)+))", re.MULTILINE)
"""The list of scenarios in `game.yaml`, on one line or with one item per line."""

_EXTENDS = re.compile(rb"^extends:[ \t]*([\"']?)([^\s\"'#][^\n\"'#]*?)\1[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
"""The line of `game.yaml` that names another pack; read without a parser, because every command reads it.

A path may contain spaces.
"""


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the YAML files of a folder and of its direct subfolders, by name."""
    files: dict[str, bytes] = {}
    complaints: list[Complaint] = []
    for name in sorted(_list_yaml(folder), key=lambda name: name.split("/")):
        try:
            with (folder / name).open("rb") as file:
                # Read one byte more than allowed, so that a file that is too long is noticed. The memory for
                # the most bytes of all files would cost more than reading them.
                size = min(os.fstat(file.fileno()).st_size, MOST_BYTES)
                files[name] = file.read(size + 1)
        except OSError as error:
            fact, place = PackFault.FILE_UNREADABLE, Place(file=(folder / name).as_posix())
            complaints.append(Complaint.of(fact, place=place, why=error.strerror))
    if complaints:
        raise DataFault(*complaints)
    return files


def _list_yaml(folder: Path, *, is_inner: bool = False) -> list[str]:
    """Return the names of the YAML files of a folder and of its direct subfolders, such as "a/b.yaml".

    Folders that cannot be read count as empty. `glob` would double the time of `read_folder`.
    """
    try:
        entries = list(os.scandir(folder))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return []
    names: list[str] = []
    for entry in entries:
        # A link to itself cannot be resolved.
        with suppress(OSError):
            if entry.name.endswith((".yaml", ".yml")) and Path(entry.name).suffix and entry.is_file():
                names.append(entry.name)
            elif not is_inner and entry.is_dir():
                names += [f"{entry.name}/{name}" for name in _list_yaml(folder / entry.name, is_inner=True)]
    return names


def name_base(game: bytes) -> str | None:
    """Return the pack that a pack extends, according to its `game.yaml`."""
    match = _EXTENDS.search(game)
    return match[2].decode(errors="replace") if match is not None else None


def name_scenarios(game: bytes) -> frozenset[str] | None:
    """Return the scenarios that `game.yaml` lists, or None without a list: all scenarios count then."""
    match = _SCENARIOS.search(game)
    if match is None:
        return None
    text = re.sub(rb"#[^\n]*", b"", match[1] or match[2] or b"").decode(errors="replace")
    return frozenset(re.findall(r"[^\s,\"'-][^\s,\"']*", text))


class FoundPack(Value):
    """A folder with a pack; `name` is the name to load it by."""

    name: str
    folder: Path


class LoadedPack(Value):
    """A sound pack. `pack` has the shape of its family; `digest` covers the bytes of all files that decide.

    Names in other languages and the land under the map decide nothing: they may change while a match runs.
    """

    name: str
    folder: Path
    digest: str
    pack: AnyPack


def shelf() -> tuple[FoundPack, ...]:
    """Return the packs that can be loaded by name; if two have the same name, the first one found."""
    packs: dict[str, FoundPack] = {}
    for root in _roots():
        for folder in _pack_folders(root):
            packs.setdefault(folder.name, FoundPack(folder.name, folder))
    return tuple(packs[name] for name in sorted(packs))


def list_installed() -> tuple[FoundPack, ...]:
    """Return the packs that other packages bring, by the entry point group `referee.packs`."""
    from referee.systems import families  # noqa: PLC0415 - for names that are not ours

    return tuple(FoundPack(name, Path(folder)) for name, folder in families.list_pack_folders())


def find(name_or_path: str) -> FoundPack:
    """Return the folder of a pack. Raises `NotFound` with the nearest names."""
    if is_path(name_or_path):
        folder = Path(name_or_path)
        if not (folder / GAME).is_file():
            raise NotFound(Complaint.of(PackFault.NO_GAME, file=GAME, folder=folder))
        return FoundPack(folder.resolve().name, folder)
    packs = {pack.name: pack for pack in shelf()}
    if name_or_path not in packs:
        packs |= {pack.name: pack for pack in list_installed()}
    if name_or_path not in packs:
        here = (Path(name_or_path) / GAME).is_file()
        folder_here = saying("the folder is called ./{name}", name=name_or_path)
        remedy = folder_here if here else suggest(name_or_path, packs)
        raise NotFound(Complaint.of(PackFault.PACK_UNKNOWN, remedy, name=quote(name_or_path)))
    return packs[name_or_path]


def again(path_text: str) -> str:
    """Return the current name or path of a match's pack: its path at the opening, or its name."""
    lay = Path(path_text)
    if not is_path(path_text) or (lay / GAME).is_file():
        return path_text
    if lay.name in {pack.name for pack in shelf()}:
        return lay.name
    raise NotFound(Complaint.of(PackFault.PACK_MOVED, name=lay.name, path=path_text))


def load(name_or_path: str, *, cache: bool = True) -> LoadedPack:
    """Return a pack ready to be played. Raises `DataFault` with all faults in any of its files."""
    pack_folder = find(name_or_path)
    return _load(pack_folder, *_gather(pack_folder.folder), cache=cache)


def load_kept(root: Path, digest: str, name: str) -> LoadedPack | None:
    """Return the pack with this digest that a shelf keeps, or None. It gets the name of its pack.

    A copy that was edited, or that the present program cannot read, counts as absent.
    """
    folder = root / KEPT / digest
    try:
        loaded_pack = _load(FoundPack(name, folder), *_gather(folder))
    except DataFault:
        return None
    return loaded_pack if loaded_pack.digest == digest else None


def keep(root: Path, loaded_pack: LoadedPack, digest: str) -> None:
    """Write a copy of the pack with this digest to a shelf, synced to the disk, unless the shelf has one.

    One copy serves all matches. It lies outside of their folders, because figures of a printed game must not
    go with a match that is published.
    """
    folder = root / KEPT / digest
    if loaded_pack.digest != digest or folder.is_dir():
        return
    files, _ = _gather(loaded_pack.folder)
    if _digest(files) != digest:
        return
    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        make_folder(folder.parent, 0o700)
        for parent in sorted({(beside / name).parent for name in files} | {beside}):
            make_folder(parent, 0o700)
        write_all({beside / name: content for name, content in files.items()})
        ports.disk.rename(beside, folder)
    except OSError:
        remove_tree(beside)
        with suppress(OSError):  # it holds the copies of other packs
            folder.parent.rmdir()
        # Another process may have kept the pack meanwhile.
        if not folder.is_dir():
            raise
    for parent in (folder.parent, root):
        sync_folder(parent)


def list_kept(root: Path) -> frozenset[str]:
    """Return the digests of the packs that a shelf keeps."""
    try:
        return frozenset(path.name for path in (root / KEPT).iterdir())
    except OSError:
        return frozenset()


def is_kept(loaded_pack: LoadedPack) -> bool:
    """Return True if a pack was loaded from the copy that a shelf keeps."""
    return _is_copy(loaded_pack.folder)


def _load(
    pack_folder: FoundPack, files: Mapping[str, bytes], homes: Mapping[str, Path], *, cache: bool = True
) -> LoadedPack:
    digest = _digest(files)
    geography = files.get(GEOGRAPHY, b"")
    pack = pack_cache.fetch_cached(digest, geography) if cache else None
    if pack is None:
        pack = _read(pack_folder.folder, files, homes)
        if cache:
            pack_cache.keep_cached(digest, pack.game.system, pack, geography)
    return LoadedPack(pack_folder.name, pack_folder.folder, digest, pack)


def names(loaded_pack: LoadedPack, language: str) -> PackNames | None:
    """Return the names of a pack in a language, or None if it has no names for it."""
    from referee.packs import reading  # noqa: PLC0415 - YAML costs ten milliseconds

    files, homes = _gather(loaded_pack.folder)
    file = f"{LANGUAGES}/{language}.yaml"
    if file not in files:
        return None
    return reading.names(homes[file], files[file], loaded_pack.pack.game.system)


def files(name_or_path: str) -> Mapping[str, bytes]:
    """Return the files of a pack by name, with the files of the pack that it extends."""
    return _gather(find(name_or_path).folder)[0]


def read_files(name_or_path: str) -> tuple[Path, Mapping[str, bytes], Mapping[str, Path]]:
    """Return the folder of a pack, its files by name, and the path of each file."""
    folder = find(name_or_path).folder
    return folder, *_gather(folder)


def list_folders(name_or_path: str) -> list[Path]:
    """Return the folder of a pack, and then those of the packs that it extends."""
    folders: list[Path] = []
    here: Path | None = find(name_or_path).folder
    while here is not None and here.resolve() not in {folder.resolve() for folder in folders}:
        folders.append(here)
        base = name_base(read_folder(here).get(GAME, b""))
        here = None if base is None else _base(here, base)
    return folders


def check(name_or_path: str) -> tuple[Complaint, ...]:
    """Return all faults of a pack; it can be played if there are none."""
    try:
        load(name_or_path, cache=False)
    except DataFault as fault:
        return fault.complaints
    return ()


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return the digest of a pack: SHA-256 of the `sha256sum` lines of its files, sorted by name."""
    lines = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _gather(folder: Path) -> tuple[Mapping[str, bytes], Mapping[str, Path]]:
    """Return the files of a pack as bytes, and their paths; missing files come from the pack it extends."""
    files: dict[str, bytes] = {}
    homes: dict[str, Path] = {}
    folders: set[Path] = set()
    scenario_filters: list[frozenset[str]] = []
    here: Path | None = folder
    while here is not None and here.resolve() not in folders:
        folders.add(here.resolve())
        own = {file: text for file, text in read_folder(here).items() if _is_wanted(file, scenario_filters)}
        own.pop(LABELS, None)
        if any(name in files for name in GEOGRAPHY_SHOWS):
            own.pop(GEOGRAPHY, None)
        files = {**own, **files}
        homes = {**{name: here / name for name in own}, **homes}
        if (scenario_names := name_scenarios(own.get(GAME, b""))) is not None:
            scenario_filters.append(scenario_names)
        base = None if _is_copy(here) else name_base(own.get(GAME, b""))
        here = None if base is None else _base(here, base)
    return files, homes


def _is_copy(folder: Path) -> bool:
    """Return True for a copy that a shelf keeps. It is complete, even if it extends a pack."""
    return folder.parent.name == KEPT


def _is_wanted(file: str, filters: Iterable[frozenset[str]]) -> bool:
    """Return True if each extending pack with a list of scenarios lists this one; other files pass."""
    path = PurePosixPath(file)
    return path.parent.name != SCENARIOS or all(path.stem in file_names for file_names in filters)


def _base(folder: Path, name: str) -> Path:
    """Return the folder of the pack that another extends; a path is relative to the folder of the other."""
    try:
        return find((folder / name).as_posix() if is_path(name) else name).folder
    except NotFound as fault:
        (missing, *_) = fault.complaints
        raise DataFault(replace(missing, place=_place_base(folder))) from None


def _place_base(folder: Path) -> Place:
    """Return the place of the pack that another extends, in the `game.yaml` of the other."""
    file = (folder / GAME).as_posix()
    match = _EXTENDS.search((folder / GAME).read_bytes())
    if match is None:
        return Place(file=file)
    before = match.string[: match.start(2)]
    return Place(file=file, line=before.count(b"\n") + 1, column=len(before) - before.rfind(b"\n"))


def _digest(files: Mapping[str, bytes]) -> str:
    return digest_of({name: content for name, content in files.items() if _decides(name)})


def _decides(file: str) -> bool:
    return file != GEOGRAPHY and not file.startswith(f"{LANGUAGES}/")


def _read(folder: Path, files: Mapping[str, bytes], homes: Mapping[str, Path]) -> AnyPack:
    """Return the pack from its YAML files; the parser is not imported for packs in the cache."""
    from referee.packs import reading  # noqa: PLC0415 - YAML costs ten milliseconds

    return reading.read(folder, files, homes)


def _roots() -> Iterator[Path]:
    for entry in os.environ.get("REFEREE_PACKS", "").split(os.pathsep):
        if entry:
            yield Path(entry)
    yield from own_folders()


def own_folders() -> tuple[Path, ...]:
    """Return the folders of our own packs and policies.

    The package is found without importing it: it holds data, and `importlib.resources` costs every command
    milliseconds.
    """
    spec = find_spec("games")
    return tuple(map(Path, spec.submodule_search_locations or ())) if spec else ()


def _pack_folders(root: Path) -> Iterator[Path]:
    try:
        inside = sorted(root.iterdir())
    except OSError:
        # A search path may contain folders that do not exist today.
        return
    yield from (folder for folder in inside if (folder / GAME).is_file())
