"""Lines of text above a lone `done`, which may answer the question (`Everyone forward!`) or not."""

import pytest

from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from tests.skirmish.test_free_letters import AT

ANSWERS = (
    "Everyone forward!", "Charge!", "Section 2 advances.", "Fire at will.", "All guns fire.", "Rush them",
    "Everybody shoots at the nearest enemy.", "Yes.", "Of course.", "As you propose.",
    "Both.", "All of them.",
    "The usual.", "Wait for me.", "Advance", "Only section 1.", "The Vickers.", "We fall back.",
    "Alle vor!", "Vorwärts!", "Gruppe 2 feuert.", "Wie vorgeschlagen.", "Ja.", "Wir gehen zurück.",
    "Tout le monde avance.", "Feu à volonté !", "En avant !", "Oui.", "Comme proposé.",
)  # fmt: skip
"""Lines that may mean the opposite of `done`."""

REMARKS = (
    "Good shooting!", "Hello Anna,", "We hold.", "We stay.", "Nobody moves.", "Let them come.",
    "My men are tired.", "You advance too fast!",
    "Alle bleiben.", "Schönes Spiel!", "Personne ne bouge.", "Bien joué.",
)  # fmt: skip
"""Lines that want nothing."""


def list_played(match: Match, letter: str) -> list[str]:
    """Return the orders that are played, none if the letter is asked about."""
    sent = submission.open_letter("letter", letter.encode(), at=AT, side="british")
    answer = letter_answers.rehearse(match, sent)
    return [] if answer.refused else [line.order for line in answer.accepted]


@pytest.mark.parametrize("end", ["\n\ndone", " Done"])
@pytest.mark.parametrize("words", ANSWERS)
def test_words_that_may_answer_are_asked_about(sap: Match, words: str, end: str) -> None:
    assert list_played(sap, words + end) == []


@pytest.mark.parametrize("words", REMARKS)
def test_a_remark_does_not_keep_done_from_closing(sap: Match, words: str) -> None:
    assert list_played(sap, f"{words}\n\ndone") == ["done"]


@pytest.mark.parametrize("letter", ["We stay. Done", "We all hold our ground. Done", "Nobody moves. Done"])
def test_a_denial_in_the_line_of_done_closes(sap: Match, letter: str) -> None:
    assert list_played(sap, letter) == ["done"]


@pytest.mark.parametrize("end", ["done", "fertig", "Ende", "terminé", "τέλος"])
@pytest.mark.parametrize("line", ["br-s2 zum Gurkenfeld", "Section 2 rushes to the gherkins"])
def test_a_closing_word_stays_apart_from_an_unreadable_line_above(sap: Match, line: str, end: str) -> None:
    sent = submission.open_letter("letter", f"{line}\n{end}".encode(), at=AT, side="british")
    answer = letter_answers.rehearse(sap, sent)
    assert [one.text for one in answer.refused] == [line]


LISTS = (
    "1. rush section 2 to 28,22\n2. done", "1) rush section 2 to 28,22\n2) done",
    "(1) rush section 2 to 28,22\n(2) done", "a) rush section 2 to 28,22\nb) done",
)  # fmt: skip


@pytest.mark.parametrize("letter", LISTS)
def test_the_number_of_an_order_in_a_list_does_not_belong_to_it(sap: Match, letter: str) -> None:
    assert list_played(sap, letter) == list_played(sap, "rush section 2 to 28,22\ndone") != []


REPEATED = (
    "rush section 2 to 28,22\nrush section 2 to 28,22\ndone", "rush section 2 to 28,22\ndone\n" * 2,
    "Section 2 rushes to 28,22. Section 2 rushes to 28,22. Done.",
)  # fmt: skip


@pytest.mark.parametrize("letter", REPEATED)
def test_an_order_that_is_written_twice_counts_once(sap: Match, letter: str) -> None:
    assert list_played(sap, letter) == list_played(sap, "rush section 2 to 28,22\ndone") != []
