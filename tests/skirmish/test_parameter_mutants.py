"""Whatever the pack counts with: one more or one less of it, and a case fails."""

import time
from pathlib import Path

import pytest

from referee.desk import packs
from referee.desk.conformance import cases
from referee.desk.conformance.cases import FiledCase
from tests.skirmish.parameter_mutants import Mutant, Readings, differs, mutants

FILED = cases.read([Path(__file__).parent / "cases"])
PACK = packs.load("skirmish", cache=False).pack
MUTANTS = tuple(mutants(PACK))

UNNOTICED: dict[str, str] = {}
"""Mutants that no case can notice, each with the reason."""

Costs = list[tuple[float, FiledCase, frozenset[str]]]


@pytest.fixture(scope="module")
def readings() -> Costs:
    """What each case reads of the pack, the quick cases first."""
    found: Costs = []
    with pytest.MonkeyPatch.context() as patch:
        read = Readings(patch)
        for filed in FILED:
            began = time.process_time()
            reads = read.of(filed)
            found.append((time.process_time() - began, filed, reads))
    return sorted(found, key=lambda one: one[0])


def noticed(readings: Costs, mutant: Mutant) -> bool:
    """Whether a case that could notice a mutant does."""
    return any(differs(filed, mutant.pack) for _, filed, reads in readings if mutant.read in reads)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_every_figure_of_the_pack_is_noticed(readings: Costs, mutant: Mutant) -> None:
    if mutant.name in UNNOTICED:
        assert not noticed(readings, mutant), f"{mutant.name} is noticed now"
    else:
        assert noticed(readings, mutant), f"no case notices {mutant.name}"
