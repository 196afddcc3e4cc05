"""Battles that are given, with policies and cards: what each comes to, or why it cannot be weighed.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Iterator

import pytest

from referee.analysis import odds
from referee.analysis.policies import Written
from referee.faults import Fault
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from schemas.answers.odds import BattleOdds
from tests.golden.approving import check

EVEN = "reims: ge-1 [2I 1A], fr-1 [2I]"
OTHERS = "reims: ge-1 [2I 1A], fr-2 [2I]"
RIDERS = "reims: ge-1 [2I], fr-1 [1I 1C]; sedan: fr-2 [1I]"
FORT = "verdun: ge-1 [3I 1G], fort 2"

SetUp = tuple[str, str | None, str, tuple[str, ...]]
"""A battle, the season, the lines of a policy, and the cards that are played on it."""

SET_UPS: tuple[SetUp, ...] = (
    (EVEN, None, "", ()),
    ("reims: fr-1 [2I], ge-1 [2I 1A]", None, "", ()),
    ("reims: ge-1 [2I 1A] entrenched, fr-1 [2I] entrenched", "spring 1915", "", ()),
    (RIDERS, None, "", ()),
    (FORT, None, "", ()),
    ("reims: ge-1 [1S 1T], fr-1 [2I]", "SPRING 1918", "", ()),
    # Policies
    (EVEN, None, "when stand-or-retreat as defender: retreat fr-1 to laon", ()),
    (EVEN, None, "# so far\n\nwhen stand-or-retreat as attacker: retreat fr-1 to laon", ()),
    (EVEN, None, "when losses: lose ge-a1\nwhen losses as defender: lose fr-i2", ()),
    (EVEN, None, "when losses if strength < 3: lose ge-a1", ()),
    (EVEN, None, "when stand-or-retreat if enemy strength > 9: retreat fr-1 to laon", ()),
    (RIDERS, None, "when cavalry-retreat: retreat fr-c1 to sedan", ()),
    (RIDERS, None, "when retreat-after as attacker: retreat ge-1 to sedan", ()),
    (EVEN, None, "when losses if losses >= 1: lose ge-a1", ()),
    (EVEN, None, "plan for reims:\nlosses: lose ge-a1", ()),
    (EVEN, None, "when loses: lose ge-a1\nwhen losses: frobnicate\n  when losses: spend 36", ()),
    (EVEN, None, "when combat-cards: play 39 in reims", ()),
    (EVEN, None, "forget all", ()),
    (EVEN, None, "when losses if ge-1 alone: lose ge-a1", ()),
    (EVEN, None, "when losses if fr-1 alone: lose fr-i2", ()),
    (EVEN, None, "when losses if with fr-1: lose fr-i2\nwhen losses if with ge-1: lose ge-a1", ()),
    (EVEN, None, "when losses if with xx-1: lose fr-i2", ()),
    # What an army is called by its own side
    (OTHERS, None, "when losses if 1st army alone: lose ge-a1", ()),
    (OTHERS, None, "when losses if 2nd army alone: lose fr-i2", ()),
    (OTHERS, None, "when losses if 3rd army alone: lose fr-i2", ()),
    # Cards
    (EVEN, "SPRING 1915", "", ("poison gas",)),
    (EVEN, "SPRING 1915", "", ("entente: poison gas",)),
    (EVEN, "SPRING 1915", "", (" ENTENTE : 40", "german: 39")),
    (EVEN, "SPRING 1915", "", ("39", "39")),
    (EVEN, "SPRING 1915", "", ("poison gas", "entente: poison gas")),
    (EVEN, None, "", ("surprise attack",)),
    (EVEN, None, "", ("entente: surprise attack",)),
    (EVEN, None, "", ("poison gas",)),
    (EVEN, None, "", ("weather",)),
    (EVEN, None, "", ("russian: 39",)),
    (EVEN, None, "", ("offensive",)),
)


def _sum_up(battle: BattleOdds) -> Iterator[str]:
    held = ", ".join(f"{one.holder or 'none'} {one.percent}" for one in battle.holders)
    found = f"{battle.method}, {len(battle.ends)} ends"
    yield f"    {battle.name}, attacked by {battle.attacker}: {held} ({found})"
    for loss in battle.losses:
        yield f"    {loss.side} loses {loss.about}, {loss.low} to {loss.high}: {loss.mean}"
    if battle.gone:
        yield "    gone: " + ", ".join(f"{one.piece} {one.percent}" for one in battle.gone)
    yield from (f"    {one.side} plays {one.card} {one.name}" for one in battle.cards)


def _weigh(bound: Ruleset, one: SetUp) -> Iterator[str]:
    text, season, policy, cards = one
    yield f"## {text}" + (f", {season}" if season else "")
    yield from (f"# {line}" for line in (*policy.splitlines(), *(f"card {card}" for card in cards)))
    try:
        told = odds.setup_odds(bound, text, season, Written("policy", policy) if policy else None, cards)
    except Fault as fault:
        yield from (f"    ! {complaint}" for complaint in fault.complaints)
        return
    yield from (f"    policy: {line}" for line in told.policy)
    for battle in told.battles:
        yield from _sum_up(battle)


def test_battles_that_are_given_end_as_was_approved(request: pytest.FixtureRequest) -> None:
    bound = rulesets.bind("ttlm", None, {})
    told = [line for one in SET_UPS for line in _weigh(bound, one)]
    check(request, "odds.given.txt", "\n".join(told) + "\n")
