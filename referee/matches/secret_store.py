"""The secrets of a running match and the salts of its private parts.

What makes the position has salts that follow from it since format 3, so that the same letters at the same
times with the same secrets give the same journal, to the byte. A refused letter, what is ordered in advance
and a private note stay private when the secret is opened, so that their salts are drawn.
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
from schemas.journal import KEYS, MOST_KEYS, PHRASED, Digest, Header, Kind
from schemas.record import Place, Record, Side


def match_salts(header: Header, secrets: Secrets) -> Salt:
    """The salts of a match; those of an example, whose secrets everybody knows, all follow from them."""
    following: frozenset[Kind] = MOVING if header.format >= PHRASED else frozenset()

    def give_salt(kind: Kind, prev: str, reader: Side) -> str:
        if secrets.published or kind in following:
            return part_salt(secrets.hidden, prev, reader)
        return draw_salt(kind, prev, reader)

    return give_salt


class Kept(Record):
    """Secrets as they are written down."""

    seed: Digest
    hidden: Digest
    keys: Annotated[int, Meta(ge=1, le=MOST_KEYS)] = KEYS
    published: bool = False


def save_secrets(path: Path, secrets: Secrets) -> None:
    """Keep the secrets of a new match; refuses to replace those of another."""
    kept = Kept(seed=secrets.seed, hidden=secrets.hidden, keys=secrets.keys, published=secrets.published)
    write_new(path, json.format(json.encode(kept), indent=2) + b"\n")


def load_secrets(path: Path) -> Secrets:
    """The secrets kept at a path; a complaint about them never shows them."""
    try:
        kept = json.decode(path.read_bytes(), type=Kept)
    except FileNotFoundError as error:
        raise NotFound(Complaint.of(MatchFault.SECRETS_MISSING, path=path)) from error
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=path, why=error.strerror)) from error
    except (DecodeError, UnicodeDecodeError):
        complaint = Complaint.of(MatchFault.SECRETS_MISSHAPEN, place=Place(file=path.as_posix()))
        raise DataFault(complaint) from None
    return Secrets(seed=kept.seed, hidden=kept.hidden, keys=kept.keys, published=kept.published)
