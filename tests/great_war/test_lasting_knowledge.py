"""What is handed on from position to position looks at nothing that changed between them."""

from collections.abc import Iterator, Mapping
from typing import cast

import pytest
from msgspec.structs import replace

from referee.packs import binding
from referee.systems.great_war.facts import supply
from referee.systems.great_war.flow import planning
from referee.systems.great_war.narrative.situation import of_map, situation
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import arrivals, plans
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.position import Hand, Plan, PlayerTurn, Position, hand_on_map
from referee.systems.great_war.state.tasks import MakePlans
from schemas.record import PUBLIC, REFEREE, Side
from tests.great_war.random_play import play
from tests.great_war.samples import GE


class NotOnTheMapError(Exception):
    """Something beside the map was looked at."""


class Barred(Mapping[Side, object]):
    """Hands or plans that nobody may look at."""

    def __init__(self, known: Mapping[Side, object] = {}) -> None:
        self._known = known

    def __getitem__(self, side: Side) -> object:
        if side not in self._known:
            raise NotOnTheMapError(side)
        return self._known[side]

    def __iter__(self) -> Iterator[Side]:
        raise NotOnTheMapError

    def __len__(self) -> int:
        raise NotOnTheMapError


def planned(rules: GreatWar) -> Iterator[Position]:
    """Positions of a random war in which a side has planned something."""
    for seed in (1, 2, 3):
        for before, _, _, _ in play(rules, seed, seasons=3):
            if isinstance(before.task, MakePlans) and any(plan.planned for plan in before.plans.values()):
                yield before


def test_what_lasts_looks_only_at_the_map(rules: GreatWar) -> None:
    theatre, seen = rules.theatre, 0
    for position in planned(rules):
        bare = replace(position, plans=Barred(), hands=Barred(), agenda=())
        for side in theatre.sides:
            nations = [nation.id for nation in theatre.nations.values() if nation.side == side]
            assert arrivals.due(theatre, bare, side) == arrivals.due(theatre, position, side)
            for nation in ("", *nations):
                asked = (side, nation)
                there = supply.find_supplied_areas(theatre, position, *asked)
                assert supply.find_supplied_areas(theatre, bare, *asked) == there
            for nation in nations:
                opened = plans.Depot(theatre, position, side).areas(nation)
                assert plans.list_open(theatre, bare, side, nation) == opened
            seen += 1
    assert seen > 10


def test_a_side_is_asked_about_arrivals_by_its_own_plan_alone(rules: GreatWar) -> None:
    theatre, seen = rules.theatre, 0
    for position in planned(rules):
        if position.task != MakePlans("reinforcements"):
            continue
        for side in theatre.sides:
            plan = position.plan(side)
            bare = replace(position, plans=Barred({side: plan}), hands=Barred())
            asked = planning.ask_about_arrivals(theatre, position, side, plan)
            assert planning.ask_about_arrivals(theatre, bare, side, plan) == asked
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("changed", ["planning", "holding", "then", "first"])
def test_what_is_known_of_the_map_outlasts_what_is_done_beside_it(
    western: GreatWar, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, side = western.start(), western.sides[0]
    supply.find_supplied_areas(western.theatre, position, side, "")
    monkeypatch.setattr(supply, "sources", None)

    match changed:
        case "planning":
            after = position.planning(side, Plan())
        case "holding":
            after = position.holding(side, Hand())
        case "then":
            after = position.then()
        case _:
            after = position.first(MakePlans("production"))
    hand_on_map(position, after)

    assert supply.find_supplied_areas(western.theatre, after, side, "")
    moved = position.every(lambda piece: piece)
    hand_on_map(position, moved)
    with pytest.raises(TypeError):
        supply.find_supplied_areas(western.theatre, moved, side, "")


@pytest.mark.parametrize("pack", ["ttlm", "aac"])
@pytest.mark.parametrize("hidden", ["no", "yes"])
@pytest.mark.parametrize("seed", [5, 6])
def test_a_position_that_knows_of_the_one_before_answers_as_if_it_did_not(
    pack: str, hidden: str, seed: int
) -> None:
    rules = cast(GreatWar, binding.bind(pack, "1914", {"hidden-templates": hidden}).rules)
    handed = 0
    for before, _, events, _ in play(rules, seed, seasons=1):
        position = before
        for event in events:
            after = rules.evolve(position, event)
            assert [*look(rules, after)] == [*look(rules, replace(after))], event
            handed += vars(position).get("lasting") is vars(after).get("lasting")
            position = after
    assert handed > 10


def test_what_is_disputed_without_an_enemy_is_no_longer_when_the_turn_does_not_say_so(
    western: GreatWar,
) -> None:
    held = western.start().turning(PlayerTurn(GE))
    disputed = held.turning(PlayerTurn(GE, contested=("aachen",)))
    for former, later in ((held, disputed), (disputed, held)):
        before, after = replace(former), replace(later)
        seen = [*look(western, before)]
        hand_on_map(before, after)
        assert [*look(western, after)] == [*look(western, replace(after))] != seen


def look(rules: GreatWar, position: Position) -> Iterator[object]:
    """What is asked of a position that may have been handed on."""
    narrator, theatre = rules.narrator, rules.theatre
    for viewer in (*rules.sides, PUBLIC, REFEREE):
        yield secrecy.view(narrator, position, viewer)
        yield of_map.picture(narrator, position, viewer)
        yield situation.show_control(narrator, position, viewer)
    for side in rules.sides:
        yield arrivals.due(theatre, position, side)
        for nation in theatre.nations.values():
            if nation.side == side:
                yield plans.list_open(theatre, position, side, nation.id)
