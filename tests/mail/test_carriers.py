"""Mail leaves by SMTP through a real server, by `sendmail`, or into a Maildir; what is not taken waits."""

import shlex
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from referee.faults import Busy, Misconfigured
from referee.mail import outbox
from referee.mail.office import open_office
from schemas.mail import Delivered
from tests.mail.conftest import AT, PLAYERS, Club
from tests.scripts import write_script

PYTHON = shlex.quote(Path(sys.executable).as_posix())

SETTINGS = """\
address = "referee@club.example"
quiet = false
receipts = true
[delivery]
to = "smtp"
host = "127.0.0.1"
port = {port}
security = "none"
{more}
"""


@dataclass
class Server:
    """A mail server that answers as a test wants, and keeps what it took."""

    answer: str = "250 OK"
    taken: list[Envelope] = field(default_factory=list[Envelope])

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd
        if self.answer.startswith("250"):
            self.taken.append(envelope)
        return self.answer


def authenticate(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    known = isinstance(data, LoginPassword) and (data.login, data.password) == (b"referee", b"secret")
    return AuthResult(success=known, handled=False)


@pytest.fixture
def server(club: Club) -> Iterator[Server]:
    handler, port = Server(), find_free_port()
    controller = Controller(
        handler, hostname="127.0.0.1", port=port, authenticator=authenticate, auth_require_tls=False
    )
    controller.start()
    set_up(club, port)
    yield handler
    controller.stop()


def find_free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def set_up(club: Club, port: int, more: str = "") -> None:
    (club.shelf / "_post" / "config.toml").write_text(SETTINGS.format(port=port, more=more))


def port_of(club: Club) -> int:
    text = (club.shelf / "_post" / "config.toml").read_text()
    return int(text.partition("port = ")[2].split()[0])


def queue(club: Club) -> tuple[str, ...]:
    return club.receive(club.reply("german", "pass")).queued


def state(club: Club, name: str) -> set[str]:
    return {path.stem for path in (club.shelf / "_post" / "out" / name).iterdir()}


def test_mail_goes_to_a_server_with_an_address_for_its_bounce(club: Club, server: Server) -> None:
    keys = queue(club)

    sent = club.send()

    assert [mail.sent for mail in sent] == [True, True]
    assert {envelope.mail_from for envelope in server.taken} == {
        f"referee+b{key}@club.example" for key in keys
    }
    assert {tuple(envelope.rcpt_tos) for envelope in server.taken} == {(one,) for one in PLAYERS.values()}
    assert set(keys) <= state(club, "sent")


@pytest.mark.parametrize("answer", ["451 try later", "554 no such user", "421 going away"])
def test_mail_that_a_server_rejects_waits_and_is_sent_once(club: Club, server: Server, answer: str) -> None:
    keys = set(queue(club))
    server.answer = answer

    refused = club.send()
    waiting = state(club, "new")
    server.answer = "250 OK"
    club.send()
    club.send()

    assert [mail.sent for mail in refused] == [False, False]
    assert waiting == keys
    assert len(server.taken) == len(keys)


def test_a_password_is_asked_of_a_command_and_stands_in_no_answer(club: Club, server: Server) -> None:
    queue(club)
    script = Path(club.shelf.parent, "password.py")
    script.write_text("print('secret')")
    command = f"{PYTHON} {script.as_posix()}"
    set_up(club, port_of(club), f'user = "referee"\npassword_command = "{command}"')

    sent = club.send()

    assert [mail.sent for mail in sent] == [True, True]
    assert "secret" not in str(sent)


WRONG = {
    "a command that is not there": ("/nowhere/password", Misconfigured),
    "a command that fails": (f"{PYTHON} -c 1/0", Misconfigured),
    "a wrong password": (f"{PYTHON} --version", Busy),
}


@pytest.mark.parametrize(("command", "fault"), WRONG.values(), ids=WRONG)
def test_all_mail_waits_if_the_password_is_missing(
    club: Club, server: Server, command: str, fault: type[Exception]
) -> None:
    keys = set(queue(club))
    set_up(club, port_of(club), f'user = "referee"\npassword_command = "{command}"')

    with pytest.raises(fault):
        club.send()

    assert state(club, "new") == keys
    assert server.taken == []


def test_a_server_that_is_not_there_keeps_nothing(club: Club) -> None:
    keys = set(queue(club))
    set_up(club, 1)

    with pytest.raises(Busy) as fault:
        club.send()

    assert fault.value.complaints[0].code == "server-silent"
    assert state(club, "new") == keys


def test_settings_without_a_delivery_say_what_is_missing(club: Club) -> None:
    (club.shelf / "_post" / "config.toml").write_text('address = "referee@club.example"')

    with pytest.raises(Misconfigured) as fault:
        club.send()

    assert "[delivery]" in fault.value.complaints[0].remedy


def write_sendmail(club: Club, code: int) -> Path:
    """A program that takes mail as sendmail does, and keeps it."""
    script = club.shelf.parent / "sendmail"
    write_script(
        script,
        "import sys\n"
        f"log = open({str(script) + '.log'!r}, 'ab')\n"
        "log.write(' '.join(sys.argv[1:]).encode() + sys.stdin.buffer.read())\n"
        f"sys.exit({code})\n",
    )
    text = f'address = "referee@club.example"\n[delivery]\nto = "sendmail"\npath = "{script.as_posix()}"\n'
    (club.shelf / "_post" / "config.toml").write_text(text)
    return Path(f"{script}.log")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sendmail")
@pytest.mark.parametrize("code", [0, 75])
def test_the_machines_sendmail_takes_mail_or_leaves_it(club: Club, code: int) -> None:
    keys = set(queue(club))
    log = write_sendmail(club, code)

    sent = club.send()

    assert [mail.sent for mail in sent] == [code == 0] * 2
    assert log.read_text().count("-i -t -f referee+b") == 2
    assert state(club, "new") == (set() if code == 0 else keys)


def test_as_many_are_sent_as_were_asked_for(club: Club) -> None:
    queue(club)
    taken: list[str] = []

    def carry(mail: object, envelope: str) -> None:
        taken.append(envelope)

    with open_office(club.shelf) as desk:
        sent: tuple[Delivered, ...] = tuple(outbox.send(desk, carry, AT, 1))

    assert len(sent) == len(taken) == 1
    assert len(state(club, "new")) == 1


@pytest.mark.parametrize("word", ["Liège:", "Łódź", "Σουδάν", "é", "Metz"])
def test_subject_is_read_as_it_was_written(club: Club, word: str) -> None:
    with open_office(club.shelf) as desk:
        for length in range(20, 90):
            mail = EmailMessage()
            subject = f"[verdun] {'words ' * 20}"[:length].strip() + f" {word} does your cavalry retreat?"
            mail["From"], mail["To"], mail["Subject"] = "referee@club.example", "anna@x.example", subject
            outbox.queue(desk, f"subject{length}", mail)
            raw = outbox.read_mail(desk, f"subject{length}")
            # The carriers parse a queued mail and write it again.
            sent = message_from_bytes(raw, policy=policy.SMTP).as_bytes(policy=policy.SMTP)
            assert message_from_bytes(sent, policy=policy.default)["Subject"] == subject
            assert max(map(len, sent.splitlines())) <= 78
