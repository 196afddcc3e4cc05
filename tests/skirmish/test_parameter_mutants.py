"""Whatever the pack counts with: one more or one less of it, and a case fails."""

from pathlib import Path

import pytest

from referee.desk import packs
from referee.desk.conformance import cases
from tests.skirmish.parameter_mutants import Mutant, differs, in_order, mutants

FILED = cases.read([Path(__file__).parent / "cases"])
PACK = packs.load("skirmish", cache=False).pack
MUTANTS = tuple(mutants(PACK))

FAR = "no two places of the table that cases are played on are so far apart"
MEN = "no unit has men enough for a share between the one and the other"

UNNOTICED = {
    "turns.first_unit = scenario": "the bench has a scenario say who moves first, so that cases need no dice",
    "turns.first_unit = loser-of-last": "the same",
    "spotting.attempts = 2": "an order to look again is refused when it is written, whatever this says",
    "aimed.bomber_within = 601": "no grenade is thrown farther than six inches",
    "hand_to_hand.two_on_one = best-attacker": "the defender suffers what the best attacker does already",
    "morale.advance_percent = 51": MEN,
    "morale.defend_percent = 49": MEN,
    "rifle.reach = 8001": FAR,
    "rifle.reach = 7999": FAR,
    "lmg.reach = 10001": FAR,
    "lmg.reach = 9999": FAR,
    "hmg.reach = 12001": FAR,
    "hmg.reach = 11999": FAR,
}
"""Mutants that no case can notice, each with the reason."""

CHOSEN = [one for one in MUTANTS if one.name not in UNNOTICED]
SHARE = 8
"""One mutant of so many is met in passing; all of them with `--exhaustive`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The mutants that are met."""
    if "mutant" in metafunc.fixturenames:
        met = CHOSEN if metafunc.config.getoption("--exhaustive") else CHOSEN[::SHARE]
        metafunc.parametrize("mutant", met, ids=str)


def test_every_figure_of_the_pack_is_noticed(mutant: Mutant) -> None:
    assert any(differs(one, mutant.pack) for one in in_order(FILED, mutant.chapter)), mutant.name


def test_every_mutant_that_is_explained_away_is_one() -> None:
    assert set(UNNOTICED) <= {mutant.name for mutant in MUTANTS}
