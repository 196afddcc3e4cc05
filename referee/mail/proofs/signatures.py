"""Signatures of letters: by `ssh-keygen -Y sign`, or by `gpg` in the clear or as PGP/MIME (RFC 3156).

A signature by `ssh-keygen` follows the text or is attached to the mail. It must cover the whole letter: only
blanks are permitted outside the signed text. It is valid once and for one match, so that another person
cannot
send the letter again.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from referee.mail import seats
from referee.mail.office import Office, digest
from referee.mail.proofs.keys import TIMEOUT, write_command
from schemas.mail import Seat
from schemas.record import Side

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
            known = sha256(signed.signature or signed.text).hexdigest()
            return office.memory.note_signature(known, digest(raw))
    return False


def _find_signed(mail: EmailMessage, raw: bytes) -> Iterator[_Signed]:
    """Yield the readings of a mail as a signed text, likeliest first. Yield none if a part is not signed."""
    leaves = [part for part in mail.walk() if not part.is_multipart()]
    kinds = [part.get_content_type() for part in leaves]
    if mail.get_content_type() == "multipart/signed" and kinds == ["text/plain", "application/pgp-signature"]:
        signature = leaves[1].get_payload(decode=True)
        if (whole := _cut_first_part(mail, raw)) and isinstance(signature, bytes):
            yield _Signed("gpg", whole, signature)
    attached = _read_attached(leaves[1]) if len(leaves) == 2 else b""
    if kinds[:1] != ["text/plain"] or (len(leaves) > 1 and not attached):
        return
    try:
        text = "\n".join(str(leaves[0].get_content()).splitlines()) + "\n"
    except (LookupError, ValueError):
        return
    if attached:
        yield from _read_as_signed(text, attached)
    elif clear := _CLEAR.fullmatch(text):
        yield _Signed("gpg", clear["whole"].encode() + b"\n")
    elif found := _SSH.fullmatch(text):
        yield from _read_as_signed(found["text"], found["signature"].encode() + b"\n")


def _read_attached(part: EmailMessage) -> bytes:
    """Return the SSH signature in a part, or b"" if the part contains anything more."""
    held = part.get_payload(decode=True)
    text = held.decode("ascii", "replace").replace("\r\n", "\n") if isinstance(held, bytes) else ""
    found = _SSH.fullmatch(text)
    return found["signature"].encode() + b"\n" if found and not found["text"].strip() else b""


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
    held = seats.list_seats_of(office.shelf, seat.address)
    named = re.search(rb"(?<![a-z0-9-])" + re.escape(match.encode()) + rb"(?![a-z0-9-])", signed.text)
    return len(held) == 1 or named is not None


def _check_openpgp(office: Office, folder: Path, signed: _Signed, seat: Seat) -> bool:
    """Return True if the text has exactly one valid signature, by the seat's key."""
    # The moderator assigned the keys of the ring to seats, so gpg's own trust does not matter.
    gpg = [*write_command(office, str(folder)), "--status-fd", "1", "--trust-model", "always", "--verify"]
    if signed.signature:
        (folder / "signature").write_bytes(signed.signature)
        gpg += [str(folder / "signature")]
    done = _run([*gpg, "-"], signed.text)
    said = done.stdout.decode("utf-8", "replace")
    valid = [(one["made"], one["primary"]) for one in _VALID.finditer(said)]
    alone = len(valid) == len(_GOOD.findall(said)) == len(_NEW.findall(said)) == 1
    return done.returncode == 0 and alone and seat.key in valid[0]


def _run(line: Sequence[str], text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(line, input=text, capture_output=True, check=False, timeout=TIMEOUT)
