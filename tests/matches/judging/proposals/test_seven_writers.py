"""Three hundred and fifty letters by seven writers to fifty reports, and a hundred and fifty traps.

The writers are language models in the role of players, three English, two German, two French. They saw the
reports of the positions and nothing else. The reader played 110 of the 200 letters of the first four writers
when it first read them, and 77 of the 150 of the others; words were added after that. Each letter that it
plays now was compared by hand with what its writer meant.

A trap names orders that its writer does not give: he doubts, jokes, reports, or takes them back.
"""

import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.faults import Fault
from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

FOLDER = Path(__file__).parent / "seven_writers"

LANGUAGES = {"English": "en", "German": "de", "French": "fr"}


class Position(NamedTuple):
    """A position: the entries of a war that the side knew when it was asked."""

    name: str
    question: str
    war: str
    entries: int
    side: str


class WrittenLetter(NamedTuple):
    """A letter with the expected result, and the orders if it is played."""

    writer: str
    position: str
    result: str
    orders: list[str]
    letter: str


class Trap(NamedTuple):
    """A letter that must not be played."""

    position: str
    language: str
    is_played: bool
    letter: str


def list_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]


POSITIONS = {line["name"]: Position(**line) for line in list_lines("positions.jsonl")}
LETTERS = [WrittenLetter(**line) for line in list_lines("letters.jsonl")]
TRAPS = [Trap(**line) for line in list_lines("traps.jsonl")]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("positions")
    secrets: dict[str, str] = json.loads((FOLDER / "secrets.json").read_text())
    wars = {
        name: gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True)
        for name in secrets
    }
    for one in POSITIONS.values():
        match = folder / one.name
        match.mkdir()
        (match / "journal.jsonl").write_bytes(b"".join(wars[one.war][: one.entries]))
        (match / "secret.json").write_text(secrets[one.war])
    return folder


def rehearse(shelf: Path, position: str, language: str, letter: str) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    match, side = matches.find(shelf, position).speaking(language), POSITIONS[position].side
    try:
        sent = submission.open_letter("letter", letter.encode(), at="2027-01-02T00:00:00Z", side=side)
        return letter_answers.rehearse(match, sent)
    except Fault:
        return None


def find_result(answer: Submitted | None) -> tuple[str, list[str]]:
    """Return the kind of an answer, and the orders that are played."""
    if answer is None:
        return "asked", []
    if not (answer.refused or answer.code):
        return "played", [line.order for line in answer.accepted]
    if not any(line.unreadable for line in answer.refused):
        return "illegal", []
    return "proposed" if answer.proposal and answer.proposal.lines else "asked", []


@pytest.mark.parametrize("writer", sorted({one.writer for one in LETTERS}))
def test_letters_are_played_as_they_were_meant(shelf: Path, writer: str) -> None:
    letters = [one for one in LETTERS if one.writer == writer]
    results = {
        one.position: find_result(
            rehearse(shelf, one.position, LANGUAGES[writer.partition(" ")[0]], one.letter)
        )
        for one in letters
    }
    assert results == {one.position: (one.result, one.orders) for one in letters}


def test_traps_are_not_played(shelf: Path) -> None:
    """Five traps are known to be played. Their remarks hold no word that casts a doubt."""
    played = [
        one.letter
        for one in TRAPS
        if find_result(rehearse(shelf, one.position, one.language, one.letter))[0] == "played"
    ]
    assert played == [one.letter for one in TRAPS if one.is_played]
    assert len(played) == 5


def test_traps_begin_with_orders(shelf: Path) -> None:
    """Alone, the first sentence of one trap in five is played, so that it is the rest that stops it."""
    firsts = [one._replace(letter=one.letter.partition("\n")[0].partition(". ")[0]) for one in TRAPS]
    answers = [rehearse(shelf, one.position, one.language, one.letter) for one in firsts]
    assert sum(bool(answer and answer.accepted and not answer.refused) for answer in answers) >= 30
