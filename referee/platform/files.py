"""Files: the flags to open them with, folders that are synced, and who may look into them."""

import os
import stat
import sys
from errno import EACCES, EBADF, EINVAL, ENOENT, ENOTSUP, EOPNOTSUPP, EPERM
from pathlib import Path

if sys.platform == "win32":
    BYTES = os.O_BINARY | os.O_NOINHERIT
    """Flags of every file: its bytes as they are, and not for child processes."""

    def sync_folder(folder: Path) -> None:
        """Nothing: Windows opens no folder, and writes its names with the files."""

    def is_open_to_others(path: Path) -> bool:  # noqa: ARG001 - the same call on every platform
        """No: the mode of a file says nothing here of who may read it."""
        return False

    def is_ours_alone(found: os.stat_result) -> bool:  # noqa: ARG001 - the same
        """Yes: a folder of one's own lies in one's own profile."""
        return True

else:
    BYTES = os.O_CLOEXEC
    """Flags of every file: its bytes as they are, and not for child processes."""

    OTHERS = stat.S_IRWXG | stat.S_IRWXO
    """What a file or folder with secrets grants to the group and to all others: nothing."""

    UNABLE = frozenset({EINVAL, ENOTSUP, EOPNOTSUPP, EBADF, EPERM, EACCES, ENOENT})
    """The errors of a file system that opens or syncs no folders, or of a folder that is gone."""

    def sync_folder(folder: Path) -> None:
        """Put the names in a folder on the disk; some file systems cannot, and their files are synced.

        Raises `OSError` where the disk fails.
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
        """Whether its mode lets others than its owner look into a file or folder."""
        try:
            return bool(path.stat().st_mode & OTHERS)
        except OSError:
            return False

    def is_ours_alone(found: os.stat_result) -> bool:
        """Whether a file or folder belongs to who runs this, and its mode lets no other in."""
        return found.st_uid == os.geteuid() and not found.st_mode & OTHERS
