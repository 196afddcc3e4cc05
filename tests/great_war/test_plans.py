"""Plans under seal: both sides make theirs at once, neither sees the other's, and both happen together."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import NoDice
from referee.engine.system import Accepted
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Plan, Position
from referee.systems.great_war.state.tasks import MakePlans, TrimHands
from schemas.great_war.events import CampaignEnded, PlanExtended
from schemas.great_war.orders import Buy, Done, GreatWarOrder, Place, Transfer
from schemas.record import PUBLIC, REFEREE
from tests.great_war.proposals import proposed
from tests.great_war.random_play import play
from tests.great_war.samples import EN, GE
from tests.loose_dice import LooseDice
from tests.systems import system_of


@pytest.fixture(scope="module")
def phases(western: GreatWar) -> tuple[Position, ...]:
    """The beginnings of phases in which both sides plan, out of several games."""
    return tuple(
        after
        for seed in (1, 4)
        for before, _, _, after in play(western, seed, seasons=3)
        if isinstance(after.task, MakePlans) and not isinstance(before.task, MakePlans)
    )


def plan_of(western: GreatWar, position: Position, side: str) -> tuple[GreatWarOrder, ...]:
    """The orders of the safe plan."""
    orders: list[GreatWarOrder] = []
    for line in proposed(system_of(western).notation.template(position, side)):
        for order in system_of(western).notation.read(position, side, line):
            orders.append(order)
            position = carried_out(western, position, (order,))
    return tuple(orders)


def carried_out(western: GreatWar, position: Position, orders: tuple[GreatWarOrder, ...]) -> Position:
    for order in orders:
        position, verdict = machine.play(western, position, order, LooseDice(Random(1914)))
        assert isinstance(verdict, Accepted), (order, verdict)
    return position


def asked(western: GreatWar, position: Position) -> set[str]:
    return {prompt.side for prompt in western.prompts(position)}


def test_both_sides_are_asked_for_their_production_at_once(
    western: GreatWar, phases: tuple[Position, ...]
) -> None:
    production = [position for position in phases if position.task == MakePlans("production")]
    assert production
    assert all(asked(western, position) == {GE, EN} for position in production)


def test_the_template_is_a_whole_plan_for_every_phase(
    western: GreatWar, phases: tuple[Position, ...]
) -> None:
    for position in phases:
        for side in asked(western, position):
            after = carried_out(western, position, plan_of(western, position, side))
            # Where nobody else had to plan, the next phase has begun and may ask the same side.
            assert after.task != position.task or side not in asked(western, after)


def test_it_does_not_matter_who_plans_first(western: GreatWar, phases: tuple[Position, ...]) -> None:
    both = [position for position in phases if asked(western, position) == {GE, EN}]
    assert both
    for position in both:
        plans = [plan_of(western, position, side) for side in (GE, EN)]
        one = carried_out(western, position, (*plans[0], *plans[1]))
        other = carried_out(western, position, (*plans[1], *plans[0]))
        assert one == other


def alternatives(western: GreatWar, position: Position) -> Iterator[Position]:
    """The position with other plans of the Entente than the one it has."""
    yield replace(position, plans={**position.plans, EN: Plan()})
    for prompt in western.prompts(position):
        if prompt.side == EN:
            lawful = [order for order in western.lawful(position, prompt) if not isinstance(order, Done)]
            for order in lawful[:: max(1, len(lawful) // 4)]:
                events = western.outcome(position, order, NoDice()).events
                yield machine.replay(western, position, (e for e in events if isinstance(e, PlanExtended)))


def test_positions_that_differ_in_the_plan_of_the_other_side_look_alike(
    western: GreatWar, phases: tuple[Position, ...]
) -> None:
    differing = 0
    for here in phases:
        prompts = [prompt for prompt in western.prompts(here) if prompt.side == GE]
        for there in alternatives(western, here):
            differing += here != there
            for viewer in (GE, PUBLIC):
                assert system_of(western).secrecy.view(here, viewer) == system_of(western).secrecy.view(
                    there, viewer
                )
                assert system_of(western).narrator.situation(here, viewer) == system_of(
                    western
                ).narrator.situation(there, viewer)
            assert western.prompts(here) == western.prompts(there)
            assert system_of(western).notation.template(here, GE) == system_of(western).notation.template(
                there, GE
            )
            for prompt in prompts:
                options = list(western.options(here, prompt))
                assert options == list(western.options(there, prompt))
                for order in options[:: max(1, len(options) // 20)]:
                    assert [*western.objections(here, order)] == [*western.objections(there, order)]
    assert differing


def test_a_side_sees_its_own_plan_and_the_referee_sees_both(
    western: GreatWar, phases: tuple[Position, ...]
) -> None:
    position = next(position for position in phases if position.task == MakePlans("production"))
    order = system_of(western).notation.read(position, EN, "buy 3 cards")[0]
    planned = carried_out(western, position, (order,))
    for viewer, count in ((EN, 1), (REFEREE, 1), (GE, 0), (PUBLIC, 0)):
        (plan,) = [plan for plan in system_of(western).secrecy.view(planned, viewer).plans if plan.side == EN]
        assert (len(plan.planned), plan.spent) == (count, 3 * count)


def test_a_plan_may_be_torn_up_until_it_is_closed(western: GreatWar, phases: tuple[Position, ...]) -> None:
    position = next(position for position in phases if position.task == MakePlans("production"))
    (order,) = system_of(western).notation.read(position, GE, "buy 3 cards")
    (anew,) = system_of(western).notation.read(position, GE, "anew")
    again = carried_out(western, position, (order, anew))
    assert again.plan(GE) == Plan()
    closed = carried_out(western, again, (Done(side=GE),))
    assert [objection.clause for objection in western.objections(closed, anew)] == ["sequence.your-turn"]


def test_a_plan_that_crowds_an_area_is_proposed_anew(western: GreatWar, phases: tuple[Position, ...]) -> None:
    """The safe plan of a side that can close nothing begins by tearing up what it has."""
    crowded = 0
    for position in phases:
        if position.task != MakePlans("production"):
            continue
        here = position
        for army in [piece for piece in position.map.owned(GE) if piece.kind == "army"]:
            out = [Transfer(side=GE, piece=piece.id) for piece in position.map.contents(army.id)]
            here = carried_out(western, here, tuple(out))
        if any(western.objections(here, Done(side=GE))):
            crowded += 1
            lines = proposed(system_of(western).notation.template(here, GE))
            assert lines[0].startswith("anew ")
            assert GE not in asked(western, carried_out(western, here, plan_of(western, here, GE)))
    assert crowded


def test_what_was_planned_is_forgotten_at_the_end_of_the_match(
    western: GreatWar, phases: tuple[Position, ...]
) -> None:
    position = next(position for position in phases if position.task == MakePlans("production"))
    planned = carried_out(western, position, (Buy(side=GE, cards=1),))
    assert planned.plans
    over = western.evolve(planned, CampaignEnded(level="Stalemate", points=11, reason="armistice"))
    assert not over.plans
    assert not western.prompts(over)


def test_a_template_with_a_swap_counts_with_pieces_that_are_only_planned(western: GreatWar) -> None:
    """The Canadians may replace British infantry of the map, or what arrives by the same plan (8.2.3)."""
    position = machine.run_on(western, western.start(), LooseDice(Random(6)))[0]
    pieces = position.map.pieces.values()
    british = [piece.id for piece in pieces if piece.nation == "uk" and piece.id != "uk-i3"]
    for id in sorted(british, key=lambda id: position.map.pieces[id].kind == "army"):
        position = position.without(id)
    position = replace(position.marking(turn=6), now=None, agenda=(MakePlans("reinforcements"),))
    position = carried_out(western, position, (Place(side=EN, piece="uk-i1", area="england"),))
    lines = proposed(system_of(western).notation.template(position, EN))
    assert any(line.startswith("swap uk-") for line in lines), lines


@pytest.mark.parametrize("size", [17, 20, 55])
def test_the_template_of_a_hand_that_is_too_large_discards_what_is_above_the_limit(
    western: GreatWar, phases: tuple[Position, ...], size: int
) -> None:
    position = next(position for position in phases if position.task == MakePlans("production"))
    held = Hand(size, tuple(range(1, size + 1)))
    position = replace(position.holding(GE, held), agenda=(TrimHands(),))
    template = system_of(western).notation.template(position, GE)
    assert max(map(len, template)) <= 72
    for line in proposed(template):
        (order,) = system_of(western).notation.read(position, GE, line)
        assert not list(western.objections(position, order))
        position = carried_out(western, position, (order,))
    assert GE not in asked(western, position)
