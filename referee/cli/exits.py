"""The exit codes, all of them; they follow sysexits.h, so that mail servers and scripts react rightly."""

from collections.abc import Mapping

DONE, NO, USAGE, DATA, MISSING, OURS, IO, AGAIN, INTERRUPTED = 0, 1, 2, 65, 66, 70, 74, 75, 130

EXITS: Mapping[int, str] = {
    DONE: "done",
    NO: "no: orders were refused or filed before, the question was answered before, or copies differ",
    USAGE: "the command cannot be understood",
    DATA: "a letter, a pack or a journal has faults; each is shown with its place",
    MISSING: "there is no such match, pack, clause, entry or file: a journal without its pack is not judged",
    OURS: "a mistake in the referee program",
    73: "a file or folder cannot be made, or exists already",
    IO: "the disk cannot be written, or cannot be read",
    AGAIN: "another writer holds the match, or a mail was not taken: try again",
    77: "these orders belong to another side",
    78: "a setting in the environment has no valid value",
    INTERRUPTED: "interrupted",
}
"""What each code means."""

AUDITED: Mapping[str, int] = {
    "proved": DONE,
    "different": NO,
    "unjudged": MISSING,
    "unreadable": MISSING,
    "unbelievable": DATA,
    "failed": OURS,
    "lost": AGAIN,
}
"""The code of each state of a journal in an audit; the last that occurs is that of the audit."""


def table() -> str:
    """The codes as lines of text."""
    return "\n".join(f"{code:>4}  {meaning}" for code, meaning in EXITS.items())
