"""Two hundred letters by four readers who had only the reports, and what the referee reads in them.

The readers are language models in the role of players, two in English, one in German, one in French, with
fifty letters each to ten positions. The orders of each letter that is read were compared with its text by
hand: `orders` is null where the referee asks the player again.
"""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.faults import Fault
from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers
from tests.matches.judging.letters_of_readers.positions import FOLDER, SIDES, make_shelf

LANGUAGES = {1: "en", 2: "en", 3: "de", 4: "fr", 5: "en", 6: "fr", 7: "de", 8: "el"}
ASKED_AGAIN = {1: 11, 2: 15, 3: 8, 4: 13}
"""Number of letters of each reader that are refused, of fifty. It may only fall."""


class Written(NamedTuple):
    reader: int
    number: int
    position: str
    orders: list[str] | None
    letter: str


class Later(NamedTuple):
    reader: int
    number: int
    position: str
    meant: list[str]
    letter: str


LATER_ASKED_AGAIN = {5: 3, 6: 3, 7: 6, 8: 4}
"""Number of later letters that are refused, of ten in English, French, German and Greek. It may only fall.

The author of the reader of sentences wrote them before it, and had read two of the other letters, to see
whether the reader was fitted to the two hundred. It refused 23 of the 40 when it first read them; some of
the words that were missing were added after that.
"""

LATER_LETTERS = [
    Later(**json.loads(line)) for line in (FOLDER / "later_letters.jsonl").read_text().splitlines()
]
LETTERS = [Written(**json.loads(line)) for line in (FOLDER / "letters.jsonl").read_text().splitlines()]


def read(shelf: Path, one: Written | Later) -> list[str] | None:
    """Return the orders of a letter, or None if it is refused."""
    match = matches.find(shelf, one.position).speaking(LANGUAGES[one.reader])
    at, side = "2026-01-02T00:00:00Z", SIDES[one.position]
    try:
        sent = submission.send("letter", one.letter.encode(), at=at, side=side)
        answer = letter_answers.rehearse(match, sent)
    except Fault:
        return None
    return None if answer.refused or answer.code else [line.order for line in answer.accepted]


def test_letters_of_four_readers_are_read_as_they_were_meant(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    shelf = make_shelf(tmp_path_factory.mktemp("positions"))
    misread: list[tuple[int, int, list[str] | None]] = []
    refused = Counter[int]()
    for one in LETTERS:
        orders = read(shelf, one)
        refused[one.reader] += orders is None
        if orders != one.orders and orders is not None:
            misread.append((one.reader, one.number, orders))
    assert not misread
    assert dict(refused) == ASKED_AGAIN


def test_later_letters_are_read_as_they_were_meant(tmp_path_factory: pytest.TempPathFactory) -> None:
    shelf = make_shelf(tmp_path_factory.mktemp("positions"))
    misread: list[tuple[int, int, list[str]]] = []
    refused = Counter[int]()
    for one in LATER_LETTERS:
        orders = read(shelf, one)
        refused[one.reader] += orders is None
        # A question that stays open is asked again.
        if orders is not None and one.meant not in (orders, [*orders, "done"]):
            misread.append((one.reader, one.number, orders))
    assert not misread
    assert dict(refused) == LATER_ASKED_AGAIN
