"""The post office of a shelf: its settings, folders, lock and database.

One process at a time works in a post office. Two would need more than a lock for each match: a claim on each
mail in the folder `in`, a transaction of the database that is shorter than the judging of a letter, repeats
and hourly limits that are counted over both processes, and rows of outgoing mail that only their own process
deletes.
"""

import hmac
import os
import secrets
import time
import tomllib
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from errno import ENOSPC
from hashlib import sha256
from pathlib import Path
from typing import cast

from msgspec import field

from referee.faults import Busy, Complaint, DataFault, NotFound
from referee.mail.state import Addresses, MailFault, Memory
from referee.matches.matches import Holder
from referee.platform import files
from referee.texts.tree import Tree
from referee.texts.validation import validate
from schemas.mail import PostOffice
from schemas.record import JsonValue, Place, Value

FOLDER = "_post"
"""Folder of the post office on a shelf. Not a valid name for a match."""

PATIENCE = 30.0
"""Seconds that a process waits for another process in the post office."""


class Office(Value):
    """An open post office, locked by this process."""

    shelf: Path
    settings: PostOffice
    memory: Memory
    holder: Holder
    addresses: Addresses = field(default_factory=Addresses)

    @property
    def folder(self) -> Path:
        """Folder of the mail."""
        return self.shelf / FOLDER

    def sign(self, text: str) -> str:
        """Return a MAC of 80 bits under the key of this post office, as 20 hexadecimal digits."""
        mac = hmac.new(self._key(), text.encode(), "sha256").hexdigest()
        return mac[:20]

    def _key(self) -> bytes:
        path = self.folder / "key"
        if not path.exists():
            write_whole(path, secrets.token_hex(32).encode())
        return path.read_bytes()


def read_settings(shelf: Path) -> PostOffice:
    """Return the settings. Raises `NotFound` without a post office, `DataFault` for invalid settings."""
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
    """Open and lock the post office. Raises `Busy` if another process holds it for longer than `timeout`."""
    settings = read_settings(shelf)
    with ExitStack() as resources:
        try:
            memory = _take_over(shelf / FOLDER, resources, timeout)
        except OSError as error:
            raise Busy(Complaint.of(MailFault.OFFICE_SILENT, why=error.strerror)) from error
        yield Office(shelf, settings, memory, resources.enter_context(Holder()))


def _take_over(folder: Path, resources: ExitStack, timeout: float) -> Memory:
    """Lock the post office and open its database until the stack is closed."""
    for name in ("in", "done", "failed", "out", "out/new", "out/sent", "out/failed"):
        (folder / name).mkdir(mode=0o700, exist_ok=True)
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | files.BYTES, 0o600)
    resources.callback(os.close, descriptor)
    _wait_for(descriptor, timeout)
    resources.callback(files.release_lock, descriptor)
    # The database holds addresses and tokens. SQLite gives its side files the same mode.
    (folder / "memory.sqlite").touch(mode=0o600)
    memory = Memory(folder / "memory.sqlite")
    resources.callback(memory.close)
    return memory


def _wait_for(descriptor: int, timeout: float) -> None:
    until = time.monotonic() + timeout
    while not files.try_lock(descriptor):
        if time.monotonic() > until:
            raise Busy(Complaint.of(MailFault.OFFICE_BUSY))
        time.sleep(0.02)


def digest(raw: bytes) -> str:
    """Return the digest that identifies a mail."""
    return sha256(raw).hexdigest()


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file atomically, with its content and its name synced to the disk."""
    write_all({path: content})


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Replace files of one folder atomically, with their contents and names synced to the disk.

    Their times have the same order.
    """
    beside = {path: path.with_name(f".{path.name}.{os.getpid()}") for path in contents}
    try:
        for number, (path, content) in enumerate(contents.items()):
            _write(beside[path], content)
            _set_later(beside[path], number)
        for error in files.sync_files(tuple(beside.values())):
            if error is not None:
                raise error
        for path, new in beside.items():
            new.replace(path)
    except BaseException:
        for new in beside.values():
            with suppress(OSError):
                new.unlink(missing_ok=True)
        raise
    for folder in {path.parent for path in contents}:
        files.sync_folder(folder)


def _set_later(path: Path, number: int) -> None:
    """Add to the time of a file, so that files written together keep their order."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + number))


def _write(path: Path, content: bytes) -> None:
    """Write all bytes of a new file. Raises `OSError` if the disk is full."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | files.BYTES, 0o600)
    try:
        rest = memoryview(content)
        while rest:
            count = os.write(descriptor, rest)
            if not count:
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            rest = rest[count:]
    finally:
        os.close(descriptor)
