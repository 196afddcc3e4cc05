"""Random lawful games to their end: no dead end, no crash, nothing that can never be."""

from referee.core import machine
from referee.systems.skirmish.rules import Skirmish
from tests.skirmish.random_play import broken_invariants, dead_men_acting, play

SHARE = 6
"""A skirmish takes as long as several seasons: one for so many of the games that are asked for."""


def test_random_games_hold_together(raid: Skirmish, games: int) -> None:
    ended = 0
    count = games if games >= 100 else max(1, games // SHARE)
    for seed in range(count):
        for before, order, events, after in play(raid, seed):
            assert not list(broken_invariants(raid, after)), (seed, order)
            assert not list(dead_men_acting(before, raid, events)), (seed, order)
            if order is not None and order.type == "done":
                assert machine.audit(raid, before, order, events), (seed, order)
            ended += after.result is not None
    assert ended == count
