"""Check of a mail domain as other servers see it: its records in the DNS, and TLS on its server."""

import smtplib
import ssl
from collections.abc import Iterator

from referee.faults import Complaint, Fault
from referee.mail.mail_room import name_server
from referee.mail.mail_room.faults import SetupFault
from schemas.mail import CheckStep, SetupStep

PORT = 25
"""Port on which mail servers talk to each other."""

TIMEOUT = 10.0
"""Seconds that the mail server may take for one answer."""


def check(domain: str) -> Iterator[SetupStep]:
    """Yield what other servers find. If no name server can be asked, only the first step is yielded."""
    try:
        servers = name_server.look_up(domain, "MX")
        policies = name_server.look_up(domain, "TXT"), name_server.look_up(f"_dmarc.{domain}", "TXT")
    except Fault as fault:
        yield SetupStep(step="mx", works=False, why=str(fault.complaints[0]))
        return
    yield _check_record("mx", "MX", domain, domain, found=bool(servers))
    # A domain without an MX record is served by the machine of its own name.
    yield _check_tls(servers[0] if servers else domain)
    spf, dmarc = (
        any(text.lower().startswith(start) for text in texts)
        for start, texts in zip(("v=spf1", "v=dmarc1"), policies, strict=True)
    )
    yield _check_record("spf", "TXT", domain, domain, found=spf)
    yield _check_record("dmarc", "TXT", f"_dmarc.{domain}", domain, found=dmarc)


def _check_record(step: CheckStep, kind: str, name: str, domain: str, *, found: bool) -> SetupStep:
    why = "" if found else str(Complaint.of(SetupFault.RECORD_MISSING, kind=kind, name=name, domain=domain))
    return SetupStep(step=step, works=found, why=why)


def _check_tls(host: str) -> SetupStep:
    """Connect as another mail server does, and verify the certificate for this name."""
    try:
        with smtplib.SMTP(host, PORT, timeout=TIMEOUT) as server:
            server.ehlo()
            if not server.has_extn("starttls"):
                return SetupStep(step="tls", works=False, why=str(Complaint.of(SetupFault.NO_TLS, host=host)))
            server.starttls(context=ssl.create_default_context())
    except OSError as error:
        return SetupStep(step="tls", works=False, why=f"{host}: {type(error).__name__}: {error}")
    return SetupStep(step="tls", works=True)
