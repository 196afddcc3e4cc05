"""The luck of the dice: exact chances, against brute force and against the binomial."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from referee.evidence import luck

AIMS = [
    {(1, 6): 3},
    {(1, 6): 2, (3, 6): 2},
    {(2, 6): 1, (5, 6): 1, (7, 10): 2},
    {(1, 2): 5},
    {(1, 40): 1},
    {(39, 40): 1},
]


@pytest.mark.parametrize("aims", AIMS, ids=str)
def test_the_distribution_is_that_of_all_ways_the_dice_can_fall(aims: dict[luck.Aim, int]) -> None:
    dice = [aim for aim, many in aims.items() for _ in range(many)]
    falls = product(*(range(1, sides + 1) for _, sides in dice))
    counted = Counter(
        sum(face <= needed for face, (needed, _) in zip(fall, dice, strict=True)) for fall in falls
    )
    weights, ways = luck.distribution(aims)
    assert weights == [counted[hits] for hits in range(len(dice) + 1)]
    assert ways == counted.total()


def test_alike_dice_are_the_binomial() -> None:
    weights, ways = luck.distribution({(2, 6): 40})
    chances = [Fraction(weight, ways) for weight in weights]
    assert chances == [comb(40, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (40 - k) for k in range(41)]
    assert sum(chances) == 1


@pytest.mark.parametrize("aims", [*AIMS, {(1, 6): 200, (3, 6): 90}], ids=str)
def test_the_interval_leaves_at_most_a_fortieth_on_either_side_and_no_narrower_one_does(
    aims: dict[luck.Aim, int],
) -> None:
    weights, ways = luck.distribution(aims)
    low, high = luck.interval(weights, ways)
    assert Fraction(sum(weights[:low]), ways) <= Fraction(1, 40) < Fraction(sum(weights[: low + 1]), ways)
    assert Fraction(sum(weights[high + 1 :]), ways) <= Fraction(1, 40) < Fraction(sum(weights[high:]), ways)


def test_no_dice_have_no_luck() -> None:
    assert luck.distribution({}) == ([1], 1)
    assert luck.interval([1], 1) == (0, 0)
