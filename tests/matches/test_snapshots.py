"""Where folds are kept: whole or not at all, for their owner alone, and not more than enough."""

import os
from pathlib import Path

import pytest

from referee.matches.snapshots import snapshot


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "referee" / "folds"


def keep(cache: Path, name: str = "a", content: bytes = b"fold") -> Path:
    path = cache / name / "fold"
    assert snapshot.save_to_store(path, content)
    return path


def test_stored_snapshot_is_private(cache: Path) -> None:
    path = keep(cache)
    keep(cache, content=b"")
    keep(cache, content=b"fold again")

    assert snapshot.load_from_store(path) == b"fold again"
    assert [oct(one.stat().st_mode & 0o777) for one in (path, path.parent, cache)] == [
        "0o600",
        "0o700",
        "0o700",
    ]
    assert [one.name for one in path.parent.iterdir()] == ["fold"], "nothing half written is left"


def bend(path: Path, how: str) -> None:
    raw = path.read_bytes()
    match how:
        case "a bit":
            path.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
        case "the digest":
            path.write_bytes(bytes([raw[0] ^ 1]) + raw[1:])
        case "cut short":
            path.write_bytes(raw[:-1])
        case "nothing":
            path.unlink()
        case "an open file":
            path.chmod(0o640)
        case "an open folder":
            path.parent.chmod(0o750)
        case "an open cache":
            path.parent.parent.chmod(0o701)
        case _:
            elsewhere = path.parents[2] / "elsewhere"
            path.parent.rename(elsewhere)
            path.parent.symlink_to(elsewhere)


WRONG = (
    "a bit", "the digest", "cut short", "nothing", "an open file", "an open folder", "an open cache",
    "a folder of another",
)  # fmt: skip


@pytest.mark.parametrize("how", WRONG)
def test_doubtful_snapshot_is_ignored(cache: Path, how: str) -> None:
    path = keep(cache)

    bend(path, how)

    assert snapshot.load_from_store(path) is None


@pytest.mark.parametrize(
    ("how", "saved"), [("an open folder", False), ("an open cache", False), ("nothing", True)]
)
def test_snapshot_is_not_stored_in_public_folder(cache: Path, how: str, saved: bool) -> None:
    path = keep(cache)
    bend(path, how)

    assert snapshot.save_to_store(path, b"new") is saved
    assert snapshot.save_to_store(cache / "b" / "fold", b"new") is (how != "an open cache")


def test_snapshot_is_not_stored_without_write_access(cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_bytes(b"a file")

    assert not snapshot.save_to_store(cache / "a" / "fold", b"new")
    assert list(snapshot.list_folders()) == []


def test_snapshots_are_removed_once(cache: Path) -> None:
    path = keep(cache)

    assert [snapshot.remove(path.parent) for _ in range(2)] == [True, False]
    assert not path.parent.exists()


def test_snapshot_folders_are_listed_in_order(cache: Path) -> None:
    assert list(snapshot.list_folders()) == []
    for name in ("b", "a", "c"):
        keep(cache, name)
    (cache / "file").touch()

    assert [folder.name for folder in snapshot.list_folders()] == ["a", "b", "c"]


def test_oldest_snapshots_are_removed_until_an_eighth_is_free(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "MEASURED", 1)
    for age, name in enumerate(("b", "a", "c")):
        os.utime(keep(cache, name).parent, (age, age))
    size = sum(path.stat().st_size for path in cache.glob("*/*"))

    monkeypatch.setattr(snapshot, "MOST_BYTES", size)
    keep(cache, "d")
    assert [folder.name for folder in snapshot.list_folders()] == ["a", "b", "c", "d"]

    keep(cache, "e")
    assert [folder.name for folder in snapshot.list_folders()] == ["c", "d", "e"]


def test_each_journal_has_one_snapshot_folder(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "linked").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    named = {snapshot.folder_of(path) for path in (tmp_path / "j", Path("j"), tmp_path / "linked" / "j")}

    assert len(named) == 1
    assert named.pop().parent == cache
    assert snapshot.folder_of(tmp_path / "j") != snapshot.folder_of(tmp_path / "k")
