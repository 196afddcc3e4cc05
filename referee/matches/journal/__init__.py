"""A match's journal: open it, read it, write it, copy it for a side."""

from referee.matches.journal.line import Draft, own_copy, unsigned
from referee.matches.journal.reading import Journal, Opening, Torn, copied, lines, read
from referee.matches.journal.writing import Held, Writer, create, writing

__all__ = [
    "Draft",
    "Held",
    "Journal",
    "Opening",
    "Torn",
    "Writer",
    "copied",
    "create",
    "lines",
    "own_copy",
    "read",
    "unsigned",
    "writing",
]
