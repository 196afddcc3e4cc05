"""A letter with a second order is not played without it, when only a kind names the second piece.

A known exception is a second piece of the same kind that goes to the same area: `ge-i15 to Ardennes. Ardennes
for the guns.`
"""

from pathlib import Path
from random import Random

import pytest

from referee.matches import matches
from tests.matches.judging.proposals.sentence_lots import ENDS, GOES, list_goals
from tests.matches.judging.proposals.test_writers import find_result, rehearse, shelf  # noqa: F401
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

ASKED = (
    ("p10", "en", "fr-2 to Verdun because it is near, the cavalry to Verdun. done"),
    ("p48", "en", "3rd Army to Argonne because it is weak, the lone infantry to Calais as well. done"),
    ("p48", "de", "ge-3 nach Argonnen, weil dort wenig steht, die einzelne Infanterie nach Calais. done"),
    ("p48", "fr", "la 3e armée vers l'Argonne car elle est faible, l'infanterie seule vers Calais. done"),
    ("p48", "en", "3rd Army to Argonne since nobody is there, same for the infantry in Lille. done"),
)  # fmt: skip
"""Letters whose second order is no reason of the first."""

PLAYED = (
    ("p48", "en", "ge-3 to Argonne because it is weak. done", ["move ge-3 to argonne", "done"]),
    ("p48", "en", "ge-3 to Argonne because it is near, and the infantry there is weak. done",
     ["move ge-3 to argonne", "done"]),
    ("p48", "en", "ge-3 to Argonne because it is weak and the German infantry in Lille to Calais. done",
     ["move ge-3 to argonne", "move ge-i8 to calais", "done"]),
)  # fmt: skip
"""Letters whose further words belong to the reason, or are an order that is clear."""

REASONS = {
    "en": (" because it is weak", "; it is weak", " where nobody is", ". It is weak", " to help the others"),
    "de": (", weil es schwach ist", "; dort ist niemand", ", denn dort steht nichts", ", um zu helfen"),
    "fr": (" car c'est faible", " où il n'y a personne", " pour aider les autres", ", c'est vide"),
}
"""Reasons of the first order by language."""

KINDS = {
    "en": {"infantry": ("the infantry", "the lone infantry"), "cavalry": ("the cavalry",),
           "artillery": ("the guns", "the artillery")},
    "de": {"infantry": ("die Infanterie", "die einzelne Infanterie"), "cavalry": ("die Kavallerie",),
           "artillery": ("die Artillerie", "die Kanonen")},
    "fr": {"infantry": ("l'infanterie", "l'infanterie isolée"), "cavalry": ("la cavalerie",),
           "artillery": ("l'artillerie", "les canons")},
}  # fmt: skip
"""Words for a piece without its id."""

SECOND = {
    "en": ("{x} to {to}", "{x} goes to {to}", "{x} into {to} as well", "{x} too", "{to} for {x}"),
    "de": ("{x} nach {to}", "{x} geht nach {to}", "{x} auch", "{x} ebenfalls nach {to}", "dasselbe für {x}"),
    "fr": ("{x} à {to}", "{x} va à {to}", "{x} aussi", "{x} vers {to}", "pareil pour {x}"),
}  # fmt: skip
"""Second orders, with and without a verb."""

JOINTS = {
    "en": (", ", " and ", "; ", ". ", ", and ", " - "),
    "de": (", ", " und ", "; ", ". ", " - "),
    "fr": (", ", " et ", "; ", ". ", " - "),
}


@pytest.mark.parametrize(("place", "language", "letter"), ASKED, ids=[one[-1] for one in ASKED])
def test_a_second_order_behind_a_reason_is_not_dropped(
    shelf: Path,  # noqa: F811
    place: str,
    language: str,
    letter: str,
) -> None:
    assert find_result(rehearse(shelf, place, language, letter))[0] != "played"


@pytest.mark.parametrize(("place", "language", "letter", "orders"), PLAYED, ids=[one[2] for one in PLAYED])
def test_an_order_behind_a_reason_is_played_where_it_is_clear(
    shelf: Path,  # noqa: F811
    place: str,
    language: str,
    letter: str,
    orders: list[str],
) -> None:
    assert find_result(rehearse(shelf, place, language, letter)) == ("played", orders)


@pytest.mark.parametrize("place", ["p04", "p16", "p27", "p48", "p10", "p45"])
def test_a_piece_that_only_a_kind_names_is_not_forgotten(
    shelf: Path,  # noqa: F811
    place: str,
    pytestconfig: pytest.Config,
) -> None:
    """Drawn by lot: the language, the reason before it, and the joint."""
    rules, goals = list_goals(shelf, place)
    board, areas = matches.find(shelf, place).position().map, rules.theatre.areas
    others = [goal for goal in goals if board.pieces[goal.piece].kind in KINDS["en"]]
    lot, wrong = Random(place), list[tuple[str, list[str]]]()
    for _ in range(pytestconfig.getoption("joined")):
        language, first, second = lot.choice(["en", "de", "fr"]), lot.choice(goals), lot.choice(others)
        words = lot.choice(KINDS[language][board.pieces[second.piece].kind])
        letter = (
            lot.choice(GOES[language]).format(id=first.piece, to=areas[first.area].name)
            + lot.choice(REASONS[language])
            + lot.choice(JOINTS[language])
            + lot.choice(SECOND[language]).format(x=words, to=areas[second.area].name)
            + f".\n{ENDS[language][0]}"
        )
        result, orders = find_result(rehearse(shelf, place, language, letter))
        moves = [one for one in orders if one.split()[0] in {"move", "retreat"}]
        if first.piece != second.piece and result == "played" and len(moves) == 1:
            wrong.append((letter, orders))
    assert not wrong
