"""Guesses: a letter that names an answer to the question, with words that are no order."""

from pathlib import Path

import pytest

from tests.matches.judging.proposals.test_writers import rehearse, shelf  # noqa: F401 - a fixture
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

GUESSES = {
    ("p29", "de", "Dann soll eben ru-i11 aus der 5. Armee in den Kaukasus."): ["lose ru-i11"],
    ("p20", "en", "The Friedensturm (26) is burnt gladly, believe me."): ["spend 26"],
    ("p22", "en", "My worst cards: 47, 48, 49 and 55."): ["discard 47, 48, 49, 55"],
    ("p33", "en", "Everybody to Belfort at the double, the Frenchman and both British. Done."): [
        "retreat fr-i19 to belfort",
        "retreat uk-i5 to belfort",
        "retreat uk-i6 to belfort",
        "done",
    ],
    ("p33", "en", "All three back to Belfort, bar uk-i6, who is asleep.\ndone"): [
        "retreat fr-i19 to belfort",
        "retreat uk-i5 to belfort",
        "done",
    ],
    ("p10", "de", "Ja, nichts wie raus hier: fr-2 und fr-3 ziehen sich nach Verdun zurück.\nFertig."): [
        "retreat fr-2 to verdun",
        "retreat fr-3 to verdun",
        "done",
    ],
}

UNCLEAR = [
    ("p33", "en", "Two of them, uk-i5 say, had better be in Belfort.\ndone"),
    ("p33", "fr", "Les Anglais à Belfort, tous les deux. Enfin, uk-i5 non, il a la fièvre.\nterminé"),
    ("p35", "en", "All the cavalry to Luxembourg but for c1.\ndone"),
    ("p22", "en", "I'd keep 7, 9, 13 and 14 and throw out four of the others."),
    ("p22", "de", "7, 9, 13 und 14 behalte ich, weg mit dem schlechten Wetter und noch einer."),
    ("p29", "de", "Bloß nicht ausgerechnet ru-i11 aus der 5. Armee, der ist mein Bester."),
    ("p29", "de", "Soll ausgerechnet ru-i11 aus der 5. Armee dran glauben?"),
    ("p29", "en", "ru-i11 had better go if nobody else is worth less to us."),
    ("p20", "en", "The Friedensturm (26), or perhaps the Limited Offensive (19), you choose for me."),
    ("p10", "de", "Nichts wie raus hier: fr-2 am besten nach Verdun und fr-3 am besten nach Nancy.\nFertig."),
]


@pytest.mark.parametrize(("position", "language", "letter"), GUESSES)
def test_the_named_answer_is_proposed_as_a_guess(
    shelf: Path,  # noqa: F811
    position: str,
    language: str,
    letter: str,
) -> None:
    answer = rehearse(shelf, position, language, letter)

    assert answer is not None
    assert answer.proposal is not None
    assert [line.order for line in answer.proposal.lines] == GUESSES[position, language, letter]
    assert answer.proposal.is_guess
    assert not answer.proposal.unread


@pytest.mark.parametrize(("position", "language", "letter"), UNCLEAR)
def test_an_unclear_answer_is_not_guessed(shelf: Path, position: str, language: str, letter: str) -> None:  # noqa: F811
    answer = rehearse(shelf, position, language, letter)

    assert answer is not None
    assert answer.refused
    assert answer.proposal is None or not answer.proposal.is_guess


def test_orders_with_a_verb_are_certain(shelf: Path) -> None:  # noqa: F811
    answer = rehearse(shelf, "p33", "de", "fr-i19, uk-i5, uk-i6 gehen flott zurück nach Belfort.")

    assert answer is not None
    assert answer.proposal is not None
    assert len(answer.proposal.lines) == 3
    assert not answer.proposal.is_guess
