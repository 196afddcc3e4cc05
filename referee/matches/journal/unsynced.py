"""Journals whose new lines are not synced yet, so that those of several letters are synced together.

Nothing may be answered before `sync_all` has returned.
"""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from referee.faults import CannotWrite, Complaint
from referee.i18n.translator import Saying, message
from referee.matches.journal.line import JournalFault
from referee.platform import files
from referee.platform.ports import ports

UNDONE = message("nothing was filed")
"""Remedy of a write that failed and was undone."""

IN_DOUBT = message("the write could not be undone; check the filed entries before you send it again")
"""Remedy of a write that could not be undone."""


def complain(path: Path, why: Saying | OSError, remedy: str = UNDONE) -> Complaint:
    """Return the complaint about a file that cannot be written. `remedy` is "" if nothing was to be filed."""
    reason = os.strerror(why.errno or 0) if isinstance(why, OSError) else why
    return Complaint.of(JournalFault.PATH_UNWRITABLE, remedy, path=path, why=reason)


class NotSynced(CannotWrite):
    """A journal could not be synced. Its new lines were removed, unless the remedy says otherwise."""


class Growth(NamedTuple):
    """Length of a journal before and after its new lines, in bytes."""

    start: int
    end: int


class Unsynced:
    """New lines of journals that are still to be synced."""

    def __init__(self) -> None:
        self._is_open = False
        self._grown: dict[Path, Growth] = {}

    @contextmanager
    def together(self) -> Generator[None]:
        """Let writers leave their lines unsynced in this block, and sync them at its end.

        Raises `NotSynced` for lines that are not safe.
        """
        self._is_open = True
        try:
            yield
        finally:
            self._is_open = False
            self.sync_all()

    def join(self, *, has_log: bool) -> "Unsynced | None":
        """Return this for a writer inside `together`. A club log may record only heads that are synced."""
        return self if self._is_open and not has_log else None

    def note(self, path: Path, start: int, end: int) -> None:
        """Record the new lines of a journal."""
        self._grown[path] = Growth(start, end)

    def sync(self, path: Path) -> None:
        """Sync a journal, if it has new lines. Raises `NotSynced`."""
        if path in self._grown:
            self._sync({path: self._grown.pop(path)})

    def sync_all(self) -> None:
        """Sync all journals. Raises the first `NotSynced`, after the others are synced."""
        grown, self._grown = self._grown, {}
        self._sync(grown)

    def _sync(self, grown: Mapping[Path, Growth]) -> None:
        failures = zip(grown, files.sync_files(tuple(grown)), strict=True)
        faults = [(_cut_back(path, grown[path], error), error) for path, error in failures if error]
        for fault, error in faults:
            raise fault from error


def _cut_back(path: Path, growth: Growth, why: OSError) -> NotSynced:
    """Remove the new lines of a journal, unless another process has written since."""
    try:
        descriptor = ports.disk.open(path, os.O_RDWR | files.BYTES)
        try:
            if not files.try_lock(descriptor) or os.fstat(descriptor).st_size != growth.end:
                return NotSynced(complain(path, why, IN_DOUBT))
            ports.disk.ftruncate(descriptor, growth.start)
            ports.disk.fsync(descriptor)
        finally:
            files.release_lock(descriptor)
            os.close(descriptor)
    except OSError:
        return NotSynced(complain(path, why, IN_DOUBT))
    return NotSynced(complain(path, why))
