"""Public keys of players: read from a file and stored with their addresses."""

import re
import subprocess
import tempfile
from pathlib import Path

from referee.engine.faults import Complaint, Misuse
from referee.mail import seats
from referee.mail.faults import MailFault
from referee.mail.office import Office
from referee.matches import matches
from schemas.mail import Seats

RING = "gnupg"
"""Folder of the post office for OpenPGP keys."""

TIMEOUT = 60
"""Seconds that a program may take for one key or signature."""

LARGEST = 256 * 1024
"""Largest size of a key, in bytes."""

_SSH = re.compile(r"((?:ssh|ecdsa|sk)-[a-z0-9@.-]+) +([A-Za-z0-9+/]+=*)(?: .*)?\s*")
_PRIMARY = re.compile(r"^pub:.*\n(?:.*\n)*?fpr:(?:[^:\n]*:){8}([0-9A-F]{40,64}):", re.MULTILINE)


def note_key(desk: Office, name: str, side_name: str, path: Path) -> Seats:
    """Store the public key of a player or an invited player. Raises `Misuse` for an invalid key."""
    match = matches.find(desk.shelf, name)
    return seats.note_key(desk, match, match.side(side_name), _read_key(desk, path))


def _read_key(desk: Office, path: Path) -> str:
    """Return the key as stored in a seat. An OpenPGP key is imported into the key ring of the post office."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST)
    except OSError as error:
        raise _complain(path, type(error).__name__) from None
    if found := _SSH.fullmatch(raw.decode("latin-1")):
        return f"{found[1]} {found[2]}"
    return _import(desk, path, raw)


def _import(desk: Office, path: Path, raw: bytes) -> str:
    shown = _run(desk, path, raw, "--show-keys", "--with-colons", "--fingerprint").decode("utf-8", "replace")
    found = _PRIMARY.findall(shown)
    if len(found) != 1:
        raise _complain(path, f"{len(found)} keys")
    _run(desk, path, raw, "--import")
    return str(found[0])


def _run(desk: Office, path: Path, raw: bytes, *options: str) -> bytes:
    (desk.folder / RING).mkdir(mode=0o700, exist_ok=True)
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
