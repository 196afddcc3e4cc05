"""Mails keep their order, queued or received, although the clock stepped back in the meantime."""

import os
from collections.abc import Generator, Iterable
from datetime import timedelta
from email.message import EmailMessage
from errno import EIO
from pathlib import Path

import pytest

from referee.faults import Busy
from referee.mail import outbox, receiving, service
from referee.mail.office import FOLDER, Office, digest, open_office
from referee.matches import matches
from referee.platform import files
from referee.platform.ports import ports
from tests.club.clock import Clock
from tests.club.disk import Disk, Failure, PowerLoss, Unlucky
from tests.club.world import BEGIN
from tests.mail.conftest import AT, PLAYERS, Club

STEPS = {
    "day": timedelta(days=1),
    "hour": timedelta(hours=1),
    "ten microseconds": timedelta(microseconds=10),
}
"""Steps of the clock."""

LETTER = f"From: {PLAYERS['german']}\nTo: referee@club.example\nMessage-ID: <1@p>\nSubject: [liege]\n\npass\n"


@pytest.fixture
def clock(club: Club, tmp_path: Path) -> Generator[Clock]:
    """The clock of a club, whose disk keeps nothing that was not synced."""
    club.set_up("address")
    (tmp_path / "attic").mkdir()
    clock = Clock(BEGIN)
    with ports.use(clock=clock, disk=Disk(club.shelf, tmp_path / "attic", Unlucky())):
        yield clock


def write_mail(text: str) -> EmailMessage:
    mail = EmailMessage()
    mail["To"] = "anna@player.example"
    mail.set_content(text)
    return mail


def queue(desk: Office, *keys: str) -> None:
    for key in keys:
        assert outbox.queue(desk, key, write_mail(key)) == (key,)


def queue_together(desk: Office, *keys: str) -> None:
    """Queue mails as a letter does."""
    with outbox.transaction(desk):
        queue(desk, *keys)
    outbox.release(desk)


def send(desk: Office) -> list[str]:
    """Return the texts of the mails that left."""
    texts: list[str] = []
    for done in outbox.send(desk, lambda mail, _: texts.append(mail.get_content().strip()), AT):
        assert done.sent, done
    return texts


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_mails_keep_their_order_if_the_clock_steps_back(club: Club, clock: Clock, step: timedelta) -> None:
    with open_office(club.shelf) as desk:
        queue(desk, "d")
        clock.step(-step)
        queue(desk, "c")
        clock.step(-step)
        queue_together(desk, "b", "a")
        clock.step(3 * step)
        queue(desk, "e")

        assert send(desk) == ["d", "c", "b", "a", "e"]


def test_mails_of_an_earlier_process_leave_first(club: Club, clock: Clock) -> None:
    with open_office(club.shelf) as desk:
        queue_together(desk, "c", "b")
    clock.step(timedelta(days=-400))
    with open_office(club.shelf) as desk:
        queue(desk, "a")
    with open_office(club.shelf) as desk:
        assert send(desk) == ["c", "b", "a"]


def test_a_mail_of_an_earlier_version_with_a_later_time_leaves_first(club: Club, clock: Clock) -> None:
    with open_office(club.shelf) as desk:
        queue(desk, "b")
        for number, name in enumerate(("z", "y")):
            path = club.shelf / FOLDER / "out" / "new" / f"{name}.eml"
            path.write_bytes(write_mail(name).as_bytes())
            time = int(clock.now.timestamp() + 1000) * 10**9 + number
            os.utime(path, ns=(time, time))
        queue(desk, "a")

        assert send(desk) == ["b", "z", "y", "a"]


def test_order_survives_a_power_loss_just_after_a_mail_was_queued(club: Club, clock: Clock) -> None:
    """The times of the mails that waited are on the disk before the new mail is."""
    synced: list[str] = []
    fsync = Disk.fsync

    def note(disk: Disk, descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        fsync(disk, descriptor)

    with open_office(club.shelf) as desk, pytest.MonkeyPatch.context() as patch:
        queue(desk, "c", "b")
        clock.step(timedelta(days=-1))
        patch.setattr(Disk, "fsync", note)
        queue(desk, "a")

    names = [name.partition(".eml")[0].strip(".") for name in synced]
    # Threads sync the mails that waited in any order.
    assert [sorted(names[:2]), *names[2:]] == [["b", "c"], "a", "new"]


@pytest.mark.parametrize("kind", [EIO, PowerLoss])
def test_a_disk_that_fails_leaves_the_waiting_mails_in_order(
    club: Club, clock: Clock, kind: int | type[BaseException]
) -> None:
    disk = ports.disk
    assert isinstance(disk, Disk)
    with open_office(club.shelf) as desk:
        queue(desk, "d", "c", "b")
        clock.step(timedelta(days=-1))
        disk.plan(Failure(2, kind))
        with pytest.raises(OSError if kind == EIO else PowerLoss):
            queue(desk, "a")
        disk.restart()
        queue(desk, "a")

        assert send(desk) == ["d", "c", "b", "a"]


def test_a_mail_that_leaves_meanwhile_does_not_stop_a_new_one(
    club: Club, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker sends it between the list of waiting mails and their new times."""
    list_files = files.sort_by_time

    def list_and_lose(paths: Iterable[Path], since: int = 0) -> list[Path]:
        listed = list_files(paths, since)
        listed[0].unlink()
        return listed

    with open_office(club.shelf) as desk:
        queue(desk, "c", "b")
        clock.step(timedelta(days=-1))
        with monkeypatch.context() as patch:
            patch.setattr(files, "sort_by_time", list_and_lose)
            queue(desk, "a")

        assert send(desk) == ["b", "a"]


def test_a_round_first_releases_the_mails_of_a_worker_that_died(club: Club, clock: Clock) -> None:
    """It died after it had recorded its mails, and before it put them into the outbox."""
    for name in ("new", "cur"):
        (club.shelf.parent / "inbox" / name).mkdir(parents=True)
    with open_office(club.shelf, is_shared=True) as desk, outbox.transaction(desk):
        queue(desk, "b")
    (club.shelf.parent / "inbox" / "new" / "1").write_text(LETTER)
    with open_office(club.shelf, is_shared=True) as desk:
        done = service.run_round(desk, AT, fetches_only=True)

    assert done.faults == ()
    assert [mail.key == "b" for mail in done.sent if mail.to == PLAYERS["german"]] == [True, False]


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_received_mails_that_wait_keep_their_order(club: Club, clock: Clock, step: timedelta) -> None:
    """Another program holds the match when they come."""
    letters = [LETTER.replace("<1@p>", f"<{number}@p>").encode() for number in range(3)]
    with open_office(club.shelf) as desk:
        with matches.hold(club.shelf, "liege"):
            for letter in letters:
                with pytest.raises(Busy):
                    receiving.receive(desk, letter, AT)
                clock.step(-step)
        done = receiving.finish(desk, AT)

    assert [one.digest for one in done] == [digest(letter) for letter in letters]
