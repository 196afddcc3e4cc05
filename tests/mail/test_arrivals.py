"""Between two rounds, the post office notices new mail in its inbox and its outbox."""

import mailbox
from pathlib import Path
from threading import Timer

import pytest

from referee.mail import reminders, service
from referee.mail.delivery.arrivals import Arrivals
from referee.mail.office import FOLDER
from tests.mail.conftest import AT, Club

SOON, LATE = 0.3, 30.0
"""Seconds until mail comes, and seconds that a test waits for it."""


def inbox_of(club: Club) -> mailbox.Maildir:
    return mailbox.Maildir(club.shelf.parent / "inbox", create=True)


def test_a_letter_in_a_maildir_ends_the_wait(club: Club) -> None:
    inbox = inbox_of(club)
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        Timer(SOON, lambda: inbox.add(club.reply("german", "pass").encode())).start()
        assert arrivals.wait(LATE)


def test_mail_that_a_round_left_behind_ends_no_second_wait(club: Club) -> None:
    inbox_of(club).add(b"it stays")
    (club.shelf / FOLDER / "out" / "new" / "waits.eml").write_bytes(b"it stays, too")
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        assert not arrivals.wait(SOON)


def test_mail_that_another_worker_puts_away_ends_the_wait(club: Club) -> None:
    inbox_of(club).add(b"another worker judges it")
    (path,) = (club.shelf.parent / "inbox" / "new").iterdir()
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        Timer(SOON, path.unlink).start()
        assert arrivals.wait(LATE)


def test_an_answer_that_a_pipe_put_into_the_outbox_ends_the_wait(club: Club) -> None:
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        club.receive(club.reply("german", "pass"))
        assert arrivals.wait(LATE)


def test_a_file_that_is_not_complete_ends_no_wait(club: Club) -> None:
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        (club.shelf / FOLDER / "out" / "new" / ".half.eml.77").write_bytes(b"From:")
        assert not arrivals.wait(SOON)


def test_a_longer_mbox_ends_the_wait_and_an_empty_one_does_not(club: Club, tmp_path: Path) -> None:
    box = tmp_path / "box"
    config = club.shelf / FOLDER / "config.toml"
    text = config.read_text().replace('kind = "maildir"', 'kind = "mbox"', 1)
    config.write_text(text.replace(f"{club.shelf.parent.as_posix()}/inbox", box.as_posix()))
    box.write_text("")
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        box.write_text("")
        assert not arrivals.wait(SOON)
        box.write_text("From anna\n\n")
        assert arrivals.wait(LATE)


def test_a_server_that_cannot_be_reached_is_reported_by_the_round_alone(club: Club) -> None:
    config = club.shelf / FOLDER / "config.toml"
    config.write_text(config.read_text().replace('kind = "maildir"', 'kind = "imap"\nport = 1', 1))
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        assert not arrivals.wait(SOON)


def test_mail_between_two_rounds_is_answered_without_a_tick(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[str] = []
    tick = reminders.tick
    monkeypatch.setattr(reminders, "tick", lambda desk, now: ticks.append(now) or tick(desk, now))
    inbox = inbox_of(club)
    rounds = service.watch(club.shelf, lambda: AT, 600, rounds=2)
    next(rounds)
    inbox.add(club.reply("german", "pass").encode())

    (done,) = rounds

    assert [one.verdict for one in done.received] == ["judged"]
    assert len(done.sent) == 2
    assert len(ticks) == 1
