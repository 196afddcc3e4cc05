"""Journals of an archive: folders, loose files and remote stores (fsspec)."""

import os
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, NoReturn, Protocol, cast

from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, Fault, Misuse, NotFound, declare
from referee.matches import command_files, shelf
from referee.matches.journal.line import JournalFault
from schemas.record import Value

DEPTH = 2
"""Depth of the search in an archive: loose journals, and folders of matches."""

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_KEYS = re.compile(r"(?<=://)[^/@]*@|[?#].*", re.DOTALL)


class _Store(Protocol):
    """The used part of a file system of fsspec, which has no type annotations."""

    def find(self, path: str, *, maxdepth: int) -> list[str]: ...
    def unstrip_protocol(self, name: str) -> str: ...
    def open(self, path: str, mode: str) -> AbstractContextManager[BinaryIO]: ...


class _Stores(Protocol):
    def url_to_fs(self, url: str) -> tuple[_Store, str]: ...


def is_address(place: str) -> bool:
    """Return True if a place is the address of a store, such as `s3://club/matches`, not a local path."""
    return _ADDRESS.match(place) is not None


def hide_keys(place: str) -> str:
    """Return a place as it may be printed: without name, password and query of an address."""
    return _KEYS.sub("", place) if is_address(place) else place


def list_files(address: str) -> dict[str, str]:
    """Return the addresses of the files of a folder and of its folders, by their names within it."""
    store, folder = _open(address)
    try:
        paths = store.find(folder, maxdepth=DEPTH)
        start = len(folder.rstrip("/")) + 1
        return {path[start:]: store.unstrip_protocol(path) for path in paths}
    except Exception as error:
        _fail(address, error)


@contextmanager
def fetch_file(place: str, scratch: Path | None = None) -> Generator[Path]:
    """Provide the unpacked journal at a path or an address; a downloaded file exists until the block ends."""
    if not is_address(place):
        with command_files.unpack(Path(place), scratch) as plain:
            yield plain
        return
    name = hide_keys(place)
    ending = command_files.PACKED if name.endswith(command_files.PACKED) else ".jsonl"
    chunks = command_files.limit(_read(place), name)
    with (
        command_files.lay_down(chunks, name, scratch, ending) as copy,
        command_files.unpack(copy, scratch) as plain,
    ):
        yield plain


def _read(address: str) -> Iterator[bytes]:
    store, path = _open(address)
    try:
        with store.open(path, "rb") as stream:
            while chunk := stream.read(2**16):
                yield chunk
    except Exception as error:
        _fail(address, error)


def _open(address: str) -> tuple[_Store, str]:
    """Return a store, and the path of an address in it."""
    try:
        stores = cast(_Stores, import_module("fsspec.core"))
    except ImportError:
        raise Misuse(Complaint.of(EvidenceFault.NO_STORES)) from None
    try:
        return stores.url_to_fs(address)
    except ImportError as error:
        # The error of the store names the packages that it needs.
        raise Misuse(declare(EvidenceFault.STORE_NEEDS_MORE, why=str(error))) from None
    except Exception as error:
        _fail(address, error)


def _fail(address: str, error: Exception) -> NoReturn:
    """Raise a fault for a failure of a store.

    Each store has exceptions of its own, and their texts may contain keys: only their type is shown.
    """
    if isinstance(error, Fault):
        raise error
    path = hide_keys(address)
    if isinstance(error, FileNotFoundError):
        raise NotFound(declare(JournalFault.JOURNAL_UNKNOWN, path=path)) from None
    raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=path, why=type(error).__name__)) from None


ENDINGS = (".jsonl", command_files.PACKED)
"""Endings of the names of loose journals."""

JOURNALS = (shelf.JOURNAL, f"{shelf.JOURNAL}.gz")
"""Names of the journal in a match folder."""

_SHARD = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


class Found(Value):
    """A journal of an archive: its path or address, and its name within the archive's folder."""

    place: str
    name: str


class Shard(Value):
    """One part of an archive that several machines share."""

    part: int = 1
    parts: int = 1

    @classmethod
    def read(cls, text: str) -> "Shard":
        """Return the shard written as `2/8`: the second of eight. Raises `Misuse`."""
        if (match := _SHARD.fullmatch(text)) and int(match[1]) <= int(match[2]):
            return cls(int(match[1]), int(match[2]))
        raise Misuse(Complaint.of(EvidenceFault.SHARD_MISSPELT, shard=text))

    def holds(self, found: Found) -> bool:
        """Return True if a journal belongs to this part.

        Only its name decides. So machines with different mount points agree, and a journal stays in its part
        when others come.
        """
        digest = sha256(os.fsencode(found.name)).digest()
        return int.from_bytes(digest) % self.parts == self.part - 1


def find_journals(folders: Iterable[str], rows: str | None = None) -> tuple[Found, ...]:
    """Return the journals of match folders and of loose files, sorted by name, each path once.

    The file of `rows` is left out, because it may lie in the folder of the journals.

    Raises `NotFound` for a folder that does not exist, cannot be read, or contains no journal: an audit of
    nothing would prove nothing.
    """
    journals: dict[str, Found] = {}
    for folder in folders:
        inside = _look_far(folder) if is_address(folder) else _look_through(Path(folder))
        if rows is not None:
            inside = [
                journal for journal in inside if os.path.realpath(journal.place) != os.path.realpath(rows)
            ]
        if not inside:
            raise NotFound(declare(EvidenceFault.NO_JOURNALS, path=hide_keys(folder)))
        journals |= {journal.place: journal for journal in inside}
    return tuple(journals.values())


def _look_far(address: str) -> list[Found]:
    if address.endswith(ENDINGS):
        return [Found(address, address.rpartition("/")[2])]
    files = list_files(address)
    return [Found(place, name) for name, place in sorted(files.items()) if _is_journal(name)]


def _is_journal(name: str) -> bool:
    """Return True if a name below a folder is that of a loose journal, or of the journal of a match."""
    *folders, last = name.split("/")
    if name.startswith("."):
        return False
    return last in JOURNALS if folders else last.endswith(ENDINGS)


def _look_through(folder: Path) -> list[Found]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(name for entry in entries for name in _name_journals(entry))
    except NotADirectoryError:
        return [Found(str(folder), folder.name)]
    except FileNotFoundError:
        raise NotFound(declare(EvidenceFault.ARCHIVE_UNKNOWN, path=folder)) from None
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=folder, why=error.strerror)) from error
    return [Found(str(folder / name), name) for name in names]


def _name_journals(entry: os.DirEntry[str]) -> Iterator[str]:
    """Yield the names of the journals in a folder's entry; a locked folder counts as one journal."""
    if entry.name.startswith("."):
        return
    if not entry.is_dir():
        if entry.name.endswith(ENDINGS):
            yield entry.name
        return
    for name in JOURNALS:
        if shelf.is_file(Path(entry.path, name), closed=name == shelf.JOURNAL):
            yield f"{entry.name}/{name}"
