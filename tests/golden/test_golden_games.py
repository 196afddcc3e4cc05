"""Whole games of the scripted players: what each side ordered, and what it read of what came of it.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest

from referee.analysis import skirmish_players
from referee.analysis.skirmish_players import TEMPERS
from referee.engine import machine
from referee.packs import loading
from referee.reports import event_text
from referee.reports.formats import plain_text
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.record import REFEREE, Rolled
from schemas.reports import Block
from schemas.skirmish.events import SkirmishEvent
from tests.golden.approving import check
from tests.loose_dice import LooseDice
from tests.systems import system_of

GAMES = (
    ("dawn-sap", "bold", "careful"),
    ("farm-crossroads", "careful", "bold"),
    ("mine-crater", "bold", "bold"),
)
"""A scenario, and the tempers of the two players in the order of its sides."""


REPORTED = 4
"""The turn in which both sides read the whole situation."""


def course(rules: Skirmish, tempers: tuple[str, str], seed: int) -> Iterator[str]:
    """The lines of a game from its set-up to its end."""
    rng, dice = random.Random(seed), LooseDice(random.Random(seed))
    before = rules.start()
    state, events = machine.run_on(rules, before, dice)
    yield from told(rules, before, events, state)
    while asked := rules.prompts(state):
        for prompt in asked:
            temper = TEMPERS[tempers[rules.sides.index(prompt.side)]]
            written = skirmish_players.answer(rules, state, prompt.side, temper, rng)
            if (prompt.question, state.turn) == ("movement", REPORTED):
                yield from lines(system_of(rules).narrator.situation(state, prompt.side))
            yield f"-- {prompt.side} is asked for {prompt.question}, turn {state.turn}"
            yield from map(system_of(rules).notation.write, written.plan(prompt.side).plots)
            state = written
        before = state
        state, events = machine.run_on(rules, state, dice)
        yield from told(rules, before, events, state)
    for side in rules.sides:
        yield from lines(
            (
                *system_of(rules).narrator.situation(state, side),
                *system_of(rules).narrator.control(state, side),
            )
        )
        drawable = system_of(rules).pictures.drawable(state, side)
        yield f"-- the ranges that {side} may draw: {', '.join(drawable)}"


def told(rules: Skirmish, state: Position, events: Sequence[SkirmishEvent], after: Position) -> Iterator[str]:
    """What each side reads of some events, and how it stands after them."""
    for viewer in rules.sides:
        yield f"-- {viewer} reads"
        now = state
        for event in events:
            seen = system_of(rules).secrecy.redact_event(event, viewer)
            if seen is not None:
                yield from lines(event_text.narrate(system_of(rules), now, seen))
            now = rules.evolve(now, event)
        yield from lines(system_of(rules).narrator.change(state, after, viewer))
    whose = Counter(roll.key for event in events if isinstance(event, Rolled) for roll in event.rolls)
    yield f"-- throws, by those who see them: {dict(whose)}"
    for viewer in (*rules.sides, REFEREE):
        score = system_of(rules).pictures.score(after, viewer)
        yield f"-- {viewer}, {score.moment}: {score.points:+} {score.level} {dict(score.held)}"


def lines(blocks: Iterable[Block]) -> Iterator[str]:
    """Blocks as lines of a letter."""
    for block in blocks:
        yield from plain_text.lines_of(block, 100)


@pytest.mark.parametrize(("name", "one", "other"), GAMES)
def test_a_game_runs_as_it_was_approved(
    request: pytest.FixtureRequest, name: str, one: str, other: str
) -> None:
    rules = Skirmish(loading.load("skirmish").pack, name)

    check(request, f"game.{name}.txt", "\n".join(course(rules, (one, other), 1)) + "\n")
