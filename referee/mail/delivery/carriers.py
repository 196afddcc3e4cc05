"""Delivery of mail by SMTP, by the local `sendmail`, or into a Maildir."""

import mailbox
import smtplib
import ssl
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from email import policy
from email.message import EmailMessage
from pathlib import Path

from referee.faults import Busy, Complaint, Misconfigured
from referee.mail.delivery import webhooks
from referee.mail.delivery.imap import ask_password
from referee.mail.office import FOLDER, Office, locate
from referee.mail.outbox import Carrier
from referee.mail.state import MailFault
from referee.platform import files
from schemas.mail import Delivery

TIMEOUT = 60
"""Seconds that a server may take for one answer."""


@contextmanager
def open_carrier(office: Office) -> Generator[Carrier]:
    """Open the carrier of mail from the settings. Raises `Misconfigured` if they name none."""
    delivery = office.settings.delivery
    if delivery is None:
        path = office.shelf / FOLDER / "config.toml"
        raise Misconfigured(Complaint.of(MailFault.NO_DELIVERY, path=path))
    match delivery.to:
        case "smtp":
            with _connect(delivery) as server:
                yield _through_doors(office, _by_smtp(server))
        case "sendmail":
            yield _through_doors(office, _by_sendmail(delivery.path or "/usr/sbin/sendmail"))
        case "maildir":
            yield _through_doors(office, _into_maildir(locate(office.shelf, delivery.path)))


def _through_doors(office: Office, carry_mail: Carrier) -> Carrier:
    """Return a carrier that posts webhook items itself and hands mail to `carry_mail`."""

    def carry(mail: EmailMessage, envelope: str) -> None:
        if webhooks.DOOR in mail:
            webhooks.carry(office, mail)
        else:
            carry_mail(mail, envelope)

    return carry


@contextmanager
def _connect(delivery: Delivery) -> Generator[smtplib.SMTP]:
    """Connect to a server and log in. Raises `Busy` if it cannot be reached."""
    try:
        server = _greet(delivery)
    except OSError as error:
        complaint = Complaint.of(MailFault.SERVER_SILENT, host=delivery.host, why=error)
        raise Busy(complaint) from None
    try:
        yield server
    finally:
        with suppress(OSError):
            server.quit()


def _greet(delivery: Delivery) -> smtplib.SMTP:
    """Return a connection that is ready to send mail."""
    password = ask_password(delivery.password_command) if delivery.user else ""
    trust = ssl.create_default_context()
    if delivery.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(delivery.host, delivery.port, timeout=TIMEOUT, context=trust)
    else:
        server = smtplib.SMTP(delivery.host, delivery.port, timeout=TIMEOUT)
    try:
        if delivery.security == "starttls":
            server.starttls(context=trust)
        if delivery.user:
            server.login(delivery.user, password)
    except OSError:
        server.close()
        raise
    return server


def _by_smtp(server: smtplib.SMTP) -> Carrier:
    def carry(mail: EmailMessage, envelope: str) -> None:
        # smtplib's own errors are OSErrors.
        server.send_message(mail, from_addr=envelope)

    return carry


def _by_sendmail(program: str) -> Carrier:
    def carry(mail: EmailMessage, envelope: str) -> None:
        line = [program, "-i", "-t", "-f", envelope]
        done = subprocess.run(line, input=mail.as_bytes(policy=policy.SMTP.clone(linesep="\n")), check=False)
        if done.returncode:
            raise OSError(f"{program} exited with {done.returncode}")

    return carry


def _into_maildir(path: Path) -> Carrier:
    # A killed process may have made some of these folders, whose names are perhaps not synced.
    folders_to_sync = [path, path.parent]

    def carry(mail: EmailMessage, envelope: str) -> None:  # noqa: ARG001 - a Maildir knows no envelope
        for name in ("", "new", "cur", "tmp") if folders_to_sync else ():
            files.make_folder(path / name, 0o700)
        mailbox.Maildir(path, create=False).add(mail.as_bytes(policy=policy.SMTP.clone(linesep="\n")))
        # The mail counts as sent after this.
        for folder in (path / "new", *folders_to_sync):
            files.sync_folder(folder)
        folders_to_sync.clear()

    return carry
