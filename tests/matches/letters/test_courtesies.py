"""Courtesies are left out of the warning about text; a line with a word of an order never is."""

from collections.abc import Sequence

import pytest

from referee.faults import Complaint
from referee.matches.faults import LetterFault
from referee.matches.letters import courtesies
from referee.matches.letters.courtesies import TextLine
from schemas.record import Place

LAST_ORDER = 5


def names_mons(text: str) -> bool:
    return "Mons" in text


def is_mons(text: str) -> bool:
    return text == "Mons"


def list_remaining(*texts: tuple[int, str]) -> list[int]:
    lines = [TextLine(number, text) for number, text in texts]
    return [line.number for line in courtesies.leave_out(lines, LAST_ORDER, names_mons, is_mons)]


@pytest.mark.parametrize(
    ("lines", "remaining"),
    [
        ([(1, "Hello Bob,"), (7, "Regards"), (8, "Tom")], []),
        ([(7, "Tom")], []),
        ([(2, "Tom")], [2]),
        ([(7, "B. Lemaire"), (8, "Bonne soirée")], [7]),
        ([(7, "Cheers"), (8, "Tom"), (9, "Leeds"), (10, "Club of Leeds")], [10]),
        ([(1, "Hello from Mons,"), (7, "Regards from Mons"), (8, "Mons")], [1, 7, 8]),
        ([(1, "Hi, not so many cards this time, please.")], [1]),
        ([(7, "vive la France")], [7]),
        ([(7, "Cheers"), (8, "Tom 2nd")], [8]),
        ([(7, "Cheers"), (8, "Monson")], []),
        ([(7, "Cheers"), (8, "Carl Mons")], []),
        ([(7, "Cheers"), (8, "to Mons")], [8]),
        ([(7, "Monson")], [7]),
        ([(2, "Cheers"), (3, "a"), (4, "b"), (5, "c"), (7, "Monson")], [3, 4, 5, 7]),
    ],
)
def test_courtesies_are_left_out(lines: Sequence[tuple[int, str]], remaining: list[int]) -> None:
    assert list_remaining(*lines) == remaining


def warn(*quotes: str, fact: LetterFault = LetterFault.PROSE_LEFT) -> Complaint:
    return Complaint.of(fact, place=Place(file="letter", line=1), lines=quotes)


def test_warning_names_and_points_to_the_rest() -> None:
    warning = courtesies.shorten(
        warn("1 `Hello`", "3 `a bit of text`", "9 `Thanks`"), LAST_ORDER, names_mons, is_mons
    )
    assert warning is not None
    assert str(warning).startswith(
        "letter:3:1: these lines were read as text, not as orders: 3 `a bit of text` ("
    )


def test_warning_about_courtesies_alone_is_dropped() -> None:
    assert courtesies.shorten(warn("1 `Hello`", "9 `Thanks`"), LAST_ORDER, names_mons, is_mons) is None


@pytest.mark.parametrize(
    "warning",
    [
        warn("1 `Hello`", fact=LetterFault.ORDERS_UNREAD),
        warn("1 `a bit of text`"),
        warn(*(f"{number} `Hello`" for number in range(1, courtesies.MOST_QUOTED + 1))),
        Complaint(text="in another form"),
    ],
)
def test_other_warnings_do_not_change(warning: Complaint) -> None:
    assert courtesies.shorten(warning, LAST_ORDER, names_mons, is_mons) is warning


def test_file_of_the_moderator_is_not_named_where_quotes_name_their_lines() -> None:
    bare = Complaint(text="in another form", place=Place(file="letter", line=1))

    assert str(courtesies.leave_file_out(warn("3 `a bit of text`"))).startswith(
        "these lines were read as text"
    )
    assert courtesies.leave_file_out(bare) is bare
