"""Results that are cached on the map or on the position are those of a fresh copy, after every event."""

from collections.abc import Iterator
from typing import cast

import pytest
from msgspec.structs import asdict, replace

from referee.engine.values import cached
from referee.packs import rulesets
from referee.systems.great_war.events.recorder import EVENTS
from referee.systems.great_war.facts import control
from referee.systems.great_war.narrative import map, situation
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import arrivals, plans
from referee.systems.great_war.secrecy import visibility
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Hand, MapState, Plan, Position
from referee.systems.great_war.state.tasks import MakePlans, OpenTurn
from schemas.great_war.events import GreatWarEvent, TurnOpened, TurnPassed
from schemas.record import PUBLIC, REFEREE
from tests.great_war.random_play import play
from tests.great_war.samples import GE
from tests.systems import system_of


class BurntMap(MapState):
    """The map with a field that no cache was told of."""

    burnt: frozenset[str] = frozenset()


@cached
def list_burnt(_: GreatWarGame, board: BurntMap) -> frozenset[str]:
    return board.burnt


@cached
def count_burnt(theatre: GreatWarGame, position: Position) -> int:
    return len(list_burnt(theatre, cast(BurntMap, position.map)))


def test_a_field_that_was_added_and_is_changed_by_an_event_is_read_afresh(
    western: GreatWar, monkeypatch: pytest.MonkeyPatch
) -> None:
    def burn(_: GreatWarGame, position: Position, __: GreatWarEvent) -> Position:
        return position.marking(burnt=frozenset({"metz"}))

    start = western.start().first(OpenTurn(GE))
    opened = western.evolve(replace(start, map=BurntMap(**asdict(start.map))), TurnOpened(side=GE))
    assert (list_burnt(western.theatre, opened.map), count_burnt(western.theatre, opened)) == (frozenset(), 0)
    kinds = {**EVENTS.kinds, TurnPassed: replace(EVENTS.kinds[TurnPassed], apply=burn)}
    monkeypatch.setattr(EVENTS, "kinds", kinds)

    passed = western.evolve(opened, TurnPassed(side=GE))

    assert (list_burnt(western.theatre, passed.map), count_burnt(western.theatre, passed)) == ({"metz"}, 1)


@pytest.mark.parametrize("changed", ["planning", "holding", "then", "first"])
def test_results_of_the_map_are_shared_by_positions_with_the_same_map(
    western: GreatWar, changed: str
) -> None:
    position, side = western.start(), western.sides[0]
    fed = control.find_supplied_areas(western.theatre, position.map, side, "")

    match changed:
        case "planning":
            after = position.planning(side, Plan())
        case "holding":
            after = position.holding(side, Hand())
        case "then":
            after = position.then()
        case _:
            after = position.first(MakePlans("production"))

    assert control.find_supplied_areas(western.theatre, after.map, side, "") is fed
    moved = position.put(*position.map.pieces.values())
    again = control.find_supplied_areas(western.theatre, moved.map, side, "")
    assert again == fed
    assert again is not fed


@pytest.mark.sample(2)
@pytest.mark.parametrize("pack", ["ttlm", "aac"])
@pytest.mark.parametrize("hidden", ["no", "yes"])
def test_a_position_whose_map_was_asked_before_answers_as_a_fresh_copy(pack: str, hidden: str) -> None:
    rules = cast(GreatWar, rulesets.bind(pack, "1914", {"hidden-templates": hidden}).rules)
    shared = 0
    for before, _, events, _ in play(rules, 5, seasons=1):
        position = before
        for event in events:
            after = rules.evolve(position, event)
            assert [*look(rules, after)] == [*look(rules, replace(after, map=replace(after.map)))], event
            shared += after.map is position.map
            position = after
    assert shared > 10 or hidden == "yes"


def test_an_area_that_is_contested_no_longer_is_friendly_again(western: GreatWar) -> None:
    held = western.start()
    contested = held.marking(contested=("aachen",))

    assert [*look(western, held)] != [*look(western, contested)]
    assert [*look(western, contested.marking(contested=()))] == [*look(western, held)]


def look(rules: GreatWar, position: Position) -> Iterator[object]:
    """Yield results that are cached on a position or its map."""
    narrator, theatre = system_of(rules).language, rules.theatre
    for viewer in (*rules.sides, PUBLIC, REFEREE):
        yield visibility.view(narrator, position, viewer)
        yield map.picture(narrator, position, viewer)
        yield situation.show_control(narrator, position, viewer)
    for side in rules.sides:
        yield arrivals.due(theatre, position.map, side)
        for nation in theatre.nations.values():
            if nation.side == side:
                yield plans.list_open(theatre, position.map, side, nation.id)
