"""Where a new file or a folder can be made, said before any work goes there."""

import os
from pathlib import Path

import pytest

from referee.faults import CannotCreate
from referee.matches.journal.writing import demand_folder, demand_free, write_new


def test_folder_is_created_private_with_parents(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    for _ in range(2):
        demand_folder(folder)

    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("name", "said"), [("file", "already exists"), ("file/below", "Not a directory")])
def test_folder_cannot_replace_file(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "file").write_bytes(b"text")

    with pytest.raises(CannotCreate, match=said):
        demand_folder(tmp_path / name)
    assert (tmp_path / "file").read_bytes() == b"text"


TAKEN = {
    "file": "already exists",
    "folder": "already exists",
    "dangling": "already exists",
    "missing/new": "No such file",
    "file/new": "Not a directory",
    "dangling/new": "No such file",
}


@pytest.mark.parametrize(("name", "said"), TAKEN.items())
def test_impossible_new_file_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")

    with pytest.raises(CannotCreate, match=said):
        demand_free(tmp_path / name)


def test_new_file_is_possible_in_writable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    demand_free(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []

    # Whoever runs the tests may be allowed everything.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CannotCreate, match=r"Permission denied$"):
        demand_free(tmp_path / "new")


def test_new_file_is_private_and_replaces_nothing(tmp_path: Path) -> None:
    write_new(tmp_path / "new", b"one\ntwo\n")

    assert (tmp_path / "new").read_bytes() == b"one\ntwo\n"
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600
    with pytest.raises(CannotCreate, match="already exists"):
        write_new(tmp_path / "new", b"other")
    with pytest.raises(CannotCreate, match="No such file"):
        write_new(tmp_path / "missing" / "new", b"other")
