"""Letters to recorded positions, and the answers of the referee."""

from collections.abc import Iterable
from pathlib import Path

from referee.faults import Fault
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from schemas.record import Side

AT = "2027-01-02T00:00:00Z"
"""The time of each letter, after all entries of the matches."""


def write_match(folder: Path, journal: Iterable[bytes], secret: str) -> None:
    """Write a match that ends after some lines of a journal."""
    folder.mkdir(parents=True)
    (folder / "journal.jsonl").write_bytes(b"".join(journal))
    (folder / "secret.json").write_text(secret)


def rehearse(match: Match, side: Side, letter: str) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    try:
        sent = submission.open_letter("letter", letter.encode(), at=AT, side=side)
        return letter_answers.rehearse(match, sent)
    except Fault:
        return None
