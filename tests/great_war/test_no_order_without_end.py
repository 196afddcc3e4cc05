"""No lawful order that changes nothing can be given for ever: tried by walks that change nothing.

From positions of games on a small theatre some steps are taken at random, and then only those that lead back
to what has been on the board before. Such a walk has to come to its end while the question is open. Not among
the steps are words about peace and plans begun anew, which hold nobody up.
"""

from collections.abc import Hashable, Iterator
from random import Random

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.facts import Asked
from referee.systems.great_war.movement import reorganisation
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import Anew, Battle, Done, GreatWarOrder, Join, Leave, ParleyOrder, Transfer
from tests.great_war.test_options_are_exact import asked_once
from tests.loose_dice import LooseDice

OPEN_ENDED = {
    "movement", "pass-move", "battles", "combat-cards", "retreat-after", "reinforcements", "production",
}  # fmt: skip
"""Questions that take any number of answers."""

FIRST_STEPS = 6
LONGEST = 90
TRIED = 60
"""The most orders that are looked at for a step; those that may lead back come first."""


def board(rules: GreatWar, position: Position, prompt: Asked) -> Hashable:
    """What a position is without the memory of how it came about; a plan is what it comes to."""
    there = plans.draft(rules.theatre, position, prompt.side)
    pieces = tuple(sorted((id, replace(piece, been=())) for id, piece in there.map.pieces.items()))
    now = there.now and (there.now.battles, there.now.played, there.now.bonus, there.now.rails)
    hands = tuple(sorted(there.hands.items()))
    return pieces, tuple(sorted(there.map.owner.items())), hands, now, position.task


def steps(rules: GreatWar, position: Position, prompt: Asked, generator: Random) -> list[GreatWarOrder]:
    """Lawful orders, but for those that end the question or do not belong to the game."""
    lawful: list[GreatWarOrder] = [
        order for order in rules.lawful(position, prompt) if not isinstance(order, Done | Anew | ParleyOrder)
    ]
    generator.shuffle(lawful)
    lawful.sort(key=lambda order: not isinstance(order, Join | Leave | Transfer | Battle))
    return lawful[:TRIED]


def still(rules: GreatWar, position: Position, prompt: Asked) -> bool:
    """Whether the same question is open."""
    return any((one.side, one.question) == (prompt.side, prompt.question) for one in rules.prompts(position))


def walk(rules: GreatWar, position: Position, prompt: Asked, generator: Random) -> int:
    """How many steps change nothing, one after the other."""
    dice, seen, idle = LooseDice(generator), {board(rules, position, prompt)}, 0
    for step in range(FIRST_STEPS + LONGEST):
        able = steps(rules, position, prompt, generator)
        tries = ((order, machine.play(rules, position, order, dice)[0]) for order in able)
        if step < FIRST_STEPS:
            found = next(((order, after) for order, after in tries if still(rules, after, prompt)), None)
        else:
            found = next(
                (
                    (order, after)
                    for order, after in tries
                    if still(rules, after, prompt) and board(rules, after, prompt) in seen
                ),
                None,
            )
            idle += found is not None
        if found is None and step >= FIRST_STEPS:
            return idle
        if found is not None:
            position = found[1]
            seen.add(board(rules, position, prompt))
    return idle


def walks(western: GreatWar, games: int) -> Iterator[tuple[str, int]]:
    """The walks from some positions of each question."""
    generator = Random(1915)
    tried = dict.fromkeys(OPEN_ENDED, max(1, games // 6))
    for turn in (13, 18):
        for rules, position, prompt in asked_once(western.theatre.pack, turn, seed=3):
            if tried.get(prompt.question, 0) and generator.random() < 0.5:
                tried[prompt.question] -= 1
                yield prompt.question, walk(rules, position, prompt, generator)


def test_what_changes_nothing_comes_to_an_end(western: GreatWar, games: int) -> None:
    lengths = list(walks(western, games))
    assert {question for question, _ in lengths} >= {"movement", "pass-move", "production"}
    assert [one for one in lengths if one[1] >= LONGEST] == []


def test_such_a_walk_would_find_an_end_that_is_missing(
    western: GreatWar, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reorganisation, "OFTENEST", 1000)
    assert any(length >= LONGEST for _, length in walks(western, games))
