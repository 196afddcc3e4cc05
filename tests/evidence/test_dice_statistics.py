"""Sealed faces favour no face and remember nothing; ten million by hand, see tests/benchmarks."""

from itertools import cycle, islice

import pytest

from tests.benchmarks import dice_statistics


def test_sealed_faces_are_even_and_say_nothing_of_the_next() -> None:
    found = dice_statistics.examined(dice_statistics.faces(120_000))
    assert found.faces == 120_000
    assert min(found.single[1], found.serial[1]) > 0.001


def test_dice_that_count_through_their_faces_are_found_out() -> None:
    found = dice_statistics.examined(islice(cycle(range(1, 7)), 120_000))
    assert found.single[1] == 1
    assert found.serial[1] < 1e-9


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [(11.0705, 5, 0.05), (20.5150, 5, 0.001), (49.8018, 35, 0.05), (3.8415, 1, 0.05)],
)
def test_chances_of_chi_square_are_those_of_the_tables(statistic: float, freedom: int, chance: float) -> None:
    assert dice_statistics.survival(statistic, freedom) == pytest.approx(chance, rel=1e-3)
