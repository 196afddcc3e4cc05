"""A phrase comes with a letter: it is filed before its orders, and not with a letter that falls."""

from pathlib import Path

import pytest

from referee.matches import matches, opening
from referee.reports import letter_answers
from tests.duels import AT, sent

LETTERS: dict[str, tuple[str, list[str]]] = {
    "alone": ("phrase: a rose", ["phrase"]),
    "above an order": ("phrase: a rose\nhide 2", ["phrase", "order"]),
    "above an order that is unlawful": ("phrase: a rose\nhide 9", ["refusal"]),
    "above a line that is not an order": ("phrase: a rose\nhide 2 or so", ["refusal"]),
}


@pytest.mark.parametrize(("text", "filed"), LETTERS.values(), ids=LETTERS)
def test_phrase_is_filed_with_its_letter(shelf: Path, text: str, filed: list[str]) -> None:
    opening.open_match(shelf, "duel", "toy", at=AT, phrases="allowed")
    letter_answers.submit(shelf, "duel", sent(text, "red"))

    assert [entry.body.kind for entry in matches.find(shelf, "duel").entries[1:]] == filed


def test_quoted_head_is_filed_with_order_but_not_with_phrase(shelf: Path) -> None:
    opening.open_match(shelf, "duel", "toy", at=AT, phrases="allowed")
    head = matches.find(shelf, "duel").journal.head

    for text, kinds in ("phrase: a rose", ["phrase"]), ("hide 2", ["phrase", "order", "witness"]):
        letter_answers.submit(shelf, "duel", sent(f"head: {head}\n{text}", "red"))
        assert [entry.body.kind for entry in matches.find(shelf, "duel").entries[1:]] == kinds
