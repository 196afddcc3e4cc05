"""The sealed orders of a letter are judged as a set: all faults at once, and none for another line's sake."""

import random
from collections.abc import Iterator
from typing import cast

import pytest

from referee.engine import machine
from referee.engine.dice import NoDice
from referee.engine.system import State
from referee.matches.judging.judge_letter import LetterJudgement, judge_lines
from referee.systems.faces import Game
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.letter import LetterLine
from schemas.record import Side
from tests.loose_dice import LooseDice
from tests.skirmish.random_play import play
from tests.systems import system_of


def judge(rules: Skirmish, state: Position, side: Side, lines: list[str]) -> LetterJudgement:
    """A letter, one order a line."""
    orders = [LetterLine(line=number, text=text, typed=text) for number, text in enumerate(lines, 1)]
    return judge_lines(cast(Game, system_of(rules)), cast(State, state), side, orders, lambda _: NoDice())


def first_movement(rules: Skirmish) -> Position:
    state = rules.start()
    for side in rules.sides:
        state, _ = machine.play(
            rules, state, system_of(rules).notation.read(state, side, "done")[0], LooseDice(random.Random(1))
        )
    return state


FAULTY = [
    "commander manoeuvre to 24,60",
    "section 1 manoeuvre to 18,9",
    "section 9 manoeuvre to 18,9",
    "br-s2-1 hide",
    "barrage br-art-9 at 20,30",
    "br-mg-1 look at c09",
    "mask on br-mg-2",
]
"""The second line is lawful, the third is no order, the others are refused each for a reason of its own."""


def test_every_line_of_a_letter_is_judged(raid: Skirmish) -> None:
    judgement = judge(raid, first_movement(raid), "british", FAULTY)

    assert [fell.source.line for fell in judgement.refused_lines] == [1, 3, 4, 5, 6, 7]
    assert judgement.unjudged_lines == []


def test_the_word_that_closes_the_orders_is_not_judged_with_faults_before_it(raid: Skirmish) -> None:
    judgement = judge(raid, first_movement(raid), "british", ["br-s2-1 hide", "done", "mask on br-mg-2"])

    assert [fell.source.line for fell in judgement.refused_lines] == [1]
    assert [asked.line for asked in judgement.unjudged_lines] == [2, 3]


DEPENDENT = {
    "a second order for the same figure": ["br-s1-1 manoeuvre to 18,60", "br-s1-1 hide"],
    "a friend who would make room": ["br-s1-5 manoeuvre to 20,60", "br-s1-4 manoeuvre to 20.5,6"],
    "a friend who may be named in a line that cannot be read": [
        "br-s1-fife manoeuvre to 20,9",
        "br-s1-4 manoeuvre to 20.5,6",
    ],
}
"""A line that is refused, and one that might be lawful if the first were right."""


@pytest.mark.parametrize("lines", DEPENDENT.values(), ids=DEPENDENT)
def test_a_line_that_counts_on_a_refused_one_is_not_held_against_its_writer(
    raid: Skirmish, lines: list[str]
) -> None:
    judgement = judge(raid, first_movement(raid), "british", lines)

    assert [fell.source.line for fell in judgement.refused_lines] == [1]
    assert [asked.line for asked in judgement.unjudged_lines] == [2]


def letters(rules: Skirmish, seed: int) -> Iterator[tuple[Position, Side, list[str]]]:
    """Letters of lawful and spoilt lines from the questions of a random game."""
    generator = random.Random(seed)
    for _, _, _, state in play(rules, seed):
        prompts = rules.prompts(state)
        if prompts and generator.random() < 0.08:
            side = prompts[0].side
            options = [system_of(rules).notation.write(order) for order in rules.options(state, prompts[0])]
            lines = [line for line in options if line != "done"]
            chosen = generator.sample(lines, min(5, len(lines)))
            yield state, side, [line if generator.random() < 0.7 else f"{line} else" for line in chosen]


@pytest.mark.parametrize("seed", [6])
def test_a_fault_of_a_line_is_its_own(raid: Skirmish, seed: int) -> None:
    """A line that falls in a letter falls as well where all the others that fell are left out."""
    tried = 0
    for state, side, lines in letters(raid, seed):
        falls = {fell.source.line for fell in judge(raid, state, side, lines).refused_lines}
        for line in falls:
            alone = [text for number, text in enumerate(lines, 1) if number == line or number not in falls]
            assert lines[line - 1] in {
                fell.source.text for fell in judge(raid, state, side, alone).refused_lines
            }  # type: ignore[union-attr]
            tried += 1
    assert tried > 5


def test_remedies_are_for_the_same_figure_and_near_the_place(raid: Skirmish) -> None:
    state = first_movement(raid)
    judgement = judge(raid, state, "british", ["br-hq-1 manoeuvre to 60,14"])

    assert judgement.refused_lines[0].nearest[0] == "rush br-hq-1 to 39.00,6.00"
