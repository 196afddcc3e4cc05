"""Every modifier that the code applies: with a fault in it, a case fails."""

from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from referee.desk.conformance import cases
from referee.desk.conformance.cases import FiledCase
from referee.systems.skirmish import aimed, melee, morale, spotting, unaimed, visibility
from tests.mutation.mutants import Mutant, functions, mutants
from tests.skirmish.parameter_mutants import differs

APPLIED: dict[ModuleType, tuple[str, ...]] = {
    aimed: ("modifiers", "_of_the_firer", "covered", "judged"),
    unaimed: ("scores", "by_weapon"),
    melee: ("modifier", "results", "_lost"),
    morale: ("need", "advancing", "defending"),
    spotting: ("need",),
    visibility: ("_ranges",),
}
"""Where modifiers are applied, and scores judged."""

ARGUED = ("figures", "chances", "fire", "targets", "close", "morale", "visibility", "choices", "movement")
"""The files of cases that could notice, the likeliest first."""


UNNOTICED = {
    "aimed._of_the_firer [if always] (2)": "it adds nought to the die",
}
"""Mutants that no case can notice, each with the reason."""


def filed() -> Iterator[FiledCase]:
    found = cases.read([Path(__file__).parent / "cases"])
    likely = [one for name in ARGUED for one in found if Path(one.place.file).stem == name]
    # The chances take longest: what is quick comes first.
    yield from (one for one in likely if one.case.then.chances is None)
    yield from (one for one in likely if one.case.then.chances is not None)


FILED = tuple(filed())
MUTANTS = [
    (functions(module)[mutant.function], mutant)
    for module, names in APPLIED.items()
    for mutant in mutants(module)
    if mutant.function in names and mutant.name not in UNNOTICED
]


def noticed(of: FunctionType, mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a case comes out otherwise with a fault in a function."""
    monkeypatch.setattr(of, "__code__", mutant.code(of))
    return any(differs(one, one.bench.pack.pack) for one in FILED)


SHARE = 8
"""One mutant of so many is met in passing; all of them with `--exhaustive`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The mutants that are met."""
    if "mutant" in metafunc.fixturenames:
        met = MUTANTS if metafunc.config.getoption("--exhaustive") else MUTANTS[::SHARE]
        metafunc.parametrize(("of", "mutant"), met, ids=[str(mutant) for _, mutant in met])


def test_every_modifier_is_noticed(of: FunctionType, mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert noticed(of, mutant, monkeypatch), f"no case notices {mutant}"
