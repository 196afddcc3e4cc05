"""Where a match lies: on a shelf, in memory, or in a file that was copied."""

from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import BinaryIO, Protocol

from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.engine.faults import Misuse
from referee.library.faults import LibraryFault
from referee.matches import clock, journal, matches
from referee.matches.journal.memory import MemoryWriter
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Filed, Repeated, Sent
from referee.matches.matches import Holder, Match


class Keeper(Protocol):
    """What keeps a match."""

    def read(self) -> Match:
        """The match as it is now."""
        ...

    def submit(self, sent: Sent) -> Filed | Repeated:
        """Judge a letter, and file what becomes of it."""
        ...

    def open_text(self) -> BinaryIO:
        """The journal, to read from."""
        ...

    def tell_time(self) -> str:
        """The time at which something is filed, if none is given."""
        ...


class ShelfKeeper:
    """A match on a shelf; another program may write to it at any time."""

    def __init__(self, root: Path, name: str) -> None:
        self._root, self._name, self._holder = root, name, Holder()

    def read(self) -> Match:
        """The match as its file is now; what was read before is not read again."""
        return self._holder.find(self._root, self._name)

    def submit(self, sent: Sent) -> Filed | Repeated:
        """Judge a letter, and file what becomes of it."""
        return submitting.submit(self._root, self._name, sent, self._holder)

    def open_text(self) -> BinaryIO:
        """The journal, to read from."""
        return journal.opened(matches.journal_of(self._root, self._name))

    def tell_time(self) -> str:
        """The time."""
        return clock.now()


class MemoryKeeper:
    """A match in memory, for as long as the program keeps it; no other program sees it.

    Threads submit one after the other. A match that was read never changes, so that readers need no lock.
    """

    def __init__(self, match: Match, writer: MemoryWriter, secrets: Secrets, at: str) -> None:
        self._match, self._writer, self._secrets, self._at = match, writer, secrets, at
        self._lock = RLock()

    def read(self) -> Match:
        """The match."""
        return self._match

    def submit(self, sent: Sent) -> Filed | Repeated:
        """Judge a letter, and add what becomes of it."""
        with self._lock:
            self._writer.expect(sent.expect_head)
            filed = submitting.submit_to(self._writer, self._match, sent, lambda _: self._secrets)
            self._match = replace(self._match, journal=self._writer.journal)
            return filed

    def open_text(self) -> BinaryIO:
        """The journal, to read from."""
        return BytesIO(self._writer.text)

    def tell_time(self) -> str:
        """The time of the opening: the same letters give the same journal."""
        return self._at


class CopyKeeper:
    """The copy of a journal in a file; it is read once."""

    def __init__(self, path: Path) -> None:
        self._path, self._match = path, matches.read_copy(path)

    def read(self) -> Match:
        """The match as the copy tells it."""
        return self._match

    def submit(self, sent: Sent) -> Filed | Repeated:  # noqa: ARG002 - it takes none
        """Refuse: raises `Misuse`."""
        raise Misuse(LibraryFault.COPY_IS_READ_ONLY)

    def open_text(self) -> BinaryIO:
        """The copy, to read from."""
        return journal.opened(self._path)

    def tell_time(self) -> str:
        """The time."""
        return clock.now()
