"""Random lawful games to their end: no dead end, no crash, nothing that can never be."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.record import Roll
from schemas.skirmish.close_events import MeleeFought, Unpinned
from schemas.skirmish.events import PostureTaken, Shot, SkirmishEvent
from tests.skirmish.random_play import broken_invariants, dead_men_acting, play

SHARE = 6
"""A skirmish takes as long as several seasons: one for so many of the games that are asked for."""

PIECES = 4
"""Many games are played in pieces, as many at a time as there are workers."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("piece", range(PIECES))
def test_random_games_hold_together(raid: Skirmish, games: int, piece: int) -> None:
    ended = 0
    count = games if games >= 100 else max(PIECES, games // SHARE)
    seeds = range(piece, count, PIECES)
    for seed in seeds:
        for before, order, events, after in play(raid, seed):
            assert not list(broken_invariants(raid, after)), (seed, order)
            assert not list(dead_men_acting(before, raid, events)), (seed, order)
            if order is not None and order.type == "done":
                assert machine.audit(raid, before, order, events).agrees, (seed, order)
            ended += after.result is not None
    assert ended == len(seeds)


def moved(id: str, east: int, north: int) -> Callable[[Position], Position]:
    """A figure somewhere else."""
    return lambda position: position.with_figure(replace(position.figures[id], at=(east, north)))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (moved("br-s1-1", 1650, 600), "br-s1-1 and br-s1-2 are 50 apart"),
        (moved("br-s1-1", 1400, 3600), "br-s1-1 and ge-g1-1 are 0 apart"),
        (moved("br-s1-1", 4801, 600), "br-s1-1 is off the table"),
        (moved("br-s1-1", 1600, -1), "br-s1-1 is off the table"),
        (lambda one: one.with_figure(replace(one.figures["ge-g1-1"], pins=-1)), "less than nothing"),
        (lambda one: one.with_unit(replace(one.units["ge-g1"], markers=3)), "3 markers and stands"),
    ],
)
def test_impossible_position_is_noticed(
    raid: Skirmish, broken: Callable[[Position], Position], said: str
) -> None:
    start = raid.start()

    assert not list(broken_invariants(raid, start))
    assert any(said in fault for fault in broken_invariants(raid, broken(start)))


DIE = Roll(purpose="a die", faces=(4,))

DEEDS: tuple[SkirmishEvent, ...] = (
    Shot(side="british", figure="br-s1-1", weapon="pistol", kind="aimed", at=(0, 0)),
    PostureTaken(side="british", figure="br-s1-1", posture="hidden"),
    Unpinned(side="british", figure="br-s1-1", removed=1, rolls=(DIE,)),
    MeleeFought(
        side="british", attackers=("br-s1-1",), attacker_aliases=("c01",), defender="ge-g1-1",
        defender_alias="c01", defender_side="german", modifiers=(0, 0), effects=("miss", "miss"),
        rolls=(DIE, DIE),
    ),
)  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.type)
@pytest.mark.parametrize("status", ["killed", "surrendered", "dispersed"])
def test_a_dead_man_who_acts_is_noticed(raid: Skirmish, deed: SkirmishEvent, status: str) -> None:
    start = raid.start()
    without = start.with_figure(replace(start.figures["br-s1-1"], status=status))

    assert not list(dead_men_acting(start, raid, (deed,)))
    assert list(dead_men_acting(without, raid, (deed,)))
