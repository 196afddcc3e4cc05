"""A seat whose mails are for the ear: reports, answers and requests come as sentences."""

import re

import pytest

from referee.mail import seats
from referee.mail.office import open_office
from tests.mail.conftest import AT, Club


@pytest.fixture(autouse=True)
def spoken(club: Club) -> None:
    """The German player chooses mails for the ear."""
    with open_office(club.shelf) as desk:
        seats.change_seat(desk, "liege", "german", form="speech")


def listen(club: Club, side: str) -> str:
    """Return the text of the last mail to a player."""
    return str(club.mails(side)[-1].get_content()).replace("\r\n", "\n")


def test_a_player_gets_sentences_and_the_other_one_columns(club: Club) -> None:
    club.play("german", "pass\ndone")
    club.receive(club.reply("entente", "pass\ndone"), AT)
    club.send()

    heard = listen(club, "german")
    assert "\nLines to copy follow.\nBEGIN ORDERS liege\n" in heard
    assert "\nIt builds with 12 build points.\nA card costs 1, a rebuilt army 1, 4 trenches 1.\n" in heard
    assert "\nGermany, May build: 5 infantry at 1.\n" in heard
    assert not re.search(r"\b\d+[ICAG]\b", heard)
    assert re.search(r"\b\d+[ICAG]\b", listen(club, "entente"))


def test_the_answer_to_a_refused_letter_is_for_the_ear(club: Club) -> None:
    club.play("german", "offensive 55")

    assert "\n- " not in listen(club, "german")


def test_a_full_report_has_every_fact(club: Club) -> None:
    club.play("german", "full report")

    assert "\nPiece ge-i1: nation ge, side german, kind infantry," in listen(club, "german")


def test_a_letter_written_from_a_spoken_mail_is_judged(club: Club) -> None:
    club.play("german", "report")

    template = listen(club, "german").partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
    letter = f"BEGIN ORDERS{re.sub('^# pass.*$', 'pass', template, flags=re.MULTILINE)}END ORDERS"

    assert "\npass\n" in letter
    assert club.receive(club.reply("german", letter), AT).verdict == "judged"


def test_a_new_player_of_the_seat_starts_with_text(club: Club) -> None:
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "liege", "german", "carla@example.org")

        assert seats.find_form(club.shelf, "liege", "german") == "text"
