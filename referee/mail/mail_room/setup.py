"""Configuration of the mail servers of a club, and a check by a mail of the post office to itself."""

import time
from collections.abc import Callable, Iterator, Mapping
from email.message import EmailMessage
from pathlib import Path

from referee.faults import Complaint, Fault, Misuse
from referee.mail import outbox, service
from referee.mail.delivery import carriers, inboxes
from referee.mail.office import Office
from referee.mail.state import MailFault
from referee.matches.letters import headers
from schemas.mail import SetupFile, SetupFiles, SetupStep, SetupSteps

PATIENCE = 30.0
"""Seconds to wait for the mail of the check."""

PAUSE = 0.5
"""Seconds between two looks into the inbox."""

MAIN = """\
# Add these lines to /etc/postfix/main.cf, and remove {domain} from mydestination.
myhostname = {domain}
mydestination = localhost
recipient_delimiter = +
virtual_mailbox_domains = {domain}
virtual_transport = lmtp:inet:127.0.0.1:24
smtpd_tls_cert_file = /etc/letsencrypt/live/{domain}/fullchain.pem
smtpd_tls_key_file = /etc/letsencrypt/live/{domain}/privkey.pem
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:12345
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
"""

MASTER = """\
# Add these lines to /etc/postfix/master.cf.
submission inet n - y - - smtpd
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
"""

DOVECOT = """\
# Write this to /etc/dovecot/local.conf.
protocols = imap lmtp
ssl = required
ssl_cert = </etc/letsencrypt/live/{domain}/fullchain.pem
ssl_key = </etc/letsencrypt/live/{domain}/privkey.pem
mail_location = maildir:~/Maildir
recipient_delimiter = +
auth_username_format = %Ln
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = 24
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = 12345
  }}
}}
"""

ZONE = """\
; Add these records to the zone of {domain}.
{domain}. MX 10 {domain}.
{domain}. TXT "v=spf1 mx -all"
"""

CONFIG = """\
address = "{user}@{domain}"
moderator = "moderator@{domain}"

[inbox]
kind = "imap"
host = "{domain}"
user = "{user}"
password_command = "cat $HOME/.referee-password"

[delivery]
to = "smtp"
host = "{domain}"
user = "{user}"
password_command = "cat $HOME/.referee-password"
"""


def write_files(shelf: Path, domain: str, user: str) -> SetupFiles:
    """Return the configuration of Postfix, Dovecot, the name server, systemd and the post office."""
    names = {"domain": domain, "user": user}
    texts: Mapping[str, str] = {
        "main.cf": MAIN.format(**names),
        "master.cf": MASTER.format(**names),
        "dovecot.conf": DOVECOT.format(**names),
        "zone.txt": ZONE.format(**names),
        "referee.service": service.write_unit(shelf, 1),
        "config.toml": CONFIG.format(**names),
    }
    return SetupFiles(files=tuple(SetupFile(name=name, text=text) for name, text in texts.items()))


def check(desk: Office, now: str, wait: Callable[[float], None] = time.sleep) -> SetupSteps:
    """Send a mail to an address with a plus, and wait for it in the inbox. Stop at the first failure."""
    steps: list[SetupStep] = []
    for step in _run(desk, now, wait):
        steps.append(step)
        if not step.works:
            break
    return SetupSteps(steps=tuple(steps))


def _run(desk: Office, now: str, wait: Callable[[float], None]) -> Iterator[SetupStep]:
    if desk.settings.inbox is None:
        raise Misuse(Complaint.of(MailFault.NO_INBOX, path=desk.folder / "config.toml"))
    key = outbox.name_mail("check", now)
    yield _send(desk, key)
    yield _await(desk, key, now, wait)


def _send(desk: Office, key: str) -> SetupStep:
    local, _, domain = desk.settings.address.partition("@")
    mail = EmailMessage()
    mail["From"], mail["To"] = desk.settings.address, f"{local}+check{key[:12]}@{domain}"
    mail["Subject"], mail["Auto-Submitted"] = f"check {key[:12]}", "auto-generated"
    mail.set_content("A mail of the post office to itself.\n")
    try:
        with carriers.open_carrier(desk) as carry:
            carry(mail, desk.settings.address)
    except (Fault, OSError) as error:
        return SetupStep(step="send", works=False, why=_describe(error))
    return SetupStep(step="send", works=True)


def _await(desk: Office, key: str, now: str, wait: Callable[[float], None]) -> SetupStep:
    """Look for the mail of the check in the inbox. Other mail is received as always."""
    for _ in range(int(PATIENCE / PAUSE)):
        try:
            # The inbox marks a mail as read only when the next one is asked for.
            digests = [done.digest for done in inboxes.fetch(desk, now)]
            if any(_is_check(desk, digest, key) for digest in digests):
                return SetupStep(step="receive", works=True)
        except (Fault, OSError) as error:
            return SetupStep(step="receive", works=False, why=_describe(error))
        wait(PAUSE)
    return SetupStep(step="receive", works=False, why=str(Complaint.of(MailFault.CHECK_LOST)))


def _is_check(desk: Office, digest: str, key: str) -> bool:
    path = desk.folder / "done" / f"{digest}.eml"
    return path.exists() and key[:12] in headers.read_text(headers.parse(path.read_bytes()), "Subject")


def _describe(error: Exception) -> str:
    return str(error.complaints[0]) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
