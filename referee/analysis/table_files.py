"""Tables as files: comma-separated values (RFC 4180), SQLite databases, or Apache Parquet."""

import csv
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO, StringIO
from typing import Protocol, cast, get_args

from msgspec.structs import FieldInfo, fields

from referee.analysis.faults import AnalysisFault
from referee.faults import Complaint, Misuse, suggest
from referee.i18n.translator import Offered
from referee.matches import command_files
from schemas.answers.matches import Exported
from schemas.answers.tables import TABLES, Row
from schemas.record import REFEREE, Side, Value

FORMS = ("csv", "sqlite", "parquet")
"""Formats of table files."""

INDEXED = ("entry", "side", "area")
"""Columns of a database that have an index, where a table has them."""

List = Callable[[str], Sequence[Row]]
"""Function that returns the rows of a table by its name."""


class WrittenTables(Value):
    """Tables as the bytes of a file, and the number of rows."""

    text: bytes
    rows: int


def write(form: str, table: str | None, output: str | None, list_rows: List) -> WrittenTables:
    """Return one table as comma-separated values or Parquet, or a database of one or all of them.

    Raises `Misuse` for an unknown format, a database or Parquet without a file, or values without a table.
    """
    match form:
        case "csv" | "parquet":
            if table is None:
                raise Misuse(Complaint.of(AnalysisFault.WHICH_TABLE, tables=Offered(TABLES)))
            if form == "parquet" and output is None:
                raise Misuse(AnalysisFault.PARQUET_NEEDS_FILE)
            rows = list_rows(table)
            spell = _write_values if form == "csv" else _write_columns
            return WrittenTables(spell(TABLES[table], rows), len(rows))
        case "sqlite":
            if output is None:
                raise Misuse(AnalysisFault.DATABASE_NEEDS_FILE)
            return _write_database(list_rows, (table,) if table is not None else tuple(TABLES))
        case _:
            raise Misuse(Complaint.of(AnalysisFault.NO_TABLE_FORMAT, suggest(form, FORMS), form=form))


def save(file: str, tables: WrittenTables, match: str, viewer: Side, *, force: bool) -> Exported:
    """Write tables to a file; other users cannot read files of the referee."""
    command_files.write(file, tables.text, secret=viewer == REFEREE, force=force)
    return Exported(match=match, viewer=viewer, file=file, lines=tables.rows)


def _write_values(kind: type[Row], rows: Sequence[Row]) -> bytes:
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(kind.__struct_fields__)
    writer.writerows(map(_list_cells, rows))
    return stream.getvalue().encode()


class _Arrow(Protocol):
    """The used part of pyarrow, which has no type annotations."""

    def int64(self) -> object: ...
    def float64(self) -> object: ...
    def string(self) -> object: ...
    def schema(self, columns: Sequence[tuple[str, object]]) -> object: ...
    def table(self, columns: Mapping[str, Sequence[object]], *, schema: object) -> object: ...


class _Parquet(Protocol):
    def write_table(self, table: object, where: BytesIO) -> None: ...


def _write_columns(kind: type[Row], rows: Sequence[Row]) -> bytes:
    """Return the bytes of a Parquet file. Raises `Misuse` if pyarrow is not installed."""
    try:
        arrow = cast(_Arrow, import_module("pyarrow"))
        parquet = cast(_Parquet, import_module("pyarrow.parquet"))
    except ImportError:
        raise Misuse(AnalysisFault.NO_PARQUET) from None
    column_types = {"INTEGER": arrow.int64(), "REAL": arrow.float64(), "TEXT": arrow.string()}
    types = [(field.name, column_types[_find_type(field)]) for field in fields(kind)]
    columns = {name: [getattr(row, name) for row in rows] for name, _ in types}
    stream = BytesIO()
    parquet.write_table(arrow.table(columns, schema=arrow.schema(types)), stream)
    return stream.getvalue()


def _list_cells(row: Row) -> Iterator[str | int | float]:
    return (getattr(row, name) for name in row.__struct_fields__)


def _write_database(list_rows: List, names: Sequence[str]) -> WrittenTables:
    """Return the database as the bytes of its file; made in memory, so that no partial file ever exists."""
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
    columns_of_index = [column for column in INDEXED if column in TABLES[name].__struct_fields__]
    for column in columns_of_index:
        base.execute(f'CREATE INDEX "{name} by {column}" ON "{name}" ("{column}")')


def _find_type(field: FieldInfo) -> str:
    types = (field.type, *get_args(field.type))
    return "INTEGER" if int in types else "REAL" if float in types else "TEXT"
