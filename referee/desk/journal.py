"""A match's journal: open it, read it, write it, copy it for a side."""

from referee.desk.line import Draft, own_copy, refusal
from referee.desk.reading import Journal, Opening, Torn, copied, lines, read
from referee.desk.writing import Writer, create, writing

__all__ = [
    "Draft",
    "Journal",
    "Opening",
    "Torn",
    "Writer",
    "copied",
    "create",
    "lines",
    "own_copy",
    "read",
    "refusal",
    "writing",
]
