"""The sender of a mail: addresses, public keys and signatures (`ssh-keygen -Y`, OpenPGP, RFC 3156).

A signature by `ssh-keygen` follows the text or is attached to the mail. It must cover the whole letter: only
blanks are permitted outside the signed text. It is valid once and for one match, so that another person
cannot send the letter again.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from referee.faults import Complaint, Fault, Misuse
from referee.i18n.name_matching import key
from referee.mail import seats
from referee.mail.office import Office, digest
from referee.mail.state import INVITED, MailFault, Token
from referee.matches import shelf
from referee.matches.letters import headers
from referee.platform import files
from schemas.mail import Seat
from schemas.record import Side

RING = "gnupg"
"""Folder of the post office for OpenPGP keys."""

TIMEOUT = 60
"""Seconds that a program may take for one key or signature."""

LARGEST = 256 * 1024
"""Largest size of a key, in bytes."""

SSH_KEYS = re.compile(r"((?:ssh|ecdsa|sk)-[a-z0-9@.-]+) +([A-Za-z0-9+/]+=*)(?: .*)?\s*")
_PRIMARY = re.compile(r"^pub:.*\n(?:.*\n)*?fpr:(?:[^:\n]*:){8}([0-9A-F]{40,64}):", re.MULTILINE)


def read_key(desk: Office, path: Path) -> str:
    """Return the key as stored in a seat. An OpenPGP key is imported into the key ring of the post office.

    Raises `Misuse` for an invalid key.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST)
    except OSError as error:
        raise _complain(path, type(error).__name__) from None
    if match := SSH_KEYS.fullmatch(raw.decode("latin-1")):
        return f"{match[1]} {match[2]}"
    return _import(desk, path, raw)


def _import(desk: Office, path: Path, raw: bytes) -> str:
    listing = _run_keys(desk, path, raw, "--show-keys", "--with-colons", "--fingerprint").decode(
        "utf-8", "replace"
    )
    fingerprints = _PRIMARY.findall(listing)
    if len(fingerprints) != 1:
        raise _complain(path, f"{len(fingerprints)} keys")
    _run_keys(desk, path, raw, "--import")
    return str(fingerprints[0])


def _run_keys(desk: Office, path: Path, raw: bytes, *options: str) -> bytes:
    files.make_folder(desk.folder / RING, 0o700)
    with tempfile.TemporaryDirectory() as home:
        line = [*write_command(desk, home), *options]
        try:
            done = subprocess.run(line, input=raw, capture_output=True, check=True, timeout=TIMEOUT)
        except (OSError, subprocess.SubprocessError) as error:
            raise _complain(path, type(error).__name__) from None
    return done.stdout


def write_command(desk: Office, home: str) -> list[str]:
    """Return the command line of `gpg` with the key ring of the post office and a temporary home.

    `gpg` creates sockets in its home, which fails if the path of the shelf is long.
    """
    ring = (desk.folder / RING / "pubring.kbx").resolve()
    return [
        "gpg",
        "--homedir",
        home,
        "--batch",
        "--no-autostart",
        "--no-default-keyring",
        "--keyring",
        str(ring),
    ]


def _complain(path: Path, why: str) -> Misuse:
    return Misuse(Complaint.of(MailFault.KEY_UNREADABLE, file=path, why=why))


_SSH = re.compile(
    r"(?P<text>.*?)^(?P<signature>-----BEGIN SSH SIGNATURE-----\n.*?^-----END SSH SIGNATURE-----)\s*",
    re.DOTALL | re.MULTILINE,
)
_CLEAR = re.compile(
    r"\s*(?P<whole>-----BEGIN PGP SIGNED MESSAGE-----\n.*?^-----BEGIN PGP SIGNATURE-----\n"
    r".*?^-----END PGP SIGNATURE-----)\s*",
    re.DOTALL | re.MULTILINE,
)
_VALID = re.compile(r"^\[GNUPG:\] VALIDSIG (?P<made>[0-9A-F]+) .*?(?P<primary>[0-9A-F]+)$", re.MULTILINE)
_GOOD = re.compile(r"^\[GNUPG:\] GOODSIG ", re.MULTILINE)
_NEW = re.compile(r"^\[GNUPG:\] NEWSIG", re.MULTILINE)


class _Signed(NamedTuple):
    """Signed text in the form that its program needs. The signature is empty if the text contains it."""

    program: str
    text: bytes
    signature: bytes = b""


def is_signed(office: Office, raw: bytes, match: str, side: Side) -> bool:
    """Return True if the player of a seat signed the whole mail for this match, and the signature is new."""
    seat = seats.find_seat(office.shelf, match, side)
    if seat is None or not seat.key:
        return False
    mail = message_from_bytes(raw, policy=policy.default)
    for signed in _find_signed(mail, raw):
        if _holds(office, signed, seat, match):
            signature_digest = sha256(signed.signature or signed.text).hexdigest()
            return office.memory.note_signature(signature_digest, digest(raw))
    return False


def _find_signed(mail: EmailMessage, raw: bytes) -> Iterator[_Signed]:
    """Yield the readings of a mail as a signed text, likeliest first. Yield none if a part is not signed."""
    leaves = [part for part in mail.walk() if not part.is_multipart()]
    kinds = [part.get_content_type() for part in leaves]
    if mail.get_content_type() == "multipart/signed" and kinds == ["text/plain", "application/pgp-signature"]:
        signature = leaves[1].get_payload(decode=True)
        if (whole := _cut_first_part(mail, raw)) and isinstance(signature, bytes):
            yield _Signed("gpg", whole, signature)
    attached_signature = _read_attached(leaves[1]) if len(leaves) == 2 else b""
    if kinds[:1] != ["text/plain"] or (len(leaves) > 1 and not attached_signature):
        return
    try:
        text = "\n".join(str(leaves[0].get_content()).splitlines()) + "\n"
    except (LookupError, ValueError):
        return
    if attached_signature:
        yield from _read_as_signed(text, attached_signature)
    elif clear := _CLEAR.fullmatch(text):
        yield _Signed("gpg", clear["whole"].encode() + b"\n")
    elif match := _SSH.fullmatch(text):
        yield from _read_as_signed(match["text"], match["signature"].encode() + b"\n")


def _read_attached(part: EmailMessage) -> bytes:
    """Return the SSH signature in a part, or b"" if the part contains anything more."""
    payload = part.get_payload(decode=True)
    text = payload.decode("ascii", "replace").replace("\r\n", "\n") if isinstance(payload, bytes) else ""
    match = _SSH.fullmatch(text)
    return match["signature"].encode() + b"\n" if match and not match["text"].strip() else b""


def _read_as_signed(text: str, signature: bytes) -> Iterator[_Signed]:
    """Yield the readings of a text that ssh signed: mail programs add and remove empty lines at its ends."""
    body = text.strip("\n")
    yield from (_Signed("ssh", one.encode(), signature) for one in (f"{body}\n", body, text))


def _cut_first_part(mail: EmailMessage, raw: bytes) -> bytes:
    """Return the first part of a mail unchanged, with the line ends that a signature needs."""
    boundary = mail.get_boundary()
    if boundary is None:
        return b""
    parts = re.split(rb"(?:^|\r?\n)--" + re.escape(boundary.encode()) + rb"(?:--)?[ \t]*(?:\r?\n|$)", raw)
    # Preamble, text, signature, and perhaps an epilogue.
    whole = len(parts) in (3, 4) and not b"".join(parts[3:]).strip()
    return re.sub(rb"\r?\n", b"\r\n", parts[1]) if whole else b""


def _holds(office: Office, signed: _Signed, seat: Seat, match: str) -> bool:
    if (signed.program == "ssh") != (" " in seat.key):
        return False
    with tempfile.TemporaryDirectory() as folder:
        try:
            if signed.program == "ssh":
                return _check_ssh(Path(folder), signed, seat, match)
            return _names_match(office, signed, seat, match) and _check_openpgp(
                office, Path(folder), signed, seat
            )
        except (OSError, subprocess.SubprocessError):
            # If the program is missing, nothing is proved, and the player is asked to confirm.
            return False


def _check_ssh(folder: Path, signed: _Signed, seat: Seat, match: str) -> bool:
    """Return True if the seat's SSH key signed the text. The namespace is the name of the match."""
    allowed, signature = folder / "allowed", folder / "signature"
    allowed.write_text(f'player namespaces="{match}" {seat.key}\n', encoding="ascii")
    signature.write_bytes(signed.signature)
    line = ["ssh-keygen", "-Y", "verify", "-f", str(allowed), "-I", "player", "-n", match]
    done = _run([*line, "-s", str(signature)], signed.text)
    return done.returncode == 0


def _names_match(office: Office, signed: _Signed, seat: Seat, match: str) -> bool:
    """Return True if an OpenPGP text, which has no namespace, can only belong to this match."""
    seats_of_address = seats.list_seats_of(office, seat.address)
    name = re.search(rb"(?<![a-z0-9-])" + re.escape(match.encode()) + rb"(?![a-z0-9-])", signed.text)
    return len(seats_of_address) == 1 or name is not None


def _check_openpgp(office: Office, folder: Path, signed: _Signed, seat: Seat) -> bool:
    """Return True if the text has exactly one valid signature, by the seat's key."""
    # The moderator assigned the keys of the ring to seats, so gpg's own trust does not matter.
    gpg = [*write_command(office, str(folder)), "--status-fd", "1", "--trust-model", "always", "--verify"]
    if signed.signature:
        (folder / "signature").write_bytes(signed.signature)
        gpg += [str(folder / "signature")]
    done = _run([*gpg, "-"], signed.text)
    status = done.stdout.decode("utf-8", "replace")
    valid = [(one["made"], one["primary"]) for one in _VALID.finditer(status)]
    alone = len(valid) == len(_GOOD.findall(status)) == len(_NEW.findall(status)) == 1
    return done.returncode == 0 and alone and seat.key in valid[0]


def _run(line: Sequence[str], text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(line, input=text, capture_output=True, check=False, timeout=TIMEOUT)


_RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")

_MATCH = re.compile(r"\[([a-z0-9][a-z0-9-]{0,63})\]")
"""Name of the match in the subject of a mail."""

_RESULT = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*pass\b([^;]*)", re.IGNORECASE)

_DOMAIN = re.compile(
    r"\b(?:header\.from|header\.d|header\.i|smtp\.mailfrom)\s*=\s*(?:[^\s;@]*@)?([a-z0-9.-]+)", re.I
)

_COMMENT = re.compile(r"\([^()]*\)")


class Sender(NamedTuple):
    """The seat that a mail claims to come from. `proved` is True if its author is proved.

    `forged` is True if another player of the match wrote it. `mail` is another mail that this one confirms,
    and `seq` the last entry before the question that it answers.
    """

    match: str
    side: Side
    is_proved: bool
    is_forged: bool = False
    mail: str = ""
    seq: int | None = None

    @property
    def is_invited(self) -> bool:
        """Return True if the mail answers an invitation."""
        return self.mail.startswith(INVITED)


_NAMED = re.compile(r'\s*"?([^"<>@]{2,60}?)"?\s*<')
"""The name of the author in `From`."""


def find_by_name(office: Office, mail: Message) -> Sender | None:
    """Return the seat whose player has the name of a mail's author, in the match that its subject names.

    It is not proved: the player is asked at the registered address.
    """
    tag = _MATCH.search(headers.read_text(mail, "Subject"))
    name = _NAMED.match(headers.read_text(mail, "From"))
    if tag is None or name is None:
        return None
    try:
        match_seats = seats.read_seats(office.shelf, tag[1]).seats
    except Fault:
        return None
    players = [seat for seat in match_seats if seat.player and key(seat.player) == key(name[1])]
    return Sender(tag[1], players[0].side, is_proved=False) if len(players) == 1 else None


def list_extensions(office: Office, mail: Message) -> Iterator[str]:
    """Yield the part after the plus of each address of the post office that a mail was sent to."""
    local, _, domain = office.settings.address.casefold().partition("@")
    for address in headers.list_addresses(mail, *_RECIPIENTS):
        name, _, host = address.casefold().partition("@")
        base, plus, extension = name.partition("+")
        if (base, host) == (local, domain) and plus:
            yield extension


def find_match(office: Office, mail: Message) -> str:
    """Return the match that a mail belongs to, or "" if unknown. Its author need not be proved."""
    for extension in list_extensions(office, mail):
        if token := office.memory.find_token(extension):
            return token.match
    address = headers.read_address(mail, "From")
    if address and (seat := _find_by_address(office, mail, address)):
        return seat[0]
    sender = find_by_name(office, mail)
    return sender.match if sender else ""


def find_sender(office: Office, mail: Message, raw: bytes) -> Sender | None:
    """Return the seat that a mail comes from, or None if no seat matches."""
    address = headers.read_address(mail, "From")
    for extension in list_extensions(office, mail):
        if token := office.memory.find_token(extension):
            return _find_by_token(office, token, address, raw)
    seat = _find_by_address(office, mail, address) if address else None
    if seat is None:
        return None
    match, side = seat
    if office.settings.proof == "signature":
        return Sender(match, side, is_proved=is_signed(office, raw, match, side))
    return Sender(match, side, is_proved=_is_proved(office, mail, address))


def _find_by_address(office: Office, mail: Message, address: str) -> tuple[str, Side] | None:
    """Return the seat of an address in the match that the subject names, or its only seat. None if unclear.

    A letter to a match in which its author has no seat must not be judged in another one.
    """
    tag = _MATCH.search(headers.read_text(mail, "Subject"))
    if tag and shelf.is_match(office.shelf, tag[1]):
        # The player of a thousand matches waits for the file of one.
        side = seats.find_side(office.shelf, tag[1], address)
        return (tag[1], side) if side is not None else None
    own_seats = seats.list_seats_of(office, address)
    return own_seats[0] if len(own_seats) == 1 else None


def _find_by_token(office: Office, token: Token, address: str, raw: bytes) -> Sender:
    """Return the seat of a token. A token alone proves nothing: every recipient of a reply knows it."""
    match_seats = seats.read_seats(office.shelf, token.match)
    owner = seats.find_owner(match_seats, address)
    sender = Sender(token.match, token.side, is_proved=False, mail=token.mail, seq=token.seq)
    if invited_address := token.find_invited():
        return sender._replace(is_proved=address.casefold() == invited_address.casefold())
    if owner not in (None, token.side):
        return sender._replace(is_forged=True)
    if not token.mail and office.settings.proof == "signature":
        return sender._replace(is_proved=is_signed(office, raw, token.match, token.side))
    return sender._replace(is_proved=owner == token.side)


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
        results_text = _COMMENT.sub(" ", value)
        who, _, results = results_text.partition(";")
        if server and (who.split() or [""])[0].casefold() == server.casefold():
            domain = address.rpartition("@")[2].casefold()
            passed = _RESULT.finditer(results)
            return any(domain in _list_domains(result[2]) for result in passed)
    return False


def _list_domains(properties: str) -> set[str]:
    return {domain[1].casefold() for domain in _DOMAIN.finditer(properties)}
