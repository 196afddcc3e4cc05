"""Nothing that a player reads comes past the catalogue: in wide letters, no word is left in plain ones."""

import pytest

from referee.core import machine
from referee.core.dice import WrittenDice
from referee.systems.great_war.position import Position
from referee.systems.great_war.rules import GreatWar
from schemas.great_war import events as happened
from tests.great_war.samples import SAMPLES
from tests.languages import pseudo


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


@pytest.fixture(scope="module")
def wide(western: GreatWar) -> GreatWar:
    return western.speaking(pseudo.TONGUE, pseudo.names(western.theatre.pack, "To the East"))


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_an_event_is_told_by_the_catalogue(
    wide: GreatWar, opening: Position, event: happened.GreatWarEvent
) -> None:
    assert not pseudo.plain_words(pseudo.texts(wide.narrate(opening, event)))


def test_a_word_that_comes_past_the_catalogue_is_seen(western: GreatWar, opening: Position) -> None:
    told = pseudo.texts(western.narrate(opening, SAMPLES[0]))
    assert pseudo.plain_words(told) == {"The", "draw", "pile", "is", "shuffled", "cards"}
