"""A template is never a trap: its lines can be ordered together, or are marked as alternatives.

Subsets of the lines of random templates are judged one after the other, with the proposal below them.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from referee.engine import machine
from referee.engine.dice import Dice, DiceNeeded, NoDice
from referee.engine.facts import OpenQuestion
from referee.engine.system import Refused
from referee.systems.great_war.facts import control
from referee.systems.great_war.flow.prompt_builder import Asking
from referee.systems.great_war.notation import template_remarks
from referee.systems.great_war.notation.plans import plan_templates
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import Retreat
from schemas.record import Side
from tests.great_war.proposals import examples, proposed
from tests.great_war.random_play import play
from tests.loose_dice import LooseDice
from tests.systems import system_of

INSTEAD = plan_templates.INSTEAD.format(comment="")

ALSO = template_remarks.OTHER_RETREATS.format(areas="")

SEEDS = [3, 12]

SUBSETS = 4
"""Random subsets that are judged of each template."""


def is_alternative(line: str) -> bool:
    """Whether the comment of a line says that it excludes another."""
    return f"# {INSTEAD}" in line


def find_refusal(rules: GreatWar, position: Position, side: Side, lines: Sequence[str], dice: Dice) -> str:
    """The first line that is refused if these lines are one letter, or ""; no line may follow a roll."""
    for place, line in enumerate(lines, 1):
        for order in system_of(rules).notation.read(position, side, line):
            try:
                position, verdict = machine.play(rules, position, order, dice)
            except DiceNeeded:
                return "" if place == len(lines) else f"dice after {line}"
            if isinstance(verdict, Refused):
                return f"{line}: {[str(one) for one in verdict.objections]}"
    return ""


def list_templates(
    rules: GreatWar, seed: int, step: int
) -> Iterator[tuple[Position, OpenQuestion, tuple[str, ...]]]:
    """Some of the templates of a random game. Offensives exclude each other by their question."""
    for _, _, _, position in list(play(rules, seed, seasons=1))[::step]:
        for prompt in rules.prompts(position):
            if prompt.question != "offensive":
                yield position, prompt, system_of(rules).notation.template(position, prompt.side)


@pytest.fixture(params=["western", "eastern"])
def rules(request: pytest.FixtureRequest) -> GreatWar:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, GreatWar)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_without_a_mark_can_be_ordered_together(rules: GreatWar, seed: int) -> None:
    generator, marked, plain = random.Random(seed), 0, 0
    for position, prompt, template in list_templates(rules, seed, step=3):
        offered, agreed = examples(template), proposed(template)
        alternatives = [line for line in offered if is_alternative(line)]
        together = [line for line in offered if line not in alternatives]
        subsets = [together, *([line] for line in together)]
        subsets += ([line for line in together if generator.random() < 0.5] for _ in range(SUBSETS))
        for subset in subsets:
            lines = [*subset, *agreed]
            dice = LooseDice(generator)
            assert find_refusal(rules, position, prompt.side, lines, dice) == "", (prompt, lines)
        marked, plain = marked + len(alternatives), plain + len(together)
    assert marked
    assert plain


@pytest.mark.parametrize("seed", SEEDS)
def test_an_alternative_excludes_a_line_of_its_template(rules: GreatWar, seed: int) -> None:
    """A mark that is not needed would keep a player from orders that he may give."""
    for position, prompt, template in list_templates(rules, seed, step=3):
        if prompt.fact is Asking.REORDER_BATTLES:
            # Its question names the alternatives.
            continue
        offered, agreed = examples(template), proposed(template)
        for alternative in filter(is_alternative, offered):
            plain = [line for line in offered if not is_alternative(line) or line == alternative]
            above = plain[: plain.index(alternative)]
            subsets = (part for count in range(len(above) + 1) for part in combinations(above, count))
            letters = (
                letter for one in subsets for letter in ([*one, alternative, *agreed], [*plain, *agreed])
            )
            refusals = (find_refusal(rules, position, prompt.side, lines, NoDice()) for lines in letters)
            assert any(refusals), f"{alternative} excludes nothing in {template}"
            assert find_refusal(rules, position, prompt.side, [alternative], NoDice()) == ""


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_retreat_names_the_other_areas_that_are_legal(rules: GreatWar, seed: int) -> None:
    count = 0
    for position, prompt, template in list_templates(rules, seed, step=1):
        lines = [line for line in examples(template) if line.startswith("retreat ") and ALSO in line]
        for line in lines:
            order, _, named = line.partition(ALSO)
            (retreat,) = system_of(rules).notation.read(position, prompt.side, order.rstrip(" #"))
            assert isinstance(retreat, Retreat)
            borders = rules.theatre.areas[position.map.pieces[retreat.piece].area].borders
            legal = [to for to in borders if not [*rules.objections(position, retreat.replace(to=to))]]
            names = {area.name: area.id for area in rules.theatre.pack.map.areas}
            areas = [names[name] for name in named.split(", ") if name != template_remarks.LEFT_OUT]
            safe = [to for to in legal if control.friendly(position.map, to, prompt.side)]
            first, *others = [*safe, *(to for to in legal if to not in safe)]
            assert retreat.to == first
            assert areas == others[: len(areas)]
            assert len(areas) <= template_remarks.MOST_AREAS
            assert (template_remarks.LEFT_OUT in named) == (len(others) > len(areas))
            count += 1
    assert count
