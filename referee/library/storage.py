"""Storage of a match: on a shelf, in memory, or in a copy of a journal."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import BinaryIO, Protocol

from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.faults import Misuse
from referee.matches import clock, journal, matches
from referee.matches.journal.writing import MemoryWriter
from referee.matches.judging import submission
from referee.matches.judging.submission import Filed, IncomingLetter, Repeated
from referee.matches.matches import Holder, Match

from .arguments import LibraryFault


class Keeper(Protocol):
    """Storage of one match."""

    def read(self) -> Match:
        """Return the current match."""
        ...

    def submit(self, sent: IncomingLetter) -> Filed | Repeated:
        """Judge a letter and file the result."""
        ...

    def open_text(self) -> BinaryIO:
        """Open the journal for reading."""
        ...

    def open_file(self) -> AbstractContextManager[Path]:
        """Provide the path of the journal."""
        ...

    def tell_time(self) -> str:
        """Return the time for new entries, if none is given."""
        ...


class ShelfKeeper:
    """A match on a shelf; another program may write to it at any time."""

    def __init__(self, root: Path, name: str) -> None:
        self._root, self._name, self._holder = root, name, Holder()

    def read(self) -> Match:
        """Return the current match. Only new entries are read from its file."""
        return self._holder.find(self._root, self._name)

    def submit(self, sent: IncomingLetter) -> Filed | Repeated:
        """Judge a letter and file the result."""
        return submission.submit(self._root, self._name, sent, self._holder)

    def open_text(self) -> BinaryIO:
        """Open the journal for reading."""
        return journal.opened(matches.journal_of(self._root, self._name))

    def open_file(self) -> AbstractContextManager[Path]:
        """Provide the path of the journal."""
        return nullcontext(matches.journal_of(self._root, self._name))

    @property
    def place(self) -> tuple[Path, str]:
        """The shelf and the name of the match."""
        return self._root, self._name

    def tell_time(self) -> str:
        """Return the current time."""
        return clock.now()


class MemoryKeeper:
    """A match in the memory of this program.

    Threads submit one after the other. A match that was read never changes, so readers need no lock.
    """

    def __init__(self, match: Match, writer: MemoryWriter, secrets: Secrets, at: str) -> None:
        self._match, self._writer, self._secrets, self._at = match, writer, secrets, at
        self._lock = RLock()

    def read(self) -> Match:
        """Return the match."""
        return self._match

    def submit(self, sent: IncomingLetter) -> Filed | Repeated:
        """Judge a letter and append the result."""
        with self._lock:
            self._writer.expect(sent.expect_head)
            result = submission.submit_to(self._writer, self._match, sent, lambda _: self._secrets)
            self._match = replace(self._match, journal=self._writer.journal)
            return result

    def open_text(self) -> BinaryIO:
        """Open the journal for reading."""
        return BytesIO(self._writer.text)

    @contextmanager
    def open_file(self) -> Generator[Path]:
        """Provide the path of a copy of the journal, which goes with the block."""
        with TemporaryDirectory(prefix="referee-") as folder:
            path = Path(folder) / self._match.name / "journal.jsonl"
            path.parent.mkdir()
            path.write_bytes(self._writer.text)
            yield path

    def tell_time(self) -> str:
        """Return the time of the opening or of the last entry: the same letters give the same journal."""
        return max(self._at, self._match.entries[-1].body.at)


class CopyKeeper:
    """A copy of a journal in a file, read once."""

    def __init__(self, path: Path) -> None:
        self._path, self._match = path, matches.read_copy(path)

    def read(self) -> Match:
        """Return the match of the copy."""
        return self._match

    def submit(self, sent: IncomingLetter) -> Filed | Repeated:  # noqa: ARG002 - a copy is read-only
        """Raise `Misuse`: a copy accepts no letters."""
        raise Misuse(LibraryFault.COPY_IS_READ_ONLY)

    def open_text(self) -> BinaryIO:
        """Open the copy for reading."""
        return journal.opened(self._path)

    def open_file(self) -> AbstractContextManager[Path]:
        """Provide the path of the copy."""
        return nullcontext(self._path)

    def tell_time(self) -> str:
        """Return the current time."""
        return clock.now()
