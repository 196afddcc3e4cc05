"""One suite for every rule system and every pack: what the machine may rely on."""

from collections.abc import Sequence

import pytest

from referee.core import machine
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.events import FireResolved, GreatWarEvent
from schemas.record import PUBLIC, REFEREE, Roll
from tests.great_war.random_play import Step, broken_invariants, play


@pytest.fixture(scope="module", params=[None, 13], ids=["from the start", "from SUMMER 1917"])
def steps(rules: GreatWar, request: pytest.FixtureRequest) -> list[Step]:
    """Two seasons of one game, or one of a later year, entry by entry."""
    turn = request.param
    return list(play(rules, seed=1914, seasons=2 if turn is None else 1, turn=turn))


def test_replaying_the_events_gives_the_position_back(rules: GreatWar, steps: list[Step]) -> None:
    position = steps[0][0]
    for _, _, events, after in steps:
        position = machine.replay(rules, position, events)
        assert position == after


def test_every_entry_is_judged_again_to_the_same_events(rules: GreatWar, steps: list[Step]) -> None:
    for before, order, events, _ in steps:
        assert machine.audit(rules, before, order, events), order


def test_an_entry_with_another_face_is_not_judged_the_same(rules: GreatWar, steps: list[Step]) -> None:
    before, order, events, _ = next(step for step in steps if _thrown(step))
    bent = tuple(_without_faces(event) for event in events)
    assert not machine.audit(rules, before, order, bent)


def test_orders_and_events_survive_json(rules: GreatWar, steps: list[Step]) -> None:
    for _, order, events, _ in steps:
        if order is not None:
            assert rules.orders.validate_json(rules.orders.dump_json(order)) == order
        for event in events:
            assert rules.events.validate_json(rules.events.dump_json(event)) == event


def test_what_is_written_is_read_back_as_the_same_order(rules: GreatWar, steps: list[Step]) -> None:
    for before, order, _, _ in steps:
        if order is not None:
            line = rules.write(order)
            assert rules.read(before, order.side, line) == (order,), line


def test_every_event_is_witnessed_and_narrated(rules: GreatWar, steps: list[Step]) -> None:
    for before, _, events, _ in steps:
        position = before
        for event in events:
            assert rules.witness(event, REFEREE) == event
            rules.narrate(position, event)
            position = rules.evolve(position, event)


def test_a_side_can_follow_the_game_from_what_it_witnessed(rules: GreatWar, steps: list[Step]) -> None:
    """The position folded from a side's own events shows it exactly what the full one shows it."""
    for viewer in (*rules.sides, PUBLIC):
        position = steps[0][0]
        for _, _, events, after in steps:
            seen = (rules.witness(event, viewer) for event in events)
            position = machine.replay(rules, position, (event for event in seen if event is not None))
            assert rules.view(position, viewer) == rules.view(after, viewer)


def test_every_position_asks_a_question_until_the_match_is_over(steps: list[Step]) -> None:
    assert all(after.agenda for _, _, _, after in steps)


def test_no_lawful_option_is_refused_by_the_machine(rules: GreatWar, steps: list[Step]) -> None:
    """Everything that options offers and objections passes can be played without a fault."""
    for before, order, _, _ in steps[:: max(1, len(steps) // 12)]:
        if order is None:
            continue
        prompt = next(prompt for prompt in rules.prompts(before) if prompt.side == order.side)
        for option in list(machine.lawful(rules, before, prompt))[:40]:
            assert not any(rules.objections(before, option))
            position = machine.replay(rules, before, rules.outcome(before, option, _Ones()))
            assert not list(broken_invariants(rules, position)), option


def _thrown(step: Step) -> bool:
    return any(isinstance(event, FireResolved) and event.rolls for event in step[2])


def _without_faces(event: GreatWarEvent) -> GreatWarEvent:
    if not isinstance(event, FireResolved):
        return event
    return event.model_copy(
        update={"rolls": tuple(roll.model_copy(update={"faces": ()}) for roll in event.rolls)}
    )


class _Ones:
    """Dice that always come up one, and draws that change nothing."""

    def throw(self, purpose: str, count: int, *, needed: int, sides: int = 6) -> Roll:
        return Roll(purpose=purpose, sides=sides, needed=needed, faces=(1,) * count)

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        return tuple(items)
