"""What a command prints with `--json` where it could not do what was asked."""

from typing import Literal

from schemas.record import Place, Record


class FiledComplaint(Record):
    """One thing that is wrong, where it is, and what to do about it; `code` is its name for scripts."""

    text: str
    place: Place | None = None
    remedy: str = ""
    code: str = ""


class Complaints(Record):
    """Everything that stood in the way of a command; `exit` is its exit code."""

    ok: Literal[False]
    exit: int
    complaints: tuple[FiledComplaint, ...]
