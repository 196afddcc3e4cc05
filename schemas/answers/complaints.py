"""The answer of a failed command with `--json`."""

from typing import Literal

from schemas.record import Place, Record


class FiledComplaint(Record):
    """One fault: its text, place and remedy. `code` names it for scripts."""

    text: str
    place: Place | None = None
    remedy: str = ""
    code: str = ""


class Complaints(Record):
    """All faults of a command. `exit` is its exit code."""

    ok: Literal[False]
    exit: int
    complaints: tuple[FiledComplaint, ...]
