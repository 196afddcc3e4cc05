"""The covering array of options: it contains every pair, and wars under its rows keep what always holds."""

from itertools import combinations

import pytest

from referee.packs import rulesets
from tests.great_war.campaigns import option_pairs
from tests.great_war.campaigns.option_pairs import WARS


@pytest.mark.parametrize("pack", sorted(WARS))
def test_every_pair_of_choices_is_in_a_row(pack: str) -> None:
    options = {option.id: option.choices for option in rulesets.bind(pack, WARS[pack], {}).pack.game.options}
    rows = option_pairs.list_rows(pack)

    covered = {pair for row in rows for pair in combinations(sorted(row.items()), 2)}
    assert covered == option_pairs.list_pairs(options)
    assert len(rows) <= MOST_ROWS
    assert len(rows) >= max(len(choices) for choices in options.values()) ** 2 - 1


MOST_ROWS = 24
"""Most rows of an array; greedy rows need some more than the best arrays."""


@pytest.mark.parametrize("pack", sorted(WARS))
def test_wars_under_the_rows_keep_what_always_holds(pack: str, option_wars: int) -> None:
    rows = option_pairs.list_rows(pack)
    for number in range(option_wars):
        row = rows[number % len(rows)]
        assert option_pairs.play(pack, row, number) > 0, row
