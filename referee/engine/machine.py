"""The machine: it judges, plays on to the next question, replays and audits."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import cast

from referee.engine.dice import Dice, DiceNeeded, replay_dice
from referee.engine.purposes import RECORDED, FiledDice
from referee.engine.system import EventT, OrderT, RuleSystem, Sifting, StateT
from referee.engine.verdict import Accepted, Refused
from referee.values.memory import find_after, keep_trail, note_after, teach
from schemas.record import Prompt, Side
from schemas.vocabulary import VOCABULARY, as_said_in


def replay(rules: RuleSystem[StateT, OrderT, EventT], state: StateT, events: Iterable[EventT]) -> StateT:
    """The position after these events, which is not worked out again while it is in use."""
    happened = tuple(events)
    if not happened:
        return state
    after = find_after(state, happened)
    if after is None:
        trail = tuple(accumulate(happened, rules.evolve, initial=state))
        after = trail[-1]
        note_after(state, happened, after)
        # An audit goes the same way again.
        keep_trail(trail)
    return after


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
    """Do the work that asks no question, up to the next question or the end."""
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
    if isinstance(rules, Sifting):
        return cast(Sifting[StateT, OrderT], rules).lawful(state, prompt)
    return (order for order in rules.options(state, prompt) if not any(rules.objections(state, order)))


def audit(
    rules: RuleSystem[StateT, OrderT, EventT],
    state: StateT,
    order: OrderT | None,
    events: tuple[EventT, ...],
    owners: Mapping[str, Side] | None = None,
    *,
    vocabulary: int = VOCABULARY,
    format: int = RECORDED,
) -> bool:
    """Whether today's rules, with that day's dice, say the same again; `None` is the opening of the match.

    `owners` says whose each key of a secret throw is, where that is known, `vocabulary` what events could
    say when these were filed, and `format` how their journal spells purposes.
    """
    try:
        dice = FiledDice(replay_dice(events, owners), format, rules.word_purpose)
        after, again = _play_again(rules, state, order, dice)
    except DiceNeeded:
        return False
    if again == events:
        # What the rules have just found out about the position after it, they are asked next.
        teach(find_after(state, events), after)
    return again is not None and tuple(as_said_in(event, vocabulary) for event in again) == events


def judge_again(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT | None, dice: Dice
) -> tuple[EventT, ...] | None:
    """What today's rules make of an order, or of no order at the opening; nothing if they refuse it."""
    return _play_again(rules, state, order, dice)[1]


def _play_again(
    rules: RuleSystem[StateT, OrderT, EventT], state: StateT, order: OrderT | None, dice: Dice
) -> tuple[StateT, tuple[EventT, ...] | None]:
    if order is None:
        return run_on(rules, state, dice)
    after, verdict = play(rules, state, order, dice)
    return after, None if isinstance(verdict, Refused) else verdict.events
