"""Chance enumerated: every sequence of dice once, with its exact weight."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from referee.engine import enumeration
from referee.engine.dice import Dice, DiceNeeded
from referee.engine.enumeration import MOST_THROWS, CountedDice, EndlessThrow, HiddenDraw
from schemas.record import Side


def hits(dice: Dice) -> int:
    return dice.throw("fire", 2, needed=2).hits


def test_dice_that_hit_are_counted_with_their_chance() -> None:
    assert dict(enumeration.ends(hits)) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}


def test_what_throws_no_dice_ends_in_one_way() -> None:
    assert enumeration.ends(lambda _: "over") == [("over", Fraction(1))]


def test_dice_that_follow_on_dice_are_thrown_only_then() -> None:
    def reroll(dice: Dice) -> str:
        if not dice.throw("fire", 1, needed=1).hits:
            return "missed"
        return "hit" if dice.throw("thrown again", 1, needed=1).hits else "spoilt"

    assert dict(enumeration.ends(reroll)) == {
        "missed": Fraction(5, 6), "hit": Fraction(1, 36), "spoilt": Fraction(5, 36),
    }  # fmt: skip


def sums(dice: Dice) -> Iterator[bool]:
    yield sum(dice.throw("distance", 2, needed=0).faces) >= 7


def test_faces_that_add_up_do_not_stand_for_each_other() -> None:
    """Where all dice show one face, 4 does as 6; with 1 beside it does not."""
    assert dict(enumeration.ends(lambda dice: next(sums(dice)))) == {
        True: Fraction(7, 12), False: Fraction(5, 12),
    }  # fmt: skip


def test_faces_that_add_up_at_times_do_not_stand_for_each_other() -> None:
    """Whether it comes to that is said by a first die, of which three faces do the same."""

    def work(dice: Dice) -> bool | str:
        storm = dice.throw("weather", 1, needed=3).hits
        return next(sums(dice)) if storm else "calm"

    assert dict(enumeration.ends(work)) == {
        "calm": Fraction(1, 2), True: Fraction(7, 24), False: Fraction(5, 24),
    }  # fmt: skip


def test_dice_of_twenty_sides_have_twenty_faces() -> None:
    found = enumeration.ends(lambda dice: dice.throw("drift", 1, needed=0, sides=20).faces[0])

    assert sorted(found) == [(face, Fraction(1, 20)) for face in range(1, 21)]


def test_a_deck_is_not_enumerated() -> None:
    with pytest.raises(HiddenDraw, match="the deck"):
        enumeration.ends(lambda dice: dice.shuffle("the deck", (1, 2)))


def test_dice_that_are_thrown_again_and_again_are_not_enumerated() -> None:
    def reroll(dice: Dice, often: int) -> int:
        return sum(dice.throw("thrown again", 0, needed=1).hits for _ in range(often))

    assert enumeration.ends(lambda dice: reroll(dice, MOST_THROWS)) == [(0, Fraction(1))]
    with pytest.raises(EndlessThrow, match="thrown again"):
        enumeration.ends(lambda dice: reroll(dice, MOST_THROWS + 1))


def test_one_die_stands_for_those_that_do_as_it_does_and_for_no_other() -> None:
    """The first face and the last do the same here, and two between them do not."""
    found = dict(enumeration.ends(lambda dice: dice.throw("fire", 1, needed=0).faces[0] in {3, 4}))

    assert found == {True: Fraction(1, 3), False: Fraction(2, 3)}


def test_a_small_die_behind_a_large_one_shows_a_face_it_has() -> None:
    def work(dice: Dice) -> bool:
        far = dice.throw("drift", 1, needed=0, sides=20).faces[0] > 10
        return far and dice.throw("fire", 1, needed=0).faces[0] in {1, 2, 3, 4, 5, 6}

    assert dict(enumeration.ends(work)) == {True: Fraction(1, 2), False: Fraction(1, 2)}


def test_counted_dice_show_so_many_hits_and_misses_for_the_rest() -> None:
    dice = CountedDice([1])
    roll = dice.throw("fire", 3, needed=2, sides=10, owner=Side("red"))

    assert (roll.faces, roll.hits, roll.needed, roll.owner) == ((1, 10, 10), 1, 2, "red")
    with pytest.raises(DiceNeeded):
        dice.throw("fire", 1, needed=2)
