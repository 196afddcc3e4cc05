"""Exit codes (sysexits.h) and the environment variables that the program reads."""

from collections.abc import Mapping

VARIABLES: Mapping[str, str] = {
    "REFEREE_SHELF": "folder of the matches, if --shelf is not given (default: ./matches)",
    "REFEREE_PACKS": "folders of packs, separated by colons: their packs can be used by name",
    "REFEREE_ADDRESS": "the referee's own addresses, separated by commas: mail from them is never judged",
    "REFEREE_TRACE": "if it is set, an internal error prints a traceback without values",
    "REFEREE_COLD": "if it is set, commands start by themselves, without `referee serve --commands`",
    "SOURCE_DATE_EPOCH": "whole seconds since 1970: the current time, if --now is not given",
    "XDG_RUNTIME_DIR": "folder of the socket of `referee serve --commands` (default: the cache)",
    "XDG_CACHE_HOME": "folder of cached packs and snapshots (default: ~/.cache); it may be deleted any time",
    "NO_COLOR": "if it is set, the output has no colour; the same if TERM is dumb",
}


def list_environment_variables() -> str:
    """Render the variables, one per line."""
    width = max(map(len, VARIABLES))
    return "\n".join(f"{name:<{width}}  {meaning}" for name, meaning in VARIABLES.items())


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
"""Exit code of each state of a journal. An audit exits with the code of the last state here that occurs."""


def table() -> str:
    """Render the codes, one per line."""
    return "\n".join(f"{code:>4}  {meaning}" for code, meaning in EXITS.items())
