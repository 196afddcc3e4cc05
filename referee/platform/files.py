"""Files: flags for opening, syncing of folders, and access by other users."""

import os
import stat
import sys
from errno import EACCES, EBADF, EINVAL, ENOENT, ENOTSUP, EOPNOTSUPP, EPERM
from pathlib import Path

if sys.platform == "win32":
    BYTES = os.O_BINARY | os.O_NOINHERIT
    """Flags of every file: unchanged bytes, and not inherited by child processes."""

    def sync_folder(folder: Path) -> None:
        """Do nothing: Windows cannot open a folder, and writes file names with the files."""

    def is_open_to_others(path: Path) -> bool:  # noqa: ARG001 - the same call on every platform
        """Return False: on Windows the mode of a file does not tell its readers."""
        return False

    def is_ours_alone(found: os.stat_result) -> bool:  # noqa: ARG001 - the same
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
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | BYTES)
            try:
                os.fsync(descriptor)
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

    def is_ours_alone(found: os.stat_result) -> bool:
        """Return True if the current user owns the file or folder and no other user has access."""
        return found.st_uid == os.geteuid() and not found.st_mode & OTHERS
