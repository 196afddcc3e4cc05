"""Short answers as people give them, and letters that name the side of their player instead of `we`."""

from pathlib import Path

import pytest

from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers
from tests.matches.judging.letters_of_readers.positions import SIDES, make_shelf
from tests.matches.judging.test_dangerous_sentences import accept

LETTERS = {
    "p01": {
        "Germany passes.": ["pass"],
        "The German side passes this turn.": ["pass"],
        "Deutschland passt.": ["pass"],
        "L'Allemagne passe.": ["pass"],
        "Skip this one.": ["pass"],
        "No attack this turn.": ["pass"],
        "I pass and I exchange card 38.": ["pass", "redraw 38"],
        "Je passe et je change la carte 38 ; fini.": ["pass", "redraw 38"],
        "Je passe et j'échange la carte 38.": ["pass", "redraw 38"],
        "Ich passe. Ich tausche die Karte 38.": ["pass", "redraw 38"],
        "I pass and I do not exchange card 38.": ["pass"],
    },
    "p06": {
        "The Germans hold Mulhouse.": ["done"],
        "Germany stands and fights.": ["done"],
        "Die Deutschen halten Mülhausen.": ["done"],
        "Les Allemands tiennent Mulhouse.": ["done"],
        "Hold the line!": ["done"],
        "Everyone fights.": ["done"],
        "Stay put": ["done"],
        "Wir kämpfen.": ["done"],
    },
    "p08": {
        "I keep my cards.": ["done"],
        "We'll save them for later.": ["done"],
        "Ich behalte meine Karten.": ["done"],
        "Je garde mes cartes.": ["done"],
    },
    "p04": {"The Allies spend card 18.": ["spend 18"]},
    "p10": {"The Entente storms Lodz.": ["battle lodz"]},
    "p03": {
        "The Entente sends the 1st Army to Nancy. We are done.": ["move fr-1 to nancy", "done"],
        "The Allies move the 1st Army to Nancy. End of turn.": ["move fr-1 to nancy", "done"],
    },
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shelf(tmp_path_factory.mktemp("positions"))


@pytest.mark.parametrize(
    ("position", "letter", "orders"),
    [(name, letter, orders) for name, letters in LETTERS.items() for letter, orders in letters.items()],
)
def test_an_answer_is_read_as_it_is_meant(shelf: Path, position: str, letter: str, orders: list[str]) -> None:
    assert accept(shelf, position, f"{letter}\n") == orders


@pytest.mark.parametrize(
    "answer",
    ["We fight everywhere", "Every battle", "We attack them all", "Wir kämpfen überall", "On se bat partout"],
)
def test_all_battles_are_proposed(shelf: Path, answer: str) -> None:
    letter = submission.open_letter(
        "letter.eml", answer.encode(), at="2026-01-02T00:00:00Z", side=SIDES["p10"]
    )
    proposal = letter_answers.rehearse(matches.find(shelf, "p10"), letter).proposal

    assert proposal is not None
    assert len(proposal.lines) > 1
    assert all(line.order.startswith("battle ") for line in proposal.lines)


@pytest.mark.parametrize(
    ("position", "letter"),
    [
        ("p10", "Coup de main in Lodz, losses infantry first, then cavalry. Done"),
        ("p10", "Handstreich auf Lodz, Verluste erst Infanterie, dann Kavallerie. Fertig"),
        ("p01", "I pass. You exchange card 38."),
        ("p01", "pass (?)"),
        ("p01", "pass ?!"),
        ("p01", "I pass. I would exchange card 38 if I could."),
    ],
)
def test_words_beside_an_answer_are_asked_about(shelf: Path, position: str, letter: str) -> None:
    sent = submission.open_letter(
        "letter.eml", letter.encode(), at="2026-01-02T00:00:00Z", side=SIDES[position]
    )
    rehearsal, _ = submission.rehearse(matches.find(shelf, position), sent)

    assert isinstance(rehearsal, submission.Rehearsal)
    assert rehearsal.judgement.refused_lines
