"""The club log of a shelf: its key, and the entries that the referee makes before it answers.

The database and the signatures are imported where a shelf has a club log: most have none.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import DecodeError, json

from referee.faults import Complaint, DataFault, Misuse, NotFound
from referee.matches.club_log.faults import ClubFault
from referee.matches.journal.writing import write_new
from referee.platform import files
from referee.platform.ports import ports
from schemas.journal import Head
from schemas.record import Record

if TYPE_CHECKING:
    from referee.matches.club_log.proofs import ClubProof
    from referee.matches.club_log.store import ClubLog

FOLDER = "_club"
"""Folder of the club on its shelf. No match can have this name."""

KEY_FILE = "key.json"


class ClubKey(Record):
    """Name of a club and the seed of its Ed25519 key, in hexadecimal digits."""

    name: str
    seed: str


def start(root: Path, name: str) -> "ClubLog":
    """Start the club log of a shelf, with a new key. Raises `Misuse` if the shelf has one."""
    from referee.matches.club_log import signed_notes  # noqa: PLC0415 - of an extra
    from referee.matches.club_log.store import ClubLog  # noqa: PLC0415 - a database that most shelves lack

    if not signed_notes.is_name(name):
        raise Misuse(Complaint.of(ClubFault.NAME_WRONG, name=name))
    if (present := find(root)) is not None:
        raise Misuse(Complaint.of(ClubFault.CLUB_EXISTS, shelf=root, name=present.name))
    seed = ports.chance.urandom(signed_notes.SEED_BYTES)
    signed_notes.public_key(seed)
    folder = root / FOLDER
    files.make_folder(folder, 0o700)
    log = ClubLog(folder, name, seed)
    log.size()
    write_new(folder / KEY_FILE, json.encode(ClubKey(name=name, seed=seed.hex())) + b"\n")
    files.sync_folder(root)
    return log


def find(root: Path) -> "ClubLog | None":
    """Return the club log of a shelf, or None if it has none. Raises `DataFault` if its key is damaged."""
    path = root / FOLDER / KEY_FILE
    if not path.exists():
        return None
    from referee.matches.club_log.store import ClubLog  # noqa: PLC0415 - a database that most shelves lack

    try:
        key = json.decode(path.read_bytes(), type=ClubKey)
        return ClubLog(path.parent, key.name, bytes.fromhex(key.seed))
    except OSError as error:
        raise NotFound(Complaint.of(ClubFault.KEY_UNREADABLE, path=path, why=str(error.strerror))) from error
    except (DecodeError, ValueError):
        # The message must not show the key.
        raise DataFault(Complaint.of(ClubFault.KEY_DAMAGED, path=path)) from None


def find_of(folder: Path, name: str) -> "ClubLog | None":
    """Return the club log of a match's shelf, or None. A match in memory and a copy have none."""
    return find(folder.parent) if folder.name == name else None


def demand(root: Path) -> "ClubLog":
    """Return the club log of a shelf. Raises `NotFound` if it has none."""
    log = find(root)
    if log is None:
        raise NotFound(Complaint.of(ClubFault.NO_CLUB, shelf=root))
    return log


def record_head(root: Path, head: Head) -> None:
    """Append a head to the club log of a shelf, if it has one."""
    if (log := find(root)) is not None:
        log.append(head)


def prove_opening(root: Path, header_seal: str) -> "ClubProof | None":
    """Return the proof that the header of a match is in the club log, or None if the shelf has none."""
    log = find(root)
    return log.prove(Head(seq=0, seal=header_seal)) if log is not None else None
