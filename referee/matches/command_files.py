"""Files that the command line names: journals, letters, mails and outputs."""

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from msgspec.structs import replace

from referee.faults import CannotCreate, CannotWrite, Complaint, DataFault, Misuse, NotFound, declare
from referee.matches import matches, published
from referee.matches.faults import MatchFault
from referee.matches.journal import reading
from referee.matches.journal.line import JournalFault
from referee.platform import files
from referee.platform.files import has_separator
from schemas.journal import Head
from schemas.record import Place

if TYPE_CHECKING:
    from gzip import GzipFile

STANDARD = "-"
"""Name of the standard input."""

PACKED = ".jsonl.gz"
"""Extension of a journal packed with gzip."""

MOST_UNPACKED = 2**30
"""Maximum size of an unpacked journal in bytes. It limits files that unpack without end."""

PATIENCE = 0.5
"""Seconds to wait for the writer of a pipe."""

MOST_READ = 16 * 2**20
"""Maximum number of bytes that are read of a letter. It limits input without end."""


def names_file(match_or_file: str) -> bool:
    """Return True if the argument names a file or the standard input, not a match on the shelf."""
    path = Path(match_or_file)
    return match_or_file == STANDARD or bool(path.suffix) or has_separator(match_or_file) or path.is_fifo()


def is_copy(match_or_file: str) -> bool:
    """Return True if the argument names the file of a copy, existing or not. Folders are not copies."""
    path = Path(match_or_file)
    there = path.is_file() or path.is_fifo() or match_or_file == STANDARD
    return names_file(match_or_file) and (there or bool(path.suffix.strip(".")))


@contextmanager
def journal(root: Path, match_or_file: str) -> Generator[Path]:
    """Yield the path of the journal of a match on the shelf, or of the named file.

    A stream can be read only once, so its content is kept in a file until the block ends.
    """
    path = Path(match_or_file)
    if match_or_file == STANDARD:
        with lay_down(_read_chunks(standard_input())) as copy:
            yield copy
    elif path.is_fifo():
        beginning, stream = files.open_written(path, PATIENCE)
        if stream is None:
            # A pipe without a writer would block its reader for ever.
            raise NotFound(declare(JournalFault.PIPE_SILENT, path=path))
        with stream, lay_down(chain((beginning,), _read_chunks(stream))) as copy:
            yield copy
    elif path.is_file() and names_file(match_or_file):
        with unpack(path) as plain:
            yield plain
    elif names_file(match_or_file):
        raise NotFound(declare(JournalFault.JOURNAL_UNKNOWN, path=match_or_file))
    else:
        with matches.advising(match_or_file):
            yield matches.journal_of(root, match_or_file)


@contextmanager
def unpack(path: Path, scratch: Path | None = None) -> Generator[Path]:
    """Yield the journal at a path.

    A packed one is unpacked to a temporary file (in `scratch`) for the block.
    """
    if not path.name.endswith(PACKED):
        yield path
        return
    with (
        reading.opened(path) as file,
        lay_down(_unpack_chunks(file, path), path.as_posix(), scratch) as copy,
    ):
        yield copy


def _unpack_chunks(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """Yield the content of a packed file, up to the maximum size of a journal."""
    import gzip  # noqa: PLC0415 - few journals are packed
    import zlib  # noqa: PLC0415 - the same

    try:
        with gzip.open(file) as stream:
            yield from limit(_read_chunks(stream), path.as_posix())
    except (EOFError, zlib.error, gzip.BadGzipFile):
        place = Place(file=path.as_posix())
        raise DataFault(Complaint.of(JournalFault.PACKED_BROKEN, place=place)) from None


def limit(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield the chunks of a journal.

    Raises DataFault if they exceed the maximum size. `name` is for messages.
    """
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MOST_UNPACKED:
            raise DataFault(Complaint.of(JournalFault.PACKED_TOO_LARGE, place=Place(file=name)))
        yield chunk


def _read_chunks(stream: "BinaryIO | GzipFile") -> Iterator[bytes]:
    while chunk := stream.read(2**16):
        yield chunk


@contextmanager
def lay_down(
    chunks: Iterable[bytes], name: str = STANDARD, scratch: Path | None = None, ending: str = ".jsonl"
) -> Generator[Path]:
    """Yield a temporary copy of a stream. Faults in it name the stream as `name`."""
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - few commands read from pipes

    # A file that is still open cannot be opened by its name on every platform.
    with TemporaryDirectory(prefix="referee-", dir=scratch) as folder:
        copy = Path(folder, f"piped{ending}")
        with copy.open("wb") as file:
            file.writelines(chunks)
        try:
            yield copy
        except DataFault as fault:
            raise DataFault(
                *(_rename(complaint, str(copy), name) for complaint in fault.complaints)
            ) from None


def _rename(complaint: Complaint, copy: str, name: str) -> Complaint:
    if complaint.place is None or complaint.place.file != copy:
        return complaint
    return replace(complaint, place=replace(complaint.place, file=name))


def head(text: str) -> Head:
    """Read a head as reports print it."""
    try:
        return Head.read(text)
    except ValueError:
        raise Misuse(Complaint.of(MatchFault.HEAD_MISSPELT, head=text)) from None


def faces(text: str) -> tuple[int, ...]:
    """Read faces of dice as typed."""
    words = text.replace(",", " ").split()
    if strange := [word for word in words if not (word.isascii() and word.isdigit() and len(word) <= 3)]:
        raise Misuse(Complaint.of(MatchFault.FACE_MISSPELT, face=strange[0]))
    return tuple(map(int, words))


def letter(name: str) -> bytes:
    """Return the bytes of a letter, or of the standard input."""
    return _read(standard_input()) if name == STANDARD else _read_file(name, MOST_READ)


def mail(name: str, most: int) -> bytes:
    """Return the bytes of a mail, or of the standard input, at most one byte more than `most`."""
    return standard_input().read(most + 1) if name == STANDARD else _read_file(name, most + 1)


def _read_file(name: str, most: int) -> bytes:
    if not name:
        # An empty path is the current folder.
        raise NotFound(MatchFault.LETTER_UNNAMED)
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except FileNotFoundError:
        raise NotFound(declare(MatchFault.LETTER_UNKNOWN, path=name)) from None
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=name, why=error.strerror)) from error


def demand_room(*names: str | None, force: bool = False) -> None:
    """Raise CannotCreate if one of the named files can be neither created nor replaced.

    Raises Misuse for a hyphen, which is not the name of a file.
    """
    for name in names:
        if name is not None:
            published.demand_room(_name_file(name), force=force)


def write(name: str, text: bytes, *, secret: bool, force: bool = False) -> None:
    """Write a file, or replace a file of this program. Raises the faults of `demand_room`."""
    published.write(_name_file(name), text, secret=secret, force=force)


def start_rows(name: str, head: bytes, *, secret: bool, resume: bool, force: bool = False) -> None:
    """Write a file of rows with its head, or leave the file of an earlier run to be resumed.

    A file to be resumed is never replaced. Raises CannotCreate for a file that is there and is to be neither
    resumed nor replaced.
    """
    path = _name_file(name)
    is_there = path.is_file() and not path.is_symlink()
    if is_there and resume:
        return
    if is_there and not force:
        raise CannotCreate(Complaint.of(MatchFault.ROWS_ALREADY_THERE, path=path))
    published.write(path, head + b"\n", secret=secret, force=force)


def _name_file(name: str) -> Path:
    if name == STANDARD:
        raise Misuse(Complaint.of(MatchFault.FILE_WANTED))
    return Path(name)


def standard_input() -> BinaryIO:
    """Return the standard input. Raises Misuse for a terminal, or if it was closed."""
    stream: TextIO | None = sys.stdin
    if stream is None or stream.isatty():
        raise Misuse(Complaint.of(MatchFault.NOTHING_TO_READ))
    return stream.buffer


def batch() -> Iterator[bytes]:
    """Yield the lines of the standard input. A line that is too long for a letter is cut."""
    stream = standard_input()
    while line := stream.readline(MOST_READ):
        rest = line
        while len(rest) == MOST_READ and not rest.endswith(b"\n"):
            rest = stream.readline(MOST_READ)
        yield line


def _read(stream: BinaryIO) -> bytes:
    try:
        return stream.read(MOST_READ)
    except OSError as error:
        raise CannotWrite(declare(MatchFault.LETTER_UNREADABLE, why=error.strerror)) from error
