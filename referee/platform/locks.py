"""The lock on an open file that keeps other writers away and lets readers pass."""

import os
import sys
from contextlib import suppress

if sys.platform == "win32":
    import msvcrt

    FAR = 0x7FFF_FFFE
    """The byte that is locked: Windows keeps readers from locked bytes, so it lies behind every journal."""

    def try_lock(descriptor: int) -> bool:
        """Take the lock, or say that another has it; raises `OSError` where the file cannot be locked."""
        os.lseek(descriptor, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def release(descriptor: int) -> None:
        """Let the lock go, if it was taken; closing alone may release it later."""
        with suppress(OSError):
            os.lseek(descriptor, FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Take the lock, or say that another has it; raises `OSError` where the file cannot be locked."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(descriptor: int) -> None:
        """Let the lock go, if it was taken; closing the file would do it as well."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
