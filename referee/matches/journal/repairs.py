"""A way back for a match whose journal cannot be believed to its end: its tail is set aside."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial, reduce
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from msgspec import MsgspecError, Struct
from msgspec.json import decode

from referee.dice import chain
from referee.dice.entry_parts import key_of
from referee.faults import Complaint, DataFault, Misuse
from referee.matches.journal import reading, verification
from referee.matches.journal.line import JournalFault
from referee.matches.journal.reading import Journal
from referee.matches.journal.writing import writing
from schemas.answers.matches import Tail
from schemas.journal import MOST_KEYS, Entry, Key

Owner = str
"""Whose chain of keys it is; of the one whose dice everyone sees, the owner has no name."""


def set_torn_aside(path: Path) -> Path | None:
    """Set a line aside that was never finished; gives the file that keeps it. Nothing else is touched."""
    with writing(path) as writer:
        return writer.set_torn_aside()


def set_tail_aside(path: Path, last: int) -> Tail:
    """Set everything behind an entry aside, if the journal cannot be believed to its end.

    Raises if the entries up to that one are not proved, if the tail is believed, or if it opens the secrets.
    """
    with writing(path, read=partial(_read_to, last=last)) as writer:
        kept, tail = writer.journal, writer.journal.torn
        lines = tail.splitlines()
        believed = _read_believed(path, kept, tail)
        _refuse_believed(path, kept, believed)
        shown = sum(_count_shown(kept, lines).values())
        aside = writer.set_torn_aside("tail")
    return Tail(file=str(aside or ""), after=last, lines=len(lines), believed=len(believed), keys=shown)


def warn_of(tail: Tail) -> Iterator[Complaint]:
    """What a moderator has to know of a tail that he set aside."""
    if tail.keys:
        yield Complaint.of(JournalFault.TAIL_SHOWS_KEYS, count=tail.keys)
    if tail.believed:
        yield Complaint.of(JournalFault.TAIL_HELD_ENTRIES, count=tail.believed)


def _read_to(file: BinaryIO, path: Path, *, last: int) -> Journal:
    """The journal up to an entry, if all of that is proved."""
    proof = verification.Verification(path.as_posix(), None)
    kept = reading.read_to(file, path, last)
    proof.take(reading.Opening(header=kept.header, seal=kept.header_seal))
    for entry in kept.entries:
        proof.take(entry)
    if proof.complaints:
        raise DataFault(*proof.complaints)
    return kept


def _read_believed(path: Path, kept: Journal, tail: bytes) -> list[Entry]:
    """The entries of a tail that can be read, up to the first that cannot."""
    found: list[Entry] = []
    lines = reading.read_entries(BytesIO(tail), path, reading.as_written, kept.head)
    with suppress(DataFault):
        for _, it in lines:
            found += [it] if isinstance(it, Entry) else []
    return found


def _refuse_believed(path: Path, kept: Journal, believed: list[Entry]) -> None:
    """Raise unless something in a tail cannot be believed, or if what can be believed opens the secrets."""
    for entry in believed:
        if entry.body.kind == "reveal":
            raise Misuse(Complaint.of(JournalFault.TAIL_OPENS, entry=entry.body.seq))
    if not believed:
        return
    try:
        verification.verify(path)
    except DataFault:
        return
    raise Misuse(Complaint.of(JournalFault.TAIL_BELIEVED, path=path, entry=kept.head.seq))


def _count_shown(kept: Journal, tail: list[bytes]) -> dict[Owner, int]:
    """How many keys that are not due yet a tail shows, by whose they are."""
    shown: dict[Owner, int] = {}
    for owner, (n, key) in _find_ends(kept).items():
        told = [one for line in tail for one in _list_keys(line, owner)]
        fit = {one.n for one in told if n < one.n <= MOST_KEYS and _walk(one.k, one.n - n) == key}
        shown[owner] = max(fit, default=n) - n
    return shown


def _find_ends(kept: Journal) -> dict[Owner, tuple[int, str]]:
    """The last key of each chain that was published, with its number."""
    header = kept.header
    ends = {owner: (0, anchor) for owner, anchor in {"": header.anchor, **header.anchors}.items()}
    for entry in kept.entries:
        for owner in ends:
            part = entry.private.get(owner, {}) if owner else entry.body.public
            if (owner or entry.body.kind == "anchor") and isinstance(anchor := part.get("anchor"), str):
                ends[owner] = 0, anchor
            if key := key_of(entry, owner) if owner else entry.body.key:
                ends[owner] = key.n, key.k
    return ends


class _Keyed(Struct):
    """A part of a line that may show a key."""

    key: Key | None = None


class _Line(Struct):
    """A line, as far as it shows keys; it may be wrong in any other way."""

    body: _Keyed
    private: dict[str, _Keyed] = {}


def _list_keys(line: bytes, owner: Owner) -> Iterator[Key]:
    """The key of a chain that a line tells, if it can be read so far."""
    with suppress(MsgspecError, UnicodeDecodeError):
        told = decode(line, type=_Line)
        key = told.private.get(owner, _Keyed()).key if owner else told.body.key
        if key:
            yield key


def _walk(key: str, steps: int) -> str:
    """The key so many steps before another."""
    return reduce(lambda it, _: chain.digest(it), range(steps), key)
