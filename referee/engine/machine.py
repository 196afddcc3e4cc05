"""The machine: it judges, plays on to the next question, replays and audits."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Generic

from referee.engine.dice import RECORDED, Dice, DiceNeeded, FiledDice, replay_dice
from referee.engine.facts import Asked
from referee.engine.system import Accepted, EventT, OrderT, Refused, RuleSystem, StateT
from schemas.record import Side, Value
from schemas.vocabulary import VOCABULARY, as_said_in


def replay(rules: RuleSystem[StateT, OrderT, EventT], state: StateT, events: Iterable[EventT]) -> StateT:
    """Return the position after these events."""
    return reduce(rules.evolve, events, state)


def decide(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT, dice: Dice
) -> Accepted[EventT] | Refused:
    """Judge one order. No die is rolled if the rules object to it."""
    if against := tuple(rules.objections(state, order)):
        return Refused(against)
    return Accepted(rules.outcome(state, order, dice).events)


def run_on(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, dice: Dice
) -> tuple[StateT, tuple[EventT, ...]]:
    """Run the steps that ask no question, up to the next question or the end."""
    happened: tuple[EventT, ...] = ()
    try:
        while not rules.prompts(state) and (more := rules.advance(state, dice)).events:
            happened += more.events
            state = more.after
    except DiceNeeded as needed:
        needed.happened = happened
        raise
    return state, happened


def play(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT, dice: Dice
) -> tuple[StateT, Accepted[EventT] | Refused]:
    """Judge an order, then run the match on to the next question."""
    if against := tuple(rules.objections(state, order)):
        return state, Refused(against)
    return carry_out(rules, state, order, dice)


def carry_out(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT, dice: Dice
) -> tuple[StateT, Accepted[EventT]]:
    """Run the match on to the next question from an order that was judged legal in this position."""
    outcome = rules.outcome(state, order, dice)
    state, more = run_on(rules, outcome.after, dice)
    return state, Accepted(outcome.events + more)


def sift(rules: RuleSystem[StateT, OrderT, EventT], state: StateT, prompt: Asked) -> Iterator[OrderT]:
    """Yield the legal answers by judging each option: this works for any system."""
    return (order for order in rules.options(state, prompt) if not any(rules.objections(state, order)))


class Audited(Value, Generic[StateT]):
    """The result of an audit: `agrees` is True if today's rules say the same of an order.

    `after` is the position that today's rules reach, or None unless it is reached by the recorded events.
    """

    agrees: bool
    after: StateT | None = None


def audit(
    rules: RuleSystem[StateT, OrderT, EventT],
    state: StateT,
    order: OrderT | None,
    events: tuple[EventT, ...],
    owners: Mapping[str, Side] | None = None,
    *,
    vocabulary: int = VOCABULARY,
    format: int = RECORDED,
) -> Audited[StateT]:
    """Audit an order, or the opening of the match if `order` is None, and keep the position after it.

    `owners` are the known owners of keys of secret rolls, `vocabulary` is the number of the vocabulary that
    the events were filed in, and `format` is the journal's spelling of purposes.
    """
    try:
        dice = FiledDice(replay_dice(events, owners), format, rules.spell_purpose)
        after, again = _play_again(rules, state, order, dice)
    except DiceNeeded:
        return Audited(agrees=False)
    agrees = again is not None and tuple(as_said_in(event, vocabulary) for event in again) == events
    return Audited(agrees, after if agrees and again == events else None)


def judge_again(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT | None, dice: Dice
) -> tuple[EventT, ...] | None:
    """Return the events of an order by today's rules, or None if they refuse it; no order is the opening."""
    return _play_again(rules, state, order, dice)[1]


def _play_again(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT | None, dice: Dice
) -> tuple[StateT, tuple[EventT, ...] | None]:
    if order is None:
        return run_on(rules, state, dice)
    after, verdict = play(rules, state, order, dice)
    return after, None if isinstance(verdict, Refused) else verdict.events
