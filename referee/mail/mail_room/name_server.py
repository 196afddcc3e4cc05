"""Look-up of MX and TXT records at the name server of this machine, by dnspython."""

from pathlib import Path
from typing import Literal

from referee.faults import Busy, Complaint, Misuse
from referee.mail.mail_room.faults import SetupFault

Kind = Literal["MX", "TXT"]
"""Type of a record."""

SETTINGS = Path("/etc/resolv.conf")
"""File that names the name servers of this machine."""

PORT = 53
"""Port of a name server."""

TIMEOUT = 5.0
"""Seconds that the name servers may take together."""


def look_up(name: str, kind: Kind) -> tuple[str, ...]:
    """Return the records of a name, an MX record as its host, the preferred host first.

    Raises `Busy` if no name server gives a usable answer, and `Misuse` without dnspython.
    """
    try:
        from dns.exception import DNSException  # noqa: PLC0415 - an extra, which only this check needs
        from dns.rdtypes.ANY.MX import MX  # noqa: PLC0415
        from dns.rdtypes.ANY.TXT import TXT  # noqa: PLC0415
        from dns.resolver import NXDOMAIN, NoAnswer, Resolver  # noqa: PLC0415
    except ImportError:
        raise Misuse(Complaint.of(SetupFault.NO_RESOLVER)) from None
    try:
        resolver = Resolver(str(SETTINGS))
        resolver.port = PORT
        records = tuple(resolver.resolve(name, kind, tcp=True, lifetime=TIMEOUT, search=False))
    except (NXDOMAIN, NoAnswer):
        return ()
    except (DNSException, OSError) as error:
        raise Busy(Complaint.of(SetupFault.NAMES_SILENT, why=str(error))) from None
    hosts = sorted((one.preference, one.exchange) for one in records if isinstance(one, MX))
    texts = (b"".join(one.strings) for one in records if isinstance(one, TXT))
    return (
        *(host.to_text(omit_final_dot=True) for _, host in hosts),
        *(text.decode("utf-8", "replace") for text in texts),
    )
