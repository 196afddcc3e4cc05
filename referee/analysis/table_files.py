"""Tables as files: comma-separated values (RFC 4180), SQLite databases, or Apache Parquet."""

import csv
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from importlib import import_module
from io import SEEK_END, BytesIO, StringIO
from pathlib import Path
from typing import Protocol, cast, get_args, get_origin

from msgspec.json import encode
from msgspec.structs import FieldInfo, fields

from referee.analysis.faults import AnalysisFault
from referee.faults import Complaint, Misuse, suggest
from referee.i18n.translator import Offered
from referee.matches import command_files
from schemas.answers.matches import Exported
from schemas.answers.tables import KEYS, TABLES, Row, Time
from schemas.record import REFEREE, Side, Value

FORMS = ("csv", "sqlite", "parquet")
"""Formats of table files."""

ENDINGS = {".csv": "csv", ".parquet": "parquet", ".sqlite": "sqlite", ".sqlite3": "sqlite", ".db": "sqlite"}
"""Formats of table files, by the extension of the file."""

WORKBOOKS = (".xlsx", ".xls", ".ods")
"""Extensions of files that a spreadsheet opens only if it wrote them. They read CSV."""

INDEXED = ("entry", "side", "area")
"""Columns of a database that have an index, where a table has them."""

LUCK = """
CREATE VIEW luck AS
SELECT match, side, sum(dice) AS dice, sum(hits) AS hits, sum(mean) AS expected
FROM rolls GROUP BY match, side
"""
"""The hits of each side of each match beside the expected ones."""

FORMULA = re.compile(r"(?!-[0-9.,]+\Z)[=+\-@\t\r\n']")
"""Beginning of a text that a spreadsheet may run as a formula, not of a negative number or place; or `'`."""

APPLICATION = int.from_bytes(b"rfre")
"""Number that marks a database of this program, in its header."""

BEGINNING = 8192
"""Number of bytes at both ends of a file that identify its writer."""

DATABASE = re.compile(rb"SQLite format 3\0.{8}\0{4}.{40}" + APPLICATION.to_bytes(4), re.DOTALL)
"""Beginning of a database of this program. Its counter of changes is 0, because it was made in memory."""

PARQUET = b"generator\x18\x07referee"
"""Part of the end of a Parquet file of this program: a text of its metadata, after the length of the text."""

List = Callable[[str], Sequence[Row]]
"""Function that returns the rows of a table of one match by its name."""


class WrittenTables(Value):
    """Tables as the bytes of a file, and the number of rows."""

    text: bytes
    rows: int


def write(form: str, table: str | None, output: str | None, matches: Iterable[List]) -> WrittenTables:
    """Return one table as comma-separated values or Parquet, or a database of one or all of them.

    Each of `matches` lists the rows of one match. Raises `Misuse` for an unknown format, a database or
    Parquet without a file, or values without a table.
    """
    match form:
        case "csv" | "parquet":
            if table is None:
                raise Misuse(Complaint.of(AnalysisFault.WHICH_TABLE, tables=Offered(TABLES)))
            if form == "parquet" and output is None:
                raise Misuse(AnalysisFault.PARQUET_NEEDS_FILE)
            rows = [row for list_rows in matches for row in list_rows(table)]
            spell = _write_values if form == "csv" else _write_columns
            return WrittenTables(spell(TABLES[table], rows), len(rows))
        case "sqlite":
            if output is None:
                raise Misuse(AnalysisFault.DATABASE_NEEDS_FILE)
            return _write_database(matches, (table,) if table is not None else tuple(TABLES))
        case _:
            raise Misuse(Complaint.of(AnalysisFault.NO_TABLE_FORMAT, suggest(form, FORMS), form=form))


def save(file: str, tables: WrittenTables, matches: Sequence[str], viewer: Side, *, force: bool) -> Exported:
    """Write tables to a file; other users cannot read files of the referee. Earlier tables are replaced."""
    command_files.write(file, tables.text, secret=viewer == REFEREE, force=force or _is_ours(file))
    return Exported(match=", ".join(matches), viewer=viewer, file=file, lines=tables.rows)


def _is_ours(file: str) -> bool:
    """Return True if this program wrote the tables of a file, and no other changed the database."""
    try:
        with Path(file).open("rb") as stream:
            beginning = stream.read(BEGINNING)
            stream.seek(0, SEEK_END)
            stream.seek(max(0, stream.tell() - BEGINNING))
            end = stream.read()
    except OSError:
        return False
    heads = (",".join(row.__struct_fields__).encode() + b"\r\n" for row in TABLES.values())
    return (
        any(map(beginning.startswith, heads))
        or DATABASE.match(beginning) is not None
        or (beginning.startswith(b"PAR1") and PARQUET in end)
    )


class _Kind(Enum):
    """The kinds of columns."""

    INTEGER = auto()
    REAL = auto()
    TEXT = auto()
    TIME = auto()
    INTEGERS = auto()
    TEXTS = auto()


DATABASE_TYPES = {_Kind.INTEGER: "INTEGER", _Kind.REAL: "REAL"}
"""Types of columns in a database; times and lists are texts, which its functions read."""


def _find_kind(field: FieldInfo) -> _Kind:
    if field.type == Time or field.name == "last":
        return _Kind.TIME
    for kind in (field.type, *get_args(field.type)):
        if get_origin(kind) is tuple:
            return _Kind.INTEGERS if int in get_args(kind) else _Kind.TEXTS
        if kind is int:
            return _Kind.INTEGER
        if kind is float:
            return _Kind.REAL
    return _Kind.TEXT


def _list_cells(row: Row) -> Iterator[str | int | float]:
    """Yield the cells of a row; a list is JSON."""
    for name in row.__struct_fields__:
        cell = getattr(row, name)
        yield encode(cell).decode() if isinstance(cell, tuple) else cell


def _write_values(kind: type[Row], rows: Sequence[Row]) -> bytes:
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(kind.__struct_fields__)
    writer.writerows(map(_quote_formula, _list_cells(row)) for row in rows)
    return stream.getvalue().encode()


def _quote_formula(cell: str | float) -> str | float:
    """Return the cell as a spreadsheet may show it: players write names and lines of letters."""
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell


class _Arrow(Protocol):
    """The used part of pyarrow, which has no type annotations."""

    def int64(self) -> object: ...
    def float64(self) -> object: ...
    def string(self) -> object: ...
    def timestamp(self, unit: str, tz: str) -> object: ...
    def list_(self, of: object) -> object: ...
    def schema(self, columns: Sequence[tuple[str, object]], metadata: Mapping[str, str]) -> object: ...
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
    column_types = {
        _Kind.INTEGER: arrow.int64(),
        _Kind.REAL: arrow.float64(),
        _Kind.TEXT: arrow.string(),
        _Kind.TIME: arrow.timestamp("us", tz="UTC"),
        _Kind.INTEGERS: arrow.list_(arrow.int64()),
        _Kind.TEXTS: arrow.list_(arrow.string()),
    }
    kinds = {field.name: _find_kind(field) for field in fields(kind)}
    columns = {name: [_convert(getattr(row, name), of) for row in rows] for name, of in kinds.items()}
    columns_of_types = [(name, column_types[of]) for name, of in kinds.items()]
    schema = arrow.schema(columns_of_types, metadata={"generator": "referee"})
    stream = BytesIO()
    parquet.write_table(arrow.table(columns, schema=schema), stream)
    return stream.getvalue()


def _convert(cell: object, kind: _Kind) -> object:
    return datetime.fromisoformat(cell) if kind is _Kind.TIME and isinstance(cell, str) else cell


def _write_database(matches: Iterable[List], names: Sequence[str]) -> WrittenTables:
    """Return the database as the bytes of its file; made in memory, so that no partial file ever exists."""
    count = 0
    base = sqlite3.connect(":memory:")
    try:
        for name in names:
            _add_table(base, name, names)
        for list_rows in matches:
            for name in names:
                rows = list_rows(name)
                places = ", ".join("?" for _ in fields(TABLES[name]))
                cells = (tuple(_list_cells(row)) for row in rows)
                base.executemany(f'INSERT INTO "{name}" VALUES ({places})', cells)
                count += len(rows)
        base.execute(f"PRAGMA application_id = {APPLICATION}")
        base.commit()
        return WrittenTables(base.serialize(), count)
    finally:
        base.close()


def _add_table(base: sqlite3.Connection, name: str, names: Sequence[str]) -> None:
    """Create an empty table with its keys and indexes, and the view of luck beside the rolls."""
    kind = TABLES[name]
    types = {field.name: DATABASE_TYPES.get(_find_kind(field), "TEXT") for field in fields(kind)}
    columns = [f'"{column}" {type_name} NOT NULL' for column, type_name in types.items()]
    key = ", ".join(f'"{column}"' for column in KEYS[name])
    rules = [f"PRIMARY KEY ({key})"]
    if name != "matches" and "matches" in names:
        rules.append('FOREIGN KEY ("match") REFERENCES "matches" ("match")')
    if name == "rolls" and "events" in names:
        event = '("match", "entry", "event")'
        rules.append(f'FOREIGN KEY {event} REFERENCES "events" {event}')
    base.execute(f'CREATE TABLE "{name}" ({", ".join((*columns, *rules))})')
    for column in INDEXED:
        if column in kind.__struct_fields__:
            base.execute(f'CREATE INDEX "{name} by {column}" ON "{name}" ("{column}")')
    if name == "rolls":
        base.execute(LUCK)
