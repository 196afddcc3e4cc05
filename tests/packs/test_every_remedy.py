"""Every refusal of the conformance cases helps its player: by a remedy, or by legal orders."""

import random
from collections.abc import Sequence

import pytest

from referee.matches.judging.judge_letter import RejectedLine, judge_lines
from referee.packs.conformance.case_files import FiledCase
from referee.packs.conformance.case_runner import play_case
from schemas.letter import LetterLine
from tests.great_war import filed as great_war
from tests.loose_dice import LooseDice
from tests.skirmish import filed as skirmish

FINAL = {"match-over", "game-over"}
"""Refusals that nothing can mend."""

CASES = {"great_war": great_war.with_twins, "skirmish": lambda: skirmish.FILED}


@pytest.mark.parametrize("system", CASES)
def test_every_refusal_has_a_remedy_or_names_legal_orders(system: str) -> None:
    helpless = [
        f"{filed.place.file}:{filed.place.line} {objection.fact.code}"
        for filed in CASES[system]()
        for line in refused_lines(filed)
        for objection in line.objections
        if not (objection.fact.remedy or line.nearest or objection.fact.code in FINAL)
    ]

    assert not helpless


def refused_lines(filed: FiledCase) -> Sequence[RejectedLine]:
    """Judge the refused line of a case again, as a letter."""
    trial = play_case(filed)
    if not trial.refusals:
        return ()
    prompts = trial.rules.prompts(trial.state)
    side, colon, text = filed.case.lines[-1].partition(": ")
    if not colon or side not in trial.rules.sides:
        side, text = prompts[0].side if prompts else trial.rules.sides[0], filed.case.lines[-1]
    line = LetterLine(line=1, text=text, typed=text)
    throw = LooseDice(random.Random(1))
    return judge_lines(trial.game, trial.state, side, [line], lambda _: throw).refused_lines
