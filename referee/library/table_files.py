"""Tables of several matches in one file, for analysts."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.analysis import table_files
from referee.analysis.faults import AnalysisFault
from referee.faults import Complaint, Misuse, suggest
from schemas.answers.tables import TABLES, Row
from schemas.record import REFEREE, Side

from . import arguments
from .arguments import LibraryFault
from .match import Match


def write_tables(
    matches: Sequence[Match],
    file: str | os.PathLike[str],
    table: str | None = None,
    viewer: Side = REFEREE,
    *,
    force: bool = False,
) -> int:
    """Write a table of matches, or all tables to a database, and return the number of rows.

    The extension of the file chooses the format: `.sqlite` and `.db` have all tables unless `table` names
    one; `.csv` and `.parquet` need a table. Earlier tables are replaced, and another file only with `force`.
    Raises `Misuse` for another extension or table, or two matches of one name, and `CannotCreate` for a file
    that must not be replaced. See `referee help tables`.
    """
    arguments.refuse(
        arguments.find_items("matches", matches, Match),
        arguments.find_path("file", file),
        arguments.find_text("table", table, is_optional=True),
        arguments.find_text("viewer", viewer),
        arguments.find_flag("force", force),
    )
    output = os.fspath(file)
    form = table_files.ENDINGS.get(Path(output).suffix)
    if form is None:
        remedy = suggest(Path(output).suffix, table_files.ENDINGS)
        raise Misuse(Complaint.of(AnalysisFault.NO_TABLE_FORMAT, remedy, form=Path(output).name))
    names = [match.name for match in matches]
    if not names:
        raise Misuse(AnalysisFault.WHICH_MATCHES)
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Misuse(Complaint.of(LibraryFault.MATCH_TWICE, name=twice))

    def list_each(match: Match) -> Mapping[str, Sequence[Row]]:
        # Everything is read before a row is written.
        return {one: match.table(one, viewer) for one in (TABLES if table is None else (table,))}

    rows = [list_each(match).__getitem__ for match in matches]
    tables = table_files.write(form, table, output, rows)
    return table_files.save(output, tables, names, viewer, force=force).lines
