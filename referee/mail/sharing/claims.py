"""Claims of a process on the mails that it handles, so that no other process handles them.

A claim is a locked byte of the file `claims`. The system releases it when its process dies; no clock and no
other process decides that. Claims never wait, so that no two processes can wait for each other.
"""

import os
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

from referee.mail.sharing.office_lock import OfficeLock
from referee.platform import files

FILE = "claims"

BYTES = 7
"""Bytes of a digest that give the place of a name: its number is below that of the last byte of a file."""


class Claims:
    """Names that this process has claimed: matches, senders, mails and recipients."""

    def __init__(self, folder: Path, resources: ExitStack, lock: OfficeLock) -> None:
        self._lock = lock
        # One descriptor alone: closing another one of the file would release every claim.
        self._file = files.open_private(folder / FILE)
        resources.callback(os.close, self._file)
        self._names: set[str] = set()

    def take(self, *names: str) -> bool:
        """Claim all these names, or some of them and return False if another process has one.

        A process that has the post office alone needs no claim.
        """
        return not self._lock.is_shared or all(self._take(name) for name in names)

    def _take(self, name: str) -> bool:
        if name not in self._names and files.try_byte(self._file, _find_place(name)):
            self._names.add(name)
        return name in self._names

    def release(self) -> None:
        """Release all claims."""
        if self._names:
            files.release_bytes(self._file)
            self._names.clear()


def _find_place(name: str) -> int:
    """Return the byte of a name. Two names with one byte would only wait for each other."""
    return int.from_bytes(sha256(name.encode()).digest()[:BYTES])
