"""A line that names the match, the side and the question above orders is no order."""

from pathlib import Path

import pytest

from referee.faults import DataFault
from referee.i18n.name_matching import Index
from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers

AT = "2026-12-01T20:00:00Z"
ORDERS = ("offensive 17", "move ge-1 to mons")


def judge(shelf: Path, letter: str, match: str = "liege") -> tuple[str, ...] | None:
    """Return the accepted orders, or None if a line was refused."""
    sent = submission.open_letter("letter.eml", letter.encode(), at=AT, side="german")
    try:
        answer = letter_answers.rehearse(matches.find(shelf, match), sent)
    except DataFault:
        return None
    return None if answer.refused else tuple(line.order for line in answer.accepted)


@pytest.mark.parametrize(
    "heading",
    [
        "hi, orders liege (german, answers 67)",
        "liege german, 67",
        "Orders for liege, side german",
        "orders liege germans",
        "Germany, answers 77",
        "From the Germans, turn 3",
        "Befehle liege, Antwort 67",
        "ordres pour liege, camp german",
        "εντολές liege",
    ],
)
def test_heading_is_read_as_text(example_shelf: Path, heading: str) -> None:
    assert judge(example_shelf, "\n".join((heading, "", *ORDERS))) == ORDERS


@pytest.mark.parametrize(
    "heading", ["german 3", "attack liege", "liege german, 2nd army", "battle for liege", "liege"]
)
def test_line_that_may_mean_more_is_asked_about(example_shelf: Path, heading: str) -> None:
    """The match has the name of an area."""
    assert judge(example_shelf, "\n".join((heading, "", *ORDERS))) is None


def test_name_of_match_alone_is_read_as_text(example_shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "q10").symlink_to(example_shelf / "liege")

    assert judge(tmp_path, "\n".join(("q10", *ORDERS)), "q10") == ORDERS


@pytest.mark.parametrize("writer", ["H.", "K.", "Conrad v. H.", "Karl v. K."])
def test_initials_name_no_card(example_shelf: Path, writer: str) -> None:
    assert judge(example_shelf, "\n".join((*ORDERS, "", writer))) == ORDERS


@pytest.mark.parametrize(("last", "is_text"), [("Bernd", True), ("Endt", False), ("doen", False)])
def test_signature_is_read_as_text(example_shelf: Path, last: str, is_text: bool) -> None:
    """`Bernd` is as near to `end` as a slip, but begins with another letter."""
    letter = "\n".join((*ORDERS, last))
    assert judge(example_shelf, letter) == (ORDERS if is_text else None)


@pytest.mark.parametrize(
    "first", ["battel liege", "batle Namru", "moev monss", "retreet Liegge", "railt Luxemborg"]
)
def test_first_line_with_two_slips_is_asked_about(example_shelf: Path, first: str) -> None:
    assert judge(example_shelf, "\n".join((first, *ORDERS))) is None


@pytest.mark.parametrize(
    "first", ["Martin Metzger", "Moin Martin", "Dear Lena", "Salut Marlène", "Dear Mr Lenz"]
)
def test_first_line_with_a_name_is_a_greeting(example_shelf: Path, first: str) -> None:
    assert judge(example_shelf, "\n".join((first, *ORDERS))) == ORDERS


def test_beginning_of_name_has_two_letters() -> None:
    cards = Index({"hutier": ("Hutier Tactics",), "gas": ("Poison Gas", "G")})

    assert cards.find("Hu") == ("hutier",)
    assert cards.find("H.") == ()
    assert cards.find("G") == ("gas",), "a whole name may be short"


def test_abbreviated_move_is_a_move(example_shelf: Path) -> None:
    assert judge(example_shelf, "offensive 17\nmv ge-1 to mons") == ORDERS
