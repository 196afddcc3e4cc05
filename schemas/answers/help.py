"""Answers about the help pages (`help WORD... --json`)."""

from typing import Literal

from schemas.record import Record

HelpKind = Literal["page", "command", "clause", "code"]
"""Kind of a place that help finds: a section of a page, a command, a clause of a rulebook, or a code."""


class HelpResult(Record):
    """One place that answers a question. `more` is the command that shows all of it."""

    kind: HelpKind
    name: str
    heading: str
    excerpt: str
    more: str


class HelpFound(Record):
    """The places that answer a question, best first. `skipped` words occur nowhere."""

    words: str
    results: tuple[HelpResult, ...]
    skipped: tuple[str, ...] = ()
