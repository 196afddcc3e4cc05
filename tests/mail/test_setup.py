"""The configuration of the servers, and the mail that a post office sends to itself."""

import mailbox
import tomllib
from pathlib import Path

import pytest

from referee.mail.mail_room import setup
from referee.mail.office import FOLDER, open_office
from schemas.mail import PostOffice
from tests.mail.conftest import AT, Club


def test_files_name_the_domain_and_the_plus(tmp_path: Path) -> None:
    files = {one.name: one.text for one in setup.write_files(tmp_path, "club.example", "referee").files}

    assert set(files) == {
        "main.cf",
        "master.cf",
        "dovecot.conf",
        "zone.txt",
        "referee.service",
        "config.toml",
    }
    assert "virtual_mailbox_domains = club.example" in files["main.cf"]
    assert "recipient_delimiter = +" in files["main.cf"]
    assert "recipient_delimiter = +" in files["dovecot.conf"]
    assert "mail watch --every 1" in files["referee.service"]
    settings = PostOffice.model_validate(tomllib.loads(files["config.toml"]))
    assert settings.address == "referee@club.example"


def deliver(club: Club) -> None:
    """Carry each sent mail to the inbox, as servers do."""
    box = mailbox.Maildir(club.shelf.parent / "inbox", create=True)
    for path in (club.shelf.parent / "outgoing" / "new").iterdir():
        box.add(path.read_bytes())
        path.unlink()


def test_check_sends_a_mail_to_itself(club: Club) -> None:
    deliver(club)
    with open_office(club.shelf) as desk:
        done = setup.check(desk, AT, wait=lambda _: deliver(club))

    assert [(one.step, one.works) for one in done.steps] == [("send", True), ("receive", True)]


def test_check_tells_that_the_mail_was_lost(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "PATIENCE", 1.0)
    mailbox.Maildir(club.shelf.parent / "inbox", create=True)
    with open_office(club.shelf) as desk:
        done = setup.check(desk, AT, wait=lambda _: None)

    assert [(one.step, one.works) for one in done.steps] == [("send", True), ("receive", False)]
    assert "recipient_delimiter" in done.steps[1].why


def test_check_tells_that_the_server_is_silent(club: Club) -> None:
    path = club.shelf / FOLDER / "config.toml"
    text = path.read_text().partition("[delivery]")[0]
    path.write_text(f'{text}[delivery]\nto = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\n')
    with open_office(club.shelf) as desk:
        done = setup.check(desk, AT)

    assert [(one.step, one.works) for one in done.steps] == [("send", False)]
