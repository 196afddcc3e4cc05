"""Tables as files: comma-separated values as RFC 4180 has them, or a database of SQLite."""

import csv
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from typing import get_args

from msgspec.structs import FieldInfo, fields

from referee.analysis.faults import AnalysisFault
from referee.engine.faults import Complaint, Misuse
from referee.engine.remedy import suggest
from referee.engine.tongue import Offered
from referee.matches import inputs
from referee.values.value import Value
from schemas.answers.matches import Exported
from schemas.answers.tables import TABLES, Row
from schemas.record import Side

FORMS = ("csv", "sqlite")
"""The formats that tables are written in."""

List = Callable[[str], Sequence[Row]]
"""What gives the rows of a table by its name."""


class WrittenTables(Value):
    """Tables as the bytes of a file, and how many rows there are."""

    text: bytes
    rows: int


def write(form: str, table: str | None, output: str | None, list_rows: List) -> WrittenTables:
    """One table as comma-separated values, or a database of one or all of them.

    Raises `Misuse` for a format that there is not, a database without a file, or values without a table.
    """
    match form:
        case "csv":
            if table is None:
                raise Misuse(Complaint.of(AnalysisFault.WHICH_TABLE, tables=Offered(TABLES)))
            rows = list_rows(table)
            return WrittenTables(_write_values(TABLES[table], rows).encode(), len(rows))
        case "sqlite":
            if output is None:
                raise Misuse(AnalysisFault.DATABASE_NEEDS_FILE)
            return _write_database(list_rows, (table,) if table is not None else tuple(TABLES))
        case _:
            raise Misuse(Complaint.of(AnalysisFault.NO_TABLE_FORMAT, suggest(form, FORMS), form=form))


def save(file: str, written: WrittenTables, match: str, viewer: Side) -> Exported:
    """Put tables into a new file; one that is there already stays as it is."""
    inputs.write(file, written.text)
    return Exported(match=match, viewer=viewer, file=file, lines=written.rows)


def _write_values(kind: type[Row], rows: Sequence[Row]) -> str:
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(kind.__struct_fields__)
    writer.writerows(map(_list_cells, rows))
    return stream.getvalue()


def _list_cells(row: Row) -> Iterator[str | int]:
    return (getattr(row, name) for name in row.__struct_fields__)


def _write_database(list_rows: List, names: Sequence[str]) -> WrittenTables:
    """The database as the bytes of its file: it is made in memory, so that no half of it is ever there."""
    count = 0
    base = sqlite3.connect(":memory:")
    try:
        for name in names:
            rows = list_rows(name)
            _add_table(base, name, rows)
            count += len(rows)
        base.commit()
        return WrittenTables(base.serialize(), count)
    finally:
        base.close()


def _add_table(base: sqlite3.Connection, name: str, rows: Sequence[Row]) -> None:
    columns = ", ".join(f'"{field.name}" {_find_type(field)} NOT NULL' for field in fields(TABLES[name]))
    base.execute(f'CREATE TABLE "{name}" ({columns})')
    places = ", ".join("?" for _ in fields(TABLES[name]))
    base.executemany(f'INSERT INTO "{name}" VALUES ({places})', (tuple(_list_cells(row)) for row in rows))


def _find_type(field: FieldInfo) -> str:
    return "INTEGER" if int in (field.type, *get_args(field.type)) else "TEXT"
