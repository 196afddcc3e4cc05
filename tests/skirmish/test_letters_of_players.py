"""Letters of two skirmishes in three languages, and what the referee makes of them.

The first sample has 60 letters to reports of the race for the crater and the farm at the crossroads; the
reader was taught by them and by the 30 of the second sample. The third sample came afterwards; only words
that end a letter were added. Before, 9 of these 120 letters were played, 20 were proposed as they were meant,
and 20 got an order that was not meant; of the traps, 11 were played. `meant` was written with each letter.
"""

import gzip
import json
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.matches import matches
from schemas.answers.orders import Submitted
from tests import rehearsals

FOLDER = Path(__file__).parent / "letters"


class Trap(NamedTuple):
    """A letter whose orders are not meant, and the lines of the journal that its writer knew."""

    language: str
    match: str
    lines: int
    side: str
    letter: str


class PlayersLetter(NamedTuple):
    """A letter, the lines of the journal that its writer knew, the expected result and the meant orders."""

    sample: str
    language: str
    match: str
    lines: int
    side: str
    result: str
    meant: list[str]
    letter: str


LETTERS = [
    PlayersLetter(**json.loads(line)) for line in (FOLDER / "letters.jsonl").read_text("utf-8").splitlines()
]
TRAPS = [Trap(**json.loads(line)) for line in (FOLDER / "traps.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a shelf for each number of lines."""
    folder = tmp_path_factory.mktemp("letters")
    secrets: dict[str, str] = json.loads((FOLDER / "secrets.json").read_text())
    for name, lines in {(one.match, one.lines) for one in (*LETTERS, *TRAPS)}:
        journal = gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True)
        rehearsals.write_match(folder / str(lines) / name, journal[:lines], secrets[name])
    return folder


def rehearse(shelf: Path, one: PlayersLetter | Trap) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    match = matches.find(shelf / str(one.lines), one.match).speaking(one.language)
    return rehearsals.rehearse(match, one.side, one.letter)


def find_result(answer: Submitted | None, meant: list[str]) -> str:
    """Return the kind of an answer. `wrong` names an order that was not meant."""
    if answer is None:
        return "nothing"
    if not (answer.refused or answer.code):
        return "played" if {line.order for line in answer.accepted} <= {*meant} else "wrong"
    proposed = [line.order for line in answer.proposal.lines] if answer.proposal else []
    if not set(proposed) <= {*meant}:
        return "wrong"
    return "right" if sorted(proposed) == sorted(meant) else "part" if proposed else "nothing"


@pytest.mark.parametrize("sample", ["first", "second", "third"])
def test_letters_are_played_or_proposed_as_they_were_meant(shelf: Path, sample: str) -> None:
    letters = [one for one in LETTERS if one.sample == sample]
    results = {one.letter: find_result(rehearse(shelf, one), one.meant) for one in letters}
    assert results == {one.letter: one.result for one in letters}


def test_no_order_is_played_that_was_taken_back_or_not_meant(shelf: Path) -> None:
    answers = {one.letter: rehearse(shelf, one) for one in TRAPS}
    played = [
        letter
        for letter, answer in answers.items()
        if answer is not None and not (answer.refused or answer.code)
    ]
    assert played == []


def test_a_done_is_proposed_only_if_every_sentence_was_read(shelf: Path) -> None:
    for one in (*LETTERS, *TRAPS):
        answer = rehearse(shelf, one)
        if answer is not None and answer.proposal is not None and answer.proposal.unread:
            assert "done" not in [line.order for line in answer.proposal.lines], one.letter
