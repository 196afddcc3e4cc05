"""The journal of a match: open, read, write, and copy it for a side."""

from referee.matches.journal.line import Draft, Salt, own_copy, seal_header, unsigned
from referee.matches.journal.reading import (
    Journal,
    Opening,
    Torn,
    copied,
    copy_lines,
    lines,
    opened,
    read,
    read_from,
    read_header,
)
from referee.matches.journal.unsynced import Unsynced
from referee.matches.journal.writing import Held, Writer, create, identify_at, writing

__all__ = [
    "Draft",
    "Held",
    "Journal",
    "Opening",
    "Salt",
    "Torn",
    "Unsynced",
    "Writer",
    "copied",
    "copy_lines",
    "create",
    "identify_at",
    "lines",
    "opened",
    "own_copy",
    "read",
    "read_from",
    "read_header",
    "seal_header",
    "unsigned",
    "writing",
]
