"""The machine: it judges, plays on to the next question, replays and audits."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from referee.engine.dice import Dice, DiceNeeded, written
from referee.engine.system import EventT, OrderT, RuleSystem, StateT
from referee.engine.verdict import Accepted, Refused
from schemas.record import Prompt, Side


def replay(rules: RuleSystem[StateT, OrderT, EventT], state: StateT, events: Iterable[EventT]) -> StateT:
    """The position after these events."""
    return reduce(rules.evolve, events, state)


def decide(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT, dice: Dice
) -> Accepted[EventT] | Refused:
    """Judge one order. The dice stay in the cup if anything speaks against it."""
    if against := tuple(rules.objections(state, order)):
        return Refused(against)
    return Accepted(rules.outcome(state, order, dice).events)


def run_on(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, dice: Dice
) -> tuple[StateT, tuple[EventT, ...]]:
    """Do the work nobody is asked about, up to the next question or the end."""
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
    outcome = rules.outcome(state, order, dice)
    state, more = run_on(rules, outcome.after, dice)
    return state, Accepted(outcome.events + more)


def lawful(rules: RuleSystem[StateT, OrderT, EventT], state: StateT, prompt: Prompt) -> Iterator[OrderT]:
    """The answers nothing objects to."""
    return (order for order in rules.options(state, prompt) if not any(rules.objections(state, order)))


def audit(
    rules: RuleSystem[StateT, OrderT, EventT],
    state: StateT,
    order: OrderT | None,
    events: tuple[EventT, ...],
    owners: Mapping[str, Side] | None = None,
) -> bool:
    """Whether today's rules, with that day's dice, say the same again; `None` is the opening of the match.

    `owners` says whose each key of a secret throw is, where that is known.
    """
    dice = written(events, owners)
    try:
        if order is None:
            return run_on(rules, state, dice)[1] == events
        return play(rules, state, order, dice)[1] == Accepted(events)
    except DiceNeeded:
        return False
