"""Copies of a journal, each with what one side may know; they verify under the same seals."""

from collections.abc import Iterator
from pathlib import Path

from referee.matches import inputs, journal, matches, viewer_languages
from referee.matches.journal.writing import demand_folder
from referee.reports import documents, publishing
from referee.reports.formats.format_names import FORMATS
from schemas.answers.matches import Exported, ExportedReports
from schemas.record import PUBLIC, REFEREE, Side

OPEN_FOLDER = 0o777
"""Mode of a new folder of reports; the umask takes from it."""


def viewer_of(root: Path, name: str, viewer: str | None) -> Side:
    """Whose copy is wanted; that of the referee needs no pack."""
    return REFEREE if viewer is None else matches.find(root, name).viewer(viewer)


def lines(root: Path, name: str, viewer: Side) -> Iterator[bytes]:
    """The lines of a copy, each with its newline; the referee's is whole."""
    return journal.copied(matches.journal_of(root, name), viewer)


def write_copy(file: str, text: bytes, match: str, viewer: Side, *, force: bool = False) -> Exported:
    """Write a file for a reader of a match; other users cannot read those of the referee."""
    inputs.write(file, text, secret=viewer == REFEREE, force=force)
    return Exported(match=match, viewer=viewer, file=file, lines=text.count(b"\n"))


def write_reports(
    root: Path,
    name: str,
    folder: str,
    form: str,
    *,
    since: int | None,
    full: bool = False,
    force: bool = False,
) -> ExportedReports:
    """Write a report for each side, and one for everyone, to a folder: each in the language of its reader.

    None is for the referee, whose report tells the secrets of both sides.
    """
    match = matches.find(root, name)
    readers = (*match.header.sides, PUBLIC)
    paths = {reader: Path(folder, f"{name}.{reader}{FORMATS[form]}").as_posix() for reader in readers}
    told = {reader: viewer_languages.tell(match, reader) for reader in readers}
    shown = {reader: documents.report(told[reader], reader, since=since, full=full) for reader in readers}
    texts = {reader: publishing.publish(shown[reader], form) for reader in readers}
    demand_folder(Path(folder), mode=OPEN_FOLDER)
    inputs.demand_room(*paths.values(), force=force)
    files = tuple(
        write_copy(paths[reader], texts[reader].encode(), name, reader, force=force) for reader in readers
    )
    return ExportedReports(match=name, files=files)
