"""What a player asks for by mail: the words that ask, where they stand, and the orders that are listed."""

import pytest

from referee.i18n.request_phrases import RequestKind as Kind
from referee.mail import report_requests
from referee.mail.report_requests import Request
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, legal_orders, publishing
from tests.mail.conftest import AT, Club


@pytest.fixture(scope="module")
def liege(new_club: Club) -> Match:
    return matches.find(new_club.shelf, "liege")


ASKED: dict[str, Request | None] = {
    "report": Request(Kind.REPORT, "", 0),
    "Rapport complet": Request(Kind.FULL_REPORT, "", 0),
    "full report": Request(Kind.FULL_REPORT, "", 0),
    "Map": Request(Kind.MAP, "", 0),
    "la carte": None,
    "options": Request(Kind.OPTIONS, "", 0),
    "options for German 1st Army?": Request(Kind.OPTIONS, "German 1st Army", 0),
    "options pour ge-1.": Request(Kind.OPTIONS, "ge-1", 0),
    "options for": None,
    "what if\npass": Request(Kind.WHAT_IF, "", 0),
    "Et si\npass": Request(Kind.WHAT_IF, "", 0),
    "I send you my report": None,
    "good evening\nreport": Request(Kind.REPORT, "", 1),
    "pass": None,
    '{"orders": [{"type": "pass"}]}': None,
}


@pytest.mark.parametrize(("text", "found"), ASKED.items())
def test_a_request_is_a_line_of_its_own_above_all_orders(
    liege: Match, text: str, found: Request | None
) -> None:
    sent = submission.open_letter("letter.txt", text.encode(), at=AT, side="german")

    assert report_requests.find_request(liege, sent) == found


def test_below_an_order_nothing_is_asked(liege: Match) -> None:
    sent = submission.open_letter("letter.txt", b"pass\nreport", at=AT, side="german")

    assert report_requests.find_request(liege, sent) is None


def answer(match: Match, side: str, text: str) -> str:
    sent = submission.open_letter("letter.txt", text.encode(), at=AT, side=side)
    request = report_requests.find_request(match, sent)
    assert request is not None
    return report_requests.answer_request(match, side, sent, request).text


ALL = """\
liege: legal orders of Germany
==============================

offensive 5
offensive 17
offensive 24
pass
"""
ONE = """\
liege: legal orders of Germany
==============================

pass
"""
NONE = """\
liege: legal orders of {side}
{line}

There are none.
"""
CUT = """\
liege: legal orders of Germany
==============================

offensive 5

The list is not complete. Ask for the options of one piece.
"""


@pytest.mark.parametrize(
    ("side", "text", "listed"),
    [
        ("german", "options", ALL),
        ("german", "options for PASS", ONE),
        ("german", "options for pas", NONE.format(side="Germany", line=30 * "=")),
        ("entente", "options", NONE.format(side="Entente", line=30 * "=")),
    ],
    ids=["all", "those that name it", "none that holds a part of it", "who is not asked"],
)
def test_lawful_orders_are_listed(liege: Match, side: str, text: str, listed: str) -> None:
    assert answer(liege, side, text) == listed


def test_first_of_many_legal_orders_are_listed(liege: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_requests, "MOST_OPTIONS", 1)

    assert answer(liege, "german", "options") == CUT
    assert answer(liege, "german", "options for pass") == ONE


def test_the_orders_of_one_piece_are_looked_for_among_a_hundred_times_as_many(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.receive(club.reply("german", "offensive 5"))
    match = matches.find(club.shelf, "liege")
    last, behind = legal_orders.options(match, "german", 101).orders[99:101]
    monkeypatch.setattr(report_requests, "MOST_OPTIONS", 1)

    found, missed = (answer(match, "german", f"options for {line}") for line in (last, behind))

    assert last in found.splitlines()
    assert behind not in missed.splitlines()
    assert "There are none." in missed


def test_rehearsal_covers_only_orders_below_the_question(liege: Match) -> None:
    told = answer(liege, "german", "good evening\nwhat if\npass")

    assert "Would be accepted: pass" in told
    assert "good evening" not in told


def test_a_rehearsal_names_what_is_taken_for_prose(liege: Match) -> None:
    told = " ".join(answer(liege, "german", "what if\npass\nand so to bed").split())

    assert "read as text" in told


def test_the_map_is_a_picture_beside_a_sentence(liege: Match) -> None:
    sent = submission.open_letter("letter.txt", b"map", at=AT, side="german")
    request = report_requests.find_request(liege, sent)
    assert request is not None

    reply = report_requests.answer_request(liege, "german", sent, request)

    assert reply.text == "The map is attached."
    assert b"<svg" in reply.picture


def test_a_full_report_is_everything_from_the_first_entry_on(liege: Match) -> None:
    full, short = answer(liege, "german", "full report"), answer(liege, "german", "report")

    whole = documents.report(liege, "german", since=0, full=True)
    assert full == publishing.publish(whole, "text")
    assert full != publishing.publish(documents.report(liege, "german", since=0), "text")
    assert short == publishing.publish(documents.report(liege, "german"), "text")


def test_players_are_listed_with_the_line_that_writes_to_each_other_one(liege: Match) -> None:
    text = answer(liege, "german", "who")

    assert "That is you." in next(line for line in text.splitlines() if line.startswith("- Germany: "))
    assert "message to Entente: " in next(
        line for line in text.splitlines() if line.startswith("- Entente: ")
    )
    assert "message to Germany" not in text
