"""Questions with few answers: what is paid, and who stays. Remarks beside the answer may hold any words."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.matches.judging.proposals.test_writers import find_result, rehearse, shelf  # noqa: F401 - a fixture
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

ANSWERS: Mapping[tuple[str, str, str], list[str]] = {
    ("p20", "en", "I'd rather burn a card than a gun. Take the Friedensturm (26), I'll never use it."): [
        "spend 26"
    ],
    ("p20", "en", "Keep the guns. I give the Limited Offensive, card 19, instead."): ["spend 19"],
    ("p20", "de", "Die Artillerie brauche ich noch, also eine Karte: ich gebe den Friedensturm (26) ab."): [
        "spend 26"
    ],
    ("p22", "fr", "Ah non, je garde mes Offensives ! Je défausse plutôt 26, 47, 48 et 49."): [
        "discard 26, 47, 48, 49"
    ],
    ("p29", "en", "Take it out of Silesia, there are plenty there: ru-i5 of the 2nd Army goes."): [
        "lose ru-i5"
    ],
    ("p29", "de", "Dann nehmt ru-i5 aus der 2. Armee weg, in Schlesien hab ich genug."): ["lose ru-i5"],
    ("p50", "en", "Let the fort take it, the cards are worth more."): ["lose posen-fort"],
    ("p50", "de", "Die Festung soll heil bleiben, ich gebe dafür die Offensive Nr. 10 her."): ["spend 10"],
    ("p21", "fr", "9e armée : elle perd l'infanterie ru-i8.\n5e armée : ru-i11, je garde la cavalerie."): [
        "lose ru-i8",
        "lose ru-i11",
    ],
    ("p18", "en", "The cossacks stay and fight in Silesia. Done."): ["done"],
    ("p18", "de", "Die Kavallerie bleibt in Schlesien und kämpft mit.\nFertig"): ["done"],
    ("p30", "en", "i19 stays in Mulhouse. Done"): ["done"],
    ("p36", "en", "9th Army to Krakow please, I don't like it out in Lodz."): ["retreat ge-9 to krakow"],
    ("p10", "en", "Get everyone out of Metz! 2nd and 3rd Army both retreat to Verdun. Done."): [
        "retreat fr-2 to verdun",
        "retreat fr-3 to verdun",
        "done",
    ],
    ("p10", "en", "Out of there! Both armies (2nd and 3rd, complete) fall back to Verdun.\ndone"): [
        "retreat fr-2 to verdun",
        "retreat fr-3 to verdun",
        "done",
    ],
    ("p15", "fr", "Oui, on file à Mons pendant qu'on est encore en vie !\n\nretreat fr-i17 to mons\ndone"): [
        "retreat fr-i17 to mons",
        "done",
    ],
    ("p02", "en", "4 infantry in Riga, all into ru-10, and 4 cards for the rest. done"): [
        *(f"build ru-i{number} in riga into ru-10" for number in (25, 26, 27, 28)),
        "buy 4 cards",
        "done",
    ],
    ("p13", "de", "Wir passen. Mit der Kerensky-Karte will ich noch warten."): ["pass"],
}

UNCLEAR = {
    "p02 en": ("1 Serbian infantry in Belgrade, 3 infantry in Riga, all into ru-10. done",),
    "p14 en": (
        "Leave 47 alone, lose the infantry.",
        "Take the infantry before 47.",
        "Take the infantry rather than 47.",
        "I have 47, take a piece.",
        "I hold 47. Pay somehow.",
        "Take anything, 47 included.",
        "Take 47 from him.",
        "Take 47 next turn.",
        "Pay with 47, the next one with 48.",
        "Pay with 47. I do not like it. I do not want to pay with it.",
        "Pay with 47. In your dreams.",
        "Pay with 47. Fat chance.",
        "Pay with 47. Over my dead body.",
        "Pay with 47 - I was tempted.",
        "To pay with 47 is madness.",
        "Dieter pays with 47.",
        "I pay with the one that is not 47.",
        "ge-i2 goes to heaven.",
    ),
    "p14 de": (
        "Ich zahle mit 47, sagt mein Bruder.",
        "Ich zahle mit 47. Von wegen!",
        "Ich zahle mit 47, Blödsinn.",
        "Lass 47 in Ruhe und nimm eine Infanterie.",
        "Die 47 ist mir heilig. Nimm eine Infanterie.",
    ),
    "p14 fr": ("Garde 47 et prends une infanterie.", "Je paie avec 47, quelle blague."),
    "p22 en": (
        "My best cards are 47, 48, 49 and 55. Throw the rubbish.",
        "47, 48, 49 and 55 are my best. Throw away what you like.",
        "Throw 47, 48, 49 and 55, except for one of them.",
    ),
    "p29 en": ("ru-i5 of the 2nd Army goes to Kiev.", "ru-i5 of the 5th Army goes."),
    "p33 en": ("No, the infantry stays, the cavalry scarpers.\ndone",),
    "p08 fr": ("J'ajoute Mulhouse à la liste, après Metz et Bruxelles.\nDone",),
}
"""Letters that name an answer, by position and language, and do not give it."""


@pytest.mark.parametrize(("position", "language", "letter"), ANSWERS)
def test_an_answer_is_played_beside_remarks_of_any_words(
    shelf: Path,  # noqa: F811
    position: str,
    language: str,
    letter: str,
) -> None:
    result = find_result(rehearse(shelf, position, language, letter))

    assert result == ("played", ANSWERS[position, language, letter])


@pytest.mark.parametrize("place", sorted(UNCLEAR))
def test_an_answer_that_is_named_only_is_not_played(shelf: Path, place: str) -> None:  # noqa: F811
    position, _, language = place.partition(" ")
    results = {one: find_result(rehearse(shelf, position, language, one))[0] for one in UNCLEAR[place]}
    assert [one for one, result in results.items() if result == "played"] == []


ORDERED = {
    ("p34", "en", "card 52 in Metz and I keep 48.\nDone"): "play 52 in metz",
    ("p34", "fr", "je garde 45; carte 52 à Metz.\nTerminé"): "play 52 in metz",
    ("p34", "de", "Karte 52 in Metz und ich behalte 40.\nFertig"): "play 52 in metz",
    ("p42", "de", "ich behalte 50 und Karte 43 in Argonne.\nFertig"): "play 43 in argonne",
    ("p08", "de", "nicht 17. Karte 53 in Brussels.\nFertig"): "play 53 in brussels",
    ("p43", "fr", "pas Brussels et combat à Mulhouse.\nTerminé"): "battle mulhouse",
    ("p43", "fr", "pas de bataille à Aachen et j'attaque à Mulhouse.\nTerminé"): "battle mulhouse",
    ("p43", "de", "Schlacht in Mulhouse und nicht Metz.\nFertig"): "battle mulhouse",
    ("p42", "en", "no other card; card 43 in Argonne.\nDone"): "play 43 in argonne",
    ("p12", "en", "nothing else; trenches for ru-12.\nDone"): "entrench ru-12",
    ("p12", "fr", "rien d'autre; j'achète 2 cartes.\nTerminé"): "buy 2 cards",
}
"""Orders beside words that keep, deny or close something, by position, language and letter."""

LEFT_ALONE = {
    ("p43", "en", "we fight Aachen - Brussels I leave alone.\nDone"): "battle brussels",
    ("p43", "en", "I attack Metz, Brussels is quiet.\nDone"): "battle brussels",
    ("p43", "en", "we fight Metz - Brussels is quiet.\nDone"): "battle brussels",
    ("p35", "fr", "ge-c4 se retire en Ardennes, les autres (c1 et c3) restent.\ndone"): (
        "retreat ge-c1 to ardennes"
    ),
}
"""Orders that a letter does not give."""


@pytest.mark.parametrize(("position", "language", "letter"), ORDERED)
def test_an_order_beside_a_denial_is_not_dropped(
    shelf: Path,  # noqa: F811
    position: str,
    language: str,
    letter: str,
) -> None:
    result, orders = find_result(rehearse(shelf, position, language, letter))

    assert result != "played" or ORDERED[position, language, letter] in orders


@pytest.mark.parametrize(("position", "language", "letter"), LEFT_ALONE)
def test_areas_and_pieces_that_are_left_alone_get_no_order(
    shelf: Path,  # noqa: F811
    position: str,
    language: str,
    letter: str,
) -> None:
    result, orders = find_result(rehearse(shelf, position, language, letter))

    assert result != "played" or LEFT_ALONE[position, language, letter] not in orders
