"""What is offered is what is lawful: found by trying everything, wherever the conformance cases lead."""

from collections import Counter
from collections.abc import Iterator

import pytest

from referee.engine import machine
from referee.packs.conformance.case_files import FiledCase
from referee.packs.conformance.case_runner import CaseDice, play_case
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import Discard, Move, ParleyOrder, Redraw, SealedOrder
from tests.great_war.conceivable import conceivable, meaning
from tests.great_war.filed import without_twins

PLANNED = {"reinforcements", "production", "attrition", "discards"}
"""Questions that are answered by plans, which are tried elsewhere."""

MOST_PIECES = 8
ENOUGH = {"movement": 24, "pass-move": 12}
"""How many positions of a question are tried; of the others 8."""


def stands(filed: tuple[FiledCase, ...]) -> Iterator[tuple[str, GreatWar, Position]]:
    """The positions that cases start from and end in, small ones, some of each question."""
    tried: Counter[str] = Counter()
    for one in filed:
        trial = play_case(one)
        start = one.bench.work.position(trial.rules, one.case.given)
        start, _ = machine.run_on(trial.rules, start, CaseDice((*one.case.dice, "6*")))
        for position in (start, trial.state):
            for prompt in trial.rules.prompts(position):
                few = len(position.pieces) <= MOST_PIECES and prompt.question not in PLANNED
                if few and tried[prompt.question] < ENOUGH.get(prompt.question, 8):
                    tried[prompt.question] += 1
                    yield f"{one.case.title} ({prompt.question})", trial.rules, position


def differing(rules: GreatWar, position: Position) -> list[str]:
    """Lawful orders that are not offered, and orders offered that nobody thought of."""
    found: list[str] = []
    for prompt in rules.prompts(position):
        tried = {
            meaning(rules, position, order): order
            for order in conceivable(rules, position, prompt.side)
            if not any(rules.objections(position, order))
        }
        offered = {
            meaning(rules, position, order): order
            for order in rules.lawful(position, prompt)
            if not isinstance(order, Redraw | Discard | ParleyOrder | SealedOrder)
            and not (isinstance(order, Move) and (order.absorb or len(order.path) > 3))
        }
        found += [f"not offered: {tried[key]!r}" for key in tried.keys() - offered.keys()]
        found += [f"not thought of: {offered[key]!r}" for key in offered.keys() - tried.keys()]
    return found


def test_every_lawful_order_is_offered_and_no_other(pytestconfig: pytest.Config) -> None:
    each = min(2, pytestconfig.getoption("--cases"))
    tried = list(stands(without_twins()))[::each]

    # One title may stand for a position before a case and for one behind it.
    assert [(title, told) for title, *stand in tried if (told := differing(*stand))] == []
    assert len(tried) > 100 // each
