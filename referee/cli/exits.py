"""Exit codes. They follow sysexits.h, so that mail servers and scripts react correctly."""

from collections.abc import Mapping

DONE, NO, USAGE, DATA, MISSING, OURS, IO, AGAIN, INTERRUPTED = 0, 1, 2, 65, 66, 70, 74, 75, 130

EXITS: Mapping[int, str] = {
    DONE: "done",
    NO: "orders were refused or already filed, the question is no longer open, or copies differ",
    USAGE: "the command line is invalid",
    DATA: "a letter, a pack or a journal has faults; each is printed with its place",
    MISSING: "a match, pack, clause, entry or file was not found; a journal without its pack is not judged",
    OURS: "an internal error of the referee",
    73: "a file or folder cannot be created, or already exists",
    IO: "the disk cannot be read or written",
    AGAIN: "another process holds the match, or a mail was not accepted: try again",
    77: "these orders belong to another side",
    78: "a setting in the environment has no valid value",
    INTERRUPTED: "interrupted",
}
"""Meanings of the codes."""

AUDITED: Mapping[str, int] = {
    "proved": DONE,
    "different": NO,
    "unjudged": MISSING,
    "unreadable": MISSING,
    "unbelievable": DATA,
    "failed": OURS,
    "lost": AGAIN,
}
"""Exit code of each state of a journal in an audit. The last one that occurs is the code of the audit."""


def table() -> str:
    """Render the codes, one per line."""
    return "\n".join(f"{code:>4}  {meaning}" for code, meaning in EXITS.items())
