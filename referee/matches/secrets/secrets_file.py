"""The secrets of a running match, in a file that only its owner can read."""

from pathlib import Path
from typing import Annotated

from msgspec import DecodeError, Meta, json

from referee.dice.chain import Secrets
from referee.engine.facts import declare
from referee.engine.faults import Complaint, DataFault, NotFound
from referee.matches.faults import MatchFault
from referee.matches.journal.faults import JournalFault
from referee.matches.journal.writing import write_new
from schemas.journal import KEYS, MOST_KEYS, Digest
from schemas.record import Place, Record


class Kept(Record):
    """Secrets as they are written down."""

    seed: Digest
    hidden: Digest
    keys: Annotated[int, Meta(ge=1, le=MOST_KEYS)] = KEYS
    published: bool = False


def save(path: Path, secrets: Secrets) -> None:
    """Keep the secrets of a new match; refuses to replace those of another."""
    kept = Kept(seed=secrets.seed, hidden=secrets.hidden, keys=secrets.keys, published=secrets.published)
    write_new(path, json.format(json.encode(kept), indent=2) + b"\n")


def load(path: Path) -> Secrets:
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
