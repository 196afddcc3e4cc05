"""Writing a journal, on disk or in memory: one writer, whole lines, synced before any answer."""

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from errno import EACCES, ENOENT, ENOTDIR
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO, NoReturn, Protocol

from msgspec.structs import replace

from referee.faults import Busy, CannotCreate, CannotWrite, Complaint, Misuse, NotFound, Stale, declare
from referee.i18n.translator import Saying, message, saying
from referee.matches.clock import is_time
from referee.matches.journal import line, reading
from referee.matches.journal.line import Draft, JournalFault, Salt
from referee.matches.journal.reading import UNFINISHED, Journal
from referee.platform import files
from schemas.journal import Entry, Head, Header
from schemas.record import Value

PATIENCE = 5.0
"""Seconds that a writer waits for another."""

NAP = 0.01
"""Seconds between two tries at the lock."""

UNDONE = message("nothing was filed")
"""What is said of a write that failed and was undone."""

IN_DOUBT = message("what was begun could not be undone: look what was filed before you send it again")
"""What is said of one that could not be undone."""


def create(path: Path, header: Header, *drafts: Draft, salted: Salt = line.draw_salt) -> Journal:
    """A new journal, for its owner alone: the header and, in the same write, the first entries."""
    journal, text = begin(header, *drafts, salted=salted)
    write_new(path, text)
    return journal


def begin(header: Header, *drafts: Draft, salted: Salt = line.draw_salt) -> tuple[Journal, bytes]:
    """A new journal with its first entries, and its text."""
    _demand_time(header.at)
    text = line.opening(header)
    opening = line.read(text[:-1])
    head = Head(seq=0, seal=opening.seal)
    lines, entries = seal(drafts, head, salted)
    journal = Journal(header, opening.seal, (), head, len(text)).lengthen(lines, entries)
    return journal, text + b"".join(lines)


Identity = tuple[int, ...]
"""By what a file is known again that nothing was written to: device, number, size, and times of change."""

Reader = Callable[[BinaryIO, Path], Journal]
"""What reads the journal in an open file; the path is for messages."""


class Held(Value):
    """A journal as it was read or written, and its file as it was then."""

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
) -> Generator["Writer"]:
    """The journal, held against every other writer; `timeout` is in seconds.

    A journal that the caller has `held` before is read again only if its file was changed since.
    Raises `Busy` if another writer keeps it that long, `Stale` if it does not end where the caller believes.
    """
    descriptor = _locked(path, monotonic() + timeout)
    try:
        identity = identify(descriptor)
        if held is None or not identity or held.identity != identity:
            held = Held(_read(path, descriptor, read), identity)
        head = held.journal.head
        if expect_head is not None and expect_head != head:
            raise Stale(Complaint.of(JournalFault.HEAD_MOVED, entry=head.seq))
        yield Writer(path, descriptor, held)
    finally:
        files.release_lock(descriptor)
        _close(descriptor)


class Writer:
    """The right to append to a journal; it ends with the `with` block that gave it."""

    def __init__(self, path: Path, descriptor: int, held: Held) -> None:
        self._path, self._descriptor = path, descriptor
        self.held = held
        self.set_aside: Path | None = None

    @property
    def journal(self) -> Journal:
        """The journal as it is now."""
        return self.held.journal

    def append(self, *drafts: Draft, salted: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts: all of them, or none if they cannot be written."""
        lines, entries = seal(drafts, self.journal.head, salted)
        self.set_torn_aside()
        if lines:
            untouched = identify(self._descriptor) == self.held.identity
            _write(self._descriptor, lines, self._path)
            self._come_to(self.journal.lengthen(lines, entries), untouched=untouched)
        return entries

    def set_torn_aside(self, name: str = "torn") -> Path | None:
        """Keep what is torn in a file of its own, named by a word; gives that file, if there is one."""
        if not self.journal.torn:
            return None
        self.set_aside = _keep(self._path, self.journal.torn, name)
        try:
            os.ftruncate(self._descriptor, self.journal.text_length)
            os.fsync(self._descriptor)
        except OSError as error:
            raise CannotWrite(_complaint(self._path, error)) from error
        self._come_to(replace(self.journal, torn=b""))
        return self.set_aside

    def _come_to(self, journal: Journal, *, untouched: bool = True) -> None:
        """Hold what was written; a file that was touched without the lock has to be read again."""
        self.held = Held(journal, identify(self._descriptor) if untouched else ())


def seal(drafts: Iterable[Draft], head: Head, salted: Salt) -> tuple[Sequence[bytes], tuple[Entry, ...]]:
    """The drafts as lines after a head, and as entries: each is read back before it is written."""
    lines: list[bytes] = []
    entries: list[Entry] = []
    for draft in drafts:
        _demand_time(draft.at)
        lines.append(line.write_line(draft, head.seq + 1, head.seal, salted))
        entries.append(reading.entry(lines[-1][:-1], head.seq + 1, head.seal))
        head = Head(seq=head.seq + 1, seal=entries[-1].seal)
    return lines, tuple(entries)


def _demand_time(at: str) -> None:
    """Raise `Misuse` unless a text is a moment in UTC: what is sealed cannot be corrected."""
    if not is_time(at):
        raise Misuse(Complaint.of(JournalFault.TIME_WRONG, at=at))


def _write(descriptor: int, lines: Sequence[bytes], path: Path) -> None:
    """Write at the end and sync, or leave the file as long as it was.

    A line that is cut short shows it. Several are marked as unfinished until all of them are on the disk, for
    the system may stop between two pages of one write, and let others read what is there so far.
    """
    text = b"".join(lines)
    start = os.lseek(descriptor, 0, os.SEEK_END)
    try:
        if len(lines) == 1:
            _write_synced(descriptor, text)
        else:
            _write_synced(descriptor, UNFINISHED + text[1:])
            os.lseek(descriptor, start, os.SEEK_SET)
            _write_synced(descriptor, text[:1])
    except DiskFullError as error:
        _cut_back(descriptor, start, path, error.said)
    except OSError as error:
        _cut_back(descriptor, start, path, error)


class DiskFullError(Exception):
    """A file system that fills up took a part of a write without an error."""

    def __init__(self, taken: int, whole: int) -> None:
        self.said = saying("the disk took {taken} of {whole} bytes and is full", taken=taken, whole=whole)


def _write_synced(descriptor: int, text: bytes) -> None:
    if (taken := os.write(descriptor, text)) != len(text):
        raise DiskFullError(taken, len(text))
    os.fsync(descriptor)


def _cut_back(descriptor: int, start: int, path: Path, why: Saying | OSError) -> NoReturn:
    """Make the file as long as it was, and say why."""
    try:
        os.ftruncate(descriptor, start)
        os.fsync(descriptor)
    except OSError:
        raise CannotWrite(_complaint(path, why, IN_DOUBT)) from None
    raise CannotWrite(_complaint(path, why))


def _keep(path: Path, torn: bytes, name: str) -> Path:
    """A new file beside the journal that keeps what is torn."""
    taken = {file.name for file in path.parent.iterdir()}
    names = (f"{path.name}.{name}-{n}" for n in count(1))
    aside = path.with_name(next(name for name in names if name not in taken))
    write_new(aside, torn)
    return aside


def demand_free(path: Path) -> None:
    """Raise `CannotCreate` where no new file can be: that is said before the work whose result goes there."""
    if os.path.lexists(path):
        raise CannotCreate(Complaint.of(JournalFault.ALREADY_THERE, path=path))
    folder, why = path.parent, 0
    if not folder.is_dir():
        why = ENOTDIR if folder.exists() else ENOENT
    elif not os.access(folder, os.W_OK | os.X_OK):
        why = EACCES
    if why:
        raise CannotCreate(_complaint(path, OSError(why, "")))


def demand_folder(path: Path, mode: int = 0o700) -> None:
    """Make a folder, by default for its owner alone, unless it is there; raises `CannotCreate` on failure."""
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except FileExistsError as error:
        raise CannotCreate(Complaint.of(JournalFault.ALREADY_THERE, path=path)) from error
    except OSError as error:
        raise CannotCreate(_complaint(path, error)) from error


def write_new(path: Path, text: bytes, mode: int = 0o600) -> None:
    """Write a new file with this text, by default for its owner alone, or no file."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | files.BYTES, mode)
    except FileExistsError as error:
        complaint = Complaint.of(JournalFault.ALREADY_THERE, path=path)
        raise CannotCreate(complaint) from error
    except OSError as error:
        raise CannotCreate(_complaint(path, error)) from error
    try:
        _write(descriptor, text.splitlines(keepends=True), path)
    except BaseException:
        # An open file cannot be removed on every platform.
        _close(descriptor)
        path.unlink()
        raise
    _close(descriptor)
    try:
        files.sync_folder(path.parent)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise CannotCreate(_complaint(path, error)) from error


def _close(descriptor: int) -> None:
    """Let go; what had to be on the disk was synced before, so that a close that fails has lost nothing."""
    with suppress(OSError):
        os.close(descriptor)


def _read(path: Path, descriptor: int, read: Reader) -> Journal:
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return read(file, path)
    except OSError as error:
        raise CannotWrite(_complaint(path, error)) from error


def identify(descriptor: int) -> Identity:
    """By what a file is known again; nothing where that cannot be asked, and then it is read again."""
    try:
        found = os.fstat(descriptor)
    except OSError:
        return ()
    return _list_marks(found)


def identify_at(path: Path) -> Identity:
    """The same of the file that is now at a path."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return _list_marks(found)


def _list_marks(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _locked(path: Path, deadline: float) -> int:
    """A descriptor of the file that is now at the path, with the lock on it."""
    while True:
        descriptor = _open(path)
        try:
            _lock(descriptor, deadline, path)
            # Another file may have come into its place while we waited.
            if _is_at(path, descriptor):
                return descriptor
        except OSError as error:
            _close(descriptor)
            raise CannotWrite(_complaint(path, error)) from error
        except BaseException:
            _close(descriptor)
            raise
        _close(descriptor)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | files.BYTES)
    except FileNotFoundError as error:
        raise NotFound(declare(JournalFault.JOURNAL_UNKNOWN, path=path)) from error
    except OSError as error:
        raise CannotWrite(_complaint(path, error)) from error


def _lock(descriptor: int, deadline: float, path: Path) -> None:
    while not files.try_lock(descriptor):
        if monotonic() >= deadline:
            raise Busy(Complaint.of(JournalFault.ANOTHER_WRITER, path=path))
        sleep(NAP)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _complaint(path: Path, why: Saying | OSError, remedy: str = UNDONE) -> Complaint:
    reason = os.strerror(why.errno or 0).lower() if isinstance(why, OSError) else why
    return Complaint.of(JournalFault.PATH_UNWRITABLE, remedy, path=path, why=reason)


class Appending(Protocol):
    """The right to append to a journal, wherever it lies."""

    @property
    def journal(self) -> Journal:
        """The journal as it is now."""
        ...

    def append(self, *drafts: Draft, salted: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts: all of them, or none."""
        ...


class MemoryWriter:
    """A journal in memory, and the right to append to it; `text` are its bytes so far."""

    def __init__(self, header: Header, *drafts: Draft, salted: Salt) -> None:
        self.journal, self.text = begin(header, *drafts, salted=salted)

    def expect(self, head: Head | None) -> None:
        """Raise `Stale` if the journal does not end where its writer believes."""
        if head is not None and head != self.journal.head:
            raise Stale(Complaint.of(JournalFault.HEAD_MOVED, entry=self.journal.head.seq))

    def append(self, *drafts: Draft, salted: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts."""
        lines, entries = seal(drafts, self.journal.head, salted)
        self.text += b"".join(lines)
        self.journal = self.journal.lengthen(lines, entries)
        return entries
