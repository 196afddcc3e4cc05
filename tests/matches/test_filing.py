"""What one reader saw more than everyone: each event has a place of its own, however many there are."""

from collections.abc import Sequence

import pytest

from referee.matches import filing
from schemas.vocabulary import VOCABULARY
from tests.engine.toy import Hidden, Opened

OPEN = Opened(side="red")
BLANK = Hidden(side="red")


def mine(number: int) -> Hidden:
    return Hidden(side="red", number=number)


@pytest.mark.parametrize(
    ("told", "shown", "places"),
    [
        ([], [], []),
        ([OPEN], [OPEN], []),
        ([mine(1)], [None], ["0+0"]),
        ([mine(1), mine(2), mine(3)], [None, None, None], ["0+0", "0+1", "0+2"]),
        ([OPEN, mine(1), mine(2), OPEN, mine(3)], [OPEN, None, None, OPEN, None], ["1+0", "1+1", "2+0"]),
        ([mine(1), mine(2)], [BLANK, BLANK], ["0", "1"]),
        ([mine(1), mine(2), mine(3)], [None, BLANK, None], ["0+0", "0", "1+0"]),
        ([None, mine(2)], [None, None], ["0+0"]),
        ([None, OPEN], [OPEN, OPEN], []),
    ],
)
def test_each_event_has_a_place_of_its_own(
    told: Sequence[Hidden | Opened | None], shown: Sequence[Hidden | Opened | None], places: list[str]
) -> None:
    fuller = filing._fuller(told, shown, VOCABULARY)

    assert list(fuller) == places
    kept = [event for event, public in zip(told, shown, strict=True) if event not in (None, public)]
    assert list(fuller.values()) == [filing.json(event) for event in kept]
