"""Games that differ only in what one side knows are told to the other, and to strangers, alike."""

import random
from itertools import zip_longest

from referee.packs import rulesets
from referee.reports import documents
from schemas.great_war.orders import Bid
from tests.great_war import twins


def test_games_that_differ_in_secrets_alone_are_told_alike(games: int) -> None:
    """Every report, refusal, option, prompt, copy, map and record; by hand with --games 10000."""
    bound = rulesets.bind("ttlm", "1914", {})
    differ = told = 0
    for seed in range(games):
        one, two, different = twins.pair(bound, seed)
        differ += different
        for mine, theirs in zip_longest(one, two):
            told += 1
            assert mine == theirs, (seed, mine[0])
    assert differ > games * 0.9
    assert told >= games * 20


def test_how_much_a_side_writes_under_seal_is_told_to_nobody(games: int) -> None:
    """A letter of nine orders and one of two, or of none: every output for the other side is the same."""
    apart = told = 0
    games //= 2
    bounds = [rulesets.bind("ttlm", scenario, {}) for scenario in ("1918", "1916")]
    for seed in range(games):
        bound = bounds[seed % 2]
        one, two, different = twins.told_apart(bound, seed)
        apart += different
        for mine, theirs in zip_longest(one, two):
            told += 1
            assert mine == theirs, (seed, mine[0])
    assert apart > games * 0.5
    assert told >= games * 15


def test_the_side_whose_secrets_differ_is_told_other_things(games: int) -> None:
    """The twins are no copies of each other: whoever holds the secrets sees the difference."""
    bound = rulesets.bind("ttlm", "1914", {})
    unlike = 0
    for seed in range(games):
        generator = random.Random(seed)
        plays = twins.played(bound.rules, seed, 12)
        other = twins.twin(bound.rules, plays, generator)
        (one, _), (two, _) = (twins.filed(bound, game, "") for game in (plays, other))
        unlike += documents.view(one, twins.EN) != documents.view(two, twins.EN)
    assert unlike > games // 2


def test_a_bid_is_told_to_nobody_before_both_are_opened(games: int) -> None:
    """Which cards are bid, how many, and whether a bid was torn up first; by hand with --games 1000."""
    bound = rulesets.bind("ttlm", "1914", {"initiative": "bidding"})
    told, sizes, pairs = 0, set[int](), max(3, games // 4)
    for seed in range(pairs):
        pair = twins.bids_apart(bound, seed)
        one, two = (twins.filed(bound, game, "") for game in pair)
        assert documents.view(one[0], twins.EN) != documents.view(two[0], twins.EN)
        orders = [play.order for game in pair for play in game]
        sizes |= {len(order.cards) for order in orders if isinstance(order, Bid)}
        for mine, theirs in zip_longest(twins.outputs(*one), twins.outputs(*two)):
            told += 1
            assert mine == theirs, (seed, mine[0])
    assert len(sizes) > 1
    assert told >= pairs * 20
