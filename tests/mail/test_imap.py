"""Mail is fetched from a real IMAP server: Dovecot, started for the test where it is installed."""

import grp
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import pytest

from referee.faults import Busy, Misconfigured
from referee.mail import service
from referee.mail.delivery import inboxes
from referee.mail.delivery.arrivals import Arrivals
from referee.mail.mail_room import dovecot
from referee.mail.office import open_office
from schemas.mail import DovecotVersion, Received
from tests.mail.conftest import AT, Club
from tests.mail.servers.machines import LISTEN, find_dovecot, wait_for

DOVECOT = find_dovecot() or ""

pytestmark = pytest.mark.skipif(not DOVECOT, reason="no Dovecot is installed")

HEADS: dict[DovecotVersion, str] = {
    "2.3": """\
protocols = imap
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail
}}
""",
    "2.4": """\
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
protocols {{
  imap = yes
}}
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = {folder}/mail
passdb static {{
  password = secret
}}
userdb static {{
  fields {{
    uid = {uid}
    gid = {gid}
    home = {folder}/mail
  }}
}}
""",
}

SERVER = """\
base_dir = {folder}/run
log_path = {folder}/log
ssl = no
first_valid_uid = 1
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
service imap-login {{
  chroot =
  inet_listener imap {{
    {listen} = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""

CLUB = """\
address = "referee@club.example"
[inbox]
kind = "imap"
host = "127.0.0.1"
port = {port}
security = "none"
user = "referee"
password_command = "echo {password}"
folder = '{folder}'
[delivery]
to = "maildir"
path = "{out}"
"""


@dataclass(frozen=True)
class Server:
    """A running server and its only mailbox."""

    folder: Path
    port: int
    uid: int
    gid: int

    def deliver(self, raw: str, name: str) -> None:
        path = self.folder / "mail" / "new" / name
        path.write_bytes(raw.encode())
        os.chown(path, self.uid, self.gid)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    # A socket's path is short on every system, and that of a test is not.
    folder = Path(tempfile.mkdtemp(prefix="imap"))
    uid, gid = (os.getuid(), os.getgid()) if os.getuid() else (65534, 65534)
    user, group = pwd.getpwuid(uid).pw_name, grp.getgrgid(gid).gr_name
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    for name in ("mail", "mail/new", "mail/cur", "mail/tmp"):
        (folder / name).mkdir(mode=0o700)
    for path in (folder, *(folder / "mail").iterdir(), folder / "mail"):
        os.chown(path, uid, gid)
    known = {"user": user, "group": group, "uid": uid, "gid": gid, "port": port, "folder": folder}
    version = dovecot.find_version()
    assert version is not None
    text = (HEADS[version] + SERVER).format(**known, listen=LISTEN[version])
    (folder / "dovecot.conf").write_text(text)
    process = subprocess.Popen([DOVECOT, "-F", "-c", str(folder / "dovecot.conf")])
    try:
        wait_for(port)
        yield Server(folder, port, uid, gid)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def set_up(club: Club, server: Server, password: str = "secret", folder: str = "INBOX") -> None:
    known = {"password": password, "port": server.port, "folder": folder}
    text = CLUB.format(**known, out=club.shelf.parent / "outgoing")
    (club.shelf / "_post" / "config.toml").write_text(text)


def fetch(club: Club) -> list[Received]:
    with open_office(club.shelf) as desk:
        return list(inboxes.fetch(desk, AT))


def test_a_club_that_wants_a_covered_line_reads_no_mail_over_an_open_one(club: Club, server: Server) -> None:
    set_up(club, server)
    config = club.shelf / "_post" / "config.toml"
    config.write_text(config.read_text().replace('security = "none"', 'security = "tls"'))

    with pytest.raises(Busy) as fault:
        fetch(club)

    assert fault.value.complaints[0].code == "inbox-silent"


def test_mail_of_a_server_is_taken_in_once_and_stays_there(club: Club, server: Server) -> None:
    set_up(club, server)
    server.deliver(club.reply("german", "pass", "Message-ID: <1@player>"), "1")
    server.deliver("From: x@y.example\nTo: referee@club.example\n\nhello\n", "2")

    assert [mail.verdict for mail in fetch(club)] == ["judged", "stranger"]
    assert fetch(club) == []
    left = [path for name in ("new", "cur") for path in (server.folder / "mail" / name).iterdir()]
    assert len(left) == 2


def test_a_wrong_password_fetches_nothing_and_stands_in_no_complaint(club: Club, server: Server) -> None:
    set_up(club, server, password="guessed")

    with pytest.raises(Busy) as fault:
        fetch(club)

    assert fault.value.complaints[0].code == "inbox-silent"
    assert "guessed" not in str(fault.value)


def test_a_folder_that_is_not_there_is_named(club: Club, server: Server) -> None:
    set_up(club, server, folder='a "strange" one')

    with pytest.raises(Misconfigured) as fault:
        fetch(club)

    assert fault.value.complaints[0].code == "folder-missing"


def test_a_server_that_is_not_there_is_asked_later(club: Club, server: Server) -> None:
    set_up(club, Server(server.folder, 1, server.uid, server.gid))

    with pytest.raises(Busy):
        fetch(club)


def test_a_server_announces_mail_between_two_rounds(club: Club, server: Server) -> None:
    set_up(club, server)
    rounds = service.watch(club.shelf, lambda: AT, 600, rounds=2)
    next(rounds)
    raw = club.reply("german", "pass", "Message-ID: <announced@player>")
    Timer(0.3, lambda: server.deliver(raw, "announced")).start()

    (done,) = rounds

    assert [one.verdict for one in done.received] == ["judged"]


def test_changed_flags_and_a_lost_connection_end_no_wait(club: Club, server: Server) -> None:
    set_up(club, server)
    server.deliver("From: y@z.example\nTo: referee@club.example\n\nhello\n", "flagged")
    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        assert [mail.verdict for mail in fetch(club)][-1] == "stranger"
        assert not arrivals.wait(1)
        assert arrivals._idle is not None
        arrivals._idle._server.socket().shutdown(socket.SHUT_RDWR)
        assert not arrivals.wait(1)
        assert arrivals._idle is None
