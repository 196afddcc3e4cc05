"""The code that decides about dice: each fault that is put into it fails a case, or is explained."""

import time
from collections.abc import Mapping
from pathlib import Path
from types import CodeType

import pytest

from referee.engine.dice import DiceNeeded
from referee.packs.conformance import case_differences
from referee.packs.conformance.case_files import FiledCase
from tests.great_war.filed import of
from tests.great_war.mutation.chapters import chapter
from tests.mutation.mutants import Mutant, functions, mutants
from tests.mutation.survivors import explained
from tests.mutation.tracing import list_entered

ASKED = ("modifiers", "chances", "cards", "arms", "fire", "pairs", "retreats", "choices")
"""The files of cases that can notice."""

MODIFIERS: Mapping[str, frozenset[str]] = {
    "fire": frozenset({
        "volleys", "_extra", "firepower", "_superior", "_printed", "dug_in", "_bears", "_pursues",
    }),
    "card_effects": frozenset({"bonus_scope", "bonus", "fights", "bonus_dice", "shells"}),
    "air": frozenset({"dogfight", "reroll"}),
    "aircraft": frozenset(functions(chapter("aircraft"))),
}  # fmt: skip
"""What says how many dice are thrown, at which firepower, by whom."""

SEEN_ELSEWHERE = frozenset({"aircraft.flying [And swapped]", "aircraft.flying [operand 2 dropped]"})
"""Faults that no case notices: the hunt in `mutation` meets them with battles of two opinions and games."""

EXPLAINED = explained(Path(__file__).parent / "mutation" / "survivors.yaml")
MUTANTS = tuple(
    mutant
    for name, known in MODIFIERS.items()
    for mutant in mutants(chapter(name))
    if mutant.function in known and mutant.name not in EXPLAINED and mutant.name not in SEEN_ELSEWHERE
)

Through = Mapping[CodeType, list[FiledCase]]


@pytest.fixture(scope="module")
def through() -> Through:
    """Which cases run through each function, the quick ones first."""
    costs: list[tuple[float, FiledCase, set[CodeType]]] = []
    for filed in of(*ASKED):
        began = time.process_time()
        seen = traced(filed)
        costs.append((time.process_time() - began, filed, seen))
    found: dict[CodeType, list[FiledCase]] = {}
    for _, filed, seen in sorted(costs, key=lambda one: one[0]):
        for code in seen:
            found.setdefault(code, []).append(filed)
    return found


def traced(filed: FiledCase) -> set[CodeType]:
    """The functions of the rules that a case runs through."""

    def judge() -> None:
        assert not case_differences.differences(filed)

    return list_entered(judge, "great_war")


def notices(filed: FiledCase) -> bool:
    """Whether a case fails, in whatever way."""
    try:
        return bool(case_differences.differences(filed))
    except (Exception, DiceNeeded):
        return True


@pytest.mark.sample(4)
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_every_modifier_in_the_code_is_noticed(through: Through, mutant: Mutant) -> None:
    function = functions(chapter(mutant.module))[mutant.function]
    whole = function.__code__
    able = through.get(whole, [])
    function.__code__ = mutant.code(function)
    try:
        noticing = next(filter(notices, able), None)
        assert noticing is not None, f"none of {len(able)} cases notices {mutant}"
    finally:
        function.__code__ = whole
    # It is likely to notice the next fault of the function as well.
    able.remove(noticing)
    able.insert(0, noticing)
