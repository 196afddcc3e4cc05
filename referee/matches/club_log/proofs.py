"""Proofs of the club log in a report: a signed checkpoint, the leaf of a head, and older checkpoints.

The text form is read again from a mail: a long value continues on lines that begin with two blanks.

    referee club log, leaf 41, head 12:(seal)
    club.example
    42
    (root)

    — club.example (signature)
    leaf (audit path)
    since 17:(root):(consistency proof)
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import NamedTuple

from referee.faults import Complaint, Misuse
from referee.matches.club_log import merkle, signed_notes
from referee.matches.club_log.faults import ClubFault
from referee.matches.club_log.signed_notes import Checkpoint
from schemas.journal import HEAD, Head

WIDTH = 100
"""Characters of a line of a proof."""

HASH_BYTES = 32
"""Bytes of a hash of the tree."""

FIRST_LINE = re.compile(rf"[> ]*referee club log, leaf (\d{{1,15}}), head ({HEAD})")
"""First line of a proof, in a mail that may quote it."""


LINK = re.compile(r"since (\d{1,15}):([^:]*):([^:]*)")
"""An older checkpoint: size, root and consistency proof."""


class Link(NamedTuple):
    """An older checkpoint, and the proof that the log continues it."""

    size: int
    root: bytes
    path: tuple[bytes, ...]


class ClubProof(NamedTuple):
    """Proof that a head is a leaf of the club log. `note` is the signed checkpoint."""

    head: Head
    number: int
    note: str
    path: tuple[bytes, ...]
    links: tuple[Link, ...]

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the note."""
        return signed_notes.read_checkpoint(self.note)

    def lines(self) -> list[str]:
        """Return the proof as lines of text."""
        links = [f"since {link.size}:{_encode((link.root,))}:{_encode(link.path)}" for link in self.links]
        return [
            f"referee club log, leaf {self.number}, head {self.head}",
            *self.note.splitlines(),
            *_wrap(f"leaf {_encode(self.path)}"),
            *(line for link in links for line in _wrap(link)),
        ]

    def includes_head(self) -> bool:
        """Return True if the path shows that the head is in the log."""
        leaf, now = merkle.leaf_hash(leaf_data(self.head)), self.checkpoint
        return merkle.includes(leaf, self.number, now.size, self.path, now.root)

    def holds(self, link: Link) -> bool:
        """Return True if the log continues an older checkpoint."""
        now = self.checkpoint
        return merkle.extends(link.size, now.size, link.path, link.root, now.root)


def leaf_data(head: Head) -> bytes:
    """Return the data of the leaf of a head. It names no match: only its players know the seal."""
    return str(head).encode()


def find_proofs(text: str) -> Iterator[ClubProof]:
    """Yield the proofs in a text, such as a mail; margin ones too. Raises `Misuse` for a damaged proof."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if first := FIRST_LINE.fullmatch(line.rstrip()):
            margin = len(line) - len(line.lstrip("> "))
            head = Head.read(first[2])
            yield _read(head, int(first[1]), [other[margin:].rstrip() for other in lines[place + 1 :]])


def _read(head: Head, number: int, lines: list[str]) -> ClubProof:
    """Read a proof from the lines after its first one."""
    note, rest = lines[:3], lines[3:]
    if rest and not rest[0]:
        note, rest = [*note, ""], rest[1:]
    while rest and rest[0].startswith("— "):
        note.append(rest.pop(0))
    values: list[str] = []
    while rest and rest[0].startswith(("leaf", "since ", "  ")):
        line = rest.pop(0)
        if line.startswith("  ") and values:
            values[-1] += line.strip()
        else:
            values.append(line)
    leaf, *since = values or [""]
    if not leaf.startswith("leaf"):
        raise Misuse(Complaint.of(ClubFault.PROOF_WRONG, line=leaf))
    path = _decode(leaf.removeprefix("leaf").strip())
    proof = ClubProof(head, number, "\n".join(note) + "\n", path, tuple(map(_link, since)))
    signed_notes.read_checkpoint(proof.note)
    return proof


def _link(line: str) -> Link:
    parts = LINK.fullmatch(line)
    if parts is None:
        raise Misuse(Complaint.of(ClubFault.PROOF_WRONG, line=line))
    return Link(int(parts[1]), b"".join(_decode(parts[2])), _decode(parts[3]))


def _encode(hashes: tuple[bytes, ...]) -> str:
    return b64encode(b"".join(hashes)).decode()


def _decode(text: str) -> tuple[bytes, ...]:
    try:
        data = b64decode(text, validate=True)
    except ValueError as error:
        raise Misuse(Complaint.of(ClubFault.PROOF_WRONG, line=text)) from error
    if len(data) % HASH_BYTES:
        raise Misuse(Complaint.of(ClubFault.PROOF_WRONG, line=text))
    return tuple(data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES))


def _wrap(text: str) -> list[str]:
    return [("  " if at else "") + text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
