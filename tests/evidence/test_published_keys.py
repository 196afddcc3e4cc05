"""A dispute says where the key before was published: in the header, in an entry, or with a new chain."""

from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.evidence import disputes
from referee.matches import matches, opening
from referee.reports import letter_answers
from referee.reports.formats import plain_text
from tests.duels import AT, sent

SHORT = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=65)
"""A chain of which so few keys are left after two throws that a new one is due."""

PUBLISHED = [
    "Key 1 hashes to the anchor in the header:",
    "Key 2 hashes to key 1, which entry 4 had published:",
    "Key 1 hashes to the anchor that entry 6 had published:",
    "Key 2 hashes to key 1, which entry 7 had published:",
]


@pytest.fixture
def bluffs(shelf: Path) -> Path:
    """Four throws, with the beginning of a chain between them."""
    opening.open_match(shelf, "duel", "toy", at=AT, secrets=SHORT)
    for side, line in (("red", "hide 2"), ("blue", "hide 5"), *2 * (("red", "bluff 1"), ("blue", "bluff 6"))):
        count = len(matches.find(shelf, "duel").entries)
        assert letter_answers.submit(shelf, "duel", sent(f"{line} # {count}", side)).code == ""
    return shelf


def test_each_key_leads_to_the_one_before_it(bluffs: Path) -> None:
    match = matches.find(bluffs, "duel")
    thrown = [entry.body.seq for entry in match.entries if entry.body.key]
    told = [" ".join(plain_text.write(disputes.dispute(match, seq, "public")).split()) for seq in thrown]

    assert [entry.body.seq for entry in match.entries if entry.body.kind == "anchor"] == [6]
    assert [due in said for due, said in zip(PUBLISHED, told, strict=True)] == 4 * [True]
    assert [said.count(" hashes to ") for said in told] == 4 * [1]
