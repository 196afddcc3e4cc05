"""Archives elsewhere: object stores and web servers, through fsspec, which is an extra."""

import re
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, NoReturn, Protocol, cast

from referee.engine.facts import declare
from referee.engine.faults import Complaint, Fault, Misuse, NotFound
from referee.evidence.faults import EvidenceFault
from referee.matches import inputs
from referee.matches.journal.faults import JournalFault

DEPTH = 2
"""How deep an archive is looked through: loose journals, and folders of matches."""

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_KEYS = re.compile(r"(?<=://)[^/@]*@|[?#].*", re.DOTALL)


class _Store(Protocol):
    """What is used of a file system of fsspec, which has no types."""

    def find(self, path: str, *, maxdepth: int) -> list[str]: ...
    def unstrip_protocol(self, name: str) -> str: ...
    def open(self, path: str, mode: str) -> AbstractContextManager[BinaryIO]: ...


class _Stores(Protocol):
    def url_to_fs(self, url: str) -> tuple[_Store, str]: ...


def is_address(place: str) -> bool:
    """Whether a place is the address of a store, as `s3://club/matches` is, and no path here."""
    return _ADDRESS.match(place) is not None


def hide_keys(place: str) -> str:
    """A place as it may be printed: an address without the name, the password and the query it may hold."""
    return _KEYS.sub("", place) if is_address(place) else place


def list_files(address: str) -> dict[str, str]:
    """The addresses of the files of a folder and of its folders, by their names within it."""
    store, folder = _open(address)
    try:
        paths = store.find(folder, maxdepth=DEPTH)
        start = len(folder.rstrip("/")) + 1
        return {path[start:]: store.unstrip_protocol(path) for path in paths}
    except Exception as error:
        _fail(address, error)


@contextmanager
def fetch(place: str, scratch: Path | None = None) -> Generator[Path]:
    """The journal at a path or an address, unpacked; what was fetched lies in a file for so long."""
    if not is_address(place):
        with inputs.unpack(Path(place), scratch) as plain:
            yield plain
        return
    name = hide_keys(place)
    ending = inputs.PACKED if name.endswith(inputs.PACKED) else ".jsonl"
    chunks = inputs.limit(_read(place), name)
    with inputs.lay_down(chunks, name, scratch, ending) as copy, inputs.unpack(copy, scratch) as plain:
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
    """A store, and the path that an address has in it."""
    try:
        stores = cast(_Stores, import_module("fsspec.core"))
    except ImportError:
        raise Misuse(Complaint.of(EvidenceFault.NO_STORES)) from None
    try:
        return stores.url_to_fs(address)
    except ImportError as error:
        # What a store needs beside fsspec, it says itself.
        raise Misuse(declare(EvidenceFault.STORE_NEEDS_MORE, why=str(error))) from None
    except Exception as error:
        _fail(address, error)


def _fail(address: str, error: Exception) -> NoReturn:
    """Raise what is to be said of a store that fails.

    Each store has exceptions of its own, and their texts may hold keys: only their kind is said.
    """
    if isinstance(error, Fault):
        raise error
    path = hide_keys(address)
    if isinstance(error, FileNotFoundError):
        raise NotFound(declare(JournalFault.JOURNAL_UNKNOWN, path=path)) from None
    raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=path, why=type(error).__name__)) from None
