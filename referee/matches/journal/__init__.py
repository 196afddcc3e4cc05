"""A match's journal: open it, read it, write it, copy it for a side."""

from referee.matches.journal.line import Draft, own_copy, unsigned
from referee.matches.journal.reading import Journal, Opening, Torn, copied, lines, opened, read, read_header
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
    "opened",
    "own_copy",
    "read",
    "read_header",
    "unsigned",
    "writing",
]
