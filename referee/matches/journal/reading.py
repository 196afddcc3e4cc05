"""Reading a journal. Every line is checked, and reading ends at the first fault."""

import gc
import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO, assert_never

from msgspec import ValidationError, convert
from msgspec.structs import replace

from referee.faults import Complaint, DataFault, NotFound, declare
from referee.i18n.translator import frame, message, saying
from referee.matches.journal import line, stored_entries
from referee.matches.journal.line import Broken, JournalFault
from referee.platform.progress import Progress, ignore_progress
from schemas.journal import ADDED, FORMAT, PHRASED, Body, Entry, Head, Header, Kind
from schemas.record import Place, Side, Value
from schemas.vocabulary import VOCABULARY

BEGINNINGS: Mapping[tuple[bytes, ...], str] = {
    (b"PK\x03\x04",): message("it is a ZIP archive: unpack it"),
    (b"\x1f\x8b",): message("it is packed with gzip: its name must end in .jsonl.gz"),
    (b"\xff\xfe", b"\xfe\xff"): message("a program saved it as UTF-16: ask for the file again, unchanged"),
    (b"\xef\xbb\xbf",): message("a program put a mark before it: ask for the file again, unchanged"),
    (b">",): message("it is quoted in a mail: ask for it as an attached file"),
}
"""Remedies for files that other programs changed, by their first bytes."""

LINE_ENDS = message("a program changed its line ends to CR LF: ask for the file again, unchanged")
BROKEN_IN_TWO = message("a program broke the line in two: ask for it as an attached file")
TEXT_ADDED = message("a program added text here: ask for the file again, unchanged")

MOVING: frozenset[Kind] = frozenset({"order", "ruling"})
"""Kinds of entry that change the position."""

FORMATS = range(1, FORMAT + 1)
"""Versions of the format that are read, all in the same way.

Earlier formats contain no field that later ones lack, and their missing fields are optional. Their headers
keep the version, because their dice are counted differently and new entries have the same format.
"""

UNFINISHED = b"\0"
"""First byte of a block of several lines until all of them are on disk.

No line of JSON contains this byte, so the lines are filed together or not at all, even if the writer was
killed or a reader opened the file in between. It also fills pages that a power loss kept from
the disk.
"""


class Opening(Value):
    """The header with its seal."""

    header: Header
    seal: str


class Torn(Value):
    """The beginning of a line or block that was not finished and so not filed."""

    tail: bytes


class Journal(Value):
    """A journal with valid seals, links and private parts.

    `torn` is the text after the last filed line, and `text_length` counts the bytes before it.
    """

    header: Header
    header_seal: str
    entries: Sequence[Entry]
    head: Head
    text_length: int
    torn: bytes = b""

    def lengthen(self, lines: Sequence[bytes], entries: Sequence[Entry]) -> "Journal":
        """Return the journal with more entries, given the lines that they were written as."""
        head = Head(seq=entries[-1].body.seq, seal=entries[-1].seal) if entries else self.head
        length = self.text_length + sum(map(len, lines))
        return replace(self, entries=(*self.entries, *entries), head=head, text_length=length)


def read(path: Path) -> Journal:
    """Read the journal at a path."""
    with opened(path) as file:
        return read_from(file, path)


def lines(path: Path, progress: Progress = ignore_progress) -> Iterator[Opening | Entry | Torn]:
    """Yield the journal line by line, each after it was checked, in constant memory."""
    with opened(path) as file:
        raw, opening = read_header(file, path)
        yield opening
        done, whole = len(raw), os.fstat(file.fileno()).st_size + 1
        for raw, it in read_entries(file, path, Head(seq=0, seal=opening.seal)):
            done += len(raw)
            progress(done, whole)
            yield it


def copied(path: Path, side: Side) -> Iterator[bytes]:
    """Yield the lines of a side's copy. It verifies against the same seals.

    Every copy contains all orders and their events once the secrets of the match were revealed. Refused
    letters and private notes stay with the sides that know them.
    """
    with opened(path) as file:
        yield from copy_lines(file, path, side)


def copy_lines(file: BinaryIO, path: Path, side: Side) -> Iterator[bytes]:
    """Yield the lines of a side's copy from an open file. The path is for messages."""
    raw, opening = read_header(file, path)
    head, begin = Head(seq=0, seal=opening.seal), file.tell()
    entries = (it for _, it in read_entries(file, path, head) if isinstance(it, Entry))
    is_revealed = any(entry.body.kind == "reveal" for entry in entries)
    yield raw
    file.seek(begin)
    for raw, it in read_entries(file, path, head):
        if isinstance(it, Entry):
            is_open = is_revealed and it.body.kind in MOVING
            yield raw if is_open else line.own_copy(raw, side)


def read_from(file: BinaryIO, path: Path) -> Journal:
    """Read the journal in an open file. The path is for messages."""
    _, opening = read_header(file, path)
    entries: list[Entry] = []
    torn = b""
    with _collector_at_rest():
        for _, it in read_entries(file, path, Head(seq=0, seal=opening.seal)):
            match it:
                case Entry():
                    entries.append(it)
                case Torn(tail=torn):
                    pass
                case _:
                    assert_never(it)
    head = Head(seq=len(entries), seal=entries[-1].seal if entries else opening.seal)
    return Journal(opening.header, opening.seal, tuple(entries), head, file.tell() - len(torn), torn)


def read_to(file: BinaryIO, path: Path, seq: int) -> Journal:
    """Read the journal in an open file up to an entry. The rest of the file counts as torn."""
    raw, opening = read_header(file, path)
    length, entries = len(raw), list[Entry]()
    lines = read_entries(file, path, Head(seq=0, seal=opening.seal))
    for raw, it in islice(lines, seq):
        if isinstance(it, Entry):
            length += len(raw)
            entries.append(it)
    if len(entries) < seq:
        raise NotFound(Complaint.of(JournalFault.TAIL_UNKNOWN, path=path, entry=seq, last=len(entries)))
    file.seek(length)
    head = Head(seq=seq, seal=entries[-1].seal)
    return Journal(opening.header, opening.seal, tuple(entries), head, length, file.read())


@contextmanager
def _collector_at_rest() -> Generator[None]:
    """Pause the garbage collector: with thousands of live entries it doubles the time."""
    working = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if working:
            gc.enable()


def opened(path: Path) -> BinaryIO:
    """Open the file of a journal for reading."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        # Opening a pipe without a writer would wait for ever.
        raise NotFound(declare(JournalFault.NOT_A_FILE, path=path))
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise NotFound(declare(JournalFault.JOURNAL_UNKNOWN, path=path)) from error
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=path, why=error.strerror)) from error


def read_header(file: BinaryIO, path: Path) -> tuple[bytes, Opening]:
    """Return the first line and its header."""
    raw = file.readline()
    if not _is_finished(raw):
        place = Place(file=path.as_posix())
        raise DataFault(Complaint.of(JournalFault.HEADER_UNFINISHED, place=place))
    try:
        it = line.read(raw[:-1])
        _check_format(it.body.get("format"))
        header = convert(it.body, Header)
        has_later_part = header.format < PHRASED and "phrases" in it.body
        if it.private or has_later_part or it.body.keys() | ADDED != {*Header.__struct_fields__}:
            raise Broken(declare(JournalFault.HEADER_INCOMPLETE))
        _check_vocabulary(header)
        return raw, Opening(header, it.seal)
    except ValidationError as error:
        raise _place(misshapen(error), path, 0, raw) from error
    except Broken as fault:
        raise _place(fault, path, 0, raw) from fault


def read_entries(file: BinaryIO, path: Path, after: Head) -> Iterator[tuple[bytes, Entry | Torn]]:
    """Yield the following lines, raw and parsed, up to the first one with a fault.

    Reads from the current position of the file, which is the end of the line of the head `after`.
    """
    seal = after.seal
    for seq, raw in enumerate(file, after.seq + 1):
        if not _is_finished(raw):
            tail = raw + file.read()
            yield tail, Torn(tail)
            return
        try:
            record = entry(raw[:-1], seq, seal)
        except Broken as fault:
            if UNFINISHED in raw and not file.read(1):
                yield raw, Torn(raw)
                return
            raise _place(fault, path, seq, raw) from fault
        seal = record.seal
        yield raw, record


def _is_finished(raw: bytes) -> bool:
    """Return True if a line was filed with all lines of its block.

    A line that ends before its last page reached the disk has zero bytes and a line end: only its place at
    the end of the file tells it from a filed line that a disk damaged.
    """
    return raw.endswith(b"\n") and not raw.startswith(UNFINISHED)


def _check_format(version: object) -> None:
    if type(version) is not int or version not in FORMATS:
        formats = tuple(map(str, FORMATS))
        raise Broken(declare(JournalFault.JOURNAL_FORMAT, version=str(version)[:20], known=formats))


def _check_vocabulary(header: Header) -> None:
    if header.vocabulary > VOCABULARY:
        raise Broken(declare(JournalFault.VOCABULARY_NEWER, version=header.vocabulary, known=VOCABULARY))


def entry(raw: bytes, seq: int, prev: str, proved: str = "") -> Entry:
    """Read a line as the entry with this number after the line sealed `prev`. Raises Broken for a fault.

    `proved` is its seal if the line was read before.
    """
    record = stored_entries.entry(raw, prev, proved) or _read_slowly(raw)
    if record.body.prev != prev:
        raise Broken(declare(JournalFault.LINK_BROKEN))
    if record.body.seq != seq:
        raise Broken(declare(JournalFault.NUMBER_WRONG, seq=record.body.seq, due=seq))
    return record


def _read_slowly(raw: bytes) -> Entry:
    """Read a line as an entry. Raises Broken with its fault."""
    it = line.read(raw)
    try:
        record = convert({"seal": it.seal, "body": it.body, "private": it.private}, Entry)
    except ValidationError as error:
        raise misshapen(error) from error
    if len(it.body) != len(Body.__struct_fields__):
        raise Broken(declare(JournalFault.ENTRY_INCOMPLETE))
    return record


def misshapen(error: ValidationError) -> Broken:
    """Return the fault of a line with a part of the wrong shape."""
    problem, _, part = str(error).partition(" - at `$.")
    return Broken(declare(JournalFault.ENTRY_MISSHAPEN, part=part.rstrip("`"), said=problem))


def _place(fault: Broken, path: Path, seq: int, raw: bytes) -> DataFault:
    what = saying("entry {entry}", entry=seq) if seq else saying("the header")
    place = Place(file=path.as_posix(), line=seq + 1, column=fault.column)
    text = frame("{what} {said}", what=what, said=fault.said)
    return DataFault(Complaint.of(text, _find_remedy(raw, is_first=seq == 0), place=place))


def _find_remedy(raw: bytes, *, is_first: bool) -> str:
    """Return the remedy for a line that a mail program or an editor changed, or ""."""
    if is_first and (remedy := next((BEGINNINGS[some] for some in BEGINNINGS if raw.startswith(some)), "")):
        return remedy
    if raw.endswith(b"\r\n"):
        return LINE_ENDS
    if not raw.startswith(b"{"):
        return TEXT_ADDED
    return "" if raw.rstrip().endswith(b"}") else BROKEN_IN_TWO
