"""Who holds a journal: a writer waits for another, and reads again what was touched behind his back."""

import os
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from referee.faults import CannotWrite, DataFault, NotFound
from referee.matches import journal
from referee.platform import files
from referee.platform.ports import ports
from schemas.journal import Header
from tests.evidence.conftest import note
from tests.ports import disk_with


@pytest.fixture
def opened(path: Path, header: Header) -> Path:
    journal.create(path, header, note("x" * 100))
    return path


def test_a_writer_who_waits_writes_as_soon_as_he_may(opened: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers, real = [False, False], files.try_lock
    monkeypatch.setattr(files, "try_lock", lambda file: answers.pop() if answers else real(file))

    with journal.writing(opened) as writer:
        (filed,) = writer.append(note("late"))

    assert (answers, filed.body.seq) == ([], 2)


def test_nothing_is_written_to_a_journal_that_was_removed_while_its_writer_waited(
    opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removed(descriptor: int, real: Callable[[int], bool] = files.try_lock) -> bool:
        opened.unlink()
        return real(descriptor)

    held = len(list(Path("/dev/fd").iterdir()))
    monkeypatch.setattr(files, "try_lock", removed)
    with pytest.raises(NotFound), journal.writing(opened):
        pass
    assert len(list(Path("/dev/fd").iterdir())) == held


def test_a_journal_that_only_its_writer_touched_is_not_read_again(opened: Path) -> None:
    with journal.writing(opened) as writer:
        writer.append(note("first"))
    with journal.writing(opened, held=writer.held) as again:
        assert again.journal is writer.journal


def test_a_journal_changed_without_the_lock_is_read_again(opened: Path) -> None:
    with journal.writing(opened) as writer:
        bent = opened.read_bytes().replace(b"xxx", b"xyx", 1)
        opened.write_bytes(bent)
        os.utime(opened, ns=(1, 1))
        writer.append(note("in good faith"))

    with pytest.raises(DataFault, match="entry 1 was changed"), journal.writing(opened, held=writer.held):
        pass


def test_a_journal_that_cannot_be_written_leaves_no_file_behind_and_none_open(
    path: Path, header: Header
) -> None:
    def full(descriptor: int, text: bytes) -> int:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    held = len(list(Path("/dev/fd").iterdir()))
    with ports.use(disk=disk_with(write=full)), pytest.raises(CannotWrite):
        journal.create(path, header)

    assert (path.exists(), len(list(Path("/dev/fd").iterdir()))) == (False, held)
