"""An order beside words about pieces that stay: joined in any way, it is played alone, or asked about.

The sentences are drawn by lot from orders that are legal in eight positions. A reader that takes the words of
one clause for another drops or adds an order, and closes the question.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from referee.matches import matches
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.orders import Move, Retreat
from tests.matches.judging.proposals.test_writers import POSITIONS, find_result, rehearse, shelf  # noqa: F401
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

PLACES = ("p04", "p16", "p27", "p48", "p10", "p33", "p35", "p45")
"""Positions in which moves or retreats are asked for."""

GOES: Mapping[str, Sequence[str]] = {
    "en": ("{id} to {to}", "{id} goes to {to}", "{id} -> {to}", "{id} into {to}"),
    "de": ("{id} nach {to}", "{id} geht nach {to}", "{id} -> {to}", "{id} in {to} hinein"),
    "fr": ("{id} va à {to}", "{id} vers {to}", "{id} à {to}", "{id} -> {to}"),
}
STAYS: Mapping[str, Sequence[str]] = {
    "en": (
        "{x} stays", "{x} and {y} stay", "the others stay", "the others, {x} and {y}, stay",
        "{x} stays in {place}", "{x} holds {place}", "nobody else moves", "the other two ({x} and {y}) stay",
    ),
    "de": (
        "{x} bleibt", "{x} und {y} bleiben", "die anderen bleiben", "{x} bleibt in {place}",
        "{x} hält {place}", "sonst bewegt sich nichts", "die anderen ({x} und {y}) bleiben",
    ),
    "fr": (
        "{x} reste", "{x} et {y} restent", "les autres restent", "{x} reste à {place}", "{x} tient {place}",
        "rien d'autre ne bouge", "les autres ({x} et {y}) restent", "les autres {x} et {y} restent",
    ),
}  # fmt: skip
JOINTS: Mapping[str, Sequence[str]] = {
    "en": (", ", "; ", ". ", " and ", " - ", ", but ", " while ", ": "),
    "de": (", ", "; ", ". ", " und ", " - ", ", aber ", ", während "),
    "fr": (", ", "; ", ". ", " et ", " - ", ", mais ", " tandis que "),
}
ENDS = {"en": "Done", "de": "Fertig", "fr": "Terminé"}


class Goal(NamedTuple):
    """A piece and the area to which an order sends it."""

    piece: str
    area: str


def list_goals(shelf: Path, place: str) -> tuple[GreatWar, list[Goal]]:  # noqa: F811
    """Return the rules, and the legal moves and retreats of a position to other areas."""
    rules = matches.find(shelf, place).rules
    assert isinstance(rules, GreatWar)
    position = matches.find(shelf, place).position()
    (prompt,) = (one for one in rules.prompts(position) if one.side == POSITIONS[place].side)
    goals = [
        Goal(one.piece, one.path[-1] if isinstance(one, Move) else one.to)
        for one in rules.lawful(position, prompt)
        if isinstance(one, Retreat) or (isinstance(one, Move) and one.mode == "march")
    ]
    return rules, [one for one in dict.fromkeys(goals) if position.map.pieces[one.piece].area != one.area]


@pytest.mark.parametrize("place", PLACES)
def test_an_order_beside_pieces_that_stay_is_played_alone_or_asked_about(
    shelf: Path,  # noqa: F811
    place: str,
    pytestconfig: pytest.Config,
) -> None:
    rules, goals = list_goals(shelf, place)
    board = matches.find(shelf, place).position().map
    lot, wrong, results = Random(place), list[tuple[str, list[str]]](), Counter[str]()
    for _ in range(pytestconfig.getoption("joined")):
        language, goal = lot.choice(["en", "de", "fr"]), lot.choice(goals)
        others = [one for one in board.pieces.values() if one.side == POSITIONS[place].side]
        others = [one for one in others if goal.piece not in {one.id, one.army} and one.kind != "fort"]
        if place in {"p10", "p33", "p35", "p45"}:
            others = [one for one in others if one.area == board.pieces[goal.piece].area]
        first, second = lot.sample(others, 2)
        areas = rules.theatre.areas
        names = {"id": goal.piece, "to": areas[goal.area].name, "x": first.id, "y": second.id}
        names["place"] = areas[first.area].name
        parts = [lot.choice(GOES[language]).format(**names), lot.choice(STAYS[language]).format(**names)]
        lot.shuffle(parts)
        letter = f"{lot.choice(JOINTS[language]).join(parts)}.\n{ENDS[language]}"
        result, orders = find_result(rehearse(shelf, place, language, letter))
        results[result] += 1
        orders = [one for one in orders if one != "done"]
        meant = [one for one in orders if one.split()[1] == goal.piece and goal.area in one.split()]
        if (result == "played" and len(meant) != 1) or len(orders) > 1:
            wrong.append((letter, orders))
    assert not wrong
    assert results["played"] * 3 >= results.total()
