"""One suite for every rule system and every pack: what the machine may rely on."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import Draw
from referee.engine.system import RuleSystem
from referee.faults import Unreadable
from referee.systems.great_war.rules import GreatWar
from referee.systems.skirmish.rules import Skirmish
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Purpose, Roll, Rolled, Side, to_data
from tests.great_war import random_play as campaigns
from tests.skirmish import random_play as raids
from tests.systems import system_of

MANUAL = Path(__file__).parents[2] / "referee" / "cli" / "pages" / "orders.md"

Rules = RuleSystem[Any, Any, Any]
Step = tuple[Any, Order | None, tuple[Event, ...], Any]


@dataclass(frozen=True)
class Played:
    """A game that was played, entry by entry, and what may never be of its positions."""

    rules: Rules
    steps: list[Step]
    broken: Callable[[Any], Iterator[str]]


GAMES = [
    "a campaign from the start", "a campaign from SUMMER 1917", "a campaign in the East",
    "the East from SUMMER 1917", "a raid",
]  # fmt: skip


@pytest.fixture(scope="module", params=GAMES)
def played(western: GreatWar, eastern: GreatWar, raid: Skirmish, request: pytest.FixtureRequest) -> Played:
    """Two seasons of a campaign in either theatre, one of a later year, or a raid to its end."""
    game = GAMES.index(request.param)
    if game > 3:
        steps = list(raids.play(raid, seed=game - 2))
        return Played(raid, steps, lambda position: raids.broken_invariants(raid, position))
    theatre = western if game < 2 else eastern
    late = game % 2 == 1
    # Games in which dice are thrown: there are others, of two seasons in which nobody attacks.
    seed, seasons, turn = 1914 if theatre is western else 1916, 1 if late else 2, 13 if late else None
    steps = list(campaigns.play(theatre, seed=seed, seasons=seasons, turn=turn))
    return Played(theatre, steps, lambda position: campaigns.broken_invariants(theatre, position))


def test_replaying_the_events_gives_the_position_back(played: Played) -> None:
    position = played.steps[0][0]
    for _, _, events, after in played.steps:
        position = machine.replay(played.rules, position, events)
        assert position == after


def test_every_entry_is_judged_again_to_the_same_events(played: Played) -> None:
    for before, order, events, _ in played.steps:
        assert machine.audit(played.rules, before, order, events).agrees, order


def test_an_entry_with_another_face_is_not_judged_the_same(played: Played) -> None:
    before, order, events, _ = next(step for step in played.steps if _thrown(step))
    bent = tuple(_without_faces(event) for event in events)
    assert not machine.audit(played.rules, before, order, bent).agrees


def test_only_questions_that_have_a_name_are_asked_about_what_has_one(played: Played) -> None:
    """Orders in advance are given by these names, and the manual lists them."""
    manual = MANUAL.read_text("utf-8")
    for before, _, _, _ in played.steps:
        for prompt in played.rules.prompts(before):
            assert prompt.question in played.rules.questions
            assert not prompt.subject or prompt.subject in system_of(played.rules).notation.subjects.find(
                prompt.subject
            )
    assert all(f"`{question}`" in manual for question in played.rules.questions)


def test_orders_and_events_survive_json(played: Played) -> None:
    orders, events = played.rules.orders, played.rules.events
    for _, order, happened, _ in played.steps:
        if order is not None:
            assert orders.read(to_data(order)) == order
        for event in happened:
            assert events.read(to_data(event)) == event


def test_what_is_written_is_read_back_as_the_same_order(played: Played) -> None:
    for before, order, _, _ in played.steps:
        if order is not None:
            line = system_of(played.rules).notation.write(order)
            assert system_of(played.rules).notation.read(before, order.side, line) == (order,), line


def test_every_event_is_witnessed_and_narrated(played: Played) -> None:
    for before, _, events, _ in played.steps:
        position = before
        for event in events:
            assert system_of(played.rules).secrecy.redact_event(event, REFEREE) == event
            system_of(played.rules).narrator.narrate(position, event)
            for viewer in (*played.rules.sides, PUBLIC):
                if (seen := system_of(played.rules).secrecy.redact_event(event, viewer)) is not None:
                    system_of(played.rules).narrator.narrate(position, seen)
            position = played.rules.evolve(position, event)


def test_a_throw_is_seen_by_its_owner_and_one_without_by_everybody(played: Played) -> None:
    """Else a copy could not be proved, or would tell how many dice were thrown unseen."""
    rules = played.rules
    thrown: Counter[str] = Counter()
    for _, _, events, _ in played.steps:
        for event in (event for event in events if isinstance(event, Rolled)):
            seen = {
                viewer: rolls(system_of(rules).secrecy.redact_event(event, viewer))
                for viewer in (*rules.sides, PUBLIC, REFEREE)
            }
            for roll in event.rolls:
                thrown[roll.key] += 1
                assert roll in seen[roll.key or PUBLIC], event
                assert (roll in seen[PUBLIC]) == (not roll.key), event
                assert roll.key or all(roll in some for some in seen.values()), event
    assert thrown
    if len(thrown) > 1:
        assert set(thrown) >= {"", *rules.sides}


def rolls(event: Event | None) -> tuple[Roll, ...]:
    return event.rolls if isinstance(event, Rolled) else ()


def test_a_side_can_follow_the_game_from_what_it_witnessed(played: Played) -> None:
    """The position folded from a side's own events shows it exactly what the full one shows it."""
    rules = played.rules
    for viewer in (*rules.sides, PUBLIC):
        position = played.steps[0][0]
        for _, _, events, after in played.steps:
            seen = (system_of(rules).secrecy.redact_event(event, viewer) for event in events)
            position = machine.replay(rules, position, (event for event in seen if event is not None))
            assert system_of(rules).secrecy.view(position, viewer) == system_of(rules).secrecy.view(
                after, viewer
            )


def test_every_position_asks_a_question_until_the_match_is_over(played: Played) -> None:
    rules, over = played.rules, False
    for before, _, _, after in played.steps:
        assert not over
        assert rules.prompts(before) or before is played.steps[0][0]
        over = not rules.prompts(after)
        if over:
            assert not rules.advance(after, _Ones()).events


def test_no_lawful_option_is_refused_by_the_machine(played: Played) -> None:
    """Everything that options offers and objections passes can be played without a fault."""
    rules, generator = played.rules, random.Random(1)
    for before, order, _, _ in played.steps[:: max(1, len(played.steps) // 12)]:
        if order is None:
            continue
        prompt = next(prompt for prompt in rules.prompts(before) if prompt.side == order.side)
        offered = list(rules.options(before, prompt))
        tried = generator.sample(offered, min(len(offered), 200))
        lawful = [option for option in tried if not any(rules.objections(before, option))]
        for option in lawful[:40]:
            outcome = rules.outcome(before, option, _Ones())
            assert outcome.after == machine.replay(rules, before, outcome.events), option
            assert not list(played.broken(outcome.after)), option


def test_no_template_holds_an_order_but_lines_that_become_one(played: Played) -> None:
    """Every line is a comment, and some can be read when the # before them is gone."""
    rules = played.rules
    for before, _, _, _ in played.steps[1 :: max(1, len(played.steps) // 40)]:
        for prompt in rules.prompts(before):
            lines = system_of(rules).notation.template(before, prompt.side)
            assert all(line.startswith("#") for line in lines)
            assert any(_is_order(rules, before, prompt.side, line.removeprefix("# ")) for line in lines)


def _is_order(rules: Rules, state: Any, side: Side, line: str) -> bool:
    try:
        return bool(system_of(rules).notation.read(state, side, line))
    except Unreadable:
        return False


def _thrown(step: Step) -> bool:
    return any(isinstance(event, Rolled) and event.rolls for event in step[2])


def _without_faces(event: Event) -> Event:
    if not isinstance(event, Rolled):
        return event
    bare = tuple(replace(roll, faces=()) for roll in event.rolls)
    return replace(event, rolls=bare)


class _Ones:
    """Dice that always come up one, and draws that change nothing."""

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: str | None = None
    ) -> Roll:
        return Roll(purpose=purpose, sides=sides, needed=needed, faces=(1,) * count)

    def shuffle(self, purpose: Purpose, items: Sequence[int]) -> Draw:
        return Draw(purpose, tuple(items))
