"""Files and paths: flags, synced folders, locks, reserved names and named pipes."""

import os
import stat
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from errno import EACCES, EBADF, EINVAL, ENOENT, ENOSPC, ENOTSUP, EOPNOTSUPP, EPERM
from pathlib import Path
from typing import BinaryIO

from referee.platform.ports import ports

if sys.platform == "win32":
    BYTES = os.O_BINARY | os.O_NOINHERIT
    """Flags of every file: unchanged bytes, and not inherited by child processes."""

    def sync_folder(folder: Path) -> None:
        """Do nothing: Windows cannot open a folder, and writes file names with the files."""

    def is_open_to_others(path: Path) -> bool:  # noqa: ARG001 - the same call on every platform
        """Return False: on Windows the mode of a file does not tell its readers."""
        return False

    def is_ours_alone(status: os.stat_result) -> bool:  # noqa: ARG001 - the same
        """Return True: the user's folders are in a private profile."""
        return True

else:
    BYTES = os.O_CLOEXEC
    """Flags of every file: unchanged bytes, and not inherited by child processes."""

    OTHERS = stat.S_IRWXG | stat.S_IRWXO
    """Permissions of the group and of others, which files and folders with secrets must not grant."""

    UNABLE = frozenset({EINVAL, ENOTSUP, EOPNOTSUPP, EBADF, EPERM, EACCES, ENOENT})
    """Errors of a file system that cannot open or sync folders, and of a missing folder."""

    def sync_folder(folder: Path) -> None:
        """Sync the names in a folder to the disk, if the file system supports it.

        Raises `OSError` if the disk fails.
        """
        try:
            descriptor = ports.disk.open(folder, os.O_RDONLY | os.O_DIRECTORY | BYTES)
            try:
                ports.disk.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            if error.errno not in UNABLE:
                raise

    def is_open_to_others(path: Path) -> bool:
        """Return True if the mode of a file or folder gives other users access."""
        try:
            return bool(path.stat().st_mode & OTHERS)
        except OSError:
            return False

    def is_ours_alone(status: os.stat_result) -> bool:
        """Return True if the current user owns the file or folder and no other user has access."""
        return status.st_uid == os.geteuid() and not status.st_mode & OTHERS


SYNCED_AT_ONCE = 10
"""Highest number of files that are synced at once: a disk writes their data together."""


def sync_files(paths: Sequence[Path]) -> list[OSError | None]:
    """Sync the content of files. Return the failure of each, or None."""
    if min(len(paths), SYNCED_AT_ONCE) <= 1:
        return [_sync_file(path) for path in paths]
    with ThreadPoolExecutor(SYNCED_AT_ONCE) as threads:
        return list(threads.map(_sync_file, paths))


def _sync_file(path: Path) -> OSError | None:
    try:
        descriptor = ports.disk.open(path, os.O_RDWR | BYTES)
        try:
            ports.disk.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        return error
    return None


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file atomically, with its content and its name synced to the disk."""
    write_all({path: content})


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Replace each of some files atomically, with their contents and names synced to the disk.

    Their times have the same order.
    """
    beside = {path: path.with_name(f".{path.name}.{os.getpid()}") for path in contents}
    try:
        for number, (path, content) in enumerate(contents.items()):
            write_private(beside[path], content, os.O_TRUNC)
            _set_later(beside[path], number)
        for error in sync_files(tuple(beside.values())):
            if error is not None:
                raise error
        for path, new in beside.items():
            ports.disk.replace(new, path)
    except BaseException:
        for new in beside.values():
            with suppress(OSError):
                ports.disk.unlink(new)
        raise
    for folder in {path.parent for path in contents}:
        sync_folder(folder)


def _set_later(path: Path, number: int) -> None:
    """Set the time of a file, so that files keep their order.

    The system's own times are the same for all files of some milliseconds.
    """
    now = ports.clock.time_ns() + number
    ports.disk.utime(path, ns=(now, now))


def write_private(path: Path, content: bytes, flag: int) -> None:
    """Write a file for its owner only, or no file. Raises `OSError`, also if the disk is full.

    `flag` is `O_EXCL`, which demands a new file, or `O_TRUNC`.
    """
    descriptor = ports.disk.open(path, os.O_WRONLY | os.O_CREAT | flag | BYTES, 0o600)
    try:
        rest = memoryview(content)
        while rest:
            count = ports.disk.write(descriptor, rest)
            if not count:
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            rest = rest[count:]
    except BaseException:
        # An open file cannot be removed on every platform.
        os.close(descriptor)
        with suppress(OSError):
            ports.disk.unlink(path)
        raise
    os.close(descriptor)


def open_private(path: Path) -> int:
    """Return a descriptor of a file for reading and writing. A new file is for its owner only."""
    return ports.disk.open(path, os.O_RDWR | os.O_CREAT | BYTES, 0o600)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Create a folder and its missing parents, unless it exists. Parents have the usual mode."""
    try:
        ports.disk.mkdir(path, mode)
    except FileNotFoundError:
        if path.parent == path:
            raise
        make_folder(path.parent)
        make_folder(path, mode)
    except OSError:
        # Systems differ in the error for a folder that exists.
        if not path.is_dir():
            raise


def remove(path: Path) -> None:
    """Remove a file, unless it is missing."""
    with suppress(FileNotFoundError):
        ports.disk.unlink(path)


def remove_tree(path: Path) -> None:
    """Remove a file or link, or a folder with its content, as far as possible. Links are not followed."""
    with suppress(OSError):
        if path.is_symlink() or not path.is_dir():
            ports.disk.unlink(path)
            return
        for inside in path.iterdir():
            remove_tree(inside)
        ports.disk.rmdir(path)


if sys.platform == "win32":
    import msvcrt

    FAR = 0x7FFF_FFFE
    """Offset of the locked byte.

    Windows denies reading locked bytes, so it lies after every journal's end.
    """

    def try_lock(descriptor: int) -> bool:
        """Take the lock. Return False if another process has it. Raises `OSError` if locking fails."""
        os.lseek(descriptor, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def release_lock(descriptor: int) -> None:
        """Release the lock, if it was taken. Closing the file may release it late."""
        with suppress(OSError):
            os.lseek(descriptor, FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

    def try_share(descriptor: int) -> bool:
        """Take the lock. Windows has no lock that several processes can share."""
        return try_lock(descriptor)

    def try_byte(descriptor: int, place: int) -> bool:  # noqa: ARG001 - one call everywhere
        """Return True: the processes that this would separate cannot share the lock above."""
        return True

    def release_bytes(descriptor: int) -> None:
        """Do nothing: no byte is locked."""

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Take the lock. Return False if another process has it. Raises `OSError` if locking fails."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release_lock(descriptor: int) -> None:
        """Release the lock, if it was taken. Closing the file also releases it."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)

    def try_share(descriptor: int) -> bool:
        """Take the lock together with others that share it. Return False if a process has it alone."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def try_byte(descriptor: int, place: int) -> bool:
        """Lock a byte of a file, which need not exist. Return False if another process has it.

        The system releases it if the process dies, or closes any descriptor of the file.
        """
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def release_bytes(descriptor: int) -> None:
        """Release all bytes of a file that this process has locked."""
        with suppress(OSError):
            fcntl.lockf(descriptor, fcntl.LOCK_UN)


RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""Device names of Windows. A shelf with a match of such a name could not be copied there."""


def is_path(text: str) -> bool:
    """Return True if a text is a path: ".", "..", or a text with a separator."""
    return text in {".", ".."} or has_separator(text)


def has_separator(text: str) -> bool:
    """Return True if the text contains "/" or a path separator of this platform."""
    return any(sign in text for sign in ("/", os.sep, os.altsep) if sign)


def cache_folder() -> Path:
    """Return the cache folder: by the XDG base directories, or the local folder on Windows.

    A relative `$XDG_CACHE_HOME` is ignored, as that specification requires.
    """
    setting = os.environ.get("XDG_CACHE_HOME", "")
    if sys.platform == "win32":
        setting = setting or os.environ.get("LOCALAPPDATA", "")
    folder = Path(setting)
    return (folder if folder.is_absolute() else Path.home() / ".cache") / "referee"


if sys.platform == "win32":

    def open_written(path: Path, seconds: float) -> tuple[bytes, BinaryIO | None]:  # noqa: ARG001 - one call everywhere
        """Return nothing: Windows has no named pipes in folders."""
        return b"", None

else:

    def open_written(path: Path, seconds: float) -> tuple[bytes, BinaryIO | None]:
        """Return the first bytes of a writer and the pipe, or (b"", None) if no writer comes in time."""
        last = ports.clock.monotonic() + seconds
        file = ports.disk.open(path, os.O_RDONLY | os.O_NONBLOCK)
        while (head := _begin(file)) == b"":
            if ports.clock.monotonic() > last:
                os.close(file)
                return b"", None
            ports.clock.sleep(seconds / 20)
        os.set_blocking(file, True)
        return head or b"", os.fdopen(file, "rb")

    def _begin(file: int) -> bytes | None:
        """Read from a pipe without blocking: b"" if it has no writer, None if no data has arrived."""
        try:
            return os.read(file, 2**16)
        except BlockingIOError:
            return None


def sort_by_time(paths: Iterable[Path], since: int = 0) -> list[Path]:
    """Sort files by the time of their last change, in nanoseconds `since` 1970, then by name.

    Leave out missing files: another process may move one now.
    """
    rows: list[tuple[int, str, Path]] = []
    for path in paths:
        with suppress(FileNotFoundError):
            if (time := path.stat().st_mtime_ns) >= since:
                rows.append((time, path.name, path))
    return [path for _, _, path in sorted(rows)]


def date_back(paths: Iterable[Path]) -> None:
    """Give files an earlier time than now, in their order, if the clock stepped back behind theirs.

    Files that are handled by their times are a queue. The new times are synced before a later file is.
    """
    now = ports.clock.time_ns()
    late = sort_by_time(paths, since=now)
    for number, path in enumerate(late):
        time = now - len(late) + number
        with suppress(FileNotFoundError):
            ports.disk.utime(path, ns=(time, time))
    for error in sync_files(late):
        if error is not None and not isinstance(error, FileNotFoundError):
            raise error
