"""Letters that name the side of their player instead of `we`."""

from pathlib import Path

import pytest

from tests.matches.judging.letters_of_readers.positions import make_shelf
from tests.matches.judging.test_dangerous_sentences import accept

LETTERS = {
    "p01": {
        "Germany passes.": ["pass"],
        "The German side passes this turn.": ["pass"],
        "Deutschland passt.": ["pass"],
        "L'Allemagne passe.": ["pass"],
    },
    "p06": {
        "The Germans hold Mulhouse.": ["done"],
        "Germany stands and fights.": ["done"],
        "Die Deutschen halten Mülhausen.": ["done"],
        "Les Allemands tiennent Mulhouse.": ["done"],
    },
    "p04": {"The Allies spend card 18.": ["spend 18"]},
    "p10": {"The Entente storms Lodz.": ["battle lodz"]},
    "p03": {
        "The Entente sends the 1st Army to Nancy. We are done.": ["move fr-1 to nancy", "done"],
        "The Allies move the 1st Army to Nancy. End of turn.": ["move fr-1 to nancy", "done"],
    },
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shelf(tmp_path_factory.mktemp("positions"))


@pytest.mark.parametrize(
    ("position", "letter", "orders"),
    [(name, letter, orders) for name, letters in LETTERS.items() for letter, orders in letters.items()],
)
def test_the_name_of_the_own_side_is_read_as_we(
    shelf: Path, position: str, letter: str, orders: list[str]
) -> None:
    assert accept(shelf, position, f"{letter}\n") == orders
