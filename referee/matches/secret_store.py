"""The secrets of a running match and the salts of its private parts.

Since format 3, the salts of effective entries follow from the secrets. The same letters at the same times
with the same secrets then give the same journal, byte for byte. Refused letters, standing orders and private
notes stay private after the secrets are revealed, so their salts are random.
"""

from pathlib import Path
from typing import Annotated

from msgspec import DecodeError, Meta, json

from referee.dice.chain import Secrets
from referee.dice.format3 import part_salt
from referee.faults import Complaint, DataFault, NotFound, declare
from referee.matches.faults import MatchFault
from referee.matches.journal import Salt
from referee.matches.journal.line import JournalFault, draw_salt
from referee.matches.journal.reading import MOVING
from referee.matches.journal.writing import write_new
from referee.platform import files
from schemas.journal import KEYS, MOST_KEYS, PHRASED, Digest, Header, Kind
from schemas.record import Place, Record, Side


def match_salts(header: Header, secrets: Secrets) -> Salt:
    """Return the function that gives the salts of a match.

    All salts follow from secrets that are published.
    """
    derived_kinds: frozenset[Kind] = MOVING if header.format >= PHRASED else frozenset()

    def give_salt(kind: Kind, prev: str, reader: Side) -> str:
        if secrets.published or kind in derived_kinds:
            return part_salt(secrets.hidden, prev, reader)
        return draw_salt(kind, prev, reader)

    return give_salt


class Kept(Record):
    """Secrets as they are stored."""

    seed: Digest
    hidden: Digest
    keys: Annotated[int, Meta(ge=1, le=MOST_KEYS)] = KEYS
    published: bool = False


def save_secrets(path: Path, secrets: Secrets) -> None:
    """Save the secrets of a new match. Never replaces a file."""
    stored = Kept(seed=secrets.seed, hidden=secrets.hidden, keys=secrets.keys, published=secrets.published)
    write_new(path, json.format(json.encode(stored), indent=2) + b"\n")


def load_secrets(path: Path) -> Secrets:
    """Load the secrets at a path. Error messages never contain them."""
    try:
        stored = json.decode(path.read_bytes(), type=Kept)
    except FileNotFoundError as error:
        raise NotFound(Complaint.of(MatchFault.SECRETS_MISSING, path=path)) from error
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=path, why=error.strerror)) from error
    except (DecodeError, UnicodeDecodeError):
        complaint = Complaint.of(MatchFault.SECRETS_MISSHAPEN, place=Place(file=path.as_posix()))
        raise DataFault(complaint) from None
    return Secrets(seed=stored.seed, hidden=stored.hidden, keys=stored.keys, published=stored.published)


def forget_secrets(path: Path) -> None:
    """Remove the secrets of a match that is over."""
    files.remove(path)
