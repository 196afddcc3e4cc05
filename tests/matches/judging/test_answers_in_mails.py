"""Mails answer the questions that four writers had: limits, prices, places, armies, payments.

Plans name the area of a retreat in several forms, and a retreat without pieces means all pieces there.
"""

import re
from pathlib import Path

import pytest

from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, letter_answers, publishing
from tests.matches.judging.letters_of_readers.positions import SIDES, make_shelf

AT = "2026-01-02T00:00:00Z"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shelf(tmp_path_factory.mktemp("positions"))


def report(shelf: Path, position: str) -> str:
    """The short report in one line, so that wrapped sentences can be found."""
    match = matches.find(shelf, position)
    return " ".join(publishing.publish(documents.report(match, SIDES[position]), "text").split())


def rehearse(match: Match, letter: str) -> tuple[list[str], list[str]]:
    """The accepted orders of a letter and its refused lines."""
    sent = submission.open_letter("letter", letter.encode(), at=AT, side=SIDES[match.name])
    answer = letter_answers.rehearse(match, sent)
    return [line.order for line in answer.accepted], [line.text for line in answer.refused]


@pytest.mark.parametrize(
    ("position", "facts"),
    [
        ("p02", ["Any number of battles: your lines", "in order, then other newly disputed areas."]),
        ("p03", ["One battle in all", "# plan for every battle as attacker:", "# done"]),
        (
            "p04",
            ["The fort takes the next hit, of a siege gun: liege-fort; or any card.", "# or: Ersatz 2 ("],
        ),
        ("p05", ["stand-or-retreat: stand # or: retreat to AREA", "* enemy."]),
        ("p07", ["biplane: into ge-", "or alone in", "# leave ge-"]),
        ("p10", ["Transylvania (new) 2I 1C against 1I", "disputed before this turn: optional"]),
    ],
)
def test_mail_answers_questions_of_its_readers(shelf: Path, position: str, facts: list[str]) -> None:
    text = report(shelf, position)
    assert [fact for fact in facts if fact not in text] == []


def test_ersatz_card_pays_as_many_hits_as_its_number(shelf: Path) -> None:
    """The mail said of every card that it pays one hit."""
    for number, count in re.findall(
        r"Ersatz (\d) \([\d, or]+\): pays (one hit|up to \d hits)", report(shelf, "p04")
    ):
        assert count == f"up to {number} hits"


@pytest.mark.parametrize("lines", ["retreat to antwerp\ndone", "withdraw to antwerp\ndone"])
def test_retreat_without_pieces_means_all_pieces(shelf: Path, lines: str) -> None:
    match = matches.find(shelf, "p05")
    assert rehearse(match, lines) == (["retreat be-1 to antwerp"], [])


@pytest.mark.parametrize(
    ("answer", "order"),
    [
        ("stand-or-retreat: Antwerp", "retreat to Antwerp"),
        ("stand-or-retreat: to Antwerp", "retreat to Antwerp"),
        ("retreat-after: Anvers", "retreat to Anvers"),
        ("cavalry-retreat: retreat to Antwerp", "retreat to Antwerp"),
        ("retreat-after: stay", "stay"),
        ("losses: Antwerp", "Antwerp"),
        ("stand-or-retreat: Antwerpen, vielleicht", "Antwerpen, vielleicht"),
        ("stand-or-retreat: stand", "stand"),
    ],
)
def test_area_in_a_plan_is_the_destination(shelf: Path, answer: str, order: str) -> None:
    match = matches.find(shelf, "p05")
    question, _, text = answer.partition(": ")
    assert match.system.notation.complete_answer(question, text) == order


def test_plan_with_an_area_alone_is_kept_without_doubt(shelf: Path) -> None:
    match = matches.find(shelf, "p04")
    letter = (
        "plan for liege as defender:\n  stand-or-retreat: Brussels\n  retreat-after: retreat to Brussels\n"
    )
    sent = submission.open_letter("letter", letter.encode(), at=AT, side="entente")
    answer = letter_answers.rehearse(match, sent)
    assert not answer.refused
    assert not [text for text in answer.warnings if "cannot be carried out" in text]


def test_retreat_is_refused_while_no_piece_may_retreat(shelf: Path) -> None:
    orders, refused = rehearse(matches.find(shelf, "p03"), "retreat to antwerp")
    assert not orders
    assert refused == ["retreat to antwerp"]
