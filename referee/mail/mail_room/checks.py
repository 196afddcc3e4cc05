"""Check of a running post office: two mails to itself, and the records and the TLS of its domain."""

from collections.abc import Iterator, Mapping
from email.message import EmailMessage

from referee.faults import Complaint, Fault, Misuse
from referee.mail import outbox
from referee.mail.delivery import carriers, inboxes
from referee.mail.mail_room import domains
from referee.mail.mail_room.faults import SetupFault
from referee.mail.office import Office
from referee.mail.state import MailFault
from referee.matches.letters import headers
from referee.platform.ports import ports
from schemas.mail import SetupStep, SetupSteps

PATIENCE = 30.0
"""Seconds to wait for the mails of the check."""

PAUSE = 0.5
"""Seconds between two looks into the inbox."""


def check(desk: Office, now: str) -> SetupSteps:
    """Send mails to the plain address and to one with a plus, wait for them, and check the domain.

    A post office that delivers into a Maildir reaches no other server: its domain is not checked.
    """
    settings = desk.settings
    if settings.inbox is None:
        raise Misuse(Complaint.of(MailFault.NO_INBOX, path=desk.folder / "config.toml"))
    steps = list(_check_mail(desk, now))
    if settings.delivery is not None and settings.delivery.to != "maildir":
        steps.extend(domains.check(settings.address.partition("@")[2]))
    return SetupSteps(steps=tuple(steps))


def _check_mail(desk: Office, now: str) -> Iterator[SetupStep]:
    """Send the mails and wait for the one with the plus. The plain one shows whether only the plus fails."""
    address = desk.settings.address
    local, _, domain = address.partition("@")
    plain, plus = (outbox.name_mail(name, now)[:12] for name in ("check", "check of the plus"))
    sent = _send(desk, address, plain)
    yield sent
    if not sent.works:
        return
    plus_step = _send(desk, f"{local}+check{plus}@{domain}", plus)
    key = plus if plus_step.works else plain
    try:
        arrivals = _await(desk, (plain, plus), key, now)
    except (Fault, OSError) as error:
        yield SetupStep(step="receive", works=False, why=describe(error))
        return
    if arrivals[plus]:
        yield SetupStep(step="receive", works=True)
    else:
        fault = SetupFault.PLUS_MISSING if arrivals[plain] else SetupFault.CHECK_LOST
        yield SetupStep(step="receive", works=False, why=str(Complaint.of(fault)))


def _send(desk: Office, to: str, key: str) -> SetupStep:
    mail = EmailMessage()
    mail["From"], mail["To"] = desk.settings.address, to
    mail["Subject"], mail["Auto-Submitted"] = f"check {key}", "auto-generated"
    mail.set_content("A mail of the post office to itself.\n")
    try:
        with carriers.open_carrier(desk) as carry:
            carry(mail, desk.settings.address)
    except (Fault, OSError) as error:
        return SetupStep(step="send", works=False, why=describe(error))
    return SetupStep(step="send", works=True)


def _await(desk: Office, keys: tuple[str, ...], awaited: str, now: str) -> Mapping[str, bool]:
    """Look for the mails of the check in the inbox until the awaited one is there.

    Other mail is received as always.
    """
    arrivals = dict.fromkeys(keys, False)
    for _ in range(int(PATIENCE / PAUSE)):
        # The inbox marks a mail as read only when the next one is asked for.
        for subject in [_read_subject(desk, done.digest) for done in inboxes.fetch(desk, now)]:
            arrivals.update({key: True for key in keys if key in subject})
        if arrivals[awaited]:
            break
        ports.clock.sleep(PAUSE)
    return arrivals


def _read_subject(desk: Office, digest: str) -> str:
    path = desk.folder / "done" / f"{digest}.eml"
    return headers.read_text(headers.parse(path.read_bytes()), "Subject") if path.exists() else ""


def describe(error: Exception) -> str:
    """Return the reason of a failure in one line."""
    return str(error.complaints[0]) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
