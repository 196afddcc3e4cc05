"""Copies of a journal: export for one viewer, and the first difference between two copies."""

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from referee.matches import command_files, journal, matches, viewer_languages
from referee.matches.journal import Opening, Torn
from referee.matches.journal.writing import demand_folder
from referee.reports import documents, publishing
from referee.reports.formats.format_names import FORMATS
from schemas.answers.evidence import Compared, Told
from schemas.answers.matches import Exported, ExportedReports
from schemas.journal import Entry
from schemas.record import PUBLIC, REFEREE, Side


def compare(first: Path, second: Path) -> Compared:
    """Return the first difference between two copies; the seals of each are checked on the way.

    Private parts are not compared: the seals cover their commitments. Raises `DataFault` if a copy is not
    valid before the first difference.
    """
    common, ends, match = -1, [-1, -1], ""
    difference: tuple[Told, Told] | None = None
    for mine, theirs in zip_longest(_tell(first), _tell(second)):
        for which, line in enumerate((mine, theirs)):
            if line is not None:
                ends[which] = line[0].seq
                match = match or line[1]
        if difference is None and mine and theirs:
            if mine[0].seal == theirs[0].seal:
                common = mine[0].seq
            else:
                difference = mine[0], theirs[0]
    return Compared(
        first=str(first),
        second=str(second),
        match=match,
        common=common,
        ends=(ends[0], ends[1]),
        parted=difference,
    )


def _tell(path: Path) -> Iterator[tuple[Told, str]]:
    """Yield the lines of a copy, each with the name of its match if it is the header."""
    for line in journal.lines(path):
        match line:
            case Opening(header=header, seal=seal):
                yield Told(seq=0, seal=seal, at=header.at), header.match
            case Entry(seal=seal, body=body):
                yield Told(seq=body.seq, seal=seal, at=body.at, kind=body.kind, side=body.side), ""
            case Torn():
                pass


SEAL = re.compile(rb'\{"seal":"([0-9a-f]{64})"')
"""Beginning of a line of a journal, with its seal."""

SEALS = re.compile(rb"^" + SEAL.pattern, re.MULTILINE)

OPEN_FOLDER = 0o777
"""Mode of a new folder of reports, reduced by the umask."""


def viewer_of(root: Path, name: str, viewer: str | None) -> Side:
    """Return the viewer of a copy; the copy of the referee needs no pack."""
    return REFEREE if viewer is None else matches.find(root, name).viewer(viewer)


def copy_lines(root: Path, name: str, viewer: Side) -> Iterator[bytes]:
    """Yield the lines of a copy, each with its newline; the copy of the referee is complete."""
    return journal.copied(matches.journal_of(root, name), viewer)


def write_journal(file: str, text: bytes, match: str, viewer: Side, *, force: bool) -> Exported:
    """Write the journal of a match for a viewer. It replaces an earlier copy, which holds nothing else."""
    return write_copy(file, text, match, viewer, force=force or _is_earlier(file, text))


def _is_earlier(file: str, text: bytes) -> bool:
    """Return True if each line of a file has the seal of the same line of a journal.

    A copy with other entries or later ones may be evidence, and is kept.
    """
    try:
        lines = Path(file).read_bytes().splitlines()
    except OSError:
        return False
    seals = [match and match[1] for match in map(SEAL.match, lines)]
    return bool(seals) and seals == SEALS.findall(text)[: len(seals)]


def write_copy(file: str, text: bytes, match: str, viewer: Side, *, force: bool) -> Exported:
    """Write a file for a viewer of a match; other users cannot read files of the referee."""
    command_files.write(file, text, secret=viewer == REFEREE, force=force)
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
    """Write a report for each side, and a public one, to a folder, each in the language of its reader.

    The referee gets none, because that report would show the secrets of both sides.
    """
    match = matches.find(root, name)
    readers = (*match.header.sides, PUBLIC)
    paths = {reader: Path(folder, f"{name}.{reader}{FORMATS[form]}").as_posix() for reader in readers}
    matches_by_reader = {reader: viewer_languages.tell(match, reader) for reader in readers}
    reports = {
        reader: documents.report(matches_by_reader[reader], reader, since=since, full=full)
        for reader in readers
    }
    if full and form == "speech":
        reports = {
            reader: documents.add_facts(document, matches_by_reader[reader], reader)
            for reader, document in reports.items()
        }
    texts = {reader: publishing.publish(reports[reader], form) for reader in readers}
    demand_folder(Path(folder), mode=OPEN_FOLDER)
    command_files.demand_room(*paths.values(), force=force)
    files = tuple(
        write_copy(paths[reader], texts[reader].encode(), name, reader, force=force) for reader in readers
    )
    return ExportedReports(match=name, files=files)
