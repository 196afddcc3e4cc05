"""Hidden templates: what armies hold nobody else is told, by no report, refusal, copy, map or record."""

from itertools import zip_longest

import pytest

from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.reports import documents
from tests.great_war import template_twins, twins

HIDDEN = {"hidden-templates": "yes"}

LEAST = 3
"""How many pairs are looked at, however few games are asked for."""


@pytest.fixture(scope="module")
def bounds() -> tuple[Ruleset, ...]:
    return tuple(rulesets.bind("ttlm", scenario, HIDDEN) for scenario in ("1917", "1919"))


def test_games_that_differ_in_what_armies_hold_are_told_alike(
    bounds: tuple[Ruleset, ...], games: int
) -> None:
    """By hand with --games 10000."""
    parted = told = 0
    for seed in range(max(LEAST, games // 6)):
        one, two, both = template_twins.pair(bounds[seed % len(bounds)], seed)
        parted += bool(both.parted)
        for mine, theirs in zip_longest(one, two):
            told += 1
            assert mine == theirs, (seed, mine[0])
    assert parted
    assert told >= 20


def test_the_side_whose_armies_they_are_sees_the_difference(bounds: tuple[Ruleset, ...]) -> None:
    for seed in range(40):
        *_, both = template_twins.pair(bounds[0], seed)
        if both.parted:
            one, two = (twins.filed(bounds[0], game, "")[0] for game in (both.one, both.two))
            assert documents.view(one, twins.EN) != documents.view(two, twins.EN)
            return
    raise AssertionError("no game went two ways")
