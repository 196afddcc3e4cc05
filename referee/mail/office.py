"""The post office of a shelf: its settings, folders, lock and database.

Workers, which fetch and send mail, share the post office. Each claims a mail with its match and its sender,
so that two workers never judge letters to one match at once, and so that repeats and hourly limits count the
mails of both. Every other command has the post office alone.
"""

import hmac
import os
import tomllib
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from email.message import Message
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import cast

from msgspec import field

from referee.faults import Busy, Complaint, DataFault, Misconfigured, NotFound
from referee.mail.sharing.claims import Claims
from referee.mail.sharing.office_lock import OfficeLock
from referee.mail.state import MailFault, Memory
from referee.matches.journal.writing import Identity
from referee.matches.matches import Holder, Match
from referee.platform import files
from referee.platform.ports import ports
from referee.texts.tree import Tree
from referee.texts.validation import validate
from schemas.mail import PostOffice
from schemas.record import JsonValue, Place, Side, Value

Keys = tuple[str, ...]
"""Keys of mails in the outbox."""

FOLDER = "_post"
"""Folder of the post office on a shelf. Not a valid name for a match."""

KEY = "key"
"""File with the key of the post office."""

MAIL_FOLDERS = ("in", "done", "failed", "out", "out/new", "out/sent", "out/failed")

MOST_ROUTES = 10_000
"""Highest number of mails whose match and sender are kept."""

PATIENCE = 30.0
"""Seconds that a process waits for another process in the post office."""


class Addresses:
    """Seats by address, as the file of each match gave them when it was last read.

    `due` is the time of the monotonic clock at which changed files are looked for.
    """

    def __init__(self) -> None:
        self.due = 0.0
        self._seats: dict[str, set[tuple[str, Side]]] = {}
        self._files: dict[str, tuple[Identity, Mapping[str, Side]]] = {}

    def note(self, match: str, identity: Identity, sides: Mapping[str, Side]) -> None:
        """Record the sides of a match by address. `identity` is that of the file with its seats."""
        self.forget(match)
        self._files[match] = identity, sides
        for address, side in sides.items():
            self._seats.setdefault(address, set()).add((match, side))

    def forget(self, match: str) -> None:
        """Remove a match, so that its file is read again."""
        _, sides = self._files.pop(match, ((), {}))
        for address, side in sides.items():
            self._seats[address].remove((match, side))

    def list_files(self) -> dict[str, Identity]:
        """Return the identity of each match's file when it was read."""
        return {match: identity for match, (identity, _) in self._files.items()}

    def find(self, address: str) -> list[tuple[str, Side]]:
        """Return the matches and sides of an address, sorted."""
        return sorted(self._seats.get(address, ()))


class Office(Value, dict=True):
    """An open post office, locked by this process."""

    shelf: Path
    settings: PostOffice
    lock: OfficeLock
    claims: Claims
    memory: Memory
    holder: Holder
    addresses: Addresses = field(default_factory=Addresses)
    routes: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])

    @property
    def folder(self) -> Path:
        """Folder of the mail."""
        return self.shelf / FOLDER

    def sign(self, text: str) -> str:
        """Return a MAC of 80 bits under the key of this post office, as 20 hexadecimal digits."""
        mac = hmac.new(self._key_path.read_bytes(), text.encode(), "sha256").hexdigest()
        return mac[:20]

    @cached_property
    def _key_path(self) -> Path:
        """Path of the key, synced: the process that made the key may have been killed before that."""
        files.sync_folder(self.folder)
        return self.folder / KEY

    def note_route(self, digest: str, match: str, sender: str) -> tuple[str, str]:
        """Keep the match and the sender of a mail, which a worker looks for in each of its groups."""
        if len(self.routes) >= MOST_ROUTES:
            self.routes.clear()
        self.routes[digest] = match, sender
        return match, sender

    def demand_match(self, match: str) -> None:
        """Claim the match of a mail, whose seats may have changed. Raises `Busy` if another worker has it."""
        if not self.claims.take(f"match {match}"):
            raise Busy(Complaint.of(MailFault.OFFICE_BUSY))

    def find_synced(self, name: str) -> Match:
        """Return a match with all its entries on the disk: a killed process may have left some unsynced."""
        with self.holder.hold(self.shelf, name) as (writer, match):
            writer.sync()
        return match

    def finish_group(self) -> None:
        """Release the claims of this process, and let in a command that waits for the post office."""
        self.claims.release()
        if self.lock.give_way():
            self._read_again()

    @contextmanager
    def alone(self) -> Generator[None]:
        """Have the post office alone in this block."""
        with self.lock.alone():
            self._read_again()
            yield

    def _read_again(self) -> None:
        """Look for seats that another process changed before the next mail."""
        self.addresses.due = 0.0
        self.routes.clear()


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


def locate(shelf: Path, path: str) -> Path:
    """Return a path of the settings. It may be relative to the folder that contains the shelf.

    The folder in which a command runs decides nothing: cron and systemd start in another one. Raises
    Misconfigured if no path is set.
    """
    if not path:
        raise Misconfigured(Complaint.of(MailFault.NO_PATH, path=shelf / FOLDER / "config.toml"))
    return shelf.absolute().parent / path


@contextmanager
def open_office(shelf: Path, timeout: float = PATIENCE, *, is_shared: bool = False) -> Generator[Office]:
    """Open the post office and lock it, alone or together with workers (`is_shared`).

    Raises `Busy` if another process holds it for longer than `timeout`.
    """
    settings, folder = read_settings(shelf), shelf / FOLDER
    with ExitStack() as resources:
        try:
            _make_folders(folder)
            lock = OfficeLock(folder, resources, timeout, is_shared=is_shared)
            claims = Claims(folder, resources, lock)
            memory = _prepare(folder, resources, claims)
        except OSError as error:
            raise Busy(Complaint.of(MailFault.OFFICE_SILENT, why=error.strerror)) from error
        yield Office(shelf, settings, lock, claims, memory, resources.enter_context(Holder()))


def _make_folders(folder: Path) -> None:
    """Make the missing folders of mails, and sync their names.

    A mail is lost with the name of its folder. A post office without a key may have folders of a process that
    died before it synced them.
    """
    missing = [name for name in MAIL_FOLDERS if not (folder / name).is_dir()]
    for name in missing:
        files.make_folder(folder / name, 0o700)
    if missing or not (folder / KEY).exists():
        files.sync_folder(folder / "out")
        files.sync_folder(folder)


def _prepare(folder: Path, resources: ExitStack, claims: Claims) -> Memory:
    """Open the database until the stack is closed, and make the key of the post office if it has none."""
    # The database holds addresses and tokens. SQLite gives its side files the same mode.
    if not (path := folder / "memory.sqlite").exists():
        os.close(files.open_private(path))
    memory = Memory(path)
    resources.callback(memory.close)
    while not (folder / KEY).exists():
        # Two workers must not make two keys.
        if claims.take(KEY) and not (folder / KEY).exists():
            files.write_whole(folder / KEY, ports.chance.urandom(32).hex().encode())
    claims.release()
    return memory


@dataclass
class Case:
    """A mail in progress. `body` is the digest of its text if it was read as a letter.

    `has_entries` is True once its letter is in the journal.
    """

    desk: Office
    digest: str
    raw: bytes
    mail: Message
    at: str
    body: str = ""
    has_entries: bool = False


def digest(raw: bytes) -> str:
    """Return the digest that identifies a mail."""
    return sha256(raw).hexdigest()
