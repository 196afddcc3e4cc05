"""Writing a journal, on disk or in memory: one writer, whole lines, synced before any answer."""

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from errno import EACCES, ENOENT, ENOTDIR
from itertools import count
from pathlib import Path
from typing import BinaryIO, NoReturn, Protocol

from msgspec.structs import replace

from referee.faults import Busy, CannotCreate, CannotWrite, Complaint, Misuse, NotFound, Stale, declare
from referee.i18n.translator import Saying, saying
from referee.matches.clock import is_time
from referee.matches.journal import line, reading
from referee.matches.journal.line import Draft, JournalFault, Salt
from referee.matches.journal.reading import UNFINISHED, Journal
from referee.matches.journal.unsynced import IN_DOUBT, Unsynced, complain
from referee.platform import files
from referee.platform.ports import ports
from schemas.journal import Entry, Head, Header
from schemas.record import Value

PATIENCE = 5.0
"""Seconds that a writer waits for another one."""

NAP = 0.01
"""Seconds between two attempts to lock."""


def create(path: Path, header: Header, *drafts: Draft, salt: Salt = line.draw_salt) -> Journal:
    """Create a journal, readable by its owner only: the header and, in the same write, the first entries."""
    journal, text = begin(header, *drafts, salt=salt)
    write_new(path, text)
    return journal


def begin(header: Header, *drafts: Draft, salt: Salt = line.draw_salt) -> tuple[Journal, bytes]:
    """Return a new journal with its first entries, and its text."""
    _demand_time(header.at)
    text = line.opening(header)
    opening = line.read(text[:-1])
    head = Head(seq=0, seal=opening.seal)
    lines, entries = seal(drafts, head, salt)
    journal = Journal(header, opening.seal, (), head, len(text)).lengthen(lines, entries)
    return journal, text + b"".join(lines)


Identity = tuple[int, ...]
"""Identity of an unchanged file: device, number, size, and times of change."""

Reader = Callable[[BinaryIO, Path], Journal]
"""Function that reads the journal in an open file. The path is for messages."""


class Held(Value):
    """A journal as it was read or written, and the identity of its file at that time."""

    journal: Journal
    identity: Identity


@contextmanager
def writing(
    path: Path,
    *,
    timeout: float = PATIENCE,
    expect_head: Head | None = None,
    held: Held | None = None,
    read: Reader = reading.read_from,
    unsynced: Unsynced | None = None,
) -> Generator["Writer"]:
    """Open a journal for writing and lock it against other writers. `timeout` is in seconds.

    A journal that the caller has already read (`held`) is read again only if its file changed since. Raises
    Busy if another writer keeps the lock, and Stale if the journal does not end at `expect_head`. The caller
    syncs the new lines if it gives `unsynced`.
    """
    descriptor = _locked(path, ports.clock.monotonic() + timeout)
    try:
        identity = identify(descriptor)
        is_known = held is not None and bool(identity) and held.identity == identity
        if held is None or not is_known:
            held = Held(_read(path, descriptor, read), identity)
        head = held.journal.head
        if expect_head is not None and expect_head != head:
            raise Stale(Complaint.of(JournalFault.HEAD_MOVED, entry=head.seq))
        yield Writer(path, descriptor, held, unsynced, is_synced=is_known)
    finally:
        files.release_lock(descriptor)
        _close(descriptor)


class Writer:
    """The right to append to a journal, valid inside its `with` block."""

    def __init__(
        self, path: Path, descriptor: int, held: Held, unsynced: Unsynced | None = None, *, is_synced: bool
    ) -> None:
        self._path, self._descriptor = path, descriptor
        self._unsynced, self._is_synced = unsynced, is_synced
        self.held = held
        self.set_aside: Path | None = None

    @property
    def journal(self) -> Journal:
        """The current journal."""
        return self.held.journal

    def append(self, *drafts: Draft, salt: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts: all of them, or none if they cannot be written."""
        lines, entries = seal(drafts, self.journal.head, salt)
        self.set_torn_aside()
        if lines:
            is_unchanged = identify(self._descriptor) == self.held.identity
            self._sync_earlier_lines()
            start = _write(self._descriptor, lines, self._path, syncs_end=self._unsynced is None)
            if self._unsynced is not None:
                self._unsynced.note(self._path, start, start + sum(map(len, lines)))
            self._come_to(self.journal.lengthen(lines, entries), is_unchanged=is_unchanged)
        return entries

    def sync(self) -> None:
        """Sync the lines of the journal: a killed process may have left some that others have only read."""
        self._is_synced = False
        self._sync_earlier_lines()

    def _sync_earlier_lines(self) -> None:
        """Sync lines that this or another process left unsynced: only the last line may be torn."""
        if self._unsynced is not None:
            self._unsynced.sync(self._path)
        if not self._is_synced:
            try:
                ports.disk.fsync(self._descriptor)
            except OSError as error:
                raise CannotWrite(complain(self._path, error)) from error
            self._is_synced = True

    def set_torn_aside(self, name: str = "torn") -> Path | None:
        """Move torn text to a file of its own and return that file, or None.

        `name` becomes part of its name.
        """
        if not self.journal.torn:
            return None
        self.set_aside = _keep(self._path, self.journal.torn, name)
        try:
            ports.disk.ftruncate(self._descriptor, self.journal.text_length)
            ports.disk.fsync(self._descriptor)
        except OSError as error:
            raise CannotWrite(complain(self._path, error)) from error
        self._is_synced = True
        self._come_to(replace(self.journal, torn=b""))
        return self.set_aside

    def _come_to(self, journal: Journal, *, is_unchanged: bool = True) -> None:
        """Keep the journal that was written. A file that changed without the lock must be read again."""
        self.held = Held(journal, identify(self._descriptor) if is_unchanged else ())


def seal(drafts: Iterable[Draft], head: Head, salt: Salt) -> tuple[Sequence[bytes], tuple[Entry, ...]]:
    """Return the drafts as lines after a head, and as entries read back from these lines."""
    lines: list[bytes] = []
    entries: list[Entry] = []
    for draft in drafts:
        _demand_time(draft.at)
        lines.append(line.write_line(draft, head.seq + 1, head.seal, salt))
        entries.append(reading.entry(lines[-1][:-1], head.seq + 1, head.seal))
        head = Head(seq=head.seq + 1, seal=entries[-1].seal)
    return lines, tuple(entries)


def _demand_time(at: str) -> None:
    """Raise Misuse unless a text is a moment in UTC. Sealed text cannot be corrected."""
    if not is_time(at):
        raise Misuse(Complaint.of(JournalFault.TIME_WRONG, at=at))


def _write(descriptor: int, lines: Sequence[bytes], path: Path, *, syncs_end: bool = True) -> int:
    """Append lines and sync, or restore the length of the file. Return the length before.

    A cut line is recognised by its missing newline. Several lines are marked as unfinished until all of them
    are on disk, because the system may stop between two pages of one write and show other processes the first
    page. The caller syncs the last write if it does not set `syncs_end`.
    """
    text = b"".join(lines)
    start = os.lseek(descriptor, 0, os.SEEK_END)
    try:
        if len(lines) > 1:
            _write_whole(descriptor, UNFINISHED + text[1:])
            ports.disk.fsync(descriptor)
            os.lseek(descriptor, start, os.SEEK_SET)
            text = text[:1]
        _write_whole(descriptor, text)
        if syncs_end:
            ports.disk.fsync(descriptor)
    except DiskFullError as error:
        _cut_back(descriptor, start, path, error.said)
    except OSError as error:
        _cut_back(descriptor, start, path, error)
    return start


class DiskFullError(Exception):
    """Raised if a full file system wrote only a part of the text without an error."""

    def __init__(self, written: int, whole: int) -> None:
        self.said = saying("the disk took {taken} of {whole} bytes and is full", taken=written, whole=whole)


def _write_whole(descriptor: int, text: bytes) -> None:
    if (written := ports.disk.write(descriptor, text)) != len(text):
        raise DiskFullError(written, len(text))


def _cut_back(descriptor: int, start: int, path: Path, why: Saying | OSError) -> NoReturn:
    """Restore the length of the file. Raises CannotWrite with the reason."""
    try:
        ports.disk.ftruncate(descriptor, start)
        ports.disk.fsync(descriptor)
    except OSError:
        raise CannotWrite(complain(path, why, IN_DOUBT)) from None
    raise CannotWrite(complain(path, why))


def _keep(path: Path, torn: bytes, name: str) -> Path:
    """Write torn text to a new file beside the journal and return the file."""
    names_in_use = {file.name for file in path.parent.iterdir()}
    names = (f"{path.name}.{name}-{n}" for n in count(1))
    aside = path.with_name(next(name for name in names if name not in names_in_use))
    write_new(aside, torn)
    return aside


def demand_free(path: Path) -> None:
    """Raise CannotCreate if no new file can be created here.

    Call it before the work whose result is written.
    """
    if os.path.lexists(path):
        raise CannotCreate(Complaint.of(JournalFault.ALREADY_THERE, path=path))
    folder, why = path.parent, 0
    if not folder.is_dir():
        why = ENOTDIR if folder.exists() else ENOENT
    elif not os.access(folder, os.W_OK | os.X_OK):
        why = EACCES
    if why:
        raise CannotCreate(complain(path, OSError(why, ""), remedy=""))


def demand_folder(path: Path, mode: int = 0o700) -> None:
    """Create a folder, by default for its owner only, unless it exists. Raises CannotCreate."""
    try:
        files.make_folder(path, mode)
    except FileExistsError as error:
        raise CannotCreate(Complaint.of(JournalFault.ALREADY_THERE, path=path)) from error
    except OSError as error:
        raise CannotCreate(complain(path, error, remedy="")) from error


def write_new(path: Path, text: bytes, mode: int = 0o600) -> None:
    """Write a new file, by default for its owner only, or no file. Raises CannotCreate."""
    try:
        descriptor = ports.disk.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | files.BYTES, mode)
    except FileExistsError as error:
        complaint = Complaint.of(JournalFault.ALREADY_THERE, path=path)
        raise CannotCreate(complaint) from error
    except OSError as error:
        raise CannotCreate(complain(path, error, remedy="")) from error
    try:
        _write(descriptor, text.splitlines(keepends=True), path)
    except BaseException:
        # An open file cannot be removed on every platform.
        _close(descriptor)
        ports.disk.unlink(path)
        raise
    _close(descriptor)
    try:
        files.sync_folder(path.parent)
    except OSError as error:
        files.remove(path)
        raise CannotCreate(complain(path, error, remedy="")) from error


def _close(descriptor: int) -> None:
    """Close a descriptor. Everything is synced before, so a failure loses nothing."""
    with suppress(OSError):
        os.close(descriptor)


def _read(path: Path, descriptor: int, read: Reader) -> Journal:
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return read(file, path)
    except OSError as error:
        raise CannotWrite(complain(path, error)) from error


def identify(descriptor: int) -> Identity:
    """Return the identity of a file, or () if unknown. The file is then read again."""
    try:
        status = os.fstat(descriptor)
    except OSError:
        return ()
    return _list_marks(status)


def identify_at(path: Path | str) -> Identity:
    """Return the identity of the file at a path, or () if unknown."""
    try:
        status = os.stat(path)  # noqa: PTH116 - called for thousands of paths
    except OSError:
        return ()
    return _list_marks(status)


def _list_marks(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _locked(path: Path, deadline: float) -> int:
    """Return a locked descriptor of the file at the path."""
    while True:
        descriptor = _open(path)
        try:
            _lock(descriptor, deadline, path)
            # Another file may have replaced it in the meantime.
            if _is_at(path, descriptor):
                return descriptor
        except OSError as error:
            _close(descriptor)
            raise CannotWrite(complain(path, error)) from error
        except BaseException:
            _close(descriptor)
            raise
        _close(descriptor)


def _open(path: Path) -> int:
    try:
        return ports.disk.open(path, os.O_RDWR | files.BYTES)
    except FileNotFoundError as error:
        raise NotFound(declare(JournalFault.JOURNAL_UNKNOWN, path=path)) from error
    except OSError as error:
        raise CannotWrite(complain(path, error)) from error


def _lock(descriptor: int, deadline: float, path: Path) -> None:
    while not files.try_lock(descriptor):
        if ports.clock.monotonic() >= deadline:
            raise Busy(Complaint.of(JournalFault.ANOTHER_WRITER, path=path))
        ports.clock.sleep(NAP)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


class Appending(Protocol):
    """Interface of a writer, on disk or in memory."""

    @property
    def journal(self) -> Journal:
        """The journal as it is now."""
        ...

    def append(self, *drafts: Draft, salt: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts: all of them, or none."""
        ...


class MemoryWriter:
    """A journal in memory and its writer. `text` are its bytes so far."""

    def __init__(self, header: Header, *drafts: Draft, salt: Salt) -> None:
        self.journal, self.text = begin(header, *drafts, salt=salt)

    def expect(self, head: Head | None) -> None:
        """Raise Stale if the journal does not end at this head."""
        if head is not None and head != self.journal.head:
            raise Stale(Complaint.of(JournalFault.HEAD_MOVED, entry=self.journal.head.seq))

    def append(self, *drafts: Draft, salt: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts."""
        lines, entries = seal(drafts, self.journal.head, salt)
        self.text += b"".join(lines)
        self.journal = self.journal.lengthen(lines, entries)
        return entries
