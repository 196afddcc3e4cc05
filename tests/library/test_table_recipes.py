"""The recipes of the page on tables: Datasette and DuckDB read what `export` writes."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import referee
from tests.cli.conftest import ROOT, Table

PAGE = (ROOT / "referee" / "cli" / "pages" / "tables.md").read_text("utf-8")
DATASETTE, EXPORTS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def shelf(liege: Table) -> Path:
    """A shelf of two matches, one of them with dice."""
    referee.create("mons", "ttlm", "1914", shelf=liege.folder.parent)
    return liege.folder.parent


def run(command: str, shelf: Path, folder: Path) -> list[str]:
    """The lines that each command of a recipe prints, in a folder of its own."""
    paths = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-e", "-c", command], cwd=folder, capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "PATH": paths, "PYTHONPATH": str(ROOT), "REFEREE_SHELF": str(shelf)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def list_rolls(shelf: Path) -> list[referee.RollRow]:
    matches = (referee.open(name, shelf) for name in ("liege", "mons"))
    return [row for match in matches for row in match.table("rolls") if isinstance(row, referee.RollRow)]


def test_datasette_counts_by_facets_and_sums_luck(shelf: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasette")
    _, facets, luck = run(DATASETTE, shelf, tmp_path)
    found = json.loads(facets)["facet_results"]
    rolls = list_rolls(shelf)

    for name in ("side", "match"):
        counted = {one["value"]: one["count"] for one in found[name]["results"]}
        assert counted == Counter(getattr(row, name) for row in rolls)
    assert {one["side"]: one["hits"] for one in json.loads(luck)} == count_hits(rolls)
    assert all(isinstance(one["expected"], float) for one in json.loads(luck))


def test_duckdb_reads_times_lists_and_numbers(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.setenv("TZ", "America/St_Johns")
    run(EXPORTS, shelf, tmp_path)
    (tmp_path / "luck.py").write_text(PROGRAM, encoding="utf-8")
    told = run("python luck.py", shelf, tmp_path)
    rolls = list_rolls(shelf)

    luck = [line.split() for line in told if not line.startswith("face")]
    hits = Counter[str]()
    for _, side, count, _ in luck:
        hits[side] += int(count)
    assert hits == count_hits(rolls)
    assert {month for month, *_ in luck} == {row.at[:7] for row in rolls}
    faces = Counter(face for row in rolls for face in row.face_numbers)
    assert [line for line in told if line.startswith("face")] == [
        f"face {face}: {faces[face]}" for face in sorted(faces)
    ]


def count_hits(rolls: list[referee.RollRow]) -> Counter[str]:
    hits = Counter[str]()
    for row in rolls:
        hits[row.side] += row.hits
    return hits
