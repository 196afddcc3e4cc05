"""Packs: search, digest, reading, and the cache of packs that were found sound.

A kept pack is a line with the digests of the code that validated it and of the rest, and then the pack in the
form of `pickle`: the validators of its models take about 40 ms to build, which every command would pay.
Unpickling calls models and words of `schemas` and of the family only. A kept pack or a folder with any fault
counts as absent.

A pack is found in the folders of `$REFEREE_PACKS`, then among the packs that come with the referee; a folder
anywhere else is given by its path, which is anything with a slash in it. A pack that `extends` another takes
from it every file that it does not have itself.
"""

import hashlib
import json
import os
import pickle
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path, PurePosixPath

import pydantic
from msgspec.structs import replace

from referee import __version__
from referee.engine.faults import Complaint, DataFault, NotFound, suggest
from referee.i18n.translator import saying
from referee.packs.families import GAME, LANGUAGES, MOST_BYTES, SCENARIOS, Family, family
from referee.packs.faults import PackFault
from referee.platform.files import cache_folder, is_path
from referee.texts.tree import quote
from schemas.model import Model
from schemas.record import Place, Value
from schemas.rulebook import AnyPack, PackNames

MOST_KEPT = 32
"""How many packs are kept; the longest unused go first."""

_HOUSE = Path(__file__).parents[2]
"""Where the packages of the referee lie."""

_READERS = (
    "schemas/model.py",
    "schemas/record.py",
    "referee/packs/loading.py",
    "referee/packs/reading.py",
    "referee/texts/strict_yaml.py",
    "referee/texts/tree.py",
    "referee/texts/validation.py",
)
"""The files that decide what a pack says, whatever its family."""


_UNPICKLED = (pickle.UnpicklingError, AttributeError, EOFError, ImportError)
"""Faults of an unreadable pickle."""


def fetch_cached(digest: str) -> AnyPack | None:
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


def keep_cached(digest: str, system: str, pack: AnyPack) -> None:
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


_SCENARIOS = re.compile(rb"^scenarios:[ \t]*(?:\[([^\]]*)\]|\n((?:[ \t]*-[^\n]*\n)+))", re.MULTILINE)
"""The list of `game.yaml` that names the scenarios of a pack, on one line or one item a line."""

_EXTENDS = re.compile(rb"^extends:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
"""The line of `game.yaml` that names another pack; read without a parser, for every command reads it."""


def read_folder(folder: Path) -> dict[str, bytes]:
    """The YAML files of a folder and of the folders right inside it, by name."""
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
            fact, place = PackFault.FILE_UNREADABLE, Place(file=path.as_posix())
            complaints.append(Complaint.of(fact, place=place, why=error.strerror))
    if complaints:
        raise DataFault(*complaints)
    return files


def name_base(game: bytes) -> str | None:
    """The pack that a pack builds on, by what its `game.yaml` says."""
    found = _EXTENDS.search(game)
    return found[1].decode(errors="replace") if found is not None else None


def name_scenarios(game: bytes) -> frozenset[str] | None:
    """The scenarios that `game.yaml` names; `None` where it names none: the pack has all there are."""
    found = _SCENARIOS.search(game)
    if found is None:
        return None
    listed = re.sub(rb"#[^\n]*", b"", found[1] or found[2] or b"").decode(errors="replace")
    return frozenset(re.findall(r"[^\s,\"'-][^\s,\"']*", listed))


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
    pack = fetch_cached(digest) if cache else None
    if pack is None:
        pack = _read(found.folder, files, homes)
        if cache:
            keep_cached(digest, pack.game.system, pack)
    return LoadedPack(found.name, found.folder, digest, pack)


def names(loaded: LoadedPack, language: str) -> PackNames | None:
    """What the things of a pack are called in a language; nothing where it has no names for them."""
    from referee.packs import reading  # noqa: PLC0415 - YAML costs ten milliseconds

    files, homes = _gather(loaded.folder)
    file = f"{LANGUAGES}/{language}.yaml"
    if file not in files:
        return None
    return reading.names(homes[file], files[file], loaded.pack.game.system)


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
        own = {file: text for file, text in read_folder(here).items() if _is_wanted(file, wanted)}
        files = {**own, **files}
        homes = {**{name: here / name for name in own}, **homes}
        if (named := name_scenarios(own.get(GAME, b""))) is not None:
            wanted.append(named)
        base = name_base(own.get(GAME, b""))
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
    from referee.packs import reading  # noqa: PLC0415 - YAML costs ten milliseconds

    return reading.read(folder, files, homes)


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
