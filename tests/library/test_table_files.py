"""Tables of several matches in one file."""

import csv
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import referee


@pytest.fixture(scope="module")
def matches() -> list[referee.Match]:
    """Two matches in which each side has passed."""
    opened = [referee.open_in_memory("ttlm", "1914", seed=seed) for seed in (1, 2)]
    for match in opened:
        for side in ("german", "entente"):
            match.submit("pass\ndone", side)
    return opened


def test_database_has_the_rows_of_all_matches(matches: list[referee.Match], tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"

    count = referee.write_tables(matches, file)

    with closing(sqlite3.connect(file)) as base:
        names = [name for (name,) in base.execute("select name from sqlite_master where type = 'table'")]
        rows = {name: base.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}
        moves = base.execute("select match, count(*) from orders group by match order by match").fetchall()
    assert sum(rows.values()) == count
    assert rows == {name: sum(len(match.table(name)) for match in matches) for name in names}
    assert moves == [("seed-1", 4), ("seed-2", 4)]
    assert file.stat().st_mode & 0o077 == 0, "the referee's knowledge is for the owner alone"


def test_table_of_a_side_has_its_own_rows(matches: list[referee.Match], tmp_path: Path) -> None:
    file = tmp_path / "letters.csv"

    count = referee.write_tables(matches, str(file), "letters", "german")

    with file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == count == 2
    assert {row["side"] for row in rows} == {"german"}


def test_earlier_tables_are_replaced_and_other_files_only_if_forced(
    matches: list[referee.Match], tmp_path: Path
) -> None:
    file = tmp_path / "matches.csv"
    referee.write_tables(matches, file, "matches")
    assert referee.write_tables(matches[:1], file, "matches") == 1

    file.write_text("a diary", encoding="utf-8")
    with pytest.raises(referee.CannotCreate):
        referee.write_tables(matches, file, "matches")
    assert referee.write_tables(matches, file, "matches", force=True) == 2


WRONG: dict[str, tuple[dict[str, Any], type[referee.Fault], str]] = {
    "extension": (
        {"file": "club.xlsx"},
        referee.Misuse,
        "tables are not written as club.xlsx .(did|known)",
    ),
    "no match": ({"matches": []}, referee.Misuse, "no match is named"),
    "no table": ({"file": "club.csv"}, referee.Misuse, "nothing says which table is wanted"),
    "other table": ({"table": "roll"}, referee.Misuse, "did you mean `rolls`"),
    "other side": ({"viewer": "turkey"}, referee.NotYours, "turkey"),
    "same name": (
        {"matches": [referee.open_in_memory("ttlm", seed=1), referee.open_in_memory("aac", seed=1)]},
        referee.Misuse,
        "two of the matches are named seed-1",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_argument_is_refused_and_writes_nothing(
    matches: list[referee.Match], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, kind, text = WRONG[name]

    with pytest.raises(kind, match=text):
        referee.write_tables(**{"matches": matches, "file": "club.sqlite", **arguments})

    assert list(tmp_path.iterdir()) == []
