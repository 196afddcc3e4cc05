"""Two hundred letters by four readers who had only the reports, and what the referee reads in them.

The readers are language models in the role of players, two in English, one in German, one in French, with
fifty letters each to ten positions. The orders of each letter that is read were compared with its text by
hand: `orders` is null where the referee asks the player again.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.faults import Fault
from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import documents, letter_answers, publishing
from tests.matches.judging.letters_of_readers.positions import FOLDER, SIDES, make_shelf
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

LANGUAGES = {
    1: "en",
    2: "en",
    3: "de",
    4: "fr",
    5: "en",
    6: "fr",
    7: "de",
    8: "el",
    9: "en",
    10: "fr",
    11: "de",
    12: "el",
}
ASKED_AGAIN = {1: 4, 2: 3, 3: 2, 4: 2}
"""Number of letters of each reader that are refused, of fifty. It may only fall.

One more of the first reader is: its retreat `to Sedan instead of firing` in a later battle had been lost.
"""


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


LATER_ASKED_AGAIN = {5: 2, 6: 2, 7: 1, 8: 1}
"""Number of later letters that are refused, of ten in English, French, German and Greek. It may only fall.

The author of the reader of sentences wrote them before it, and had read two of the other letters, to see
whether the reader was fitted to the two hundred. It refused 23 of the 40 when it first read them; some of
the words that were missing were added after that.
"""

LATER_LETTERS = [
    Later(**json.loads(line)) for line in (FOLDER / "later_letters.jsonl").read_text().splitlines()
]
FRESH_LETTERS = [
    Later(**json.loads(line)) for line in (FOLDER / "fresh_letters.jsonl").read_text().splitlines()
]
FRESH_ASKED_AGAIN = {9: 1, 10: 1, 11: 1, 12: 1}
"""Number of fresh letters that are refused, of ten in each language. It may only fall.

The author of the reader wrote them when he had taught it the two hundred, and before he saw how they are
judged. It refused 26 of the 40 when it first read them, and misread none; words were added after that.
"""

LETTERS = [Written(**json.loads(line)) for line in (FOLDER / "letters.jsonl").read_text().splitlines()]


def read(shelf: Path, one: Written | Later) -> list[str] | None:
    """Return the orders of a letter, or None if it is refused."""
    match = matches.find(shelf, one.position).speaking(LANGUAGES[one.reader])
    at, side = "2026-01-02T00:00:00Z", SIDES[one.position]
    try:
        sent = submission.open_letter("letter", one.letter.encode(), at=at, side=side)
        answer = letter_answers.rehearse(match, sent)
    except Fault:
        return None
    return None if answer.refused or answer.code else [line.order for line in answer.accepted]


@pytest.mark.parametrize(
    ("letters", "asked_again"),
    [
        (LETTERS, ASKED_AGAIN),
        (LATER_LETTERS, LATER_ASKED_AGAIN),
        (FRESH_LETTERS, FRESH_ASKED_AGAIN),
    ],
    ids=["of four readers", "later", "fresh"],
)
def test_letters_are_read_as_they_were_meant(
    tmp_path_factory: pytest.TempPathFactory,
    letters: list[Written | Later],
    asked_again: dict[int, int],
    pytestconfig: pytest.Config,
) -> None:
    shelf = make_shelf(tmp_path_factory.mktemp("positions"))
    each = pytestconfig.getoption("--letters")
    misread: list[tuple[int, int, list[str]]] = []
    refused = Counter[int]()
    for one in letters[::each]:
        orders = read(shelf, one)
        refused[one.reader] += orders is None
        if orders is not None and not is_meant(one, orders):
            misread.append((one.reader, one.number, orders))
    assert not misread
    assert refused <= Counter(asked_again)
    assert each > 1 or dict(refused) == asked_again


def is_meant(one: Written | Later, orders: list[str]) -> bool:
    """Return True if these are the orders of a letter; in a later one a question may stay open."""
    return orders == one.orders if isinstance(one, Written) else one.meant in (orders, [*orders, "done"])


def test_report_lists_the_armies_that_have_room_for_a_reinforcement(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Four letters wanted to put a biplane into the 5th Army, which has no room for it."""
    match = matches.find(make_shelf(tmp_path_factory.mktemp("positions")), "p07")
    for full in (False, True):
        text = publishing.publish(documents.report(match, "german", full=full), "text")
        (places,) = re.findall(r"biplane: into ([^.]*), or alone in", text)
        assert set(re.findall(r"ge-\d", places)) == {f"ge-{number}" for number in range(1, 8)} - {"ge-5"}
