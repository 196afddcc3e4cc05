"""Events of a copy beside those that the rules give: each difference is placed and named."""

import pytest

from referee.engine.copy_check import CopiedDice, compare
from schemas.record import Event, Side
from tests.engine.toy import Guessed, Opened, Stopped

RED, BLUE = Side("red"), Side("blue")


def find(told: list[Event], again: list[Event]) -> list[tuple[int, str]]:
    """What is different, by the number of the event."""
    return [
        (finding.number, finding.said.fact.template.format(**dict(finding.said.parameters)))
        for finding in compare(told, again)
    ]


def test_events_that_are_the_same_differ_in_nothing() -> None:
    assert find([Opened(side=RED), Stopped(side=RED)], [Opened(side=RED), Stopped(side=RED)]) == []


def test_the_part_that_is_other_is_named_with_what_it_must_be_and_no_part_besides() -> None:
    told: list[Event] = [Opened(side=RED), Guessed(side=RED, number=2, right=True)]
    again: list[Event] = [Opened(side=RED), Guessed(side=RED, number=3, right=True)]

    assert find(told, again) == [(2, "event 2, guessed: number was 2 and must be 3")]


def test_an_event_of_another_kind_one_too_many_and_one_that_lacks_are_named() -> None:
    assert find([Stopped(side=RED)], [Opened(side=RED)]) == [(1, "event 1 was stopped and must be opened")]
    assert find([Opened(side=RED), Stopped(side=RED)], [Opened(side=RED)]) == [
        (2, "event 2, stopped, does not follow from the order")
    ]
    assert find([Opened(side=RED)], [Opened(side=RED), Stopped(side=BLUE)]) == [
        (2, "event 2, stopped, is missing")
    ]


@pytest.mark.parametrize(
    ("told", "cards", "order"),
    [
        ((), (4, 5, 7), (4, 5, 7)),
        ((7, 0, 4), (4, 5, 7), (7, 5, 4)),
        ((5, 7, 4, 9), (4, 5, 7), (5, 7, 4)),
        # Of a deck that is told of too often some cards are unknown as well.
        ((0, 9, 8), (0, 0, 4), (0, 4, 0)),
    ],
)
def test_a_hidden_draw_has_the_cards_that_the_copy_tells_in_their_places(
    told: tuple[int, ...], cards: tuple[int, ...], order: tuple[int, ...]
) -> None:
    assert CopiedDice((), (told,)).shuffle("deal", cards).order == order
