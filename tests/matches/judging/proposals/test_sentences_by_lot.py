"""An order beside other clauses is played alone, or the letter is asked about.

The letters are drawn by lot from all kinds of clauses (`sentence_lots.py`). A reader that takes the words of
one clause for another one drops or adds an order and closes the question. `CASES` are letters of lots and of
readers that were misread. A run with `--joined 300` lists the letters that still are: some 1 in 100 of those
that are played, most of them two lines without a mark between the clauses.
"""

from collections import Counter
from pathlib import Path

import pytest

from tests.matches.judging.proposals.sentence_lots import DOUBTS, Drawing, Lot, find_goal, find_name
from tests.matches.judging.proposals.test_writers import find_result, rehearse, shelf  # noqa: F401
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

PLACES = ("p04", "p16", "p27", "p48", "p10", "p33", "p35", "p45", "p43", "p02", "p11")
"""Positions that ask for moves, retreats, battles, plans and cards."""

CASES = (
    # Another time holds for one clause.
    ("p04", "en", "Send ge-3 to Ardennes, and ge-c2 to Sedan next season.\ndone"),
    ("p48", "en", "Ge-i1 to Lille, next turn ge-3 goes to Metz.\ndone"),
    ("p16", "fr", "Combat à Liège, mais au prochain tour je joue la 53 à Liège.\nTerminé"),
    ("p42", "en", "Gas (43) in Argonne, keep the weather for later. done"),
    # A remark hides no order in brackets, behind a mark, or in the line below.
    ("p35", "de", "Entschuldige die Verspätung (ge-c4 nach Metz).\nFertig"),
    ("p11", "de", "Eine ge-i13 in Rovno; dort ist niemand. fertig"),
    ("p16", "de", "Ich greife Liège an; entschuldige die Verspätung.\nfertig"),
    ("p43", "de", "erst metz dann mülhausen dann aachen, brüssel hinten dran. keine karte, done"),
    ("p47", "en", "I send fr-i17 to Cambrai, and fr-i16 too (Chartres is empty).\ndone"),
    # An order is taken back or corrected behind it.
    ("p10", "en", "fr-a2 goes to Nancy, I take that back. done"),
    ("p46", "en", "Move ru-i2 to Minsk - strike that.\ndone"),
    ("p26", "de", "fr-i16 geht nach Saint-Quentin\ndas nehme ich zurück. fertig"),
    ("p20", "fr", "Je dépense la 52, je reprends ce coup. Terminé"),
    ("p10", "de", "fr-2 nach Nancy, halt, bleibt. fr-a2 nach Nancy. fertig"),
    ("p16", "de", "ge-c2 nach Metz, ich meine Saarburg, dann ge-c3 nach Freiburg.\nFertig"),
    ("p48", "de", "wir kämpfen in Vosges, ich meine Schlacht in Argonne.\nFertig"),
    # A condition keeps its order back.
    ("p38", "fr", "Ge-i11 va à Liège; s'il pleut, ge-c1 va à Liège.\nterminé"),
    ("p48", "de", "Ge-b1 nach Brussels, sonst ge-b2 nach Lille. Fertig"),
    ("p16", "en", "I send ge-a6 to Vosges - should that fail, ge-i23 to Karlsruhe.\ndone"),
    # A limit, further pieces and a further way.
    ("p26", "de", "Fr-4 nach Troyes. aber nur die Infanterie.\nFertig"),
    ("p16", "en", "Ge-7 goes to Mulhouse; half of it. done"),
    ("p16", "fr", "le reste à Nancy, ge-c2 va à Argonne. Terminé"),
    ("p48", "de", "Ge-a6 geht nach Metz, während alle nach Amiens.\nfertig"),
    ("p26", "de", "Fr-i17 nach Calais, und wieder zurück. fertig"),
    ("p48", "fr", "ge-a4 vers Sedan.\nPuis de là à Belfort.\nTerminé"),
    # A wish is no order, and a question wants an answer first.
    ("p43", "en", "I don't want to fight in Aachen; battle in Brussels.\ndone"),
    ("p35", "en", "Ge-c4 goes to Ardennes\nWhat about ge-c3 to Metz?\ndone"),
    ("p48", "fr", "on se bat à Argonne; bataille à Artois ?\nterminé"),
    # Cards without their number are not bought, and not left out.
    ("p11", "de", "2 Infanterie in Königsberg bauen und für die restlichen 3 Punkte Karten kaufen. Fertig"),
    ("p11", "en", "Build 2 German infantry in Königsberg and buy cards for the remaining 3 points. Done"),
    ("p11", "en", "Build 2 German infantry in Königsberg, cards for the rest. Done"),
    ("p11", "en", "buy cards\ndone"),
    ("p11", "en", "Build 2 German infantry in Königsberg, the rest goes into cards. Done"),
    ("p11", "fr", "2 infanteries allemandes à Königsberg et des cartes pour les 3 points restants. Terminé"),
    # A plan for other battles keeps the question open.
    ("p35", "de", "Alle drei Kavallerien bleiben. Das gilt auch für die anderen Schlachten. Fertig"),
    # A remark beside an order gives none and makes none unreal.
    ("p11", "de", "ge-a3 in Przemysl und weil es schwach ist\nmein Bruder meint, ah-4 gräbt sich ein"),
    ("p09", "fr", "La 6e armée va à Longwy et c'est là que je livre ma bataille. Terminé"),
    ("p09", "de", "Die 6. Armee geht nach Longwy und dort wird auch gekämpft. Fertig"),
    ("p35", "de", "ge-c1 nach Metz: genau das hätte mein Vorgänger gemacht.\nFertig"),
    ("p17", "de", "ge-i30 nach Straßburg, denkste!\nFertig"),
    ("p38", "en", "Second Army back to Liège, just without the horsemen. Done."),
)  # fmt: skip
"""Letters with an order that is unclear, taken back, or beside another clause."""

PLAYED = {
    ("p48", "en", "no move to Verdun\nge-1 to Amiens. That is all"): ["move ge-1 to amiens", "done"],
    ("p48", "en", "Ge-i1 to Lille. Next turn, ge-3 goes to Metz.\ndone"): ["move ge-i1 to lille", "done"],
    ("p04", "de", "4. Armee in die Ardennen, die Franzosen haben da ja nur Kavallerie. Fertig"): [
        "move ge-4 to ardennes",
        "done",
    ],
    ("p23", "de", "Keine Karten von mir. Weiter, fertig."): ["done"],
    ("p24", "fr", "Pas de retraite à Namur, j'ai eu assez de mal à y rentrer. Ensuite Verdun. done"): [
        "battle verdun",
        "done",
    ],
    ("p30", "de", "Nein, fr-i19 bleibt in Mülhausen, wir haben es ja gerade erobert :-) Done."): ["done"],
    ("p04", "en", "4th Army to Ardennes:-) Done"): ["move ge-4 to ardennes", "done"],
    ("p37", "en", "I play the Offensive, no 16."): ["offensive 16"],
    ("p45", "fr", "fr-3 se replie à Nancy, fr-2 à Verdun, comme ça on couvre les deux. Done"): [
        "retreat fr-3 to nancy",
        "retreat fr-2 to verdun",
        "done",
    ],
}
"""Letters whose clauses are apart."""


@pytest.mark.parametrize(("place", "language", "letter"), CASES, ids=[one[-1] for one in CASES])
def test_a_letter_with_an_order_that_may_be_lost_is_asked_about(
    shelf: Path,  # noqa: F811
    place: str,
    language: str,
    letter: str,
) -> None:
    assert find_result(rehearse(shelf, place, language, letter))[0] in {"asked", "proposed"}


@pytest.mark.parametrize(("place", "language", "letter"), PLAYED, ids=[one[-1] for one in PLAYED])
def test_a_clause_beside_an_order_leaves_it_alone(
    shelf: Path,  # noqa: F811
    place: str,
    language: str,
    letter: str,
) -> None:
    orders = PLAYED[place, language, letter]
    assert find_result(rehearse(shelf, place, language, letter)) == ("played", orders)


def test_an_order_beside_other_clauses_is_played_alone_or_asked_about(
    shelf: Path,  # noqa: F811
    pytestconfig: pytest.Config,
) -> None:
    wrong, results = list[tuple[str, Lot, list[str]]](), Counter[str]()
    for place in PLACES:
        drawing = Drawing(shelf, place, place)
        for lot in filter(None, (drawing.draw() for _ in range(pytestconfig.getoption("joined")))):
            answer = rehearse(shelf, place, lot.language, lot.text)
            result, orders = find_result(answer)
            # A letter whose dice are not rolled yet has no orders here.
            waits = answer is not None and answer.needed is not None
            results["waiting" if waits else result] += 1
            if result == "played" and not (waits or is_meant(lot, orders)):
                wrong.append((place, lot, orders))
    assert not wrong
    assert results["played"] * 20 >= results.total()


def is_meant(lot: Lot, orders: list[str]) -> bool:
    """Return True if a letter is played as it is meant. A doubt keeps its question open."""
    words = [one.split() for one in orders if one not in {"done", "pass"} and not one.startswith("leave ")]
    number = str(getattr(lot.order, "cards", "") or getattr(lot.order, "card", ""))
    expected = {lot.order.type, find_name(lot.order), find_goal(lot.order), number} - {"", "None"}
    is_right = len(words) == 1 and expected <= {*words[0]}
    return is_right and not ("done" in orders and any(kind in DOUBTS for kind in lot.kinds))
