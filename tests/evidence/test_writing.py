"""Writing: whole lines or none, whatever the disk does."""

import fcntl
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.evidence import standalone
from referee.faults import Busy, CannotCreate, CannotWrite, DataFault, NotFound, Stale
from referee.matches import journal, secret_store
from referee.matches.journal import Draft, verification
from referee.platform import files
from referee.platform.ports import ports
from schemas.journal import Head, Header
from tests.ports import disk_with

# Later Pythons warn of a fork among threads, such as those of a parallel test run; these children only write.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")

AT = "1914-08-04T06:00:00Z"
NOTE = Draft(kind="note", at=AT, public={"text": "x" * 100})
NOBODY = 65534


@pytest.fixture
def opened(path: Path, header: Header) -> Path:
    journal.create(path, header, NOTE)
    return path


def seqs(path: Path) -> list[int]:
    return [entry.body.seq for entry in journal.read(path).entries]


def append(path: Path, *drafts: Draft, **how: object) -> None:
    with journal.writing(path, **how) as writer:
        writer.append(*drafts)


# --- the ordinary course


def test_lines_are_appended_and_read_back(opened: Path) -> None:
    with journal.writing(opened) as writer:
        first = writer.append(NOTE)
        others = writer.append(NOTE, NOTE)
        assert writer.append() == ()
        assert [entry.body.seq for entry in (*first, *others)] == [2, 3, 4]
        assert writer.journal == journal.read(opened)
    append(opened, NOTE)
    assert seqs(opened) == [1, 2, 3, 4, 5]


@pytest.fixture
def unfinished(opened: Path) -> tuple[bytes, list[bytes]]:
    """A journal, and what was in its file after each write that made it three entries longer."""
    before, seen = opened.read_bytes(), list[bytes]()

    def write(descriptor: int, text: bytes, real: Callable[[int, bytes], int] = os.write) -> int:
        taken = real(descriptor, text)
        seen.append(opened.read_bytes())
        return taken

    with ports.use(disk=disk_with(write=write)):
        append(opened, NOTE, NOTE, NOTE)
    return before, seen


def test_several_lines_go_out_in_one_write_and_one_byte_files_them(
    unfinished: tuple[bytes, list[bytes]], opened: Path
) -> None:
    before, (written, filed) = unfinished
    assert written == before + b"\0" + filed[len(before) + 1 :]
    assert filed.count(b"\n") == before.count(b"\n") + 3
    assert filed == opened.read_bytes()


def test_several_lines_that_were_cut_short_anywhere_were_never_filed(
    unfinished: tuple[bytes, list[bytes]], opened: Path
) -> None:
    """The system may stop after any page of a write, and a page may end anywhere."""
    before, (written, _) = unfinished
    filed = journal.read(opened).entries[:-3]
    for end in range(len(before) + 1, len(written) + 1):
        opened.write_bytes(written[:end])
        read = journal.read(opened)
        assert (read.entries, read.text_length, read.torn) == (filed, len(before), written[len(before) : end])
    assert verification.verify(opened).torn == len(written) - len(before)
    assert standalone.verified(str(opened))[1:] == ([], b"\0")


def test_several_lines_that_were_cut_short_are_set_aside_by_the_next_writer(
    unfinished: tuple[bytes, list[bytes]], opened: Path
) -> None:
    before, (written, _) = unfinished
    opened.write_bytes(written)
    append(opened, NOTE)
    (aside,) = opened.parent.glob("*.torn-*")
    assert aside.read_bytes() == written[len(before) :]
    assert len(journal.read(opened).entries) == before.count(b"\n")


def test_one_line_goes_out_in_one_write(opened: Path) -> None:
    written: list[bytes] = []

    def write(descriptor: int, text: bytes, real: Callable[[int, bytes], int] = os.write) -> int:
        written.append(text)
        return real(descriptor, text)

    with ports.use(disk=disk_with(write=write)):
        append(opened, NOTE)
    assert [text.count(b"\n") for text in written] == [1]


def test_a_file_that_cannot_be_known_again_is_read_again(
    opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some file systems say nothing of a file by which it is known."""
    monkeypatch.setattr(sys.modules[journal.writing.__module__], "identify", lambda _: ())
    with journal.writing(opened) as writer:
        held = writer.held
    append(opened, NOTE)
    with journal.writing(opened, held=held) as writer:
        assert writer.journal.head.seq == 2


def test_the_name_of_a_new_journal_is_on_the_disk_as_well(
    path: Path, header: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was synced is lost with the power if its folder does not know it yet."""
    folders: list[Path] = []
    monkeypatch.setattr(files, "sync_folder", folders.append)
    journal.create(path, header)
    assert folders == [path.parent]


def test_a_journal_is_for_its_owner_alone(opened: Path) -> None:
    assert opened.stat().st_mode & 0o777 == 0o600


def test_a_match_is_not_opened_twice(opened: Path, header: Header) -> None:
    before = opened.read_bytes()
    with pytest.raises(CannotCreate, match="already exists") as fault:
        journal.create(opened, header)
    assert fault.value.exit_code == 73
    assert opened.read_bytes() == before


def test_a_missing_journal_is_not_extended(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="was not found"):
        append(tmp_path / "none.jsonl", NOTE)


def test_nothing_is_appended_to_a_journal_that_does_not_hold(opened: Path) -> None:
    broken = opened.read_bytes().replace(b"xxx", b"xyx", 1)
    opened.write_bytes(broken)
    with pytest.raises(DataFault, match="entry 1 was changed"):
        append(opened, NOTE)
    assert opened.read_bytes() == broken


# --- heads that somebody kept


def test_a_writer_who_knows_the_head_may_write(opened: Path) -> None:
    append(opened, NOTE, expect_head=journal.read(opened).head)
    assert seqs(opened) == [1, 2]


def test_a_writer_with_an_old_head_is_refused(opened: Path) -> None:
    head = journal.read(opened).head
    append(opened, NOTE)
    for stale in (head, Head(seq=2, seal="0" * 64)):
        with pytest.raises(Stale, match="the journal ends at entry 2"):
            append(opened, NOTE, expect_head=stale)
    assert seqs(opened) == [1, 2]


# --- torn lines


def test_a_torn_line_is_set_aside_and_kept_before_the_next_is_filed(opened: Path) -> None:
    for n, torn in enumerate((b"{", b'{"seal":"', b"\xff"), 1):
        opened.write_bytes(opened.read_bytes() + torn)
        with journal.writing(opened) as writer:
            assert writer.journal.torn == torn
            writer.append(NOTE)
            assert writer.journal.torn == b""
            assert writer.set_aside == opened.with_name(f"journal.jsonl.torn-{n}")
        assert writer.set_aside.read_bytes() == torn
    assert seqs(opened) == [1, 2, 3, 4]
    assert sorted(file.name for file in opened.parent.iterdir()) == [
        "journal.jsonl",
        "journal.jsonl.torn-1",
        "journal.jsonl.torn-2",
        "journal.jsonl.torn-3",
    ]


def test_a_torn_line_stays_where_it_is_while_nothing_is_filed(opened: Path) -> None:
    opened.write_bytes(opened.read_bytes() + b"{")
    with journal.writing(opened) as writer:
        assert writer.set_aside is None
    assert opened.read_bytes().endswith(b"\n{")


def test_a_line_torn_anywhere_makes_room_for_the_next(opened: Path) -> None:
    text = opened.read_bytes()
    start = text.rindex(b"\n", 0, -1) + 1
    for end in range(start + 1, len(text)):
        opened.write_bytes(text[:end])
        append(opened, NOTE)
        assert seqs(opened) == [1]
    kept = {file.read_bytes() for file in opened.parent.glob("*.torn-*")}
    assert kept == {text[start:end] for end in range(start + 1, len(text))}


# --- disks


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    """No file may grow beyond this size, as on a disk that fills up."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 1, 100, 300])
def test_a_disk_that_fills_up_leaves_the_journal_as_it_was(opened: Path, room: int) -> None:
    before = opened.read_bytes()
    with (
        pytest.raises(CannotWrite, match=r"cannot be written.*nothing was filed") as fault,
        disk_of(len(before) + room),
    ):
        append(opened, NOTE, NOTE)
    assert fault.value.exit_code == 74
    assert opened.read_bytes() == before
    append(opened, NOTE)
    assert seqs(opened) == [1, 2]


def test_a_writer_continues_after_a_full_disk(opened: Path) -> None:
    with journal.writing(opened) as writer:
        with pytest.raises(CannotWrite), disk_of(opened.stat().st_size + 10):
            writer.append(NOTE)
        writer.append(NOTE)
    assert seqs(opened) == [1, 2]


def test_a_torn_line_that_cannot_be_set_aside_stays(opened: Path) -> None:
    torn = opened.read_bytes() + b"{" * 50
    opened.write_bytes(torn)
    with pytest.raises(CannotWrite, match=r"torn-1 cannot be written"), disk_of(20):
        append(opened, NOTE)
    assert opened.read_bytes() == torn
    assert [file.name for file in opened.parent.iterdir()] == ["journal.jsonl"]


def test_a_journal_that_does_not_fit_on_the_disk_is_not_begun(path: Path, header: Header) -> None:
    for room in (0, 10, 400):
        with pytest.raises(CannotWrite, match="cannot be written"), disk_of(room):
            journal.create(path, header, NOTE)
        assert list(path.parent.iterdir()) == []
    journal.create(path, header, NOTE)


def test_a_missing_folder_and_a_file_in_its_place_are_reported(tmp_path: Path, header: Header) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("none", "file"):
        with pytest.raises(CannotCreate, match="cannot be written: No"):
            journal.create(tmp_path / folder / "journal.jsonl", header)
    with pytest.raises(CannotWrite):
        append(tmp_path, NOTE)


@pytest.mark.parametrize(
    ("done", "told"),
    [(0, "nothing was filed"), (1, "check the filed entries before")],
    ids=["before the line is written", "after it"],
)
def test_a_disk_that_loses_bytes_is_reported(opened: Path, done: int, told: str) -> None:
    """The first `done` syncs succeed."""
    sync, left = os.fsync, iter(range(done))

    def lose(descriptor: int) -> None:
        if next(left, None) is None:
            raise OSError(5, os.strerror(5))
        sync(descriptor)

    before = opened.read_bytes()
    with (
        ports.use(disk=disk_with(fsync=lose)),
        pytest.raises(CannotWrite, match=f"Input/output error.*{told}"),
    ):
        append(opened, NOTE)
    assert opened.read_bytes() == before


@pytest.fixture
def shelf(header: Header) -> Iterator[Path]:
    """A folder that others may enter, with a journal in it, neither of which may be written to."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "journal.jsonl"
    journal.create(path, header, NOTE)
    path.write_bytes(path.read_bytes() + b"{")
    path.chmod(0o444)
    folder.chmod(0o555)
    yield path
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_nobody(do: Callable[[], object]) -> str:
    """What happens when somebody without rights does it: to root, nothing is read-only."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        try:
            if os.getuid() == 0:
                os.setuid(NOBODY)
            do()
            os.write(writer, b"done")
        except BaseException as error:
            os.write(writer, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader) as said:
        return said.read()


def test_a_shelf_that_is_read_only_can_be_read_and_not_written(shelf: Path, header: Header) -> None:
    denied = "Permission denied"
    assert as_nobody(lambda: journal.read(shelf)) == "done"
    assert as_nobody(lambda: append(shelf, NOTE)) == (
        f"CannotWrite: {shelf} cannot be written: {denied} (nothing was filed)"
    )
    other = shelf.with_name("other.jsonl")
    assert (
        as_nobody(lambda: journal.create(other, header))
        == f"CannotCreate: {other} cannot be written: {denied}"
    )


def test_a_torn_line_on_a_read_only_shelf_stays(shelf: Path) -> None:
    before = shelf.read_bytes()
    shelf.chmod(0o666)
    assert "torn-1 cannot be written: Permission denied" in as_nobody(lambda: append(shelf, NOTE))
    assert shelf.read_bytes() == before


# --- locks


def test_a_writer_waits_and_is_then_told_to_try_again(opened: Path) -> None:
    with journal.writing(opened):
        with pytest.raises(Busy, match=r"another process is writing to .* \(try again\)") as fault:
            append(opened, NOTE, timeout=0.05)
        assert fault.value.exit_code == 75
        assert seqs(opened) == [1]
    append(opened, NOTE, timeout=0)
    assert seqs(opened) == [1, 2]


def test_a_writer_who_fails_lets_go(opened: Path) -> None:
    with pytest.raises(KeyboardInterrupt), journal.writing(opened):
        raise KeyboardInterrupt
    append(opened, NOTE, timeout=0)


def test_a_writer_never_writes_to_a_file_that_was_replaced_while_he_waited(
    opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = opened.with_name("old"), opened.with_name("new")
    shutil.copy(opened, new)

    def replaced(descriptor: int, how: int, real: Callable[[int, int], None] = fcntl.flock) -> None:
        if new.exists():
            opened.rename(old)
            new.rename(opened)
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", replaced)
    held = len(list(Path("/dev/fd").iterdir()))
    append(opened, NOTE)
    assert (seqs(opened), seqs(old)) == ([1, 2], [1])
    assert len(list(Path("/dev/fd").iterdir())) == held


# --- secrets


def test_secrets_are_kept_for_their_owner_alone(tmp_path: Path, secrets: Secrets) -> None:
    path = tmp_path / "secret.json"
    secret_store.save_secrets(path, secrets)
    assert path.stat().st_mode & 0o777 == 0o600
    assert secret_store.load_secrets(path) == secrets


def test_the_secrets_of_a_running_match_are_never_replaced(tmp_path: Path, secrets: Secrets) -> None:
    path = tmp_path / "secret.json"
    secret_store.save_secrets(path, secrets)
    with pytest.raises(CannotCreate, match="already exists"):
        secret_store.save_secrets(path, Secrets.drawn())
    assert secret_store.load_secrets(path) == secrets


def test_missing_secrets_are_reported(tmp_path: Path) -> None:
    for path in (tmp_path / "secret.json", tmp_path):
        with pytest.raises(NotFound):
            secret_store.load_secrets(path)


@pytest.mark.parametrize(
    "change", [("5e", "zz"), ("{", "["), ('"keys"', '"locks"'), ("5e5e", "5e5"), ("5e", "\xff")]
)
def test_invalid_secrets_are_reported_without_their_content(tmp_path, secrets, change) -> None:
    path = tmp_path / "secret.json"
    secret_store.save_secrets(path, secrets)
    path.write_text(path.read_text().replace(*change), "latin-1")
    with pytest.raises(DataFault) as fault:
        secret_store.load_secrets(path)
    assert str(fault.value) == f"{path}:1:1: these are not the secrets of a match"
    assert fault.value.__cause__ is None
    assert fault.value.__suppress_context__


def test_secrets_do_not_show_when_they_are_printed(secrets: Secrets) -> None:
    assert "5e5e" not in repr(secrets)
    assert "c0c0" not in repr(secrets)
