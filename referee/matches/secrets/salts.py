"""The salts of private parts: which of them follow from the hidden secret, and which are drawn.

What makes the position has salts that follow from it since format 3, so that the same letters at the same
times with the same secrets give the same journal, to the byte. A refused letter, what is ordered in advance
and a private note stay private when the secret is opened, so that their salts are drawn.
"""

from referee.dice.chain import Secrets
from referee.dice.custom import part_salt
from referee.matches.journal import Salt
from referee.matches.journal.line import draw_salt
from referee.matches.journal.reading import MOVING
from schemas.journal import PHRASED, Header, Kind
from schemas.record import Side


def of_match(header: Header, secrets: Secrets) -> Salt:
    """The salts of a match; those of an example, whose secrets everybody knows, all follow from them."""
    following: frozenset[Kind] = MOVING if header.format >= PHRASED else frozenset()

    def give_salt(kind: Kind, prev: str, reader: Side) -> str:
        if secrets.published or kind in following:
            return part_salt(secrets.hidden, prev, reader)
        return draw_salt(kind, prev, reader)

    return give_salt
