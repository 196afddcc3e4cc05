"""Lock on an open file that excludes other writers but not readers."""

import os
import sys
from contextlib import suppress

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

    def release(descriptor: int) -> None:
        """Release the lock, if it was taken. Closing the file may release it late."""
        with suppress(OSError):
            os.lseek(descriptor, FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Take the lock. Return False if another process has it. Raises `OSError` if locking fails."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(descriptor: int) -> None:
        """Release the lock, if it was taken. Closing the file also releases it."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
