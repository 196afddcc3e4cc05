"""Mails that tell nothing twice, ask nothing twice, and name their sides in the language of the reader."""

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail import seats
from referee.mail.office import FOLDER, open_office
from referee.matches import matches, opening, viewer_languages
from referee.reports import documents
from tests.mail.conftest import AT, PLAYERS, SECRETS, Club


def play(club: Club, side: str, text: str) -> EmailMessage:
    club.play(side, text)
    return club.mails(side)[-1]


def test_answer_during_a_battle_tells_it_once(club: Club) -> None:
    letter = "offensive 17\nmove ge-1 to liege\nbattle liege\ndone"
    lines = play(club, "german", letter).get_content().splitlines()

    assert "Position" in lines
    assert "ge-1 5I 1C 1A" in " ".join(lines)
    assert not any(line.startswith(("Events since", "Attacker first")) for line in lines)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Do any pieces retreat? End with “done”.", "Do any pieces retreat?"),
        ("Verluste der 1. Armee. Wählen Sie.", "Verluste der 1. Armee."),
        ("Zone Liège : retraite-t-elle ? Terminez.", "Zone Liège : retraite-t-elle ?"),
        ("Liège\u00a0: retraite-t-elle\u00a0? Terminez.", "Liège\u00a0: retraite-t-elle\u00a0?"),
        ("Play an offensive card, or pass?", "Play an offensive card, or pass?"),
    ],
)
def test_subject_quotes_the_first_sentence_of_a_question(text: str, first: str) -> None:
    assert documents.SENTENCE_END.split(text, maxsplit=1)[0] == first


def test_message_below_a_template_is_named_as_not_filed(club: Club) -> None:
    letter = "BEGIN ORDERS liege\nside: german\npass\nEND ORDERS\nmessage to Entente: good luck"
    text = " ".join(play(club, "german", letter).get_content().split())

    assert "the line `message to Entente: good luck` outside the orders was not filed" in text
    assert not any(entry.body.kind == "message" for entry in matches.find(club.shelf, "liege").entries)


@pytest.fixture
def raid(tmp_path: Path) -> Club:
    """A club with the settings of a new post office, whose players write sealed orders for a skirmish."""
    club = Club(tmp_path / "matches")
    club.set_up()
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(path.read_text().replace("quiet = false\nreceipts = true\n", ""))
    opening.open_match(club.shelf, "raid", "skirmish", at=AT, secrets=SECRETS)
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "raid", "british", PLAYERS["entente"])
        seats.take_seat(desk, "raid", "german", PLAYERS["german"])
    club.send()
    return club


def test_side_is_not_asked_again_when_the_other_side_closes_its_orders(raid: Club) -> None:
    assert raid.play("entente", "done").verdict == "judged"
    assert [len(raid.mails(side)) for side in ("german", "entente")] == [1, 1]

    assert raid.play("german", "done").verdict == "judged"
    subjects = [" ".join(raid.mails(side)[-1]["Subject"].split()) for side in ("german", "entente")]
    assert subjects == ["[raid] your turn: Write your movement orders (turn 1 of 10, night)"] * 2

    assert raid.play("german", "done").verdict == "judged"
    assert len(raid.mails("entente")) == 2


def test_first_report_has_no_events_of_a_bare_opening(raid: Club) -> None:
    assert not any(line.startswith("Events") for line in raid.mails("german")[0].get_content().splitlines())


def test_consent_to_a_takeback_is_asked_with_the_orders_that_it_undoes(club: Club) -> None:
    play(club, "german", "pass\ndone")
    play(club, "entente", "pass\ndone")
    play(club, "german", "ask takeback to 1")
    text = " ".join(club.mails("entente")[-1].get_content().split())

    assert "These orders would be taken back: - *Entry 2*, Germany: pass." in text
    assert "If you consent" in text


def test_fault_is_answered_with_the_name_of_the_side_in_its_language(club: Club) -> None:
    viewer_languages.choose(club.shelf, "liege", "german", "de")
    text = play(club, "german", "answers: 99\npass").get_content()

    assert text.startswith("liege: Entscheid für Deutschland\n")


@pytest.mark.parametrize(("number", "clauses"), [("5.4.3", ["5.4.3-a", "5.4.3-b"]), ("5.4.3-a", ["5.4.3-a"])])
def test_rules_are_found_by_the_number_of_their_section(club: Club, number: str, clauses: list[str]) -> None:
    text = play(club, "german", f"rules {number}").get_content()

    assert re.findall(r"^- \*([\d.]+-[a-z])", text, re.MULTILINE)[:2] == clauses


def test_status_names_only_the_other_sides_that_are_asked(club: Club) -> None:
    assert "Waiting for" not in play(club, "german", "status").get_content()
    assert "Waiting for Germany." in play(club, "entente", "status").get_content()
