"""Dice that were taken back show again what they showed, each once, where the same throw is asked for."""

import pytest

from referee.dice.reused_rolls import KeptDice
from referee.engine.dice import DiceNeeded
from schemas.record import Roll
from tests.engine.toy import Bluffed, Dealt, Peeked, Stopped, Thrown


def thrown(*rolls: Roll, owners: dict[str, str] | None = None) -> KeptDice:
    """The dice of an entry with some throws, a throw of no dice and an event without dice."""
    dice = KeptDice()
    dice.add(
        [Stopped(side="red"), Thrown(side="red", hits=0, rolls=(*rolls, Roll(purpose="nothing")))], owners
    )
    return dice


def points(*faces: int, **says: object) -> Roll:
    return Roll(**{"purpose": "points", "needed": 3, "faces": faces, **says})  # type: ignore[arg-type]


def test_each_throw_is_kept_once_in_the_order_that_they_fell() -> None:
    dice = thrown(points(1, 2), points(5, 6))

    assert [dice.throw("points", 2, needed=3).faces for _ in range(2)] == [(1, 2), (5, 6)]
    with pytest.raises(DiceNeeded) as needed:
        dice.throw("points", 2, needed=3)
    assert (needed.value.count, needed.value.roll) == (2, Roll(purpose="points", needed=3))


@pytest.mark.parametrize(
    ("purpose", "count", "asked"),
    [
        ("fire", 2, {"needed": 3}),
        ("points", 3, {"needed": 3}),
        ("points", 2, {"needed": 4}),
        ("points", 2, {"needed": 3, "sides": 8}),
    ],
    ids=["for something else", "of more dice", "with another number to reach", "with other dice"],
)
def test_another_throw_is_another(purpose: str, count: int, asked: dict[str, int]) -> None:
    dice = thrown(points(1, 2))

    with pytest.raises(DiceNeeded):
        dice.throw(purpose, count, **asked)
    assert dice.throw("points", 2, needed=3).faces == (1, 2)


def test_a_roll_needs_dice() -> None:
    dice = thrown()

    assert dice.throw("nothing", 0, needed=3) == Roll(purpose="nothing", needed=3)
    assert dice.settle() == ()


@pytest.mark.parametrize(
    ("owners", "asks", "kept"),
    [
        ({"5e": "red"}, "red", True),
        ({"5e": "red"}, "blue", False),
        ({"5e": "red"}, None, False),
        (None, "blue", True),
        ({}, "red", True),
    ],
)
def test_a_secret_throw_is_its_owners_where_that_is_known(
    owners: dict[str, str] | None, asks: str | None, kept: bool
) -> None:
    dice = thrown(points(4, key="5e"), owners=owners)

    if kept:
        assert dice.throw("points", 1, needed=3, owner=asks).faces == (4,)
    else:
        with pytest.raises(DiceNeeded):
            dice.throw("points", 1, needed=3, owner=asks)


def test_a_public_roll_is_kept_for_any_owner() -> None:
    assert thrown(points(4), owners={"5e": "red"}).throw("points", 1, needed=3, owner="blue").faces == (4,)


def test_rolls_of_an_order_are_returned_once() -> None:
    dice = thrown(points(1), points(2), points(3))
    dice.throw("points", 1, needed=3)
    dice.throw("points", 1, needed=3)

    assert [roll.faces for roll in dice.settle()] == [(1,), (2,)]
    dice.throw("points", 1, needed=3)
    assert [roll.faces for roll in dice.settle()] == [(3,)]
    assert dice.settle() == ()


def test_the_dice_of_several_entries_are_kept_together() -> None:
    dice = thrown(points(1))
    dice.add([Bluffed(side="blue", rolls=(points(6),)), Peeked(side="blue")], None)

    assert [dice.throw("points", 1, needed=3).faces for _ in range(2)] == [(1,), (6,)]


def test_a_hidden_draw_is_that_of_the_same_things_for_the_same_purpose() -> None:
    dice = KeptDice()
    orders = {"deal": (3, 1, 2), "draw": (2, 1, 3), "unseen": ()}
    dice.add([Dealt(purpose=purpose, size=3, order=order) for purpose, order in orders.items()], None)

    for purpose in ("draw", "deal"):
        assert dice.shuffle(purpose, [1, 2, 3]).order == orders[purpose]
    for purpose, items in (("deal", [1, 2]), ("deal", [1, 2, 4]), ("pile", [1, 2, 3]), ("unseen", [])):
        with pytest.raises(DiceNeeded):
            dice.shuffle(purpose, items)
