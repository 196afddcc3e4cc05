"""Answers about a club log, its key and the check of its proofs, and about letters under a time lock."""

from schemas.answers.complaints import FiledComplaint
from schemas.record import Record


class ClubState(Record):
    """The club log of a shelf. `key` is its public key as C2SP writes it, and `size` its number of leaves."""

    name: str
    key: str
    size: int
    checkpoint: str


class ClubChecked(Record):
    """The result of checking the proofs in a player's mails.

    `sizes` are the sizes of the checkpoints, in ascending order, and `heads` the heads that are in the log.
    `receipts` is the number of receipts of letters. `witnesses` are the names of the keys that cosigned the
    largest checkpoint. `differences` list every proof that does not hold, and every checkpoint that is not
    proved to continue the one before it.
    """

    name: str
    sizes: tuple[int, ...]
    heads: tuple[str, ...]
    receipts: int = 0
    witnesses: tuple[str, ...] = ()
    differences: tuple[FiledComplaint, ...] = ()


class LetterLocked(Record):
    """A letter under a time lock. `round` is the round of the beacon that opens it, at the time `opens`.

    `digest` is the digest of the locked bytes, and `text` the letter as it is sent.
    """

    round: int
    opens: str
    digest: str
    text: str


class LetterUnlocked(Record):
    """A letter that a round of the beacon opened; `digest` is the digest of its locked bytes."""

    round: int
    digest: str
    text: str
