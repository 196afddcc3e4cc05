"""Pieces that a letter keeps while their army goes leave it first, or the letter is asked about."""

from pathlib import Path
from random import Random

import pytest

from referee.matches import matches
from tests.matches.judging.proposals.sentence_lots import ENDS, GOES, JOINTS, list_goals
from tests.matches.judging.proposals.test_writers import find_result, rehearse, shelf  # noqa: F401
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

CASES = (
    (
        "p48",
        "2nd Army to Artois. ge-i9 stays in Cambrai. done",
        ["leave ge-i9", "move ge-2 to artois", "done"],
    ),
    ("p48", "2nd Army to Artois, i9 stays. done", ["leave ge-i9", "move ge-2 to artois", "done"]),
    (
        "p48",
        "2nd Army to Artois, leaves ge-i9 in Cambrai. done",
        ["leave ge-i9", "move ge-2 to artois", "done"],
    ),
    (
        "p48",
        "Drop i9 off in Cambrai, 2nd Army to Artois. done",
        ["leave ge-i9", "move ge-2 to artois", "done"],
    ),
    (
        "p48",
        "leave ge-i9\nmove ge-2 to artois\nge-i9 stays in Cambrai to guard it.\ndone",
        ["leave ge-i9", "move ge-2 to artois", "done"],
    ),
    ("p47", "sea uk-1 to calais\nuk-i3 stays in England.\ndone", ["sea uk-1 to calais", "done"]),
    # A doctrine about battles keeps nobody at home.
    ("p48", "move ge-2 to artois\nMy cavalry stays.\ndone", ["move ge-2 to artois", "done"]),
)
"""Letters in English with the orders that are played."""

ASKED = (
    ("p48", "move ge-2 to artois\nge-i9 stays in Cambrai.\ndone"),
    ("p48", "2nd Army to Artois. The infantry stays in Cambrai. done"),
    ("p48", "3rd Army to Argonne, ge-i9 stays in Cambrai.\nmove ge-2 to artois\ndone"),
    ("p45", "fr-2 to Verdun, fr-a1 stays in Metz. done"),
)
"""Letters in English in which it is not sure what shall stay, or how."""

HOLDS = {
    "en": ("{x} stays", "{x} stays in {place}", "{x} holds {place}", "{x} does not move"),
    "de": ("{x} bleibt", "{x} bleibt in {place}", "{x} hält {place}", "{x} zieht nicht"),
    "fr": ("{x} reste", "{x} reste à {place}", "{x} tient {place}", "{x} ne bouge pas"),
}


@pytest.mark.parametrize(("place", "letter", "orders"), CASES, ids=[letter for _, letter, _ in CASES])
def test_a_piece_that_stays_leaves_its_army_first(
    shelf: Path,  # noqa: F811
    place: str,
    letter: str,
    orders: list[str],
) -> None:
    assert find_result(rehearse(shelf, place, "en", letter)) == ("played", orders)


@pytest.mark.parametrize(("place", "letter"), ASKED, ids=[letter for _, letter in ASKED])
def test_a_piece_without_a_clear_place_is_asked_about(
    shelf: Path,  # noqa: F811
    place: str,
    letter: str,
) -> None:
    assert find_result(rehearse(shelf, place, "en", letter))[0] != "played"


@pytest.mark.parametrize("place", ["p04", "p16", "p27", "p48", "p10", "p45"])
def test_no_piece_that_stays_is_taken_along(
    shelf: Path,  # noqa: F811
    place: str,
    pytestconfig: pytest.Config,
) -> None:
    """Drawn by lot: one of three languages, the order of the words, and one line or two."""
    rules, goals = list_goals(shelf, place)
    board, areas = matches.find(shelf, place).position().map, rules.theatre.areas
    parts = {goal: [one for one in board.pieces.values() if one.army == goal.piece] for goal in goals}
    goals = [goal for goal in goals if parts[goal]]
    lot, wrong = Random(place), list[tuple[str, list[str]]]()
    for _ in range(pytestconfig.getoption("joined")):
        language, goal = lot.choice(["en", "de", "fr"]), lot.choice(goals)
        kept = lot.choice(parts[goal])
        names = {"id": goal.piece, "to": areas[goal.area].name, "x": kept.id, "place": areas[kept.area].name}
        words = [lot.choice(GOES[language]).format(**names), lot.choice(HOLDS[language]).format(**names)]
        lot.shuffle(words)
        joint = lot.choice((*JOINTS[language], "\n"))
        letter = f"{joint.join(words)}.\n{ENDS[language][0]}"
        result, orders = find_result(rehearse(shelf, place, language, letter))
        takes_along = [
            one for one in orders if goal.piece in one.split()
        ] and f"leave {kept.id}" not in orders
        if result == "played" and takes_along:
            wrong.append((letter, orders))
    assert not wrong
