"""Short answers in words beside `done`: `Yes. Done`, `They retreat. Done`, `As you propose. Done`.

The words answer the question, and `done` alone would close it with the opposite answer. Such a letter is
asked about.
"""

from pathlib import Path

import pytest

from tests.matches.judging.proposals.test_writers import find_result, rehearse, shelf  # noqa: F401 - a fixture

YES: dict[str, tuple[str, ...]] = {
    # Metz: does your cavalry retreat before the battle?
    "p44 en": (
        "Yes. Done", "Yes, it does. Done", "Yes, they retreat. Done", "It does. Done", "They retreat. Done",
        "Sure. Done", "Of course. Done", "Certainly! Done", "Absolutely. done", "Please do. done",
        "It retreats.\n\nDone", "Why not.\ndone", "Yes\n\ndone", "Hi,\nyes they do.\ndone\nTom",
        "All of them. Done", "Both. Done",
    ),
    "p44 de": (
        "Ja, gerne. Fertig", "Klar doch. fertig", "Auf jeden Fall. fertig", "Die Kavallerie geht. Fertig",
        "Ich ziehe mich zurück. fertig",
    ),
    "p44 fr": ("Oui bien sûr. Fini.", "Volontiers. Fini.", "Elle se replie. Fini", "On recule. Fini"),
    "p44 el": ("Ναι. done",),
    # Do any pieces retreat from Metz after the battle?
    "p10 en": (
        "Yes please. Done", "I want them out of there. Done", "All pieces retreat. Done", "Both armies. done",
        "2nd Army yes, 3rd Army no. done",
    ),
    "p10 de": ("Ja. Fertig.", "2. Armee ja, 3. Armee nein. done"),
    "p10 fr": ("La 2e oui, la 3e non. Fini",),
    # Battles are declared. Do you play cards on them?
    "p05 en": ("Yes. Done", "I do. Done", "I play both. Done"),
    # Which battles are fought?
    "p08 en": (
        "Yes. Done", "All of them. Done", "Both. Done", "Everywhere. Done", "All battles. Done",
        "I fight everywhere. Done",
    ),
    "p08 de": ("Alle. Fertig", "Überall. Fertig", "Ja, angreifen.\n\nFertig"),
    "p08 fr": ("Toutes. Fini", "Partout. Fini"),
    "p04 en": ("Everyone forward. Done", "All armies advance.\n\nDone"),
    "p02 en": (
        "As many cards as possible.\n\nDone", "Everything into cards.\n\nDone",
        "Infantry for the rest.\n\nDone", "Trenches everywhere.\n\nDone",
    ),
    "p02 de": ("Nur Karten.\n\nFertig",),
    "p04 de": ("Alle vorwärts. Fertig",),
}  # fmt: skip
"""Letters that may mean the opposite of `done`, by position and language."""

NO: dict[str, tuple[str, ...]] = {
    "p44 en": (
        "No. Done", "Yes, the cavalry stays. done", "Certainly not. Done", "Hello all,\n\ndone",
        "The cavalry stays, of course. Done", "OK. done",
    ),
    "p10 en": (
        "Hello Martin, thanks for the quick turn!\ndone", "Good shooting.\ndone",
        "Sorry for the delay, I was in Verdun with the kids.\ndone", "15 infantry, that was close.\ndone",
    ),
    "p08 en": ("No further battles. Done",),
    "p02 en": ("No builds. done", "Nothing this time. done", "I keep my points. done"),
    "p02 de": ("Keine Käufe. fertig",),
    "p02 fr": ("Aucun achat. fini",),
}  # fmt: skip
"""Letters that close the question."""

AGREED = (
    "As you propose. Done", "I agree. Done", "Agreed. Done", "I take the proposal. Done", "Fine by me. Done",
    "Your proposal is fine. Done", "Einverstanden. Fertig", "Ich nehme den Vorschlag. Fertig",
    "Wie vorgeschlagen. Fertig", "D'accord. Fini", "Comme proposé. Fini", "Ta proposition me va. Fini",
)  # fmt: skip
"""Letters that agree to the orders of the template."""

PLAN = [
    "buy 5 cards", "build ru-i25 in riga into ru-10", "build ru-i26 in riga into ru-10",
    "build ru-i27 in riga into ru-10", "done",
]  # fmt: skip
"""The orders that the template of this position proposes."""


@pytest.mark.parametrize("place", YES)
def test_a_yes_beside_done_is_asked_about(shelf: Path, place: str) -> None:  # noqa: F811 - the fixture
    position, _, language = place.partition(" ")
    for letter in YES[place]:
        assert find_result(rehearse(shelf, position, language, letter))[0] != "played", letter


@pytest.mark.parametrize("place", NO)
def test_a_no_beside_done_closes_the_question(shelf: Path, place: str) -> None:  # noqa: F811
    position, _, language = place.partition(" ")
    for letter in NO[place]:
        assert find_result(rehearse(shelf, position, language, letter))[0] == "played", letter


@pytest.mark.parametrize(
    ("language", "letter"), [("en", "No"), ("de", "Nein"), ("de", "Nein."), ("fr", "Non")]
)
def test_a_no_alone_closes_a_question_that_it_answers(shelf: Path, language: str, letter: str) -> None:  # noqa: F811
    assert find_result(rehearse(shelf, "p44", language, letter))[0] == "played"
    assert find_result(rehearse(shelf, "p36", language, letter))[0] != "played"


@pytest.mark.parametrize("words", ["they stay", "we hold", "Stand and fight!", "halten!", "bleibt"])
def test_pieces_that_stay_close_a_question_of_retreat(shelf: Path, words: str) -> None:  # noqa: F811
    assert find_result(rehearse(shelf, "p76", "en", words))[0] == "played"


@pytest.mark.parametrize(
    "words", ["Wait", "Hold on", "Keep going", "stay or retreat", "Stay?", "fight", "The rest"]
)
def test_words_that_only_resemble_a_stay_close_nothing(shelf: Path, words: str) -> None:  # noqa: F811
    assert find_result(rehearse(shelf, "p76", "en", words))[0] != "played"


@pytest.mark.parametrize("letter", AGREED)
def test_a_letter_that_agrees_to_the_template_is_answered_with_its_plan(shelf: Path, letter: str) -> None:  # noqa: F811
    """`done` alone would buy nothing."""
    answer = rehearse(shelf, "p02", "en", letter)
    assert answer is not None
    assert answer.proposal is not None
    assert [line.order for line in answer.proposal.lines] == PLAN


def test_agreement_to_other_templates_is_answered_with_their_orders(shelf: Path) -> None:  # noqa: F811
    """`Yes` answers the question itself."""
    for position, letter, orders in (
        ("p29", "As proposed.", ["lose ru-i1"]), ("p36", "your proposal", ["retreat ge-9 to lodz"]),
        ("p08", "All of them. Done", ["battle mulhouse", "done"]), ("p44", "Yes", []), ("p44", "OK", []),
        ("p52", "all cards. done", ["buy 10 cards", "done"]),
        ("p59", "as proposed", ["lose ge-a1", "lose ge-b1"]),
    ):  # fmt: skip
        answer = rehearse(shelf, position, "en", letter)
        assert answer is not None
        assert find_result(answer)[0] != "played", letter
        lines = answer.proposal.lines if answer.proposal else ()
        assert [line.order for line in lines] == orders, letter


def test_a_letter_that_agrees_in_part_gets_no_plan(shelf: Path) -> None:  # noqa: F811
    for letter in ("I do not agree. Done", "Not as you propose. Done", "I agree, but only 2 cards. Done"):
        answer = rehearse(shelf, "p02", "en", letter)
        assert answer is not None
        assert find_result(answer)[0] != "played", letter
        assert not (answer.proposal and [line.order for line in answer.proposal.lines] == PLAN), letter


def test_an_agreement_where_the_template_only_closes_is_read(shelf: Path) -> None:  # noqa: F811
    assert find_result(rehearse(shelf, "p16", "en", "As you propose. Done")) == ("played", ["done"])


CHOSEN: dict[str, dict[str, list[str]]] = {
    # An empty army must leave: where to?
    "p36 en": {
        "Krakow.": ["retreat ge-9 to krakow"], "Moravia": ["retreat ge-9 to moravia"],
        "Lodz please": ["retreat ge-9 to lodz"], "9th Army: Lodz": ["retreat ge-9 to lodz"],
        "Krakow?": [], "Krakow or Lodz": [], "Not Krakow": [], "Paris": [],
    },
    "p39 de": {"Krakau.": ["retreat ge-10 to krakow"], "Nach Lodz": ["retreat ge-10 to lodz"]},
    # Does the cavalry retreat?
    "p03 en": {
        "Minsk. Done": ["retreat ge-c1 to minsk"], "Yes, Vilna": ["retreat ge-c1 to vilna"],
        "c1 to Vilna, done": ["retreat ge-c1 to vilna"], "Minsk and Vilna": [], "Yes": [],
    },
    "p44 de": {"Verdun. Fertig": ["retreat fr-c1 to verdun"]},
    "p44 fr": {"Verdun": ["retreat fr-c1 to verdun"]},
    # Three cavalries may go: which one?
    "p35 en": {"Metz": [], "c3 Metz": ["retreat ge-c3 to metz"]},
    # An army is chosen before the pieces inside it.
    "p32 en": {"Nish": ["retreat sb-2 to nish"], "i2 to Nish": ["retreat sb-i2 to nish"]},
    "p08 en": {"Mulhouse": ["battle mulhouse"], "Mulhouse?": [], "Mulhouse or Metz": []},
    "p43 en": {"Metz, then Aachen. Done": ["battle metz", "battle aachen", "done"]},
    "p05 en": {"The gas, please. Done": ["play 43 in artois"]},
    "p42 en": {
        "43 in Argonne. Done": ["play 43 in argonne"], "the gas in Argonne": ["play 43 in argonne"],
        "no 43 in Argonne": [], "43 or 47": [], "99": [],
    },
    # Two armies are out of supply. The first id was once skipped like a greeting.
    "p21 en": {
        "l1 and i11": ["lose ru-l1", "lose ru-i11"], "ru-l1, ru-i11": ["lose ru-l1", "lose ru-i11"],
        "8 and 4": ["lose ru-i8", "lose ru-c4"], "Infantry": [], "infantry and cavalry": [],
    },
    # An offensive card, or a pass?
    "p54 en": {
        "5": [], "card 5.": ["offensive 5"], "the Offensive": ["offensive 5"],
        "the limited one": ["offensive 21"], "No": ["pass"], "nothing": ["pass"], "no offensive": ["pass"],
        "nothing. done": ["pass"], "5 or 21": [], "17": [], "No offensive before winter": [],
    },
    "p54 de": {"Karte 5": ["offensive 5"], "nein": ["pass"], "Nichts. Fertig": ["pass"]},
    "p54 fr": {"la 5": ["offensive 5"], "rien": ["pass"], "Rien. Fini": ["pass"]},
    # Which pieces move?
    "p62 en": {
        "fr-2 Verdun": ["move fr-2 to verdun"], "2nd Army Verdun": [], "fr-2 and uk-i7": [], "Verdun": [],
        "uk-i7 Argonne, fr-2 Verdun. Done": ["move uk-i7 to argonne", "move fr-2 to verdun", "done"],
        "fr-2 Bar-le-Duc": [], "fr-2 is in Verdun": [], "fr-2 Verdun?": [], "be-1, Calais": [],
        "fr-2 to Verdun done": ["move fr-2 to verdun", "done"], "fr-2 to Verdun not done": [],
    },
    "p67 en": {
        "None. Done": ["done"], "battle munkacs done": ["battle munkacs", "done"], "munkacs is done": [],
        "munkacs lemberg done": ["battle munkacs", "battle lemberg", "done"],
        "Munkacs\nyes\nLemberg\nno\ndone": ["battle munkacs", "done"], "Lemberg\nno.\ndone": ["done"],
        "Lemberg\nno": [], "battle lemberg\nno": [],
    },
    "p67 de": {"Munkacs\nnein\nLemberg\nja\nfertig": ["battle lemberg", "done"]},
    "p58 en": {"another card, done": ["buy 1 card", "done"], "2 cards done": ["buy 2 cards", "done"]},
    "p58 de": {"noch eine Karte. Fertig": ["buy 1 card", "done"]},
    "p58 fr": {"une carte, fini": ["buy 1 card", "done"]},
    "p70 de": {"42": [], "42 und 43 in Artois": []},
    "p70 en": {"42 in saar done": ["play 42 in saar"]},
    "p76 fr": {"en podolie, fini": ["retreat ru-i17 to podolia", "done"]},
    "p68 de": {"8. in die eifel": ["place ge-8 in eifel"]},
    "p59 de": {"die arti und i18": ["lose ge-a1", "lose ge-i18"]},
    "p57 en": {"Infantry": [], "gas card or i24": []},
    "p51 en": {"nothing. done": ["done"]},
    "p52 en": {"nothing. done": ["done"]},
}  # fmt: skip
"""Answers by their names, and the orders up to the next roll; none if the answer is unclear."""


@pytest.mark.parametrize("place", CHOSEN)
def test_names_alone_choose_what_only_they_can_mean(shelf: Path, place: str) -> None:  # noqa: F811
    position, _, language = place.partition(" ")
    for letter, orders in CHOSEN[place].items():
        assert find_result(rehearse(shelf, position, language, letter))[1] == orders, letter


def test_praise_closes_no_question(shelf: Path) -> None:  # noqa: F811
    for letter, orders in {
        "Well done, Bert!": [], "Well done": [], "Nicely done!": [],
        "Well done! Now I move fr-2 to Verdun.": ["move fr-2 to verdun"],
        "Well done! fr-2 to Verdun. Done": ["move fr-2 to verdun", "done"],
        "Well, done.": ["done"], "All done.": ["done"],
    }.items():  # fmt: skip
        assert find_result(rehearse(shelf, "p62", "en", letter))[1] == orders, letter
