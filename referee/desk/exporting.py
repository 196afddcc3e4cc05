"""Copies of a journal, each with what one side may know; they verify under the same seals."""

from collections.abc import Iterator
from pathlib import Path

from referee.desk import journal, matches, places
from schemas.answers import Exported
from schemas.record import REFEREE


def lines(root: Path, name: str, viewer: str | None) -> Iterator[bytes]:
    """The lines of a copy, each with its newline; the referee's is whole."""
    path = matches.journal_of(root, name)
    side = REFEREE if viewer is None else matches.find(root, name).viewer(viewer)
    return journal.copied(path, side)


def export(root: Path, name: str, viewer: str | None, file: str) -> Exported:
    """Write a copy to a new file."""
    copy = tuple(lines(root, name, viewer))
    places.write(file, b"".join(copy))
    return Exported(match=name, viewer=viewer or REFEREE, file=file, lines=len(copy))
