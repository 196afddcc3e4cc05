"""What a theatre may switch, tried on the western pack with one switch turned."""

from typing import Any

import pytest

from referee.systems.great_war import transport
from referee.systems.great_war.evolution import evolve
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.events import SeasonOpened
from schemas.great_war.pack import Pack
from schemas.great_war.plan_events import SupplyChecked


def turned(pack: Pack, **switches: Any) -> GreatWar:
    """The same theatre with other limits."""
    limits = pack.tables.limits.model_copy(update=switches)
    tables = pack.tables.model_copy(update={"limits": limits})
    return GreatWar(pack.model_copy(update={"tables": tables}), "1914")


def inland(pack: Pack, port: str) -> Pack:
    """The pack with a port moved away from the coast."""
    areas = tuple(
        one.model_copy(update={"coastal": False}) if one.id == port else one for one in pack.map.areas
    )
    return pack.model_copy(update={"map": pack.map.model_copy(update={"areas": areas})})


@pytest.mark.parametrize(("ports", "refused"), [("coastal", ["movement.sea-ports"]), ("any", [])])
def test_ships_call_inland_only_where_the_theatre_says_so(
    western: GreatWar, ports: str, refused: list[str]
) -> None:
    rules = turned(inland(western.theatre.pack, "calais"), ports=ports)
    start = rules.start()
    against = transport.sea(rules.theatre, start, start.pieces["uk-1"], ("calais",))

    assert [objection.clause for objection in against] == refused


@pytest.mark.parametrize(("marker", "left"), [("for-the-season", set()), ("until-supplied", {"ge-1"})])
def test_the_marker_of_supply_comes_off_when_the_theatre_says_so(
    western: GreatWar, marker: str, left: set[str]
) -> None:
    rules = turned(western.theatre.pack, supply_marker=marker)
    checked = evolve(rules.theatre, rules.start(), SupplyChecked(unsupplied=("ge-1", "ge-i99")))
    opened = evolve(rules.theatre, checked, SeasonOpened(turn=2))

    assert opened.unsupplied == left
