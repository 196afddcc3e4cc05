"""Reading a journal: whatever stands before the last newline is believed entirely or not at all."""

import gc
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, assert_never

from pydantic import ValidationError

from referee.core.faults import Complaint, DataFault, NotFound
from referee.desk import line
from referee.desk.line import Broken, Line
from schemas.journal import FORMAT, Entry, Head, Header
from schemas.record import Place, Side, listed

Upcaster = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def as_written(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """A body of the present format."""
    return body


UPCASTERS: Mapping[object, Upcaster] = {FORMAT: as_written}
"""How the bodies of each format version become those of the present one."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The header with its seal."""

    header: Header
    seal: str


@dataclass(frozen=True, slots=True)
class Torn:
    """The beginning of a line that was never finished, and so never filed."""

    tail: bytes


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal that holds: every seal, every link, every private part it has.

    `torn` is what stands after the last newline, and `text_length` counts the bytes before it.
    """

    header: Header
    header_seal: str
    entries: tuple[Entry, ...]
    head: Head
    text_length: int
    torn: bytes = b""


def read(path: Path) -> Journal:
    """The journal at a path."""
    with opened(path) as file:
        return read_from(file, path)


def lines(path: Path) -> Iterator[Opening | Entry | Torn]:
    """The journal line by line, each given only after it was checked; memory stays flat."""
    with opened(path) as file:
        for _, it in _believed(file, path):
            yield it


def copied(path: Path, side: Side) -> Iterator[bytes]:
    """The lines of the copy that one side may have; they verify under the same seals."""
    with opened(path) as file:
        for raw, it in _believed(file, path):
            if not isinstance(it, Torn):
                yield line.own_copy(raw, side)


def read_from(file: BinaryIO, path: Path) -> Journal:
    """The journal in an open file; the path is for messages."""
    opening: Opening | None = None
    entries: list[Entry] = []
    torn = b""
    with _collector_at_rest():
        for _, it in _believed(file, path):
            match it:
                case Entry():
                    entries.append(it)
                case Opening():
                    opening = it
                case Torn(tail=torn):
                    pass
                case _:
                    assert_never(it)
    if opening is None:
        raise _headless(path)
    head = Head(seq=len(entries), seal=entries[-1].seal if entries else opening.seal)
    return Journal(opening.header, opening.seal, tuple(entries), head, file.tell() - len(torn), torn)


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
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise NotFound(f"there is no journal at {path}") from error
    except OSError as error:
        raise NotFound(f"{path} cannot be read: {error.strerror}") from error


def _believed(file: BinaryIO, path: Path) -> Iterator[tuple[bytes, Opening | Entry | Torn]]:
    """Every line as it stands and as it reads; stops with a fault at the first that cannot be believed."""
    before: Opening | Entry | None = None
    upcast: Upcaster = as_written
    for number, raw in enumerate(file):
        if not raw.endswith(b"\n"):
            if before is None:
                raise _headless(path)
            yield raw, Torn(raw)
            return
        try:
            if before is None:
                before, upcast = _opening(line.read(raw[:-1]))
            else:
                before = entry(raw[:-1], number, before.seal, upcast)
        except Broken as fault:
            raise _placed(fault, path, number) from fault
        yield raw, before
    if before is None:
        raise _headless(path)


def _opening(it: Line) -> tuple[Opening, Upcaster]:
    version = it.body.get("format")
    upcast = UPCASTERS.get(version) if type(version) is int else None
    if upcast is None:
        known = listed([str(known) for known in UPCASTERS])
        raise Broken(f"is of format {str(version)[:20]}, and this referee reads format {known}")
    try:
        return Opening(Header.model_validate(upcast(it.body)), it.seal), upcast
    except ValidationError as error:
        raise _misshapen(error) from error


def entry(raw: bytes, seq: int, prev: str, upcast: Upcaster = as_written) -> Entry:
    """A line as the entry of this number after the line sealed `prev`; raises `Broken` if it is not."""
    it = line.read(raw)
    try:
        shape = {"seal": it.seal, "body": upcast(it.body), "private": it.private}
        filed = Entry.model_validate(shape, strict=True)
    except ValidationError as error:
        raise _misshapen(error) from error
    if filed.body.prev != prev:
        raise Broken("does not follow the line before it: a line was taken out, put in or moved here")
    if filed.body.seq != seq:
        raise Broken(f"has the number {filed.body.seq} where {seq} is due")
    return filed


def _misshapen(error: ValidationError) -> Broken:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return Broken(f"has a part that cannot be read: {'.'.join(map(str, first['loc']))}: {first['msg']}")


def _headless(path: Path) -> DataFault:
    text = "the header is missing or was never finished: no match was opened here"
    return DataFault(Complaint(text=text, place=Place(file=str(path))))


def _placed(fault: Broken, path: Path, number: int) -> DataFault:
    what = f"entry {number}" if number else "the header"
    place = Place(file=str(path), line=number + 1, column=fault.column)
    return DataFault(*(Complaint(text=f"{what} {said.text}", place=place) for said in fault.complaints))
