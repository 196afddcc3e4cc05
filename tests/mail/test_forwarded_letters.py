"""A letter that a player forwards: its orders are judged only if the player confirms them."""

import pytest

from referee.mail import seats
from referee.mail.office import open_office
from referee.matches import matches
from tests.mail.conftest import PLAYERS, Club

FORWARDED = """\
---------- Forwarded message ---------
From: {author}
Date: Sun, 3 May 2026 at 10:11
Subject: a plan
To: Anna <anna@player.example>

pass
done
"""


def test_letter_of_another_person_is_asked_about(club: Club) -> None:
    before = len(matches.find(club.shelf, "liege").entries)

    done = club.play("german", FORWARDED.format(author="Carla <carla@elsewhere.example>"))

    assert done.verdict == "held"
    assert len(matches.find(club.shelf, "liege").entries) == before
    question = club.mails("german")[-1].get_content()
    assert "forwards a letter of Carla <carla@elsewhere.example>" in " ".join(question.split())
    assert "| pass" in question


def test_confirmed_letter_is_judged(club: Club) -> None:
    club.receive(club.reply("german", FORWARDED.format(author="Carla <carla@elsewhere.example>")))

    assert club.confirm("german").verdict == "confirmed"
    assert matches.find(club.shelf, "liege").entries[-1].body.kind == "order"


def test_letter_without_an_address_of_its_author_is_asked_about(club: Club) -> None:
    assert club.receive(club.reply("german", FORWARDED.format(author="Carla"))).verdict == "held"


def test_own_letter_is_judged(club: Club) -> None:
    done = club.receive(club.reply("german", FORWARDED.format(author="Anna <anna@player.example>")))

    assert done.verdict == "judged"


STRANGER = """\
From: {name} <home@elsewhere.example>
To: referee@club.example
Subject: Re: [{match}] my turn

pass
"""


def test_known_name_at_another_address_is_asked_at_the_registered_one(club: Club) -> None:
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "liege", "german", PLAYERS["german"], "Anna")
    club.send()

    done = club.receive(STRANGER.format(name="Anna", match="liege"))
    club.send()

    assert (done.verdict, done.side) == ("unproved", "german")
    assert "did you send this letter?" in str(club.mails("german")[-1]["Subject"])
    assert club.confirm("german").verdict == "confirmed"


@pytest.mark.parametrize(("name", "match"), [("Carla", "liege"), ("Anna", "verdun"), ("Anna", "../x")])
def test_unknown_name_or_match_stays_a_stranger(club: Club, name: str, match: str) -> None:
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "liege", "german", PLAYERS["german"], "Anna")

    assert club.receive(STRANGER.format(name=name, match=match)).verdict == "stranger"
