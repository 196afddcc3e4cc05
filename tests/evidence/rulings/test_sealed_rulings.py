"""Rulings in a game with sealed orders and secret throws: every copy proves them, and none tells too much."""

from pathlib import Path
from typing import Any

import pytest

from referee.evidence import match_verification, rulings
from referee.evidence.resolution_policy import Plea
from referee.matches import journal, matches, shelf
from tests.evidence.rulings.meuse import AGREED
from tests.evidence.test_forgeries import copied, ours, theirs
from tests.evidence.test_phrases import opened, played


@pytest.fixture
def sap(tmp_path: Path) -> Path:
    """A skirmish in which both sides have written movement and fire, and have moved again."""
    played(opened(tmp_path, policy="hard-core"))
    return tmp_path


def test_the_same_letters_and_the_same_ruling_give_the_same_journal(tmp_path: Path) -> None:
    """Private parts that are filed again have salts that follow from the secret, like all others."""
    written = set[bytes]()
    for name in ("one", "other"):
        played(opened(tmp_path / name, policy="hard-core"), 6)
        ruled = rulings.file(tmp_path / name, "sap", Plea((4,), "another squad"), at=AGREED.at)
        assert ruled.filed_again
        written.add((tmp_path / name / "sap" / shelf.JOURNAL).read_bytes())

    assert len(written) == 1


@pytest.mark.parametrize("disputed", [4, 5, 6, 7, 8, 9])
def test_a_ruling_among_sealed_orders_is_proved_by_every_copy(sap: Path, disputed: int) -> None:
    rulings.file(sap, "sap", Plea((disputed,), "it was another squad"), at=AGREED.at)

    path = sap / "sap" / shelf.JOURNAL
    for copy in (path, *(copied(path, side) for side in ("german", "british"))):
        assert ours(copy) == theirs(copy) == set()
    assert match_verification.verify(path, rejudge=True).differences == ()


def test_the_same_question_of_another_turn_is_another_question(sap: Path) -> None:
    """Movement of the second turn does not stand in for that of the first."""
    ruled = rulings.resolve(matches.find(sap, "sap"), Plea((4,), "it was another squad"))

    assert ruled.kept == (5,)
    assert set(ruled.void) == {4, 6, 7, 8, 9, 10}


def test_a_sealed_order_is_not_sent_again_with_new_dice(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(ANEW)
    played(opened(tmp_path, policy=str(house)))
    ruled = rulings.resolve(matches.find(tmp_path, "sap"), Plea((4,), "it was another squad"))

    assert ruled.kept == ()
    assert {line.rpartition(", ")[2] for line in ruled.again} == {"entry 5"}


ANEW = """\
id: house
name: House
summary: Ours.
paragraphs:
  - {id: H-1, title: Slips, text: X, then: replay, dice: anew}
"""


def test_a_ruling_hides_sealed_orders_of_the_other_side(sap: Path) -> None:
    rulings.file(sap, "sap", Plea((8,), "it was another squad"), at=AGREED.at)

    path = sap / "sap" / shelf.JOURNAL
    for side, other in (("german", "british"), ("british", "german")):
        entries = journal.read(copied(path, side)).entries
        assert all(set(entry.private) <= {side} for entry in entries)
        public: list[Any] = [entry.body.public.get("order") for entry in entries if entry.body.side == other]
        assert {order["type"] for order in public if order} == {"done"}
