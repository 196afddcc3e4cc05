"""A power loss takes no mail away, although a process was killed before it synced the names of files."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail import outbox, receiving
from referee.mail.delivery import webhooks
from referee.mail.office import FOLDER, KEY, open_office
from referee.platform import files
from referee.platform.ports import ports
from tests.club.disk import Disk, Killed, Unlucky
from tests.mail.conftest import AT, PLAYERS, Club

LETTER = f"From: {PLAYERS['german']}\nTo: referee@club.example\nMessage-ID: <1@p>\nSubject: [liege]\n\npass\n"


@pytest.fixture
def disk(club: Club, tmp_path: Path) -> Generator[Disk]:
    """The disk of a club that proves letters by their address. It keeps nothing that was not synced."""
    club.set_up("address")
    (tmp_path / "attic").mkdir()
    disk = Disk(club.shelf, tmp_path / "attic", Unlucky())
    with ports.use(disk=disk):
        yield disk


@contextmanager
def dying_before_sync(folder: Path, after: int = 0) -> Generator[None]:
    """The process of this block is killed before it syncs the names in a folder, `after` so many times."""
    sync, times = files.sync_folder, iter(range(after, -1, -1))

    def sync_or_die(synced: Path) -> None:
        if synced == folder and not next(times):
            raise Killed
        sync(synced)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "sync_folder", sync_or_die)
        with pytest.raises(Killed):
            yield


def list_waiting(club: Club) -> list[str]:
    with open_office(club.shelf) as desk:
        return outbox.list_waiting(desk)


def finish(club: Club) -> None:
    with open_office(club.shelf) as desk:
        receiving.finish(desk, AT)


@pytest.mark.parametrize("killed_at", ["", ".", "out"])
def test_a_new_post_office_keeps_the_folders_of_its_mails(club: Club, disk: Disk, killed_at: str) -> None:
    folder = club.shelf / FOLDER
    shutil.rmtree(folder)
    club.set_up("address")
    disk.sync()
    if killed_at:
        with dying_before_sync(folder / killed_at):
            finish(club)
    club.receive(LETTER)
    waiting = list_waiting(club)
    disk.restart()

    assert len(waiting) == len(PLAYERS)
    assert list_waiting(club) == waiting


def test_key_of_a_killed_process_stays_once_it_signed_a_mail(club: Club, disk: Disk) -> None:
    folder = club.shelf / FOLDER
    (folder / KEY).unlink()
    disk.sync()
    with dying_before_sync(folder, after=1):
        finish(club)
    key = (folder / KEY).read_bytes()
    club.receive(LETTER)
    disk.restart()

    assert (folder / KEY).read_bytes() == key


def test_page_of_a_channel_stays_with_its_new_folders(club: Club, disk: Disk) -> None:
    page = club.shelf / "www" / "deep" / "liege" / "index.html"
    webhooks._write_pages(page.parents[1], "liege", 2, "page")
    disk.restart()

    assert (page.read_text(), page.stat().st_mode & 0o777) == ("page", 0o644)


def test_a_folder_that_a_backup_left_out_keeps_its_mails(club: Club, disk: Disk) -> None:
    """Some programs leave out empty folders."""
    (club.shelf / FOLDER / "out" / "new").rmdir()
    club.receive(LETTER)
    waiting = list_waiting(club)
    disk.restart()

    assert list_waiting(club) == waiting != []


def test_an_answer_of_a_killed_process_stays_in_the_outbox(club: Club, disk: Disk) -> None:
    with dying_before_sync(club.shelf / FOLDER / "out" / "new"):
        club.receive(LETTER)
    finish(club)
    waiting = list_waiting(club)
    disk.restart()

    assert len(waiting) == len(PLAYERS)
    assert list_waiting(club) == waiting


def test_a_mail_that_is_queued_again_stays_in_the_outbox(club: Club, disk: Disk) -> None:
    """The office then records that its reader knows the news."""
    mail = EmailMessage()
    mail["To"] = PLAYERS["german"]
    with open_office(club.shelf) as desk:
        with dying_before_sync(club.shelf / FOLDER / "out" / "new"):
            outbox.queue(desk, "1", mail)
        assert outbox.queue(desk, "1", mail) == ()
    disk.restart()

    assert list_waiting(club) == ["1"]


def test_a_mail_of_a_killed_process_stays_after_it_was_handled(club: Club, disk: Disk) -> None:
    """A letter that its player must confirm is judged from its file."""
    folder = club.shelf / FOLDER
    with dying_before_sync(folder / "in"):
        club.receive(LETTER)
    (stored,) = (folder / "in").iterdir()
    finish(club)
    disk.restart()

    assert any((folder / place / stored.name).exists() for place in ("in", "done"))


def test_a_mail_in_a_maildir_counts_as_sent_once_its_name_is_synced(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.set_up("address")
    club.receive(LETTER)
    maildir, out = club.shelf.parent / "outgoing", club.shelf / FOLDER / "out"
    shutil.rmtree(maildir)
    synced: list[Path] = []
    monkeypatch.setattr(files, "sync_folder", synced.append)
    club.send()

    new, recorded = maildir / "new", [out / "sent", out / "new"]
    assert synced == [new, maildir, maildir.parent, *recorded, new, *recorded]
