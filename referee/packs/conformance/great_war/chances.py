"""Exact chances of a case: its battles are fought by the machine for every sequence of dice."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from referee.engine import enumeration, machine
from referee.engine.dice import Dice
from referee.engine.verdict import Refused
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.case import Fought
from schemas.great_war.events import TurnClosed
from schemas.great_war.orders import GreatWarOrder, Lose


def differences(rules: GreatWar, end: Position, fought: Fought) -> tuple[str, ...]:
    """How the chances differ from those that a case expects."""
    must = {told: Fraction(chance) for told, chance in fought.left.items()}
    found = work_out(rules, end, fought.answers)
    return tuple(
        f"the chance of `{told}` is {found.get(told, 0)}, and must be {must.get(told, 0)}"
        for told in sorted({*found, *must})
        if found.get(told, 0) != must.get(told, 0)
    )


def work_out(rules: GreatWar, position: Position, answers: Sequence[str]) -> Mapping[str, Fraction]:
    """How likely each end of a player turn is, told by the strength that each side has left on the map."""
    waiting = [(position, Fraction(1))]
    over: dict[str, Fraction] = {}
    while waiting:
        state, chance = waiting.pop()
        order = _answer(rules, state, answers)
        for (after, closed), share in enumeration.ends(partial(_play, rules, state, order)):
            if closed:
                left = _leave(rules, after)
                over[left] = over.get(left, Fraction(0)) + chance * share
            else:
                waiting.append((after, chance * share))
        waiting = enumeration.merge(waiting)
    return over


def _play(rules: GreatWar, state: Position, order: GreatWarOrder | None, dice: Dice) -> tuple[Position, bool]:
    """Where an order, or the work that asks no question, leads, and whether that closes the turn."""
    if order is None:
        events = rules.advance(state, dice).events
    else:
        verdict = machine.decide(rules, state, order, dice)
        assert not isinstance(verdict, Refused)
        events = verdict.events
    return machine.replay(rules, state, events), any(isinstance(event, TurnClosed) for event in events)


def _answer(rules: GreatWar, position: Position, answers: Sequence[str]) -> GreatWarOrder | None:
    """The first lawful answer that the case prefers, or a loss or `done`; `None` without a question."""
    prompts = rules.prompts(position)
    if not prompts:
        return None
    write = GreatWarNotation(rules.narrator).write
    lawful = {write(order): order for order in machine.lawful(rules, position, prompts[0])}
    quiet = (order for order in lawful.values() if isinstance(order, Lose) or order.type == "done")
    return next((lawful[answer] for answer in answers if answer in lawful), None) or next(quiet)


def _leave(rules: GreatWar, position: Position) -> str:
    """What each side has left: a fort by its strength, and every other piece but armies."""
    left = Counter[str]()
    for piece in position.map.pieces.values():
        left[piece.side] += piece.strength if piece.kind == "fort" else piece.kind != "army"
    return ", ".join(f"{side} {left[side]}" for side in rules.sides)
