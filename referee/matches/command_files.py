"""What the command line names: journals, letters, heads, and files to be written."""

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from msgspec.structs import replace

from referee.faults import CannotWrite, Complaint, DataFault, Misuse, NotFound, declare
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
"""What stands for the standard input."""

PACKED = ".jsonl.gz"
"""How the name of a journal ends that gzip packed."""

MOST_UNPACKED = 2**30
"""Bytes that a packed journal may come to: a small file that unpacks without end fills no disk."""

PATIENCE = 0.5
"""Seconds in which the writer of a pipe has to come."""

MOST_READ = 16 * 2**20
"""Bytes of a letter that are read, to say that it is too long: who sends no end of them fills no memory."""


def names_file(match_or_file: str) -> bool:
    """Whether a file is named, or the standard input, and not a match on the shelf."""
    path = Path(match_or_file)
    return match_or_file == STANDARD or bool(path.suffix) or has_separator(match_or_file) or path.is_fifo()


def leads_to_copy(match_or_file: str) -> bool:
    """Whether a file is there, or one is meant: a folder is no copy, and no name of a match leads out."""
    path = Path(match_or_file)
    there = path.is_file() or path.is_fifo() or match_or_file == STANDARD
    return names_file(match_or_file) and (there or bool(path.suffix.strip(".")))


@contextmanager
def journal(root: Path, match_or_file: str) -> Generator[Path]:
    """The journal of a match on the shelf, or the file that was named.

    A stream can be read once only, so that its content is kept in a file until the block ends.
    """
    path = Path(match_or_file)
    if match_or_file == STANDARD:
        with lay_down(_read_chunks(standard_input())) as copy:
            yield copy
    elif path.is_fifo():
        begun, stream = files.open_written(path, PATIENCE)
        if stream is None:
            # It would keep its reader waiting for ever.
            raise NotFound(declare(JournalFault.PIPE_SILENT, path=path))
        with stream, lay_down(chain((begun,), _read_chunks(stream))) as copy:
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
    """The journal at a path; one that gzip packed is laid down in a file for so long (in `scratch`)."""
    if not path.name.endswith(PACKED):
        yield path
        return
    with (
        reading.opened(path) as packed,
        lay_down(_unpack_chunks(packed, path), path.as_posix(), scratch) as copy,
    ):
        yield copy


def _unpack_chunks(packed: BinaryIO, path: Path) -> Iterator[bytes]:
    """What a packed file holds, up to the most that a journal may come to."""
    import gzip  # noqa: PLC0415 - few journals are packed
    import zlib  # noqa: PLC0415 - the same

    try:
        with gzip.open(packed) as stream:
            yield from limit(_read_chunks(stream), path.as_posix())
    except (EOFError, zlib.error, gzip.BadGzipFile):
        place = Place(file=path.as_posix())
        raise DataFault(Complaint.of(JournalFault.PACKED_BROKEN, place=place)) from None


def limit(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """The chunks of a journal of this name, up to the most that one may come to."""
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
    """A copy of what can be read only once; whatever is wrong with it is said of the name it came by."""
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
    """A head as it stands in a report."""
    try:
        return Head.read(text)
    except ValueError:
        raise Misuse(Complaint.of(MatchFault.HEAD_MISSPELT, head=text)) from None


def faces(text: str) -> tuple[int, ...]:
    """Faces of dice, as they were typed."""
    words = text.replace(",", " ").split()
    if strange := [word for word in words if not (word.isascii() and word.isdigit() and len(word) <= 3)]:
        raise Misuse(Complaint.of(MatchFault.FACE_MISSPELT, face=strange[0]))
    return tuple(map(int, words))


def letter(name: str) -> bytes:
    """The bytes of a letter, or of the standard input."""
    return _read(standard_input()) if name == STANDARD else _read_file(name, MOST_READ)


def mail(name: str, most: int) -> bytes:
    """The bytes of a mail, or of the standard input; of a larger one, one byte more than the most."""
    return standard_input().read(most + 1) if name == STANDARD else _read_file(name, most + 1)


def _read_file(name: str, most: int) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except FileNotFoundError:
        raise NotFound(declare(MatchFault.LETTER_UNKNOWN, path=name)) from None
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=name, why=error.strerror)) from error


def demand_room(*names: str | None, force: bool = False) -> None:
    """Raise `CannotCreate` if one of the named files can be neither made nor replaced.

    Raises `Misuse` for a hyphen, which is not the name of a file.
    """
    for name in names:
        if name is not None:
            published.demand_room(_name_file(name), force=force)


def write(name: str, text: bytes, *, secret: bool, force: bool = False) -> None:
    """Write a file, or replace one that this program wrote. Raises the faults of `demand_room`."""
    published.write(_name_file(name), text, secret=secret, force=force)


def _name_file(name: str) -> Path:
    if name == STANDARD:
        raise Misuse(Complaint.of(MatchFault.FILE_WANTED))
    return Path(name)


def standard_input() -> BinaryIO:
    """What is piped in; the program never waits for typing, and a daemon may have closed it."""
    stream: TextIO | None = sys.stdin
    if stream is None or stream.isatty():
        raise Misuse(Complaint.of(MatchFault.NOTHING_TO_READ))
    return stream.buffer


def batch() -> Iterator[bytes]:
    """The lines of the standard input; of one that is too long to be a letter, the beginning."""
    stream = standard_input()
    while line := stream.readline(MOST_READ):
        rest = line
        while len(rest) == MOST_READ and not rest.endswith(b"\n"):
            rest = stream.readline(MOST_READ)
        yield line


def standalone_verifier() -> str:
    """The text of the verifier that imports nothing of ours."""
    return (Path(__file__).parents[1] / "evidence" / "standalone.py").read_text(encoding="utf-8")


def _read(stream: BinaryIO) -> bytes:
    try:
        return stream.read(MOST_READ)
    except OSError as error:
        raise CannotWrite(declare(MatchFault.LETTER_UNREADABLE, why=error.strerror)) from error
