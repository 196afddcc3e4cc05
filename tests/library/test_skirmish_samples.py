"""Samples of a skirmish: what a side knows stays, unseen enemies vary, and no secret is read."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import cast

import pytest

import referee
from referee.library.skirmish_samples import sample_skirmish
from referee.packs import loading, rulesets
from referee.systems.skirmish.combat import spotting
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.secrecy import visibility
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.system import SkirmishSystem
from tests.skirmish import random_play

SCENARIOS = [scenario.id for scenario in loading.load("skirmish").pack.scenarios]


TURNS = ("plotted", "live")
"""Both sides write their orders before any unit moves, or units move in turn."""


def bind(scenario: str, alternation: str = "plotted") -> SkirmishSystem:
    return cast(SkirmishSystem, rulesets.bind("skirmish", scenario, {"alternation": alternation}).system)


def pick_positions(rules: Skirmish, seed: int, share: float) -> Iterator[Position]:
    """Yield a share of the positions of a random game."""
    rng = Random(seed)
    return (after for _, _, _, after in random_play.play(rules, seed) if rng.random() < share)


@pytest.mark.sample(2)
@pytest.mark.parametrize("alternation", TURNS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sample_looks_like_the_position_to_its_side(
    scenario: str, alternation: str, pytestconfig: pytest.Config
) -> None:
    share = pytestconfig.getoption("--samples") / 100
    system = bind(scenario, alternation)
    contacts = varied = 0
    for position in pick_positions(system.rules, 2, share):
        for side in system.rules.sides:
            samples = [sample_skirmish(system.rules, position, side, seed) for seed in range(2)]
            view = visibility.view(system.language, position, side)
            assert all(visibility.view(system.language, one, side) == view for one in samples)
            assert samples[0] == sample_skirmish(system.rules, position, side, 0)
            contacts += len(position.contacts(side))
            varied += samples[0].figures != samples[1].figures
    assert contacts
    assert varied


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_enemies_out_of_sight_stand_where_they_can(scenario: str) -> None:
    """An enemy without a contact is seen by nobody, and nobody stands inside another."""
    rules = bind(scenario).rules
    hidden = seen = crowded = 0
    for position in pick_positions(rules, 3, 0.04):
        for side in rules.sides:
            guess = sample_skirmish(rules, position, side, 1)
            known = {contact.figure for contact in guess.contacts(side).values()}
            for enemy in guess.active(position.other(side)):
                if enemy.id not in known:
                    hidden += 1
                    seen += bool(spotting.find_seeing(rules.table, guess, side, enemy, None, fired=False))
            crowded += bool([*random_play.broken_invariants(rules, guess)])
    assert hidden > 10
    assert seen == 0
    assert crowded == 0


def test_sample_reads_no_secret() -> None:
    """The position that a side folds from what it saw has the same samples."""
    system = bind("dawn-sap")
    rules, compared = system.rules, 0
    own = {side: rules.start() for side in rules.sides}
    for number, (_, _, events, position) in enumerate(random_play.play(rules, 5)):
        for side in rules.sides:
            for event in events:
                if (seen := system.secrecy.redact_event(event, side)) is not None:
                    own[side] = rules.evolve(own[side], seen)
            if number % 6 == 0:
                assert sample_skirmish(rules, own[side], side, 1) == sample_skirmish(rules, position, side, 1)
                compared += 1
    assert compared > 20


def test_game_goes_on_from_a_sample() -> None:
    """Random legal play from samples reaches the end of the skirmish and breaks no rule on the way."""
    rules = bind("farm-crossroads").rules
    for number, position in enumerate(islice(pick_positions(rules, 6, 0.03), 4)):
        guess = sample_skirmish(rules, position, rules.sides[number % 2], number)
        for _, _, _, after in random_play.play_on(rules, guess, number):
            assert not [*random_play.broken_invariants(rules, after)]
        assert after.phase == "over"


def test_samples_from_the_library() -> None:
    game = referee.open_in_memory("skirmish", "dawn-sap", seed=3).game()

    sample = game.sample("british", 1)

    assert sample == game.sample("british", 1)
    assert sample != game.sample("british", 2)
    assert sample.view("british") == game.view("british")
    with pytest.raises(referee.NotYours):
        game.sample("french", 1)
