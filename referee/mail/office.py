"""The post office of a shelf: its settings, its folders, its lock and its memory."""

import hmac
import os
import secrets
import time
import tomllib
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from errno import ENOSPC
from hashlib import sha256
from pathlib import Path
from typing import cast

from referee.engine.faults import Busy, Complaint, DataFault, NotFound
from referee.mail.faults import MailFault
from referee.mail.memory import Memory
from referee.matches.matches import Holder
from referee.platform import files, locks
from referee.texts.tree import Tree
from referee.texts.validation import validate
from referee.values.value import Value
from schemas.mail import PostOffice
from schemas.record import JsonValue, Place

FOLDER = "_post"
"""The folder of the post office on a shelf; no match can be called so."""

PATIENCE = 30.0
"""So many seconds a process waits for another one that works in the post office."""


class Office(Value):
    """A post office that is open: this process alone works in it."""

    shelf: Path
    settings: PostOffice
    memory: Memory
    holder: Holder

    @property
    def folder(self) -> Path:
        """Where it keeps its mail."""
        return self.shelf / FOLDER

    def sign(self, text: str) -> str:
        """Eighty bits that only this post office can make, in letters and digits."""
        mac = hmac.new(self._key(), text.encode(), "sha256").hexdigest()
        return mac[:20]

    def _key(self) -> bytes:
        path = self.folder / "key"
        if not path.exists():
            write_whole(path, secrets.token_hex(32).encode())
        return path.read_bytes()


def read_settings(shelf: Path) -> PostOffice:
    """The settings; raises `NotFound` without a post office, `DataFault` for settings that mean nothing."""
    path = shelf / FOLDER / "config.toml"
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise NotFound(Complaint.of(MailFault.NO_OFFICE, shelf=shelf, path=path)) from None
    except OSError as error:
        raise Busy(Complaint.of(MailFault.OFFICE_SILENT, why=error.strerror)) from error
    place = Place(file=path.as_posix())
    try:
        tree = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataFault(Complaint.of(MailFault.CONFIG_NOT_TOML, place=place, why=error)) from None
    return validate(Tree(path.as_posix(), cast("JsonValue", tree)), PostOffice)


@contextmanager
def open_office(shelf: Path, timeout: float = PATIENCE) -> Generator[Office]:
    """The post office, held against every other process; raises `Busy` if one keeps it too long."""
    settings = read_settings(shelf)
    with ExitStack() as held:
        try:
            memory = _take_over(shelf / FOLDER, held, timeout)
        except OSError as error:
            raise Busy(Complaint.of(MailFault.OFFICE_SILENT, why=error.strerror)) from error
        yield Office(shelf, settings, memory, held.enter_context(Holder()))


def _take_over(folder: Path, held: ExitStack, timeout: float) -> Memory:
    """Open the memory of a post office that no other process works in, until the stack is closed."""
    for name in ("in", "done", "failed", "out", "out/new", "out/sent", "out/failed"):
        (folder / name).mkdir(mode=0o700, exist_ok=True)
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | files.BYTES, 0o600)
    held.callback(os.close, descriptor)
    _wait_for(descriptor, timeout)
    held.callback(locks.release, descriptor)
    # It holds addresses and tokens; what the library makes beside it gets the same mode.
    (folder / "memory.sqlite").touch(mode=0o600)
    memory = Memory(folder / "memory.sqlite")
    held.callback(memory.close)
    return memory


def _wait_for(descriptor: int, timeout: float) -> None:
    until = time.monotonic() + timeout
    while not locks.try_lock(descriptor):
        if time.monotonic() > until:
            raise Busy(Complaint.of(MailFault.OFFICE_BUSY))
        time.sleep(0.02)


def digest(raw: bytes) -> str:
    """By what a mail is known."""
    return sha256(raw).hexdigest()


def _write_synced(descriptor: int, content: bytes) -> None:
    """Write all bytes; a disk that takes none of them is full."""
    rest = memoryview(content)
    while rest:
        taken = os.write(descriptor, rest)
        if not taken:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        rest = rest[taken:]
    os.fsync(descriptor)


def write_whole(path: Path, content: bytes) -> None:
    """A file with all of its content on the disk, or as it was before."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | files.BYTES, 0o600)
    try:
        try:
            _write_synced(descriptor, content)
        finally:
            os.close(descriptor)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    files.sync_folder(path.parent)
