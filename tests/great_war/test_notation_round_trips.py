"""What is written is read back, and no text whatever breaks the reading."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.faults import Unreadable
from referee.systems.great_war.notation.verbs import VERBS
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import mix
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.orders import (
    AcceptArmistice,
    Anew,
    Battle,
    Bid,
    Bonus,
    Build,
    Buy,
    DeclineArmistice,
    Discard,
    Done,
    Entrench,
    Forfeit,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Move,
    Offensive,
    OfferArmistice,
    Pass,
    Place,
    Play,
    React,
    Rebuild,
    Redraw,
    Reroll,
    Resign,
    Retreat,
    Spend,
    Swap,
    Transfer,
    Upgrade,
)
from tests.great_war.random_play import play
from tests.great_war.samples import GE
from tests.systems import system_of


@pytest.fixture(scope="module")
def played(western: GreatWar) -> tuple[Position, ...]:
    """Positions of a game that was played."""
    steps = [after for _, _, _, after in play(western, 11, seasons=1)]
    plans = [position for position in steps if isinstance(position.task, MakePlans)]
    return (*steps[:: max(1, len(steps) // 12)], *plans[::4])


@cache
def orders(rules: GreatWar, side: str) -> st.SearchStrategy[GreatWarOrder]:
    """Any order at all about counters, areas and cards that there are."""
    counters = sorted(mix(rules.theatre))
    pieces = st.sampled_from(counters)
    armies = st.sampled_from([id for id in counters if mix(rules.theatre)[id] == "army"])
    areas = st.sampled_from(sorted(rules.theatre.areas))
    cards = st.integers(1, len(rules.theatre.cards))
    sides = st.just(side)
    return st.one_of(
        st.builds(Offensive, side=sides, card=cards),
        st.builds(Pass, side=sides),
        st.builds(Redraw, side=sides, cards=st.lists(cards, min_size=1, max_size=9).map(tuple)),
        st.builds(
            Move,
            side=sides,
            piece=pieces,
            path=st.lists(areas, min_size=1, max_size=4).map(tuple),
            mode=st.sampled_from(["march", "rail", "strategic", "sea"]),
            into=st.none() | armies,
            absorb=st.lists(pieces, max_size=3).map(tuple),
        ),
        st.builds(
            Move,
            side=sides,
            piece=pieces,
            path=st.lists(areas, min_size=1, max_size=9).map(tuple),
            mode=st.just("reserves"),
            card=cards,
        ),
        st.builds(Join, side=sides, piece=pieces, army=armies),
        st.builds(Leave, side=sides, piece=pieces),
        st.builds(Battle, side=sides, area=areas),
        st.builds(Play, side=sides, card=cards, area=st.none() | areas),
        st.builds(Bonus, side=sides, area=areas),
        st.builds(React, side=sides, piece=pieces),
        st.builds(Reroll, side=sides, kind=st.sampled_from(sorted(rules.theatre.units))),
        st.builds(Lose, side=sides, piece=pieces),
        st.builds(Spend, side=sides, card=cards),
        st.builds(Retreat, side=sides, piece=pieces, to=areas, into=st.none() | armies),
        st.builds(Done, side=sides),
        st.builds(Discard, side=sides, cards=st.lists(cards, min_size=1, max_size=9).map(tuple)),
        st.sampled_from([OfferArmistice, AcceptArmistice, DeclineArmistice, Resign]).map(
            lambda word: word(side=side)
        ),
    )


@cache
def sealed_orders(rules: GreatWar, side: str) -> st.SearchStrategy[GreatWarOrder]:
    """Any sealed order at all about counters and areas that there are."""
    counters = mix(rules.theatre)
    single = st.sampled_from(sorted(id for id in counters if counters[id] != "army"))
    armies = st.sampled_from(sorted(id for id in counters if counters[id] == "army"))
    areas = st.sampled_from(sorted(rules.theatre.areas))
    cards = st.integers(1, len(rules.theatre.cards))
    sides, pieces = st.just(side), single | armies
    return st.one_of(
        st.builds(Place, side=sides, piece=pieces, area=areas, into=st.none() | armies),
        st.builds(Build, side=sides, piece=single, area=areas, into=st.none() | armies),
        st.builds(Rebuild, side=sides, army=armies, area=areas),
        st.builds(Buy, side=sides, cards=st.integers(1, 99)),
        st.builds(Transfer, side=sides, piece=pieces, army=st.none() | armies),
        st.sampled_from([Swap, Upgrade, Entrench, Forfeit]).flatmap(
            lambda kind: st.builds(kind, side=sides, piece=pieces)
        ),
        st.builds(Bid, side=sides, cards=st.lists(cards, max_size=9).map(tuple)),
        st.builds(Anew, side=sides),
    )


@settings(max_examples=600)
@given(data=st.data())
def test_what_is_written_is_read_back(
    western: GreatWar, played: tuple[Position, ...], data: st.DataObject
) -> None:
    side = data.draw(st.sampled_from(western.sides))
    # By number: Hypothesis hashes what it draws, and a position has a thousand parts.
    position = played[data.draw(st.sampled_from(range(len(played))))]
    planning = isinstance(position.task, MakePlans)
    order = data.draw(sealed_orders(western, side) if planning else orders(western, side))
    assert system_of(western).notation.read(position, side, system_of(western).notation.write(order)) == (
        order,
    )


def test_every_lawful_answer_is_read_back(western: GreatWar, played: tuple[Position, ...]) -> None:
    for position in played:
        for prompt in western.prompts(position):
            for order in western.options(position, prompt):
                assert system_of(western).notation.read(
                    position, order.side, system_of(western).notation.write(order)
                ) == (order,)


NAMES = (
    "ge-1", "2", "all", "1st", "army", "infantry", "in", "of", "from", "to", "into", "via", "->", ",", "and",
    "the", "fort", "liege", "absorbing", "by", "rail", "-", "ß", "🂡",
)  # fmt: skip
WORDS = st.lists(st.sampled_from(NAMES) | st.text(max_size=8), max_size=9)


@settings(max_examples=500)
@given(verb=st.sampled_from([*VERBS, ""]), words=WORDS)
def test_no_text_whatever_breaks_the_reading(
    western: GreatWar, played: tuple[Position, ...], verb: str, words: list[str]
) -> None:
    line = " ".join([verb, *words])
    try:
        sides = {order.side for order in system_of(western).notation.read(played[0], GE, line)}
    except Unreadable as fault:
        sides = {GE} if 1 <= fault.column <= len(line) + 1 else set()
    assert sides == {GE}


def test_an_endless_line_is_neither_quoted_nor_offered_again(
    western: GreatWar, played: tuple[Position, ...]
) -> None:
    with pytest.raises(Unreadable) as caught:
        system_of(western).notation.read(played[0], GE, "move ge-1 to " + "leige" * 20_000)
    assert len(str(caught.value)) < 200
    assert caught.value.readings == ()
