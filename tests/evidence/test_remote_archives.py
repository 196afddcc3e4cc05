"""Where journals of an archive lie: here or in a store, packed or plain."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fsspec.implementations.memory import MemoryFileSystem

from referee.evidence.archives import archive_journals
from referee.faults import NotFound

PLAIN = b'{"seal":"..."}\n' * 20_000
"""More than a store hands out at once."""


@pytest.fixture
def club() -> Iterator[str]:
    """The address of a store with a plain journal, a packed one, and one that lies deeper."""
    store = MemoryFileSystem()
    files = {"plain.jsonl": PLAIN, "duel/journal.jsonl.gz": gzip.compress(PLAIN), "a/b/c.jsonl": PLAIN}
    for name, text in files.items():
        store.pipe_file(f"/club/{name}", text)
    yield "memory://club"
    store.rm("/club", recursive=True)


@pytest.mark.parametrize("name", ["plain.jsonl", "duel/journal.jsonl.gz"])
def test_a_journal_of_a_store_lies_in_a_file_as_long_as_it_is_read(
    club: str, name: str, tmp_path: Path
) -> None:
    with archive_journals.fetch_file(f"{club}/{name}", tmp_path) as copy:
        assert copy.read_bytes() == PLAIN
        assert copy.is_relative_to(tmp_path)
        assert copy.suffix == ".jsonl"
    assert [*tmp_path.iterdir()] == []


def test_a_journal_of_this_machine_is_read_where_it_lies(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    plain.write_bytes(PLAIN)
    packed.write_bytes(gzip.compress(PLAIN))

    with (
        archive_journals.fetch_file(str(plain)) as found,
        archive_journals.fetch_file(str(packed)) as unpacked,
    ):
        assert found == plain
        assert unpacked.read_bytes() == PLAIN


def test_a_store_lists_its_journals_and_those_of_its_folders_and_no_deeper_ones(club: str) -> None:
    for address in (club, f"{club}/"):
        found = archive_journals.list_files(address)
        assert sorted(found) == ["duel/journal.jsonl.gz", "plain.jsonl"]
        assert found["plain.jsonl"].startswith("memory://")
        assert found["plain.jsonl"].endswith("club/plain.jsonl")


def read(address: str) -> None:
    with archive_journals.fetch_file(address):
        pass


def refuse(*_: object, **__: object) -> None:
    raise PermissionError("s3cret has no right to read this")


@pytest.mark.parametrize("ask", [archive_journals.list_files, read])
def test_a_failing_store_reports_the_fault_without_its_key(
    club: str, ask: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("find", "open"):
        monkeypatch.setattr(MemoryFileSystem, name, refuse)

    with pytest.raises(NotFound) as fault:
        ask(f"{club}/plain.jsonl?token=s3cret")
    (complaint,) = fault.value.complaints
    assert complaint.code == "path-unreadable"
    assert "memory://club/plain.jsonl" in complaint.text
    assert "PermissionError" in complaint.text
    assert "s3cret" not in complaint.text


@pytest.mark.parametrize(
    ("address", "code"),
    [("memory://club/gone.jsonl", "journal-unknown"), ("nothing://club/a.jsonl", "path-unreadable")],
)
def test_a_missing_package_is_named(address: str, code: str) -> None:
    with pytest.raises(NotFound) as fault:
        read(address)
    (complaint,) = fault.value.complaints
    assert (complaint.code, address in complaint.text) == (code, True)
