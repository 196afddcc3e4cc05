"""A match's journal: open it, read it, write it, copy it for a side."""

from referee.matches.journal.line import Draft, Salt, own_copy, seal_header, unsigned
from referee.matches.journal.reading import Journal, Opening, Torn, copied, lines, opened, read, read_header
from referee.matches.journal.writing import Held, Writer, create, writing

__all__ = [
    "Draft",
    "Held",
    "Journal",
    "Opening",
    "Salt",
    "Torn",
    "Writer",
    "copied",
    "create",
    "lines",
    "opened",
    "own_copy",
    "read",
    "read_header",
    "seal_header",
    "unsigned",
    "writing",
]
