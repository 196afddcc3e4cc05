"""Fifty letters by four writers who saw only their reports, and what the referee makes of them.

The writers are language models in the role of players, two in English, one in German, one in French. Before
the reader was taught these letters, it played 14 of them: 5 in English, 4 in German and 5 in French. `meant`
was taken from the letters by hand; it is empty where a rule forbids an order that is written as a line.
"""

import gzip
import json
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.faults import Fault
from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

FOLDER = Path(__file__).parent / "fifty"


class WrittenLetter(NamedTuple):
    """A letter, the entries of its war that its writer knew, the expected result and the meant orders."""

    language: str
    number: int
    war: str
    entries: int
    side: str
    result: str
    meant: list[str]
    letter: str


LETTERS = [WrittenLetter(**json.loads(line)) for line in (FOLDER / "letters.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("positions")
    secrets: dict[str, str] = json.loads((FOLDER / "secrets.json").read_text())
    wars = {name: gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()) for name in secrets}
    for one in LETTERS:
        match = folder / f"n{one.number:02}"
        match.mkdir()
        lines = wars[one.war].splitlines(keepends=True)[: one.entries]
        (match / "journal.jsonl").write_bytes(b"".join(lines))
        (match / "secret.json").write_text(secrets[one.war])
    return folder


def rehearse(shelf: Path, one: WrittenLetter) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    match = matches.find(shelf, f"n{one.number:02}").speaking(one.language)
    try:
        sent = submission.open_letter("letter", one.letter.encode(), at="2027-01-02T00:00:00Z", side=one.side)
        return letter_answers.rehearse(match, sent)
    except Fault:
        return None


def find_result(answer: Submitted | None, meant: list[str]) -> str:
    """Return the kind of an answer. `wrong` names an order that was not meant."""
    if answer is None:
        return "nothing"
    if not (answer.refused or answer.code):
        # Dice and standing passes follow later, so that these orders are not among the accepted ones.
        return "played" if {line.order for line in answer.accepted} <= {*meant} else "wrong"
    if not any(line.unreadable for line in answer.refused):
        return "illegal"
    lines = [line.order for line in answer.proposal.lines] if answer.proposal else []
    proposed = [line for line in lines if not line.startswith("when ")]
    if not set(proposed) <= {*meant}:
        return "wrong"
    return "right" if sorted(proposed) == sorted(meant) else "part" if proposed else "nothing"


def test_fifty_letters_are_played_or_proposed_as_they_were_meant(shelf: Path) -> None:
    results = {one.number: find_result(rehearse(shelf, one), one.meant) for one in LETTERS}
    assert results == {one.number: one.result for one in LETTERS}


def test_a_proposal_in_part_leaves_the_question_open(shelf: Path) -> None:
    """An order that is left out is listed as unread, so that no `done` closes the question."""
    for one in LETTERS:
        if one.result != "part":
            continue
        answer = rehearse(shelf, one)
        assert answer is not None
        assert answer.proposal is not None
        assert "done" not in [line.order for line in answer.proposal.lines], one.number
        assert answer.proposal.unread, one.number


NEAR_MISSES = (
    (5, "Done. Not really."),
    (5, "Fertig. Nicht wirklich."),
    (5, "ge-1 to calais. Pas vraiment."),
    (5, "ge-1 to calais, no"),
    (16, "nope. actually yes"),
    (32, "ge-a6 to metz, no"),
    (32, "stays a6 to metz"),
    (45, "no 9 cards"),
    (45, "9 cards (8)"),
    (45, "entrench fr-1 no"),
    (50, "ru-i16 a rejoint ru-10"),
    (50, "ru-i16 has joined ru-10"),
)
"""Lines beside an order by one word, and the letters whose positions they are sent in."""


def test_lines_beside_an_order_by_one_word_are_asked_about(shelf: Path) -> None:
    letters = {one.number: one for one in LETTERS}
    for number, line in NEAR_MISSES:
        answer = rehearse(shelf, letters[number]._replace(letter=line, language="en"))
        assert answer is None or answer.refused, line
