"""Judgement of a move in the copy of a side, by the rules of a game of tables."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from referee.engine import machine
from referee.engine.copy_check import ORDER, CopiedDice, CopiedMove, Finding, Judgement, ViewFact, compare
from referee.engine.dice import DiceNeeded
from referee.engine.facts import Statable, state
from referee.engine.system import Refused
from referee.systems.tabular.rules import TabularRules
from referee.systems.tabular.tables import StateT
from schemas.model import Order
from schemas.record import REFEREE, Event, Rolled, Shuffled, Side

UNFIT = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""Exceptions of rules that go on from other items than the drawn ones."""

Redact = Callable[[Event, Side], Event | None]


def judge(
    rules: TabularRules[StateT], position: StateT, seen: CopiedMove[Order, Event], redact: Redact
) -> Judgement:
    """Judge a move in the position that the reader of the copy knows.

    A move is judged if its order is known and the position hides nothing, up to its first hidden draw. Other
    moves are not judged.
    """
    if seen.order is None and seen.author != REFEREE:
        return _leave(seen, ViewFact.ORDER_UNSEEN)
    if not rules.tables.knows(position):
        return _leave(seen, ViewFact.FACTS_HIDDEN)
    known_count = _count_known(seen.events)
    try:
        if seen.order is None:
            _, events = machine.run_on(rules, position, CopiedDice(seen.events))
        else:
            _, verdict = machine.play(rules, position, seen.order, CopiedDice(seen.events))
            if isinstance(verdict, Refused):
                clauses = tuple(dict.fromkeys(rules.clause_number(one.clause) for one in verdict.objections))
                return Judgement(wrong=(Finding(ORDER, state(ViewFact.ORDER_UNLAWFUL, clauses=clauses)),))
            events = verdict.events
    except (DiceNeeded, *UNFIT) as error:
        if known_count < len(seen.events):
            # Other items than the drawn ones may need other dice, or lead to no position at all.
            return _leave(seen, ViewFact.DECK_HIDDEN)
        if isinstance(error, DiceNeeded):
            return Judgement(wrong=(Finding(ORDER, state(ViewFact.DICE_TOO_FEW)),))
        raise
    visible = [event for one in events if (event := redact(one, seen.viewer)) is not None][:known_count]
    proofs = [_drop_proofs(event) for event in seen.events[:known_count]]
    hidden_numbers = range(known_count + 1, len(seen.events) + 1)
    return Judgement(
        wrong=tuple(compare(proofs, [_drop_proofs(event) for event in visible])),
        unjudged=tuple(Finding(number, state(ViewFact.DECK_HIDDEN)) for number in hidden_numbers),
    )


def _count_known(events: Sequence[Event]) -> int:
    """Return the number of events up to the first draw whose order the reader of the copy does not see.

    The events after it may depend on the drawn items.
    """
    draws = (
        number for number, event in enumerate(events, 1) if isinstance(event, Shuffled) and not event.order
    )
    return next(draws, len(events))


def _drop_proofs(event: Event) -> Event:
    """Return an event without the draws and keys of its rolls, which the journal adds."""
    if not isinstance(event, Rolled):
        return event
    rolls = tuple(replace(roll, draw=0, key="", owner="") for roll in event.rolls)
    return replace(event, rolls=rolls)


def _leave(seen: CopiedMove[Order, Event], fact: Statable) -> Judgement:
    """Return the judgement of a move that cannot be judged."""
    numbers = (ORDER, *(number for number, _ in enumerate(seen.events, 1)))
    return Judgement(unjudged=tuple(Finding(number, state(fact)) for number in numbers))
