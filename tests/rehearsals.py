"""Letters to recorded positions, and the answers of the referee."""

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from referee.faults import Fault
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from schemas.record import Side

AT = "2027-01-02T00:00:00Z"
"""The time of each letter, after all entries of the matches."""


class Position(NamedTuple):
    """A position: the entries of a war that the side knew when it was asked."""

    name: str
    question: str
    war: str
    entries: int
    side: str


def read_positions(source: Path) -> Mapping[str, Position]:
    """Return the positions of a folder of letters, by name."""
    lines = (source / "positions.jsonl").read_text().splitlines()
    return {one.name: one for one in (Position(**json.loads(line)) for line in lines)}


def write_positions(folder: Path, source: Path) -> Path:
    """Write a match for each position of a folder of letters, and return the shelf."""
    secrets: dict[str, str] = json.loads((source / "secrets.json").read_text())
    wars = {
        name: gzip.decompress((source / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True)
        for name in secrets
    }
    for one in read_positions(source).values():
        write_match(folder / one.name, wars[one.war][: one.entries], secrets[one.war])
    return folder


def write_match(folder: Path, journal: Iterable[bytes], secret: str) -> None:
    """Write a match that ends after some lines of a journal."""
    folder.mkdir(parents=True)
    (folder / "journal.jsonl").write_bytes(b"".join(journal))
    (folder / "secret.json").write_text(secret)


def answer(shelf: Path, position: Position, language: str, letter: str) -> Submitted | None:
    """Return the answer to a letter in a position, or None if it is no letter."""
    return rehearse(matches.find(shelf, position.name).speaking(language), position.side, letter)


def list_proposed(answer: Submitted | None) -> list[str]:
    """Return the proposed lines of an answer, or [] if something is unread."""
    proposal = answer.proposal if answer is not None else None
    return [] if proposal is None or proposal.unread else [line.order for line in proposal.lines]


def rehearse(match: Match, side: Side, letter: str) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    try:
        sent = submission.open_letter("letter", letter.encode(), at=AT, side=side)
        return letter_answers.rehearse(match, sent)
    except Fault:
        return None
