"""Author of a mail, and the proof of it."""

import re
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from referee.mail import seats
from referee.mail.memory import INVITED, Token
from referee.mail.office import Office
from referee.mail.proofs import signatures
from referee.matches.letters import headers
from schemas.record import Side

_RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")

_MATCH = re.compile(r"\[([a-z0-9][a-z0-9-]{0,63})\]")
"""Name of the match in the subject of a report."""

_RESULT = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*pass\b([^;]*)", re.IGNORECASE)

_DOMAIN = re.compile(
    r"\b(?:header\.from|header\.d|header\.i|smtp\.mailfrom)\s*=\s*(?:[^\s;@]*@)?([a-z0-9.-]+)", re.I
)

_COMMENT = re.compile(r"\([^()]*\)")


class Sender(NamedTuple):
    """The seat that a mail claims to come from. `proved` is True if its author is proved.

    `forged` is True if another player of the match wrote it. `mail` is another mail that this one confirms,
    and
    `seq` the last entry before the question that it answers.
    """

    match: str
    side: Side
    proved: bool
    forged: bool = False
    mail: str = ""
    seq: int | None = None

    @property
    def is_invited(self) -> bool:
        """Return True if the mail answers an invitation."""
        return self.mail.startswith(INVITED)


def list_extensions(office: Office, mail: Message) -> Iterator[str]:
    """Yield the part after the plus of each address of the post office that a mail was sent to."""
    local, _, domain = office.settings.address.casefold().partition("@")
    for address in headers.list_addresses(mail, *_RECIPIENTS):
        name, _, host = address.casefold().partition("@")
        base, plus, extension = name.partition("+")
        if (base, host) == (local, domain) and plus:
            yield extension


def find_sender(office: Office, mail: Message, raw: bytes) -> Sender | None:
    """Return the seat that a mail comes from, or None if no seat matches."""
    address = headers.read_address(mail, "From")
    for extension in list_extensions(office, mail):
        if token := office.memory.find_token(extension):
            return _find_by_token(office, token, address, raw)
    held = seats.list_seats_of(office.shelf, address) if address else []
    named = _MATCH.search(headers.read_text(mail, "Subject"))
    if named and len(held) > 1:
        held = [seat for seat in held if seat[0] == named[1]]
    if len(held) != 1:
        return None
    ((match, side),) = held
    if office.settings.proof == "signature":
        return Sender(match, side, proved=signatures.is_signed(office, raw, match, side))
    return Sender(match, side, proved=_is_proved(office, mail, address))


def _find_by_token(office: Office, token: Token, address: str, raw: bytes) -> Sender:
    """Return the seat of a token. A token alone proves nothing: every recipient of a reply knows it."""
    known = seats.read_seats(office.shelf, token.match)
    owner = seats.find_owner(known, address)
    found = Sender(token.match, token.side, proved=False, mail=token.mail, seq=token.seq)
    if invited := token.find_invited():
        return found._replace(proved=address.casefold() == invited.casefold())
    if owner not in (None, token.side):
        return found._replace(forged=True)
    if not token.mail and office.settings.proof == "signature":
        return found._replace(proved=signatures.is_signed(office, raw, token.match, token.side))
    return found._replace(proved=owner == token.side)


def _is_proved(office: Office, mail: Message, address: str) -> bool:
    match office.settings.proof:
        case "address":
            return True
        case "server":
            return vouches(office.settings.trusted_server, mail, address)
        case "token" | "signature":
            return False


def vouches(server: str, mail: Message, address: str) -> bool:
    """Return True if the club's own mail server confirms the sender's domain (RFC 8601).

    Only the topmost result with the server's name counts: anyone may have written the lower ones.
    """
    for value in headers.list_values(mail, "Authentication-Results"):
        said = _COMMENT.sub(" ", value)
        who, _, results = said.partition(";")
        if server and (who.split() or [""])[0].casefold() == server.casefold():
            domain = address.rpartition("@")[2].casefold()
            passed = _RESULT.finditer(results)
            return any(domain in _list_domains(result[2]) for result in passed)
    return False


def _list_domains(properties: str) -> set[str]:
    return {found[1].casefold() for found in _DOMAIN.finditer(properties)}
