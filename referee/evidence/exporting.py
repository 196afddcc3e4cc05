"""Copies of a journal, each with what one side may know; they verify under the same seals."""

from collections.abc import Iterator
from pathlib import Path

from referee.matches import inputs, journal, matches
from schemas.answers.matches import Exported
from schemas.record import REFEREE, Side


def viewer_of(root: Path, name: str, viewer: str | None) -> Side:
    """Whose copy is wanted; that of the referee needs no pack."""
    return REFEREE if viewer is None else matches.find(root, name).viewer(viewer)


def lines(root: Path, name: str, viewer: Side) -> Iterator[bytes]:
    """The lines of a copy, each with its newline; the referee's is whole."""
    return journal.copied(matches.journal_of(root, name), viewer)


def write_copy(file: str, text: bytes, match: str, viewer: Side) -> Exported:
    """Write what somebody may have of a match to a new file."""
    inputs.write(file, text)
    return Exported(match=match, viewer=viewer, file=file, lines=text.count(b"\n"))
