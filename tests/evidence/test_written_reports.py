"""Reports that are written to a folder: one for each reader, and all of them or none."""

import re
from pathlib import Path

import pytest

from referee.evidence import comparison
from referee.faults import CannotCreate
from tests.duels import Send

pytestmark = pytest.mark.usefixtures("begun")

READERS = ("red", "blue", "public")


def write(shelf: Path, folder: Path) -> list[str]:
    """The names of the reports that were written of the duel."""
    done = comparison.write_reports(shelf, "duel", str(folder), "text", since=None)
    return [Path(one.file).name for one in done.files]


def test_each_side_has_a_report_and_so_has_everyone_but_the_referee(shelf: Path, tmp_path: Path) -> None:
    folder = tmp_path / "reports" / "of the evening"

    assert write(shelf, folder) == [f"duel.{reader}.txt" for reader in READERS]
    told = {reader: (folder / f"duel.{reader}.txt").read_text() for reader in READERS}
    known = {reader: set(re.findall("number [25]", text)) for reader, text in told.items()}
    assert known == {"red": {"number 2"}, "blue": {"number 5"}, "public": set()}


@pytest.mark.parametrize("reader", READERS)
def test_an_existing_report_stops_all_reports(shelf: Path, tmp_path: Path, reader: str, send: Send) -> None:
    there = tmp_path / f"duel.{reader}.txt"
    there.write_text("of last week")
    send("throw 1", "red")

    with pytest.raises(CannotCreate, match=there.name):
        write(shelf, tmp_path)
    assert [file.name for file in tmp_path.glob("*.txt")] == [there.name]
    assert there.read_text() == "of last week"
