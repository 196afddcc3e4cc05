"""Receipts of letters: notes that the key of the club signs, and that each player keeps.

    referee receipt of club.example
    letter (SHA-256 of the text of the letter)
    head 12:(seal)
    at 2026-12-01T20:00:00Z

    — club.example (signature)

The copy of a player who has a receipt contains the letter and the head. If it does not, the moderator lost
the letter, or changed the history after it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.matches.club_log import recording, signed_notes
from referee.matches.matches import Match
from schemas.journal import HEAD, TIME, Entry, Head

FIRST = re.compile(r"[> ]*referee receipt of (\S+)")
"""First line of a receipt, in a mail that may quote it."""

_REST = re.compile(rf"letter ([0-9a-f]{{64}})\nhead ({HEAD})\nat ({TIME})\n\n(— \S+ \S+\n)")

LINES = 5
"""Lines of a receipt after its first one."""


class Receipt(NamedTuple):
    """A receipt: the digest of a letter, the head after it, and the signed note."""

    letter: str
    head: Head
    note: str

    def lines(self) -> tuple[str, ...]:
        """Return the receipt as lines of text."""
        return tuple(self.note.splitlines())


def issue(match: Match, entries: Iterable[Entry], letter: str, at: str) -> Receipt | None:
    """Return the receipt of a letter that some entries file, up to the head of a match.

    Returns None without a club log, or if the entries do not file the letter.
    """
    log = recording.find_of(match.folder, match.name)
    if log is None or not any(letter in _list_digests(entry) for entry in entries):
        return None
    head = match.journal.head
    text = f"referee receipt of {log.name}\nletter {letter}\nhead {head}\nat {at}\n"
    return Receipt(letter, head, signed_notes.sign_text(log.name, text, log.seed))


def find(text: str) -> Iterator[Receipt]:
    """Yield the receipts in a text, such as a mail, with their margins removed. Damaged ones are left out."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if first := FIRST.fullmatch(line.rstrip()):
            margin = len(line) - len(line.lstrip("> "))
            rest = "".join(f"{other[margin:].rstrip()}\n" for other in lines[place + 1 : place + 1 + LINES])
            if parts := _REST.fullmatch(rest):
                note = f"referee receipt of {first[1]}\n{rest}"
                yield Receipt(parts[1], Head.read(parts[2]), note)


def holds_letter(copy: Match, letter: str) -> bool:
    """Return True if a copy contains a letter with this digest."""
    return any(letter in _list_digests(entry) for entry in copy.entries)


def _list_digests(entry: Entry) -> Iterator[object]:
    for part in entry.private.values():
        yield part.get("letter")
        yield part.get("body")
    if entry.body.kind == "note":
        # A letter under a time lock is filed by its digest.
        yield str(entry.body.public.get("text", "")).rpartition(" ")[2]
