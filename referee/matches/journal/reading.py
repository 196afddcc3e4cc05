"""Reading a journal: whatever was filed is believed entirely or not at all."""

import gc
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, assert_never

from msgspec import ValidationError, convert
from msgspec.structs import replace

from referee.faults import Complaint, DataFault, NotFound, declare
from referee.i18n.translator import frame, saying
from referee.matches.journal import line, stored_entries
from referee.matches.journal.line import Broken, JournalFault
from referee.platform.progress import Progress, unwatched
from schemas.journal import ADDED, FORMAT, Body, Entry, Head, Header, Kind
from schemas.record import Place, Side, Value
from schemas.vocabulary import VOCABULARY

Upcaster = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def as_written(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """A body of the present format."""
    return body


MOVING: frozenset[Kind] = frozenset({"order", "ruling"})
"""The kinds of entry that make the position."""

UPCASTERS: Mapping[int, Upcaster] = dict.fromkeys(range(1, FORMAT + 1), as_written)
"""How the bodies of each format version become those of the present one.

Those of earlier formats have nothing that those of later ones have not, and what they lack may be missing.
Their headers keep the number, for their dice are counted otherwise, and what is added to them is filed alike.
"""


UNFINISHED = b"\0"
"""What stands in the place of the first byte of several lines until all of them are on the disk.

No line of JSON begins with it, and one byte is there or is not: so several lines are filed together or not at
all, whether their writer was killed or a reader came in between.
"""

CUT_SHORT = UNFINISHED + b'"'
"""How a line begins that was marked so; what a disk wiped out has more zeros than one, and is a fault."""


class Opening(Value):
    """The header with its seal."""

    header: Header
    seal: str


class Torn(Value):
    """The beginning of a line, or of several, that were never finished, and so never filed."""

    tail: bytes


class Journal(Value):
    """A journal that holds: every seal, every link, every private part it has.

    `torn` is what stands after the last line that was filed, and `text_length` counts the bytes before it.
    """

    header: Header
    header_seal: str
    entries: Sequence[Entry]
    head: Head
    text_length: int
    torn: bytes = b""

    def lengthen(self, lines: Sequence[bytes], entries: Sequence[Entry]) -> "Journal":
        """The journal with more entries, and the lines that they were written as."""
        head = Head(seq=entries[-1].body.seq, seal=entries[-1].seal) if entries else self.head
        length = self.text_length + sum(map(len, lines))
        return replace(self, entries=(*self.entries, *entries), head=head, text_length=length)


def read(path: Path) -> Journal:
    """The journal at a path."""
    with opened(path) as file:
        return read_from(file, path)


def lines(path: Path, progress: Progress = unwatched) -> Iterator[Opening | Entry | Torn]:
    """The journal line by line, each given only after it was checked; memory stays flat."""
    with opened(path) as file:
        raw, opening, upcast = read_header(file, path)
        yield opening
        done, whole = len(raw), os.fstat(file.fileno()).st_size + 1
        for raw, it in read_entries(file, path, upcast, Head(seq=0, seal=opening.seal)):
            done += len(raw)
            progress(done, whole)
            yield it


def copied(path: Path, side: Side) -> Iterator[bytes]:
    """The lines of the copy that one side may have; they verify under the same seals.

    Once the secrets of a match are open, the orders and what came of them are whole in every copy; a letter
    that was refused and a private note stay with those who knew them.
    """
    with opened(path) as file:
        yield from copy_lines(file, path, side)


def copy_lines(file: BinaryIO, path: Path, side: Side) -> Iterator[bytes]:
    """The same of an open file; the path is for messages."""
    raw, opening, upcast = read_header(file, path)
    head, begin = Head(seq=0, seal=opening.seal), file.tell()
    entries = (it for _, it in read_entries(file, path, upcast, head) if isinstance(it, Entry))
    opened_now = any(entry.body.kind == "reveal" for entry in entries)
    yield raw
    file.seek(begin)
    for raw, it in read_entries(file, path, upcast, head):
        if isinstance(it, Entry):
            told = opened_now and it.body.kind in MOVING
            yield raw if told else line.own_copy(raw, side)


def read_from(file: BinaryIO, path: Path) -> Journal:
    """The journal in an open file; the path is for messages."""
    _, opening, upcast = read_header(file, path)
    entries: list[Entry] = []
    torn = b""
    with _collector_at_rest():
        for _, it in read_entries(file, path, upcast, Head(seq=0, seal=opening.seal)):
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
    """The journal in an open file up to an entry; whatever stands behind that counts as torn."""
    raw, opening, upcast = read_header(file, path)
    length, entries = len(raw), list[Entry]()
    lines = read_entries(file, path, upcast, Head(seq=0, seal=opening.seal))
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
    """Thousands of entries that all stay: looking for garbage among them doubles the time."""
    working = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if working:
            gc.enable()


def opened(path: Path) -> BinaryIO:
    """The file of a journal, to read from."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        # Opening a pipe without a writer would wait for ever.
        raise NotFound(declare(JournalFault.NOT_A_FILE, path=path))
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise NotFound(declare(JournalFault.JOURNAL_UNKNOWN, path=path)) from error
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=path, why=error.strerror)) from error


def read_header(file: BinaryIO, path: Path) -> tuple[bytes, Opening, Upcaster]:
    """The first line, as it stands and as it reads, and how the others are to be read."""
    raw = file.readline()
    if not _is_finished(raw):
        place = Place(file=path.as_posix())
        raise DataFault(Complaint.of(JournalFault.HEADER_UNFINISHED, place=place))
    try:
        it = line.read(raw[:-1])
        upcast = _upcaster(it.body.get("format"))
        header = convert(upcast(it.body), Header)
        if it.private or it.body.keys() | ADDED != {*Header.__struct_fields__}:
            raise Broken(declare(JournalFault.HEADER_INCOMPLETE))
        _check_vocabulary(header)
        return raw, Opening(header, it.seal), upcast
    except ValidationError as error:
        raise _place(misshapen(error), path, 0) from error
    except Broken as fault:
        raise _place(fault, path, 0) from fault


def read_entries(
    file: BinaryIO, path: Path, upcast: Upcaster, after: Head
) -> Iterator[tuple[bytes, Entry | Torn]]:
    """The lines from here on, as they stand and as they read, up to the first that cannot be believed.

    The file is read from where it is now: behind the line of the head that they come `after`.
    """
    seal = after.seal
    for seq, raw in enumerate(file, after.seq + 1):
        if not _is_finished(raw):
            tail = raw + file.read()
            yield tail, Torn(tail)
            return
        try:
            filed = entry(raw[:-1], seq, seal, upcast)
        except Broken as fault:
            raise _place(fault, path, seq) from fault
        seal = filed.seal
        yield raw, filed


def _is_finished(raw: bytes) -> bool:
    """Whether a line was filed, with those that were written together with it."""
    return raw.endswith(b"\n") and not raw.startswith(CUT_SHORT)


def _upcaster(version: object) -> Upcaster:
    upcast = UPCASTERS.get(version) if type(version) is int else None
    if upcast is None:
        known = tuple(map(str, UPCASTERS))
        raise Broken(declare(JournalFault.JOURNAL_FORMAT, version=str(version)[:20], known=known))
    return upcast


def _check_vocabulary(header: Header) -> None:
    if header.vocabulary > VOCABULARY:
        raise Broken(declare(JournalFault.VOCABULARY_NEWER, version=header.vocabulary, known=VOCABULARY))


def entry(raw: bytes, seq: int, prev: str, upcast: Upcaster = as_written, proved: str = "") -> Entry:
    """A line as the entry of this number after the line sealed `prev`; raises `Broken` if it is not.

    `proved` is its seal, where the line was read before.
    """
    quick = stored_entries.entry(raw, prev, proved) if upcast is as_written else None
    filed = _read_slowly(raw, upcast) if quick is None else quick
    if filed.body.prev != prev:
        raise Broken(declare(JournalFault.LINK_BROKEN))
    if filed.body.seq != seq:
        raise Broken(declare(JournalFault.NUMBER_WRONG, seq=filed.body.seq, due=seq))
    return filed


def _read_slowly(raw: bytes, upcast: Upcaster) -> Entry:
    """A line as an entry of the present format; raises `Broken` with what is wrong with it."""
    it = line.read(raw)
    try:
        body = upcast(it.body)
        filed = convert({"seal": it.seal, "body": body, "private": it.private}, Entry)
    except ValidationError as error:
        raise misshapen(error) from error
    if len(body) != len(Body.__struct_fields__):
        raise Broken(declare(JournalFault.ENTRY_INCOMPLETE))
    return filed


def misshapen(error: ValidationError) -> Broken:
    """What is wrong with a line of which a part has not its shape."""
    said, _, part = str(error).partition(" - at `$.")
    return Broken(declare(JournalFault.ENTRY_MISSHAPEN, part=part.rstrip("`"), said=said))


def _place(fault: Broken, path: Path, seq: int) -> DataFault:
    what = saying("entry {entry}", entry=seq) if seq else saying("the header")
    place = Place(file=path.as_posix(), line=seq + 1, column=fault.column)
    return DataFault(Complaint.of(frame("{what} {said}", what=what, said=fault.said), place=place))
