"""A player plays by mail against a bot: his letter is answered at once, with what the bot did."""

from pathlib import Path

import pytest

from referee.analysis.bots import bot_play
from referee.faults import Complaint, DataFault
from referee.mail import seats
from referee.mail.office import open_office
from referee.mail.state import MailFault
from referee.matches import matches, opening
from referee.reports import legal_orders
from tests.mail.conftest import AT, PLAYERS, SECRETS, Club


@pytest.fixture
def alone(tmp_path: Path) -> Club:
    """A club with one player, and a bot against him."""
    club = Club(tmp_path / "matches")
    club.set_up()
    opening.open_match(club.shelf, "liege", "ttlm", at=AT, secrets=SECRETS, players={"entente": "random 1"})
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "liege", "german", PLAYERS["german"])
    club.send()
    return club


def list_authors(club: Club) -> list[str | None]:
    return [entry.body.side for entry in matches.find(club.shelf, "liege").entries[1:]]


def test_the_answer_to_a_letter_holds_what_the_bot_did(alone: Club) -> None:
    done = alone.receive(alone.reply("german", "pass\ndone"))
    alone.send()

    assert (done.verdict, len(done.queued)) == ("judged", 1)
    authors = list_authors(alone)
    assert (authors[:2], set(authors[2:])) == (["german", "german"], {"entente"})
    [_, answer] = alone.mails("german")
    text = answer.get_content()
    assert "Accepted: pass" in text
    assert "*4" in text.partition("Events since entry 3")[2]
    head = matches.find(alone.shelf, "liege").journal.head
    assert str(head) in text.replace("\n", "")


def test_the_match_goes_on_by_replies_to_the_answers(alone: Club) -> None:
    for mails in (2, 3, 4):
        match = matches.find(alone.shelf, "liege")
        letter = legal_orders.options(match, "german", 1).orders[0] if mails > 2 else "pass\ndone"
        assert alone.receive(alone.reply("german", letter)).verdict == "judged"
        alone.send()
        assert len(alone.mails("german")) == mails


def test_a_bot_that_fails_loses_no_mail_and_is_asked_again(
    alone: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise DataFault(Complaint.of(MailFault.NO_MAIL))

    with monkeypatch.context() as patch:
        patch.setattr(bot_play, "go_on", fail)
        assert alone.receive(alone.reply("german", "pass\ndone")).verdict == "judged"
    alone.send()
    assert set(list_authors(alone)) == {"german"}
    assert "Accepted: pass" in alone.mails("german")[-1].get_content()

    with open_office(alone.shelf) as desk:
        desk.memory.note_unfinished("liege")
    alone.send()
    assert "entente" in list_authors(alone)
    assert "Entente" in alone.mails("german")[-1].get_content()
