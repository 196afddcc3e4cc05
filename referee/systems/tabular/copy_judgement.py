"""Judgement of a move from a side's copy, for a game of tables."""

from collections.abc import Callable

from msgspec.structs import replace

from referee.engine import machine
from referee.engine.copy_check import ORDER, Finding, Judgement, Seen, SeenDice, ViewFact, compare
from referee.engine.dice import DiceNeeded
from referee.engine.facts import Statable, state
from referee.engine.system import Refused
from referee.systems.tabular.rules import TabularRules
from referee.systems.tabular.tables import StateT
from schemas.model import Order
from schemas.record import REFEREE, Event, Rolled, Side

Redact = Callable[[Event, Side], Event | None]


def judge(
    rules: TabularRules[StateT], position: StateT, seen: Seen[Order, Event], redact: Redact
) -> Judgement:
    """Judge a move in the position that the reader of the copy knows.

    A move is judged if its order is known and the position hides nothing. Other moves are not judged.
    """
    if seen.order is None and seen.author != REFEREE:
        return _leave(seen, ViewFact.ORDER_UNSEEN)
    if not rules.tables.knows(position):
        return _leave(seen, ViewFact.FACTS_HIDDEN)
    try:
        if seen.order is None:
            _, events = machine.run_on(rules, position, SeenDice(seen.events))
        else:
            _, verdict = machine.play(rules, position, seen.order, SeenDice(seen.events))
            if isinstance(verdict, Refused):
                clauses = tuple(dict.fromkeys(rules.clause_number(one.clause) for one in verdict.objections))
                return Judgement(wrong=(Finding(ORDER, state(ViewFact.ORDER_UNLAWFUL, clauses=clauses)),))
            events = verdict.events
    except DiceNeeded:
        return Judgement(wrong=(Finding(ORDER, state(ViewFact.DICE_TOO_FEW)),))
    visible = [event for one in events if (event := redact(one, seen.viewer)) is not None]
    proofs = [_drop_proofs(event) for event in seen.events]
    return Judgement(wrong=tuple(compare(proofs, [_drop_proofs(event) for event in visible])))


def _drop_proofs(event: Event) -> Event:
    """Return an event without the draws and keys of its rolls, which the journal adds."""
    if not isinstance(event, Rolled):
        return event
    rolls = tuple(replace(roll, draw=0, key="", owner="") for roll in event.rolls)
    return replace(event, rolls=rolls)


def _leave(seen: Seen[Order, Event], fact: Statable) -> Judgement:
    """Return the judgement of a move that cannot be judged."""
    numbers = (ORDER, *(number for number, _ in enumerate(seen.events, 1)))
    return Judgement(unjudged=tuple(Finding(number, state(fact)) for number in numbers))
