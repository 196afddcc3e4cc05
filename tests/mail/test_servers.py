"""How servers of mail are met: by which way, with which password, and how they are left, whatever happens."""

import imaplib
import mailbox
import shutil
import smtplib
import ssl
import subprocess
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Literal

import pytest

from referee.faults import Busy, Complaint, Misconfigured
from referee.mail import receiving
from referee.mail.delivery import carriers, imap, inboxes, webhooks
from referee.mail.office import open_office
from referee.mail.state import MailFault
from schemas.mail import Delivery, Inbox
from tests.mail.conftest import AT, Club

Security = Literal["tls", "starttls", "none"]

Call = tuple[object, ...]

WAYS: dict[Security, str] = {"tls": "covered", "starttls": "open", "none": "open"}
"""Which kind of line each security begins with."""


class Line:
    """A line to a server that notes what is done on it, and refuses one thing."""

    def __init__(self, calls: list[Call], kind: str, refused: str, *words: object, **named: object) -> None:
        self.calls, self.refused = calls, refused
        trusted = [name for name, value in named.items() if isinstance(value, ssl.SSLContext)]
        calls.append((kind, *words, named["timeout"], *trusted))

    def note(self, name: str, *words: object) -> None:
        self.calls.append((name, *words))
        if name == self.refused:
            raise smtplib.SMTPException("no")

    def starttls(self, *contexts: ssl.SSLContext, context: ssl.SSLContext | None = None) -> None:
        checked = contexts[0] if contexts else context
        assert checked is not None
        assert checked.verify_mode == ssl.CERT_REQUIRED
        self.note("starttls")

    def login(self, *words: str) -> None:
        self.note("login", *words)

    def quit(self) -> None:
        self.note("quit")

    def close(self) -> None:
        self.note("close")

    def logout(self) -> None:
        self.note("logout")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> list[Call]:
    """What is done on lines, of which each refuses what a test says."""
    noted: list[Call] = []
    refused = getattr(request, "param", "")
    for module, kinds in ((smtplib, ("SMTP_SSL", "SMTP")), (imaplib, ("IMAP4_SSL", "IMAP4"))):
        for name, kind in zip(kinds, ("covered", "open"), strict=True):
            made = lambda *words, kind=kind, **named: Line(noted, kind, refused, *words, **named)  # noqa: E731
            monkeypatch.setattr(module, name, made)
    return noted


def deliver(security: Security, user: str = "") -> Delivery:
    return Delivery(
        to="smtp", host="mx", port=25, security=security, user=user, password_command="echo secret"
    )


@pytest.mark.parametrize("security", WAYS)
@pytest.mark.parametrize("user", ["", "referee"])
def test_mail_leaves_by_the_way_that_is_wanted(calls: list[Call], security: Security, user: str) -> None:
    with carriers._connect(deliver(security, user)):
        calls.append(("sends",))

    begun = (WAYS[security], "mx", 25, carriers.TIMEOUT, *(["context"] if security == "tls" else []))
    covered = [("starttls",)] if security == "starttls" else []
    known = [("login", "referee", "secret")] if user else []
    assert calls == [begun, *covered, *known, ("sends",), ("quit",)]


@pytest.mark.parametrize("calls", ["starttls", "login"], indirect=True)
def test_a_line_that_is_refused_is_closed_and_all_mail_waits(calls: list[Call]) -> None:
    with pytest.raises(Busy), carriers._connect(deliver("starttls", "referee")):
        pytest.fail("nothing can be sent")

    assert calls[-1] == ("close",)
    assert ("quit",) not in calls


@pytest.mark.parametrize("calls", ["quit"], indirect=True)
def test_a_server_may_be_gone_when_it_is_left(calls: list[Call]) -> None:
    with carriers._connect(deliver("none")):
        pass

    assert calls[-1] == ("quit",)


def test_password_is_requested_only_with_a_user(calls: list[Call]) -> None:
    unknown = Delivery(to="smtp", security="none", password_command="/nowhere/password")

    with carriers._connect(unknown):
        pass

    assert [name for name, *_ in calls] == ["open", "quit"]


INBOX = Inbox(kind="imap", host="mx", port=993, user="referee", password_command="echo secret")


@pytest.mark.parametrize("security", WAYS)
def test_mail_is_read_by_the_way_that_is_wanted(calls: list[Call], security: Security) -> None:
    imap.connect(Inbox(kind="imap", host="mx", port=993, security=security))

    begun = (WAYS[security], "mx", 993, imap.TIMEOUT, *(["ssl_context"] if security == "tls" else []))
    assert calls == [begun, *([("starttls",)] if security == "starttls" else [])]


def test_an_inbox_is_left_whatever_happens(calls: list[Call], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "open_on", lambda _, __, password: password)

    with imap.open_folder(INBOX) as opened:
        assert opened == "secret"
    with pytest.raises(ZeroDivisionError), imap.open_folder(INBOX):
        raise ZeroDivisionError

    assert [name for name, *_ in calls] == ["covered", "logout"] * 2


class Folder:
    """A folder of a server with some mails, which notes what is done with them."""

    def __init__(self, mails: dict[bytes, bytes]) -> None:
        self.mails, self.calls = mails, list[tuple[object, ...]]()

    def list_new(self) -> list[bytes]:
        return list(self.mails)

    def read(self, number: bytes, most: int) -> bytes:
        self.calls.append(("read", number, most))
        return self.mails[number]

    def mark_done(self, number: bytes) -> None:
        self.calls.append(("done", number))

    def __enter__(self) -> "Folder":
        return self

    def __exit__(self, *_: object) -> None:
        self.calls.append(("left",))


def test_each_mail_of_a_server_is_marked_when_it_is_known(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text(config.read_text().replace('"maildir"', '"imap"', 1))
    folder = Folder({b"1": club.reply("german", "pass").encode(), b"2": b"noise"})
    monkeypatch.setattr(imap, "open_folder", lambda _: folder)

    with open_office(club.shelf) as desk:
        done = [(one.verdict, one.code) for one in inboxes.fetch(desk, AT)]

    most = receiving.LARGEST + 1
    assert done == [("judged", ""), ("unreadable", "no-mail")]
    assert folder.calls == [
        ("read", b"1", most), ("read", b"2", most), ("done", b"1"), ("done", b"2"), ("left",)
    ]  # fmt: skip


class Answering:
    """A server that answers each command with a mail, and notes what it was asked."""

    def __init__(self, *found: object) -> None:
        self.found, self.asked = list(found), list[tuple[str, ...]]()

    def uid(self, *words: str) -> tuple[str, list[object]]:
        self.asked.append(words)
        return "OK", self.found


def test_a_mail_is_read_as_far_as_it_is_wanted_and_stays_unread() -> None:
    server: Any = Answering(b")", (b"1 (BODY[] {4}", b"mail"), (b"2", b"other"))
    folder = imap.Folder(server, "mx", keeps_keywords=True)

    assert folder.read(b"7", 9) == b"mail"
    assert server.asked == [("FETCH", "7", "(BODY.PEEK[]<0.9>)")]
    nothing: Any = Answering(b")")
    assert imap.Folder(nothing, "mx", keeps_keywords=True).read(b"7", 9) == b""


def test_first_listed_mails_count_as_new() -> None:
    server: Any = Answering(b"3 5 8")

    assert imap.Folder(server, "mx", keeps_keywords=True).list_new() == [b"3", b"5", b"8"]


@pytest.mark.parametrize(("path", "program"), [("", "/usr/sbin/sendmail"), ("/opt/mail", "/opt/mail")])
def test_the_program_of_the_machine_is_called_with_the_address_for_a_bounce(
    club: Club, monkeypatch: pytest.MonkeyPatch, path: str, program: str
) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f'address = "referee@club.example"\n[delivery]\nto = "sendmail"\npath = "{path}"\n')
    run: list[tuple[list[str], bytes, bool]] = []

    def note(line: list[str], *, input: bytes, check: bool) -> subprocess.CompletedProcess[bytes]:
        run.append((line, input, check))
        return subprocess.CompletedProcess(line, len(run) - 1)

    monkeypatch.setattr(subprocess, "run", note)
    with open_office(club.shelf) as desk, carriers.open_carrier(desk) as carry:
        carry(write("pass"), "referee+b1@club.example")
        with pytest.raises(OSError, match=f"{program} exited with 1"):
            carry(write("pass"), "referee+b1@club.example")

    line, raw, check = run[0]
    assert line == [program, "-i", "-t", "-f", "referee+b1@club.example"]
    assert (raw, check) == (b"To: anna@player.example\n\npass\n", False)


def write(text: str, **headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["To"] = "anna@player.example"
    for name, value in headers.items():
        mail[name] = value
    mail.set_payload(f"{text}\n")
    return mail


def test_mail_goes_to_its_folder_and_reports_to_their_channels(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried: list[object] = []
    monkeypatch.setattr(webhooks, "carry", lambda _, mail: carried.append(mail))
    through = write("a report", **{webhooks.DOOR: "hall"})

    with open_office(club.shelf) as desk, carriers.open_carrier(desk) as carry:
        carry(through, "x")
        carry(write("another mail"), "x")

    assert carried == [through]
    box = mailbox.Maildir(club.shelf.parent / "outgoing", create=False)
    assert [mail.get_payload() for mail in box if "another mail" in str(mail.get_payload())] == [
        "another mail\n"
    ]
    assert not any("a report" in str(mail.get_payload()) for mail in box)


@pytest.mark.parametrize("made", [[], [""], ["", "tmp"], ["", "tmp", "new"]], ids=len)
def test_killed_process_leaves_no_unusable_folder(club: Club, made: list[str]) -> None:
    """A process that makes the folder for mail may be killed between two of its folders."""
    outgoing = club.shelf.parent / "outgoing"
    shutil.rmtree(outgoing)
    for name in made:
        (outgoing / name).mkdir()

    with open_office(club.shelf) as desk, carriers.open_carrier(desk) as carry:
        carry(write("another mail"), "x")

    assert len(list((outgoing / "new").iterdir())) == 1


def test_a_server_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(smtplib, "SMTP", refuse)
    monkeypatch.setattr(imaplib, "IMAP4_SSL", refuse)

    with (
        pytest.raises(Busy, match="the server mx does not accept mail now: nobody there"),
        carriers._connect(deliver("none")),
    ):
        pass
    with (
        pytest.raises(Busy, match="mail cannot be fetched from the server mx now: ConnectionRefusedError"),
        imap.open_folder(INBOX),
    ):
        pass


@pytest.mark.parametrize("command", ["/nowhere/password", "false", "sh -c 'exit 3'", "'"])
def test_a_password_that_is_not_told_stands_in_no_complaint(calls: list[Call], command: str) -> None:
    inbox = Inbox(kind="imap", host="mx", user="referee", password_command=command)

    with pytest.raises(Misconfigured) as fault, imap.open_folder(inbox):
        pass

    assert fault.value.complaints[0].code == Complaint.of(MailFault.PASSWORD_COMMAND, why="x").code
    assert calls == []
