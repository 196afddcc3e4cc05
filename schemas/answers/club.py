"""Answers about a club log: its key, its size, and the check of its proofs."""

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
    `witnesses` are the names of the keys that cosigned the largest checkpoint. `differences` list every
    proof that does not hold, and every checkpoint that is not proved to continue the one before it.
    """

    name: str
    sizes: tuple[int, ...]
    heads: tuple[str, ...]
    witnesses: tuple[str, ...] = ()
    differences: tuple[FiledComplaint, ...] = ()
