"""The index of a shelf: valid only for the journals, packs and code that it was written for."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.matches import matches
from referee.matches.snapshots import shelf_index, snapshot_check
from referee.reports import logs

NOW = "2026-11-27T12:00:00Z"


@pytest.fixture
def shelf(example_shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf with two matches, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "matches"
    for name in ("liege", "liege-2"):
        shutil.copytree(example_shelf / "liege", root / name)
    return root


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the matches whose journals were opened."""
    names: list[str] = []
    find = matches.find

    def note(root: Path, name: str) -> matches.Match:
        names.append(name)
        return find(root, name)

    monkeypatch.setattr(matches, "find", note)
    monkeypatch.setattr(snapshot_check, "find_fresh", lambda path: None)
    return names


def list_names(root: Path) -> list[str]:
    return [row.match for row in logs.list_shelf(root, NOW).matches]


def test_second_list_opens_no_journal(shelf: Path, opened: list[str]) -> None:
    first, second = (logs.list_shelf(shelf, NOW) for _ in range(2))

    assert first == second
    assert opened == ["liege", "liege-2"]


def test_changed_journal_is_read_again(shelf: Path, opened: list[str]) -> None:
    before = logs.list_shelf(shelf, NOW)
    path = shelf / "liege" / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))

    after = logs.list_shelf(shelf, NOW)

    assert opened == ["liege", "liege-2", "liege"]
    assert [row.entries for row in before.matches] == [len(lines) - 1] * 2
    assert [row.entries for row in after.matches] == [len(lines) - 2, len(lines) - 1]


def test_restored_journal_of_same_size_and_time_is_read_again(shelf: Path, opened: list[str]) -> None:
    path = shelf / "liege" / "journal.jsonl"
    list_names(shelf)
    status, content = path.stat(), path.read_bytes()
    path.unlink()
    path.write_bytes(content)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    list_names(shelf)

    assert opened == ["liege", "liege-2", "liege"]


def test_removed_match_leaves_list_and_index(shelf: Path) -> None:
    assert list_names(shelf) == ["liege", "liege-2"]
    shutil.rmtree(shelf / "liege")

    assert list_names(shelf) == ["liege-2"]
    assert list(shelf_index.load(shelf)) == ["liege-2"]


def test_rows_of_other_code_are_not_used(
    shelf: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    list_names(shelf)
    monkeypatch.setattr(shelf_index, "digest_code", lambda: "other")

    list_names(shelf)

    assert opened == ["liege", "liege-2"] * 2


def test_unreadable_match_is_never_indexed(shelf: Path) -> None:
    (shelf / "liege" / "journal.jsonl").write_text("{}\n")

    rows = [logs.list_shelf(shelf, NOW).matches for _ in range(2)]

    assert rows[0] == rows[1]
    assert rows[0][0].fault
    assert list(shelf_index.load(shelf)) == ["liege-2"]


def write_noise(path: Path) -> None:
    path.write_bytes(os.urandom(5000))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def open_to_others(path: Path) -> None:
    path.chmod(0o644)


def open_folder_to_others(path: Path) -> None:
    path.parent.chmod(0o755)


def change_row(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE matches SET row = x'00'")


def lock(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("BEGIN EXCLUSIVE")
    return database


DAMAGES = (write_noise, empty, open_to_others, open_folder_to_others, change_row, lock)


@pytest.mark.parametrize("damage", DAMAGES)
def test_doubtful_index_counts_as_missing(
    shelf: Path, opened: list[str], damage: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_index, "PATIENCE", 0.01)
    first = logs.list_shelf(shelf, NOW)
    kept = damage(shelf_index.path_of(shelf))

    assert logs.list_shelf(shelf, NOW) == first
    assert opened == ["liege", "liege-2"] * 2
    if isinstance(kept, sqlite3.Connection):
        kept.close()


def test_folds_clear_removes_index(shelf: Path) -> None:
    list_names(shelf)
    assert shelf_index.path_of(shelf).exists()

    logs.clear_folds(shelf, None)

    assert not shelf_index.path_of(shelf).exists()
