"""A server of mail that fails in many ways: each mail arrives, and none arrives twice with other bytes.

It answers 4xx or 5xx, answers nothing, goes away, or takes a mail and dies before it says so. Only the last
leads to a mail that is sent twice, and then the same bytes come.
"""

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from referee.faults import Busy
from referee.mail.delivery import carriers
from referee.matches import matches
from tests.mail.conftest import Club
from tests.mail.test_carriers import find_free_port
from tests.mail.test_killed_processes import check, club, letters, work  # noqa: F401 - the fixture

SETTINGS = """\
address = "referee@club.example"
proof = "address"
receipts = true
[inbox]
kind = "maildir"
path = "{inbox}"
[delivery]
to = "smtp"
host = "127.0.0.1"
port = {port}
security = "none"
"""

FAILURES = ("451 try later", "554 no", "421 going away", "silence", "goes", "takes it and goes")
ANSWERS = (*FAILURES, *(["250 OK"] * 2 * len(FAILURES)))
"""What the server does with a mail, as likely as it stands here."""


@dataclass
class Server:
    """A server that fails as chance wants it, and keeps what it took."""

    chance: random.Random
    taken: list[bytes] = field(default_factory=list[bytes])
    failures: int = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd
        answer = self.chance.choice(ANSWERS)
        if answer in ("250 OK", "takes it and goes"):
            self.taken.append(bytes(envelope.content or b""))
        self.failures += answer != "250 OK"
        if answer == "silence":
            await asyncio.sleep(2 * PATIENCE)
        if answer in ("silence", "goes", "takes it and goes"):
            assert server.transport is not None
            server.transport.abort()
        return answer


PATIENCE = 0.1
"""So many seconds the post office waits for an answer."""


@pytest.fixture
def server(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:  # noqa: F811 - the fixture
    monkeypatch.setattr(carriers, "TIMEOUT", PATIENCE)
    handler, port = Server(random.Random(1916)), find_free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    inbox = (club.shelf.parent / "inbox").as_posix()
    (club.shelf / "_post" / "config.toml").write_text(SETTINGS.format(inbox=inbox, port=port))
    yield handler
    controller.stop()


def test_each_mail_arrives_and_none_twice_with_other_bytes(
    club: Club,  # noqa: F811 - the fixture
    server: Server,
    example_shelf: Path,
) -> None:
    until = time.monotonic() + 60
    while has_work(club) and time.monotonic() < until:
        try:
            work(club)
        except Busy:
            continue

    assert not has_work(club)
    assert server.failures > 0
    sent = [message_from_bytes(raw, policy=policy.default) for raw in server.taken]
    check(club, matches.find(example_shelf, "liege"), sent=sent)
    print(f"{server.failures} failures over {len(sent)} mails")  # noqa: T201 - `-s` shows the figures


def has_work(club: Club) -> bool:  # noqa: F811 - no fixture here
    """Whether a letter or a mail waits."""
    inbox, out = club.shelf.parent / "inbox" / "new", club.shelf / "_post" / "out" / "new"
    return any(inbox.iterdir()) or any(out.iterdir())
