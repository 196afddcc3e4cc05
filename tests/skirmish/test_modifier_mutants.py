"""Every modifier that the code applies: with a fault in it, the case that is known to notice it fails."""

import pytest

from tests.skirmish import noticed
from tests.skirmish.code_mutants import Faulty, every
from tests.skirmish.filed import FILED

CASES = {noticed.called(one): one for one in FILED}
MUTANTS = tuple(every())
NOTICED = noticed.known("code")

PINS = "the pins of a mark are read only where it is a pin"

UNNOTICED = {
    "shots._of_the_firer [if always] (2)": "it adds nought to the die",
    "shots.judge [0 -> 1]": PINS,
    "shots.judge [0 -> 1] (2)": PINS,
    "morale.defending [100 -> 101]": "no unit has so many men that a share lies between",
}
"""Mutants that no case can notice, each with the reason."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every mutant that a case notices; those that are explained away are asked about with `--exhaustive`."""
    if "faulty" in metafunc.fixturenames:
        met = [one for one in MUTANTS if one.mutant.name not in UNNOTICED]
        metafunc.parametrize("faulty", met, ids=str)
    if "survivor" in metafunc.fixturenames:
        left = [one for one in MUTANTS if one.mutant.name in UNNOTICED]
        met = left if metafunc.config.getoption("--exhaustive") else []
        metafunc.parametrize("survivor", met, ids=str)


@pytest.mark.sample(4)
def test_every_modifier_is_noticed(faulty: Faulty) -> None:
    name = faulty.mutant.name
    case = NOTICED.get(name)

    assert case in CASES, f"learn which case notices `{name}`: python -m tests.skirmish.learn"
    assert faulty.noticed_by(CASES[case]), f"`{case}` notices it no more; learn which case does"


def test_no_case_notices_an_explained_survivor(survivor: Faulty) -> None:
    assert not any(survivor.noticed_by(one) for one in CASES.values())


def test_every_mutant_is_either_noticed_or_explained_away() -> None:
    names = [one.mutant.name for one in MUTANTS]

    assert len(set(names)) == len(names)
    assert set(NOTICED) | set(UNNOTICED) == set(names)
    assert not set(NOTICED) & set(UNNOTICED)
