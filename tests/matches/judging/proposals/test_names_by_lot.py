"""Names of legal orders as whole letters: none is played as another order, or only as `done`.

A payment whose roll is asked for next is not compared, because the answer does not name its order.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.matches import matches
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.system import GreatWarSystem
from schemas.great_war.orders import (
    Battle,
    Forfeit,
    GreatWarOrder,
    Lose,
    Offensive,
    Place,
    Play,
    Retreat,
    Spend,
)
from tests.matches.judging.proposals.test_writers import (
    POSITIONS,
    find_result,
    rehearse,
    shelf,  # noqa: F401 - a fixture
)

MOST_NAMES = 60
"""Highest number of letters for a position."""

ENDS = ("", ". Done", "\n\ndone")


def list_names(system: GreatWarSystem, order: GreatWarOrder) -> list[str]:
    """Return the names that a hurried player may write in place of an order."""
    area_name = system.language.area_name
    match order:
        case Retreat(piece=id, to=area) | Place(piece=id, area=area):
            short, there = id.rpartition("-")[2], area_name(area)
            return [there, id, short, *(f"{short} {word}{there}" for word in ("", "in ", "to "))]
        case Lose(piece=id) | Forfeit(piece=id):
            return [id, id.rpartition("-")[2]]
        case Battle(area=area):
            return [area_name(area)]
        case Play(card=card, area=str(area)):
            return [str(card), f"{card} {area_name(area)}"]
        case Spend(card=card) | Offensive(card=card):
            return [str(card), f"card {card}"]
        case _:
            return []


def list_letters(folder: Path, position: str) -> Mapping[str, set[str]]:
    """Return letters of one name, each with the orders that hold this name."""
    match, side = matches.find(folder, position), POSITIONS[position].side
    system = match.system
    current = match.position()
    assert isinstance(system, GreatWarSystem)
    assert isinstance(current, Position)
    state = system.language.show_to(current, side)
    letters: dict[str, set[str]] = {}
    for order in judgement.lawful(system.rules.theatre, state, side):
        for name in list_names(system, order):
            letters.setdefault(name, set()).add(system.notation.write(order))
    return dict(list(letters.items())[:MOST_NAMES])


def is_payment(line: str) -> bool:
    return line.startswith(("lose", "spend"))


def test_a_name_alone_is_its_order_or_asked_about(shelf: Path, pytestconfig: pytest.Config) -> None:  # noqa: F811
    played = 0
    for position in list(POSITIONS)[:: pytestconfig.getoption("--letters")]:
        for name, orders in list_letters(shelf, position).items():
            for end in ENDS:
                answer = rehearse(shelf, position, "en", name + end)
                result, lines = find_result(answer)
                pays = answer is not None and answer.needed and all(map(is_payment, orders))
                if result == "played" and not (pays and not lines):
                    played += 1
                    assert len(orders.intersection(lines)) == 1, (position, name + end, lines)
    assert played > 0
