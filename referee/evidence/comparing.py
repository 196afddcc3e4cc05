"""Two copies of a journal side by side, and the first entry where they part."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from referee.matches import journal
from referee.matches.journal import Opening, Torn
from schemas.answers.evidence import Compared, Told
from schemas.journal import Entry


def compare(first: Path, second: Path) -> Compared:
    """Where two copies part, line by line; the seals of each are checked on the way.

    The private parts need no comparing: the seals cover what they are committed to. Raises `DataFault`
    if a copy cannot be believed before the two part.
    """
    common, ends, match = -1, [-1, -1], ""
    parted: tuple[Told, Told] | None = None
    for mine, theirs in zip_longest(_tell(first), _tell(second)):
        for which, told in enumerate((mine, theirs)):
            if told is not None:
                ends[which] = told[0].seq
                match = match or told[1]
        if parted is None and mine and theirs:
            if mine[0].seal == theirs[0].seal:
                common = mine[0].seq
            else:
                parted = mine[0], theirs[0]
    return Compared(
        first=str(first),
        second=str(second),
        match=match,
        common=common,
        ends=(ends[0], ends[1]),
        parted=parted,
    )


def _tell(path: Path) -> Iterator[tuple[Told, str]]:
    """The lines of a copy, each with the name of its match if it is the header."""
    for line in journal.lines(path):
        match line:
            case Opening(header=header, seal=seal):
                yield Told(seq=0, seal=seal, at=header.at), header.match
            case Entry(seal=seal, body=body):
                yield Told(seq=body.seq, seal=seal, at=body.at, kind=body.kind, side=body.side), ""
            case Torn():
                pass
