"""The tables of a match: what their rows say, and that a copy tells no more than its side may know."""

import csv
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from msgspec.json import encode
from msgspec.structs import replace
from pyarrow import parquet

import referee
from referee.analysis import table_files
from referee.packs import json_schemas
from schemas.answers.tables import KEYS, TABLES, OrderRow, Row
from schemas.record import to_data
from tests.cli.conftest import Table

SHELVES = ("referee", "german", "entente", "public")


@pytest.fixture
def match(liege: Table) -> referee.Match:
    return referee.open("liege", liege.folder.parent)


def spell_lists(row: Row) -> Iterator[object]:
    """The cells of a row where a list is JSON."""
    return (encode(cell).decode() if isinstance(cell, list) else cell for cell in to_data(row).values())


def spell_time(cell: object) -> object:
    return cell.strftime("%Y-%m-%dT%H:%M:%SZ") if isinstance(cell, datetime) else cell


def test_rolls_equal_the_rolls_in_luck(match: referee.Match, liege: Table) -> None:
    rows = [row for row in match.table("rolls") if isinstance(row, referee.RollRow)]
    weighed = {one["side"]: one for one in liege.command("luck", "liege", "--json").json["sides"]}

    for side, luck in weighed.items():
        own = [row for row in rows if row.side == side]
        assert (sum(row.dice for row in own), sum(row.hits for row in own)) == (luck["dice"], luck["hits"])
        assert sum((Fraction(row.expected) for row in own), start=Fraction(0)) == Fraction(luck["expected"])
    assert all(len(row.faces.split()) == row.dice for row in rows)
    assert {(row.purpose, row.area) for row in rows} == {("", "")}, "it is of a format that holds sentences"


def test_numbers_are_numbers_in_databases_with_indexes(liege: Table, tmp_path: Path) -> None:
    file = tmp_path / "liege.sqlite"
    assert liege.command("export", "liege", "--format", "sqlite", "-o", str(file)).code == 0

    with closing(sqlite3.connect(file)) as base:
        (mean, expected) = base.execute("SELECT sum(mean), count(DISTINCT expected) FROM rolls").fetchone()
        fractions = [Fraction(text) for (text,) in base.execute("SELECT expected FROM rolls")]
        plan = base.execute("EXPLAIN QUERY PLAN SELECT * FROM rolls WHERE side = 'german'").fetchall()
        types = {name: kind for _, name, kind, *_ in base.execute("PRAGMA table_info(rolls)")}

    assert expected > 1
    assert mean == pytest.approx(float(sum(fractions)))
    assert types["mean"] == "REAL"
    assert "rolls by side" in str(plan)


def test_purposes_are_columns_since_they_are_records() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    match.submit("offensive 1\nmove 1st army, 2nd army to liege\nbattle liege\ndone", "german")
    while not match.table("rolls"):
        match.submit(next(one for one in match.options() if one.default))

    (row, *_) = match.table("rolls", "entente")
    assert isinstance(row, referee.RollRow)
    assert (row.purpose, row.area, row.moment) == ("artillery-fire", "liege", "SUMMER 1914, turn 1 of 23")


def test_orders_are_the_lines_that_stand(match: referee.Match) -> None:
    rows = [row for row in match.table("orders") if isinstance(row, referee.OrderRow)]

    assert rows[0].text == "offensive 1"
    march = next(row for row in rows if row.verb == "move" and row.piece == "ge-5")
    assert (march.start, march.to, march.origin) == ("metz", "longwy", "letter")
    assert json.loads(march.data)["path"] == ["longwy"]


def test_control_begins_with_every_area_and_goes_on_with_changes(match: referee.Match) -> None:
    rows = [row for row in match.table("control") if isinstance(row, referee.ControlRow)]
    held = {row.area: (row.owner, row.status) for row in rows}
    view = match.view()
    assert isinstance(view, referee.GreatWarView)

    assert held == {area.id: (area.owner or "", area.status) for area in view.areas}
    assert {row.entry for row in rows[: len(held)]} == {1}
    assert 0 < len(rows) - len(held) < 30


def test_letters_are_counted_by_result(liege: Table, match: referee.Match) -> None:
    liege.submit("offensive 99\nfrobnicate", "german")
    liege.submit("offensive 17\nmove ge-1 from namur to mons\nwhen losses: lose ge-1", "german")
    refused, kept = (row for row in match.table("letters", "german")[-2:])

    assert isinstance(refused, referee.LetterRow)
    assert isinstance(kept, referee.LetterRow)
    assert (refused.orders, refused.refused, refused.advance) == (0, 1, 0)
    assert refused.facts
    assert (kept.orders, kept.refused, kept.advance, kept.facts) == (2, 0, 1, "")
    assert {row.side for row in match.table("letters", "entente") if isinstance(row, referee.LetterRow)} == {
        "entente"
    }
    assert match.table("letters", "public") == ()


def test_no_copy_tells_where_an_order_of_the_other_side_came_from(liege: Table, match: referee.Match) -> None:
    liege.submit("when stand-or-retreat in mons: done", "entente")
    liege.submit("offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone", "german")

    rows = {viewer: match.table("orders", viewer) for viewer in SHELVES}
    origins = {
        viewer: {row.origin for row in told if isinstance(row, referee.OrderRow) and row.side == "entente"}
        for viewer, told in rows.items()
    }
    assert origins == {
        "referee": {"letter", "advance"},
        "entente": {"letter", "advance"},
        "german": {""},
        "public": {""},
    }


@pytest.mark.parametrize("viewer", SHELVES[1:])
def test_a_copy_has_no_card_that_its_reader_may_not_know(match: referee.Match, viewer: str) -> None:
    told = [row.data for row in match.table("events", viewer) if isinstance(row, referee.EventRow)]
    drawn = [json.loads(data) for data in told if json.loads(data)["type"] in {"cards-drawn", "cards-dealt"}]

    assert drawn
    assert all(event.get("cards") in (None, []) for event in drawn if event.get("side") != viewer)


def test_every_table_has_rows_and_no_other_is_there(match: referee.Match) -> None:
    for name in TABLES:
        assert match.table(name)
    with pytest.raises(referee.Misuse) as raised:
        match.table("dice")
    assert raised.value.complaints[0].code == "no-table"
    assert referee.open_in_memory("skirmish", seed=1).table("control") == ()


def test_values_and_databases_hold_the_rows_of_the_library(
    liege: Table, match: referee.Match, tmp_path: Path
) -> None:
    for name, kind in TABLES.items():
        told = liege.command("export", "liege", "--as", "entente", "--table", name).out
        (head, *lines) = csv.reader(StringIO(told))
        cells = [list(map(str, spell_lists(row))) for row in match.table(name, "entente")]
        assert (tuple(head), lines) == (kind.__struct_fields__, cells)

    file = tmp_path / "liege.sqlite"
    asked = ("export", "liege", "--as", "entente", "--format", "sqlite", "-o", str(file))
    assert liege.command(*asked, "--json").json["lines"] == sum(
        len(match.table(name, "entente")) for name in TABLES
    )
    with closing(sqlite3.connect(file)) as base:
        counted = base.execute("SELECT side, sum(dice), sum(hits) FROM rolls GROUP BY side").fetchall()
        assert counted == [("entente", 18, 3), ("german", 57, 14)]
        for name in TABLES:
            held = base.execute(f"SELECT * FROM {name}").fetchall()
            assert held == [tuple(spell_lists(row)) for row in match.table(name, "entente")]


FORMULAS = ("=1+1", "+1", "-1+cmd", "@SUM(A1)", "\tx", "\rx", "\nx", "'x")
PLAIN = ("", "-12,340", "-3", "7/3", "a=b", "offensive 1", "[1]")


@pytest.mark.parametrize("form", ["csv", "sqlite"])
def test_texts_of_players_are_not_formulas_in_a_spreadsheet(
    match: referee.Match, tmp_path: Path, form: str
) -> None:
    (row, *_) = (one for one in match.table("orders") if isinstance(one, OrderRow))
    rows = [replace(row, text=text, order=at) for at, text in enumerate((*FORMULAS, *PLAIN))]
    file = tmp_path / "orders"

    written = table_files.write(form, "orders", str(file), [lambda _: rows]).text

    if form == "csv":
        texts = [line["text"] for line in csv.DictReader(StringIO(written.decode(), newline=""))]
        assert texts == [*(f"'{text}" for text in FORMULAS), *PLAIN]
    else:
        file.write_bytes(written)
        with closing(sqlite3.connect(file)) as base:
            kept = base.execute('SELECT text FROM orders ORDER BY "order"').fetchall()
        assert [text for (text,) in kept] == [*FORMULAS, *PLAIN]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("--table", "dice"), "no-table"),
        (("--format", "csv"), "which-table"),
        (("--format", "sqlite"), "database-needs-file"),
        (("--format", "parquet", "--table", "rolls"), "parquet-needs-file"),
        (("--format", "parquet"), "which-table"),
        (("--format", "xls", "--table", "rolls"), "no-table-format"),
        (("--table", "rolls", "--as", "british"), "no-such-side"),
    ],
)
def test_a_table_that_cannot_be_had_says_why(liege: Table, asked: tuple[str, ...], code: str) -> None:
    told = liege.command("export", "liege", *asked, "--json")

    assert told.json["complaints"][0]["code"] == code
    assert told.code in {2, 77}


def test_columns_of_parquet_hold_the_rows_with_their_types(
    liege: Table, match: referee.Match, tmp_path: Path
) -> None:
    for name in TABLES:
        file = tmp_path / f"{name}.parquet"
        asked = (
            "export",
            "liege",
            "--as",
            "entente",
            "--format",
            "parquet",
            "--table",
            name,
            "-o",
            str(file),
        )
        assert liege.command(*asked).code == 0
        table = parquet.read_table(file)
        told = [{key: spell_time(cell) for key, cell in row.items()} for row in table.to_pylist()]
        assert told == [to_data(row) for row in match.table(name, "entente")]
    schema = parquet.read_table(tmp_path / "rolls.parquet").schema
    types = {name: str(schema.field(name).type) for name in ("dice", "mean", "face_numbers", "at")}
    assert types == {
        "dice": "int64", "mean": "double", "face_numbers": "list<element: int64>",
        "at": "timestamp[us, tz=UTC]",
    }  # fmt: skip


def test_fault_names_the_missing_library_for_parquet(
    liege: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    file = tmp_path / "rolls.parquet"
    told = liege.command("export", "liege", "--format", "parquet", "--table", "rolls", "-o", str(file))

    assert (told.code, "pip install pyarrow" in told.err, file.exists()) == (2, True, False)


def test_a_file_that_is_there_stays(liege: Table, tmp_path: Path) -> None:
    file = tmp_path / "rolls.csv"
    file.write_text("mine", encoding="utf-8")

    assert liege.command("export", "liege", "--table", "rolls", "-o", str(file)).code == 73
    assert file.read_text(encoding="utf-8") == "mine"


def test_several_matches_share_a_database_with_keys(liege: Table, tmp_path: Path) -> None:
    shelf, file = liege.folder.parent, tmp_path / "club.sqlite"
    referee.create("mons", "ttlm", "1914", shelf=shelf).submit("offensive 1\ndone", "german")
    referee.create("wood", "skirmish", shelf=shelf)

    told = liege.command("export", "--all", "--format", "sqlite", "-o", str(file), "--json")
    assert told.code == 0, told.err
    told = told.json
    assert told["match"] == "liege, mons, wood"
    with closing(sqlite3.connect(file)) as base:
        names = base.execute("SELECT match, pack, json_extract(sides, '$[0]'), over FROM matches").fetchall()
        counted = dict(base.execute("SELECT match, count(*) FROM events GROUP BY match"))
        keys = {
            name: tuple(
                column for _, column, *_, place in base.execute(f"PRAGMA table_info({name})") if place
            )
            for name in TABLES
        }
        assert base.execute("PRAGMA foreign_key_check").fetchall() == []
        linked = {row[2] for row in base.execute("PRAGMA foreign_key_list(rolls)")}
        luck = base.execute("SELECT sum(dice), sum(hits) FROM luck WHERE match = 'liege'").fetchone()
    assert names == [
        ("liege", "ttlm", "german", 0), ("mons", "ttlm", "german", 0), ("wood", "skirmish", "british", 0)
    ]  # fmt: skip
    assert counted.keys() == {"liege", "mons"}
    assert {name: set(key) for name, key in keys.items()} == {name: set(key) for name, key in KEYS.items()}
    assert linked == {"matches", "events"}
    assert luck == (75, 17)


def test_several_matches_share_a_table_of_values(liege: Table) -> None:
    referee.create("mons", "ttlm", "1914", shelf=liege.folder.parent)
    told = liege.command("export", "mons", "liege", "--table", "matches").out

    assert [row["match"] for row in csv.DictReader(StringIO(told))] == ["mons", "liege"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ((), "which-matches"),
        (("liege", "--all", "--table", "rolls"), "all-and-names"),
        (("--all",), "one-journal"),
        (("liege", "mons"), "one-journal"),
        (("liege", "nothing", "--table", "rolls"), "match-unknown"),
    ],
)
def test_matches_of_a_file_are_named_or_all(liege: Table, asked: tuple[str, ...], code: str) -> None:
    told = liege.command("export", *asked, "--json")

    assert told.json["complaints"][0]["code"] == code


def test_every_column_is_explained() -> None:
    for name, kind in TABLES.items():
        (schema,) = json_schemas.documents(f"table.{name}").values()
        columns = json.loads(schema)["properties"]
        assert set(columns) == set(kind.__struct_fields__)
        assert all(column.get("description") for column in columns.values()), name
