"""Who looks on gets the public report, and what he writes is no letter."""

import pytest

from referee.faults import Misuse, NotFound
from referee.mail import seats
from referee.mail.office import open_office
from referee.matches import matches
from referee.reports import documents, publishing
from schemas.record import PUBLIC
from tests.mail.conftest import AT, Club

CARL = "carl@spectator.example"


def let_look_on(club: Club, address: str = CARL, *, remove: bool = False) -> tuple[str, ...]:
    with open_office(club.shelf) as desk:
        return seats.let_look_on(desk, "liege", address, remove=remove).spectators


def mails(club: Club) -> list[str]:
    club.send()
    return [str(mail.get_content()) for mail in club.mails() if mail["To"] == CARL]


def test_observer_gets_the_public_report_of_each_move(club: Club) -> None:
    assert let_look_on(club) == (CARL,)
    assert len(mails(club)) == 1
    club.receive(club.reply("german", "pass"), AT)
    match = matches.find(club.shelf, "liege")
    public = publishing.publish(documents.report(match, PUBLIC, since=1), "text")
    assert mails(club)[1:] == [public]
    club.receive(club.reply("german", "report"), AT)
    assert len(mails(club)) == 2


def test_a_report_for_spectators_carries_no_way_to_give_orders(club: Club) -> None:
    let_look_on(club)
    club.send()
    (mail,) = (mail for mail in club.mails() if mail["To"] == CARL)
    assert (mail["Reply-To"], mail["From"]) == (None, "referee@club.example")
    assert "BEGIN ORDERS" not in mail.get_content()
    letter = f"From: {CARL}\nTo: {mail['From']}\nSubject: Re: {mail['Subject']}\n\npass\n"
    assert club.receive(letter).verdict == "stranger"


def test_former_observer_gets_nothing(club: Club) -> None:
    let_look_on(club)
    assert let_look_on(club, f"Carl <{CARL.upper()}>", remove=True) == ()
    club.receive(club.reply("german", "pass"), AT)
    assert mails(club) == []
    with pytest.raises(NotFound):
        let_look_on(club, remove=True)
    with pytest.raises(Misuse):
        let_look_on(club, "nonsense")


def test_a_new_player_leaves_the_spectators_where_they_are(club: Club) -> None:
    let_look_on(club)
    with open_office(club.shelf) as desk:
        assert seats.take_seat(desk, "liege", "german", "dora@player.example").spectators == (CARL,)


def test_returning_observer_gets_the_whole_report(club: Club) -> None:
    let_look_on(club)
    assert len(mails(club)) == 1
    let_look_on(club, remove=True)
    club.play("german", "pass")
    assert let_look_on(club, f"Carl <{CARL}>") == (CARL,)

    match = matches.find(club.shelf, "liege")
    assert mails(club)[1:] == [publishing.publish(documents.report(match, PUBLIC), "text")]


def test_reports_to_an_observer_form_one_thread(club: Club) -> None:
    let_look_on(club)
    club.send()
    club.play("german", "pass")

    first, second = (mail for mail in club.mails() if mail["To"] == CARL)
    assert (first["In-Reply-To"], first["References"]) == (None, None)
    assert (second["In-Reply-To"], second["References"]) == (first["Message-ID"], first["Message-ID"])
    assert first["Auto-Submitted"] == second["Auto-Submitted"] == "auto-generated"
    assert first["X-Auto-Response-Suppress"] == "All"
