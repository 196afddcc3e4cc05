"""Whatever decides about dice in the data of a pack: one more of it, one less or another fails a case."""

import re
import time
from collections.abc import Mapping

import pytest

from referee.packs import loading
from referee.packs.conformance.case_files import FiledCase
from tests.great_war.filed import of
from tests.great_war.modifier_mutants import Mutant, Readings, bench, differs, mutants

ASKED = ("modifiers", "chances", "cards", "arms", "fire", "transit", "eastern")
"""The files of cases that can notice."""

MUTANTS = tuple(mutant for name in ("ttlm", "aac") for mutant in mutants(loading.load(name).pack))

UNNOTICED: Mapping[str, str] = {
    r"(ttlm|aac) army\.(barrage|forts_only|raids|drives_back|rough) = .*": "an army throws no die of its own",
    r"ttlm paris-gun\.(barrage|forts_only|raids|flies|drives_back|rough) = .*": "a Paris Gun throws no die",
    r"(ttlm|aac) siege-gun\.raids = True": "a siege gun asks for a fort, and not about infantry after that",
    r"ttlm siege-gun\.rough = False": "a siege gun fires where forts stand, and none stands in rough terrain",
    r"ttlm fort\.rough = False": "no fort stands in rough terrain in the West",
    r"(ttlm|aac) fort\.entrenched = 3": "a fort is never entrenched",
    r"(ttlm|aac) fort\.(barrage|raids|drives_back) = True": "a fort has no firepower on the attack",
    r"(ttlm|aac) (?!poison-gas)[a-z0-9-]+\.firepower = 1": "a card without shells is not asked for firepower",
    r"aac brusilov-offensive\.bonus\.(kind|firepower) = .*": "the Brusilov Offensive adds no dice",
}
"""Mutants that no case can notice, by a pattern of their names, each with the reason."""

Costs = list[tuple[float, FiledCase, frozenset[str]]]


@pytest.fixture(scope="module")
def readings() -> Costs:
    """What each case reads of its pack, the quick cases first."""
    found: list[tuple[float, FiledCase, frozenset[str]]] = []
    with pytest.MonkeyPatch.context() as patch:
        read = Readings(patch)
        for filed in of(*ASKED):
            began = time.process_time()
            reads = read.of(filed)
            found.append((time.process_time() - began, filed, reads))
    return sorted(found, key=lambda one: one[0])


def noticed(readings: Costs, mutant: Mutant) -> bool:
    """Whether a case that could notice a mutant does."""
    able = [
        reading
        for reading in readings
        if mutant.read in reading[2] and reading[1].bench.pack.name == mutant.pack.game.id
    ]
    if not able:
        return False
    changed = bench(able[0][1], mutant.pack)
    noticing = next((reading for reading in able if differs(reading[1], changed)), None)
    if noticing is not None:
        # It is likely to notice the next change of the figure as well.
        readings.remove(noticing)
        readings.insert(0, noticing)
    return noticing is not None


def reason(mutant: Mutant) -> str | None:
    """Why no case can notice a mutant, if that is so."""
    return next((why for names, why in UNNOTICED.items() if re.fullmatch(names, mutant.name)), None)


@pytest.mark.sample(4)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_every_figure_that_decides_about_dice_is_noticed(readings: Costs, mutant: Mutant) -> None:
    if (why := reason(mutant)) is not None:
        assert not noticed(readings, mutant), f"{mutant.name} is noticed now, and was not because {why}"
    else:
        assert noticed(readings, mutant), f"no case notices {mutant.name}"


def test_every_reason_is_needed() -> None:
    for names in UNNOTICED:
        assert any(re.fullmatch(names, mutant.name) for mutant in MUTANTS), names
