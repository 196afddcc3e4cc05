"""A match that cannot be read: its own mail is set aside, and the mail of the others is not kept waiting."""

import pytest

from referee.dice.chain import Secrets
from referee.faults import DataFault
from referee.mail import seats
from referee.mail.office import open_office
from referee.matches import matches, opening
from tests.mail.conftest import AT, Club

PLAIN = "referee@club.example"
OTHER = "carla@player.example"


@pytest.fixture
def two(club: Club) -> Club:
    """A club with a second match, whose first match is damaged."""
    secrets = Secrets(seed="6" * 64, hidden="8" * 64)
    opening.open_match(club.shelf, "second", "ttlm", at=AT, secrets=secrets)
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "second", "german", OTHER)
    club.send()
    journal = club.shelf / "liege" / "journal.jsonl"
    journal.write_bytes(b"no journal\n" + journal.read_bytes())
    with pytest.raises(DataFault):
        matches.find(club.shelf, "liege")
    return club


def write_to_second(club: Club) -> str:
    to = next(mail["Reply-To"] for mail in club.mails() if mail["To"] == OTHER)
    return f"From: {OTHER}\nTo: {to}\n\npass\n"


@pytest.mark.parametrize("to", [PLAIN, None], ids=["without a token", "with its token"])
def test_a_mail_to_a_damaged_match_is_set_aside_and_those_to_others_are_judged(
    two: Club, to: str | None
) -> None:
    entries = len(matches.find(two.shelf, "second").entries)
    # A seat that an address alone points to is asked; a seat that a token points to is judged.
    done = two.receive(two.reply("german", "pass", to=to))

    assert (done.verdict, done.queued) == ("unreadable", ())
    assert done.code == "line-not-json"
    assert two.receive(write_to_second(two)).verdict == "judged"
    assert len(matches.find(two.shelf, "second").entries) == entries + 1


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b'{"match":"liege","seats":[{"side":"\xff"}]}'])
def test_seats_that_cannot_be_read_are_named_by_their_match(club: Club, written: bytes) -> None:
    (club.shelf / "liege" / seats.FILE).write_bytes(written)

    with pytest.raises(DataFault, match="liege"):
        seats.read_seats(club.shelf, "liege")
