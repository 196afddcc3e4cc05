"""Whatever the pack counts with: one more or one less of it, and the case that is known for it fails."""

import pytest

from referee.packs import loading
from tests.skirmish import noticed
from tests.skirmish.filed import FILED
from tests.skirmish.parameter_mutants import Mutant, differs, in_order, mutants

CASES = {noticed.called(one): one for one in FILED}
MUTANTS = tuple(mutants(loading.load("skirmish").pack))
NOTICED = noticed.known("parameters")

FAR = "no two places of the table that cases are played on are so far apart"
MEN = "no unit has men enough for a share between the one and the other"

UNNOTICED = {
    "turns.first_unit = scenario": "the bench has a scenario say who moves first, so that cases need no dice",
    "turns.first_unit = loser-of-last": "the same",
    "aimed.bomber_within = 601": "no grenade is thrown farther than six inches",
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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every mutant that a case notices; those that are explained away are asked about with `--exhaustive`."""
    if "mutant" in metafunc.fixturenames:
        met = [one for one in MUTANTS if one.name not in UNNOTICED]
        metafunc.parametrize("mutant", met, ids=str)
    if "survivor" in metafunc.fixturenames:
        left = [one for one in MUTANTS if one.name in UNNOTICED]
        met = left if metafunc.config.getoption("--exhaustive") else []
        metafunc.parametrize("survivor", met, ids=str)


@pytest.mark.sample(4)
def test_every_figure_of_the_pack_is_noticed(mutant: Mutant) -> None:
    case = NOTICED.get(mutant.name)

    assert case in CASES, f"learn which case notices `{mutant.name}`: python -m tests.skirmish.learn"
    assert differs(CASES[case], mutant.pack), f"`{case}` notices it no more; learn which case does"


def test_no_case_notices_an_explained_survivor(survivor: Mutant) -> None:
    assert not any(differs(one, survivor.pack) for one in in_order(tuple(CASES.values()), survivor.chapter))


def test_every_mutant_is_either_noticed_or_explained_away() -> None:
    names = [mutant.name for mutant in MUTANTS]

    assert len(set(names)) == len(names)
    assert set(NOTICED) | set(UNNOTICED) == set(names)
    assert not set(NOTICED) & set(UNNOTICED)
