"""Repair of a journal whose end cannot be verified: its tail is set aside."""

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
"""Owner of a key chain. The chain of the public dice has the owner ""."""


def set_torn_aside(path: Path) -> Path | None:
    """Move an unfinished line to a file of its own and return that file, or None. Nothing else changes."""
    with writing(path) as writer:
        return writer.set_torn_aside()


def set_tail_aside(path: Path, last: int) -> Tail:
    """Move everything after an entry to a file of its own if the journal has a fault.

    Raises DataFault if the entries up to that one are not verified, and Misuse if the tail has no fault or
    reveals the secrets.
    """
    with writing(path, read=partial(_read_to, last=last)) as writer:
        journal, tail = writer.journal, writer.journal.torn
        lines = tail.splitlines()
        valid_entries = _read_believed(path, journal, tail)
        _refuse_believed(path, journal, valid_entries)
        key_count = sum(_count_shown(journal, lines).values())
        aside = writer.set_torn_aside("tail")
    return Tail(
        file=str(aside or ""), after=last, lines=len(lines), believed=len(valid_entries), keys=key_count
    )


def warn_of(tail: Tail) -> Iterator[Complaint]:
    """Yield warnings for the moderator about a tail that was set aside."""
    if tail.keys:
        yield Complaint.of(JournalFault.TAIL_SHOWS_KEYS, count=tail.keys)
    if tail.believed:
        yield Complaint.of(JournalFault.TAIL_HELD_ENTRIES, count=tail.believed)


def _read_to(file: BinaryIO, path: Path, *, last: int) -> Journal:
    """Read the journal up to an entry. Raises DataFault unless all of that is verified."""
    proof = verification.Verification(path.as_posix(), None)
    journal = reading.read_to(file, path, last)
    proof.take(reading.Opening(header=journal.header, seal=journal.header_seal))
    for entry in journal.entries:
        proof.take(entry)
    if proof.complaints:
        raise DataFault(*proof.complaints)
    return journal


def _read_believed(path: Path, journal: Journal, tail: bytes) -> list[Entry]:
    """Return the entries of a tail up to its first fault."""
    entries: list[Entry] = []
    lines = reading.read_entries(BytesIO(tail), path, journal.head)
    with suppress(DataFault):
        for _, it in lines:
            entries += [it] if isinstance(it, Entry) else []
    return entries


def _refuse_believed(path: Path, journal: Journal, valid_entries: list[Entry]) -> None:
    """Raise Misuse if a tail has no fault, or if its valid entries reveal the secrets."""
    for entry in valid_entries:
        if entry.body.kind == "reveal":
            raise Misuse(Complaint.of(JournalFault.TAIL_OPENS, entry=entry.body.seq))
    if not valid_entries:
        return
    try:
        verification.verify(path)
    except DataFault:
        return
    raise Misuse(Complaint.of(JournalFault.TAIL_BELIEVED, path=path, entry=journal.head.seq))


def _count_shown(journal: Journal, tail: list[bytes]) -> dict[Owner, int]:
    """Count the keys of future rolls that a tail shows, by owner."""
    counts: dict[Owner, int] = {}
    for owner, (n, key) in _find_ends(journal).items():
        keys = [one for line in tail for one in _list_keys(line, owner)]
        numbers = {one.n for one in keys if n < one.n <= MOST_KEYS and _walk(one.k, one.n - n) == key}
        counts[owner] = max(numbers, default=n) - n
    return counts


def _find_ends(journal: Journal) -> dict[Owner, tuple[int, str]]:
    """Return the number and value of the last published key of each chain."""
    header = journal.header
    ends = {owner: (0, anchor) for owner, anchor in {"": header.anchor, **header.anchors}.items()}
    for entry in journal.entries:
        for owner in ends:
            part = entry.private.get(owner, {}) if owner else entry.body.public
            if (owner or entry.body.kind == "anchor") and isinstance(anchor := part.get("anchor"), str):
                ends[owner] = 0, anchor
            if key := key_of(entry, owner) if owner else entry.body.key:
                ends[owner] = key.n, key.k
    return ends


class _Keyed(Struct):
    """A part of a line that may contain a key."""

    key: Key | None = None


class _Line(Struct):
    """The keys in a line. The rest of the line may be damaged."""

    body: _Keyed
    private: dict[str, _Keyed] = {}


def _list_keys(line: bytes, owner: Owner) -> Iterator[Key]:
    """Yield the key of a chain in a line, if the line can be read."""
    with suppress(MsgspecError, UnicodeDecodeError):
        parts = decode(line, type=_Line)
        key = parts.private.get(owner, _Keyed()).key if owner else parts.body.key
        if key:
            yield key


def _walk(key: str, steps: int) -> str:
    """Return the key a number of steps before another."""
    return reduce(lambda it, _: chain.digest(it), range(steps), key)
