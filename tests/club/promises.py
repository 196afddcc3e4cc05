"""Promises about one match: its journal verifies, files no letter twice, and has the right snapshot."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.evidence import standalone
from referee.evidence.standalone.journal import Journal
from referee.evidence.standalone.verify import split_lines
from referee.faults import DataFault
from referee.matches import matches
from referee.matches.snapshots import snapshot

LETTER = re.compile(rb'"body":"[0-9a-f]{64}"')
"""Digest of the text of a letter, which ends with a number of its own."""


class Proved(NamedTuple):
    """A match that kept its promises: the bytes that were read, the seals of its entries, and its journal.

    `journal` is the state of the verifier after the last line, which the next lines continue.
    """

    content: bytes
    snapshot: Mapping[str, bytes]
    seals: Sequence[str]
    journal: Journal


def prove(path: Path, scratch: Path, known: Proved | None) -> Proved:
    """Check the match of a journal. Bytes that were checked before have the same verdict.

    `scratch` is a file for lines that are still to be verified.
    """
    if known is not None and (known.content, known.snapshot) == (path.read_bytes(), read_snapshot(path)):
        return known
    shelf, name = path.parents[1], path.parent.name
    try:
        whole = matches.find_whole(shelf, name)
    except DataFault as fault:
        raise AssertionError(f"{name} cannot be read: {fault}") from fault
    content = path.read_bytes()
    assert matches.find(shelf, name).position() == whole.position(), f"{name}: wrong snapshot"
    assert not list_doubled(content), f"{name} has a letter twice"
    journal = verify(content, scratch, known)
    return Proved(content, read_snapshot(path), tuple(entry.seal for entry in whole.entries), journal)


def verify(content: bytes, scratch: Path, known: Proved | None = None) -> Journal:
    """Verify a journal, and return its state. Only the lines after those of a `known` one are read."""
    journal = None
    if known is not None and content.startswith(known.content) and known.content.endswith(b"\n"):
        rest = content[len(known.content) :]
        if not rest:
            return known.journal
        # An unfinished line is a matter of the whole file. A power loss may leave zeros inside of it.
        if rest.endswith(b"\n") and b"\0" not in content:
            content, journal = rest, known.journal
    scratch.write_bytes(content)
    journal, faults, _ = standalone.verified(str(scratch), journal=journal)
    assert journal is not None, faults
    assert not faults, f"a journal does not verify: {faults}"
    return journal


def list_seals(journal: bytes) -> list[str]:
    """Return the seals of a journal's entries, from its finished lines."""
    return [line[9:73].decode() for line in split_lines(journal)[0][1:]]


def read_snapshot(journal: Path) -> dict[str, bytes]:
    """Return the files of a journal's snapshot by name."""
    folder = snapshot.folder_of(journal)
    return {file.name: file.read_bytes() for file in folder.iterdir()} if folder.is_dir() else {}


def list_doubled(journal: bytes) -> list[bytes]:
    """Return the ids of letters whose entries are not all filed at once."""
    lines: dict[bytes, list[int]] = {}
    for number, line in enumerate(journal.splitlines()):
        for letter in set(LETTER.findall(line)):
            lines.setdefault(letter, []).append(number)
    return [letter for letter, numbers in lines.items() if numbers[-1] - numbers[0] >= len(numbers)]
