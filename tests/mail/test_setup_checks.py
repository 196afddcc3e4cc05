"""The mails that a post office sends to itself."""

import mailbox
from unittest.mock import Mock

import pytest

from referee.mail.mail_room import checks, domains
from referee.mail.office import FOLDER, open_office
from referee.platform.ports import ports
from tests.mail.conftest import AT, Club
from tests.ports import clock_with


def deliver(club: Club) -> None:
    """Carry each sent mail to the inbox, as servers do."""
    box = mailbox.Maildir(club.shelf.parent / "inbox", create=True)
    for path in (club.shelf.parent / "outgoing" / "new").iterdir():
        box.add(path.read_bytes())
        path.unlink()


def test_check_sends_a_mail_to_itself(club: Club) -> None:
    deliver(club)
    clock = clock_with(sleep=lambda _: deliver(club))
    with ports.use(clock=clock), open_office(club.shelf) as desk:
        done = checks.check(desk, AT)

    assert [(one.step, one.works) for one in done.steps] == [("send", True), ("receive", True)]


def test_check_tells_that_the_mail_was_lost(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "PATIENCE", 1.0)
    mailbox.Maildir(club.shelf.parent / "inbox", create=True)
    with ports.use(clock=clock_with(sleep=lambda _: None)), open_office(club.shelf) as desk:
        done = checks.check(desk, AT)

    assert [(one.step, one.works) for one in done.steps] == [("send", True), ("receive", False)]
    assert "recipient_delimiter" in done.steps[1].why


def test_check_tells_that_only_the_plus_is_missing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "PATIENCE", 1.0)
    deliver(club)

    def lose_the_plus(_: float) -> None:
        for path in (club.shelf.parent / "outgoing" / "new").iterdir():
            if b"+check" in path.read_bytes():
                path.unlink()
        deliver(club)

    with ports.use(clock=clock_with(sleep=lose_the_plus)), open_office(club.shelf) as desk:
        done = checks.check(desk, AT)

    assert [(one.step, one.works) for one in done.steps] == [("send", True), ("receive", False)]
    assert "the mail to the plain address arrived" in done.steps[1].why


def test_check_tells_that_the_server_is_silent(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Mock(return_value=())
    monkeypatch.setattr(domains, "check", asked)
    path = club.shelf / FOLDER / "config.toml"
    text = path.read_text().partition("[delivery]")[0]
    path.write_text(f'{text}[delivery]\nto = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\n')
    with open_office(club.shelf) as desk:
        done = checks.check(desk, AT)

    assert [(one.step, one.works) for one in done.steps] == [("send", False)]
    asked.assert_called_once_with("club.example")
