"""A journal that lies on no disk: the same lines under the same seals, for as long as a program holds it."""

from typing import Protocol

from referee.engine.faults import Complaint, Stale
from referee.matches.journal import line
from referee.matches.journal.faults import JournalFault
from referee.matches.journal.line import Draft, Salt
from referee.matches.journal.reading import Journal
from referee.matches.journal.writing import begin, seal
from schemas.journal import Entry, Head, Header


class Appending(Protocol):
    """The right to append to a journal, wherever it lies."""

    @property
    def journal(self) -> Journal:
        """The journal as it is now."""
        ...

    def append(self, *drafts: Draft, salted: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts: all of them, or none."""
        ...


class MemoryWriter:
    """A journal in memory, and the right to append to it; `text` are its bytes so far."""

    def __init__(self, header: Header, *drafts: Draft, salted: Salt) -> None:
        self.journal, self.text = begin(header, *drafts, salted=salted)

    def expect(self, head: Head | None) -> None:
        """Raise `Stale` if the journal does not end where its writer believes."""
        if head is not None and head != self.journal.head:
            raise Stale(Complaint.of(JournalFault.HEAD_MOVED, entry=self.journal.head.seq))

    def append(self, *drafts: Draft, salted: Salt = line.draw_salt) -> tuple[Entry, ...]:
        """File some drafts."""
        lines, entries = seal(drafts, self.journal.head, salted)
        self.text += b"".join(lines)
        self.journal = self.journal.lengthen(lines, entries)
        return entries
