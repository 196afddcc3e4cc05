"""Real mail servers for a test: Dovecot keeps the mail of three people, Postfix carries it to Dovecot.

Dovecot is that of the search path, 2.3 or 2.4, and runs as an ordinary user. Postfix wants root; without it,
or where it is not installed, aiosmtpd takes the mail and hands it to Dovecot. Every way in wants TLS and a
password.
"""

import grp
import os
import pwd
import shutil
import smtplib
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from referee.mail.mail_room import dovecot
from schemas.mail import DovecotVersion

POSTFIX = shutil.which("postfix") or "/usr/sbin/postfix"

PASSWORD = "secret"

_OPENSSL = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost"
    " -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
)

DOVECOT_HEADS: dict[DovecotVersion, str] = {
    "2.3": """\
protocols = imap lmtp
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
mail_location = maildir:{folder}/mail/%Ln
auth_username_format = %Ln
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%Ln
}}
""",
    "2.4": """\
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
protocols {{
  imap = yes
  lmtp = yes
}}
ssl_server_cert_file = {folder}/cert.pem
ssl_server_key_file = {folder}/key.pem
mail_driver = maildir
mail_path = {folder}/mail/%{{user | username | lower}}
auth_username_format = %{{user | username | lower}}
passdb static {{
  password = {password}
}}
userdb static {{
  fields {{
    uid = {uid}
    gid = {gid}
    home = {folder}/mail/%{{user | username | lower}}
  }}
}}
""",
}
"""First lines of the configuration, which each version has in its own words."""

LISTEN: dict[DovecotVersion, str] = {"2.3": "address", "2.4": "listen"}
"""Setting of the address of a listener."""

DOVECOT_CONF = """\
base_dir = {folder}/run
log_path = {folder}/dovecot.log
ssl = required
first_valid_uid = 1
recipient_delimiter = +
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    {listen} = 127.0.0.1
    port = {imap}
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    {listen} = 127.0.0.1
    port = {lmtp}
  }}
}}
service auth {{
  inet_listener auth {{
    {listen} = 127.0.0.1
    port = {auth}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""

MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.club.example
mydestination =
alias_maps =
virtual_mailbox_domains = club.example, player.example
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
recipient_delimiter = +
smtpd_tls_cert_file = {folder}/cert.pem
smtpd_tls_key_file = {folder}/key.pem
smtpd_tls_security_level = encrypt
smtpd_tls_session_cache_database =
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtp_tls_session_cache_database =
"""

_MASTER = """\
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


@dataclass(frozen=True)
class Machines:
    """Servers that run: the ports of SMTP with STARTTLS and of IMAP over TLS, and who vouches for them."""

    folder: Path
    smtp: int
    imap: int
    carrier: str

    @property
    def certificate(self) -> Path:
        return self.folder / "cert.pem"

    def send(self, name: str, letter: EmailMessage) -> None:
        """Send a letter as the player of this name."""
        with smtplib.SMTP("localhost", self.smtp) as server:
            server.starttls(context=ssl.create_default_context())
            server.login(name, PASSWORD)
            server.send_message(letter)

    def forget_mail(self) -> None:
        """Begin with empty mailboxes."""
        for box in (self.folder / "mail").iterdir():
            shutil.rmtree(box)


@contextmanager
def run_machines(folder: Path) -> Iterator[Machines]:
    """Servers on free ports; skips the test where none can be had."""
    program, version = find_dovecot(), dovecot.find_version()
    if program is None or version is None or not has_lmtp(Path(program)):
        pytest.skip("no Dovecot with LMTP is installed (dovecot-imapd, dovecot-lmtpd)")
    imap, lmtp, auth, smtp = find_free_ports(4)
    uid, gid = (os.getuid(), os.getgid()) if os.getuid() else (65534, 65534)
    known = {
        "user": pwd.getpwuid(uid).pw_name,
        "group": grp.getgrgid(gid).gr_name,
        "uid": uid,
        "gid": gid,
        "imap": imap,
        "lmtp": lmtp,
        "auth": auth,
        "smtp": smtp,
        "folder": folder,
        "password": PASSWORD,
    }
    subprocess.run(_OPENSSL.split(), cwd=folder, check=True, capture_output=True)
    (folder / "mail").mkdir(mode=0o700)
    for path in (folder, *folder.iterdir()):
        os.chown(path, uid, gid)
    folder.chmod(0o755)
    text = DOVECOT_HEADS[version] + DOVECOT_CONF
    (folder / "dovecot.conf").write_text(text.format(**known, listen=LISTEN[version]))
    process = subprocess.Popen([program, "-F", "-c", str(folder / "dovecot.conf")])
    try:
        for port in (imap, lmtp, auth):
            wait_for(port)
        with _carry(folder, known) as carrier:
            wait_for(smtp)
            yield Machines(folder, smtp, imap, carrier)
    finally:
        process.terminate()
        process.wait()


def find_dovecot() -> str | None:
    """Return the path of the installed server, or None."""
    return shutil.which("dovecot", path=dovecot.list_folders())


def has_lmtp(program: Path) -> bool:
    """Return True if a Dovecot has the server for LMTP, which Debian keeps in a package of its own."""
    folders = (program.parents[1] / name / "dovecot" for name in ("lib", "libexec"))
    return any((folder / "lmtp").exists() for folder in folders)


@contextmanager
def _carry(folder: Path, known: dict[str, Any]) -> Iterator[str]:
    """A server that takes mail by SMTP; gives its name."""
    if os.getuid() or not Path(POSTFIX).exists():
        with _run_aiosmtpd(folder, known["smtp"], known["lmtp"]):
            yield "aiosmtpd"
        return
    configuration = folder / "postfix"
    for name in ("postfix", "queue", "data"):
        (folder / name).mkdir(mode=0o755)
    shutil.chown(folder / "data", "postfix")
    (configuration / "main.cf").write_text(MAIN.format(**known))
    (configuration / "master.cf").write_text(_MASTER.format(**known))
    shutil.copy("/etc/postfix/dynamicmaps.cf", configuration)
    postfix = [POSTFIX, "-c", str(configuration)]
    subprocess.run([*postfix, "start"], check=True, capture_output=True)
    try:
        yield "Postfix"
    finally:
        subprocess.run([*postfix, "stop"], check=True, capture_output=True)


@contextmanager
def _run_aiosmtpd(folder: Path, port: int, lmtp: int) -> Iterator[None]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    controller = Controller(
        _Relay(lmtp),
        hostname="127.0.0.1",
        port=port,
        tls_context=context,
        require_starttls=True,
        authenticator=_authenticate,
        auth_required=True,
    )
    controller.start()
    try:
        yield
    finally:
        controller.stop()


class _Relay:
    """What hands each mail to Dovecot."""

    def __init__(self, lmtp: int) -> None:
        self._lmtp = lmtp

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd
        with smtplib.LMTP("127.0.0.1", self._lmtp) as dovecot:
            dovecot.sendmail(envelope.mail_from or "", envelope.rcpt_tos, envelope.content or b"")
        return "250 OK"


def _authenticate(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
) -> AuthResult:
    known = isinstance(data, LoginPassword) and data.password == PASSWORD.encode()
    return AuthResult(success=known, handled=False)


def find_free_ports(count: int) -> list[int]:
    """So many ports of this machine that have no listener."""
    held = [socket.socket() for _ in range(count)]
    for one in held:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in held]
    for one in held:
        one.close()
    return ports


def wait_for(port: int) -> None:
    """Wait until a server listens."""
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail(f"nothing listens on port {port}")
