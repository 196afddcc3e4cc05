"""Seats change hands: by invitation, by command and by letter; the journal has pseudonyms, and no address."""

import json

import pytest

from referee.faults import Misuse, NotFound
from referee.mail import handling, invitations, seats
from referee.mail.office import open_office
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.player_requests import read_seat
from tests.mail.conftest import AT, PLAYERS, Club

CARLA = "carla@player.example"


def list_changes(club: Club) -> list[tuple[str | None, str, str]]:
    """What the journal says of seats."""
    entries = matches.find(club.shelf, "liege").entries
    found = ((one, read_seat(one)) for one in entries if one.body.kind == "seat")
    return [(entry.body.side, change.change, change.player) for entry, change in found if change]


def holder(club: Club, side: str) -> str | None:
    return seats.find_address(club.shelf, "liege", side)


def invite(club: Club, address: str = CARLA, player: str = "Black Queen") -> None:
    with open_office(club.shelf) as desk:
        invitations.invite_player(desk, "liege", "german", address, player, AT)
    club.send()


def answer(club: Club, text: str) -> str:
    """What becomes of the answer to the last mail to Carla."""
    last = next(mail for mail in reversed(club.mails()) if mail["To"] == CARLA)
    letter = f"From: Carla <{CARLA}>\nTo: {last['Reply-To']}\nSubject: Re: {last['Subject']}\n\n{text}\n"
    done = club.receive(letter)
    club.send()
    return done.verdict


def read_last(club: Club) -> str:
    """Return the text of the last mail to the invited player, on one line."""
    return " ".join([mail for mail in club.mails() if mail["To"] == CARLA][-1].get_content().split())


def test_accepted_invitation_gives_the_seat_and_a_report(club: Club) -> None:
    invite(club)
    assert holder(club, "german") == PLAYERS["german"]

    assert answer(club, "Hello,\n\naccept\n") == "filed"

    assert holder(club, "german") == CARLA
    assert list_changes(club) == [("german", "substituted", "Black Queen")]
    assert [mail for mail in club.mails() if mail["To"] == CARLA][-1]["Subject"].startswith("[liege]")
    assert club.receive(club.reply("german", "pass")).verdict != "judged"


def test_accepted_invitation_keeps_the_format_and_the_name_in_a_forum(club: Club) -> None:
    invite(club)
    with open_office(club.shelf) as desk:
        seats.change_seat(desk, "liege", "german", form="speech", forum="hall/carla")

    answer(club, "accept")

    seat = seats.find_seat(club.shelf, "liege", "german")
    assert seat is not None
    assert (seat.form, seat.forum) == ("speech", "hall/carla")


def test_a_player_who_is_seated_again_keeps_his_key_and_reply_address(club: Club) -> None:
    letter = club.reply("german", "pass")
    with open_office(club.shelf) as desk:
        seats.change_seat(desk, "liege", "german", key="ssh-ed25519 AAAA", form="speech")
        invitations.seat_player(desk, "liege", "german", PLAYERS["german"].upper(), "", AT)

    seat = seats.find_seat(club.shelf, "liege", "german")
    assert seat is not None
    assert (seat.address, seat.key, seat.form) == (PLAYERS["german"].upper(), "ssh-ed25519 AAAA", "speech")
    assert club.receive(letter).verdict == "judged"


@pytest.mark.parametrize("text", ["decline", "No.", "je refuse"])
def test_declined_invitation_leaves_the_seat_to_its_player(club: Club, text: str) -> None:
    invite(club)

    assert answer(club, text) == "filed"

    assert holder(club, "german") == PLAYERS["german"]
    assert list_changes(club) == []
    assert answer(club, "accept") == "stranger"


def test_unclear_answer_to_an_invitation_is_asked_again(club: Club) -> None:
    invite(club)

    assert answer(club, "Which side would that be?") == "refused"
    assert "forwarded" not in read_last(club)
    assert "the match liege of To The Last Man!, as the player of Germany." in read_last(club)
    assert answer(club, "accept") == "filed"

    assert holder(club, "german") == CARLA


def test_question_of_an_invited_player_goes_to_the_moderator(club: Club) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text('moderator = "mod@club.example"\n' + config.read_text())
    invite(club)

    assert answer(club, "Hello,\n\nwhen does it start?\n") == "refused"

    (question,) = [mail for mail in club.mails() if mail["To"] == "mod@club.example"]
    assert f"{CARLA}, who is invited to play Germany in liege" in " ".join(question.get_content().split())
    assert "\nwhen does it start?\n" in question.get_content()
    assert "Your reply was forwarded to the moderator, who will answer you." in read_last(club)


def test_replies_to_an_invitation_are_not_answered_without_end(club: Club) -> None:
    invite(club)
    for number in range(2 * handling.MOST_REFUSALS):
        assert answer(club, f"What is this, number {number}?") == "refused"

    mails = [mail for mail in club.mails() if mail["To"] == CARLA]
    assert len(mails) == 1 + handling.MOST_REFUSALS


def test_an_invitation_to_another_address_is_over_with_the_next_one(club: Club) -> None:
    invite(club)
    invite(club, "dora@player.example")

    assert answer(club, "accept") == "stranger"
    assert holder(club, "german") == PLAYERS["german"]


def test_a_player_hands_his_seat_on(club: Club) -> None:
    assert club.receive(club.reply("german", f"hand my seat to {CARLA}")).verdict == "held"
    assert club.confirm("german").verdict == "confirmed"

    assert club.mails("german")[-1]["Subject"] == "[liege] a player was invited to take your seat"
    assert holder(club, "german") == PLAYERS["german"]
    assert answer(club, "accept") == "filed"
    assert holder(club, "german") == CARLA


def test_a_player_leaves_once_and_all_are_shown_that(club: Club) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text('moderator = "mod@club.example"\n' + config.read_text())
    letter = club.reply("german", "I leave my seat.")

    assert club.receive(letter).verdict == "held"
    assert club.receive(letter).verdict == "repeat"
    assert club.confirm("german").verdict == "confirmed"

    assert holder(club, "german") is None
    assert list_changes(club) == [("german", "resigned", "")]
    assert club.mails("entente")[-1]["Subject"] == "[liege] the player of Germany"
    assert any(mail["To"] == "mod@club.example" for mail in club.mails())
    assert club.receive(club.reply("german", "pass")).verdict == "stranger"


def test_a_moderator_seats_and_unseats_players(club: Club) -> None:
    with open_office(club.shelf) as desk:
        for _ in range(2):
            invitations.seat_player(desk, "liege", "german", CARLA, "Black Queen", AT)
        invitations.leave_seat(desk, "liege", "german", AT)
        invitations.seat_player(desk, "liege", "german", CARLA, "Black Queen", AT)
        invitations.leave_seat(desk, "liege", "german", AT)
        with pytest.raises(NotFound):
            invitations.leave_seat(desk, "liege", "german", AT)

    assert [change for _, change, _ in list_changes(club)] == [
        "substituted", "resigned", "joined", "resigned",
    ]  # fmt: skip


@pytest.mark.parametrize("player", [CARLA, "x" * 61, "a\x1bb"])
def test_pseudonym_is_short_and_differs_from_an_address(club: Club, player: str) -> None:
    with pytest.raises(Misuse), open_office(club.shelf) as desk:
        invitations.seat_player(desk, "liege", "german", CARLA, player, AT)
    assert list_changes(club) == []


def test_no_address_enters_the_journal(club: Club) -> None:
    invite(club)
    answer(club, "accept")
    club.receive(club.reply("entente", f"hand my seat to {PLAYERS['german']}"))
    club.confirm("entente")
    club.receive(club.reply("entente", "leave my seat"))
    club.confirm("entente")

    text = (club.shelf / "liege" / "journal.jsonl").read_text()
    assert "@player.example" not in json.dumps([json.loads(line) for line in text.splitlines()])
    assert len(list_changes(club)) == 2


ANSWERS: dict[str, str | None] = {
    "accept": "accept",
    "I accept.": "accept",
    "  Yes! ": "accept",
    "j'accepte": "accept",
    "oui": "accept",
    "decline": "decline",
    "I decline": "decline",
    "Non.": "decline",
    "Hello Bert,\n\naccept": "accept",
    "no\nyes": "decline",
    "I accept that you win": None,
    "maybe": None,
    '{"orders": [{"type": "pass"}]}': None,
}


@pytest.mark.parametrize(("text", "answer"), ANSWERS.items())
def test_an_invitation_is_answered_by_a_line_of_its_own(text: str, answer: str | None) -> None:
    sent = submission.open_letter("letter.txt", text.encode(), at=AT, side="german")

    assert invitations.read_answer(sent) == answer


def test_player_cannot_take_the_same_seat_twice(club: Club) -> None:
    def count() -> int:
        return sum(entry.body.kind == "seat" for entry in matches.find(club.shelf, "liege").entries)

    with open_office(club.shelf) as desk:
        for address, player, filed in (
            (PLAYERS["german"], "", 1),
            (PLAYERS["german"], "", 1),
            (PLAYERS["german"], "Anna", 2),
            ("carl@player.example", "Carl", 3),
        ):
            invitations.seat_player(desk, "liege", "german", address, player, AT)
            assert count() == filed, (address, player)


def test_empty_seat_is_reported_only_to_a_moderator(club: Club) -> None:
    match = matches.find(club.shelf, "liege")
    with open_office(club.shelf) as desk:
        assert invitations.tell_moderator(desk, match, "german", AT) == ()
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f'moderator = "gm@club.example"\n{config.read_text()}')
    with open_office(club.shelf) as desk:
        assert len(invitations.tell_moderator(desk, match, "german", AT)) == 1


def test_leaving_player_has_a_pseudonym_and_an_empty_seat_has_none(club: Club) -> None:
    with open_office(club.shelf) as desk:
        invitations.seat_player(desk, "liege", "german", CARLA, "Black Queen", AT)
        invitations.leave_seat(desk, "liege", "german", AT)
        match = matches.find(club.shelf, "liege")
        assert invitations.file_leave(desk, match, "german", "ab" * 32, AT) is not None

    assert list_changes(club)[1:] == [("german", "resigned", "Black Queen"), ("german", "resigned", "")]


def test_two_who_are_invited_to_two_seats_each_take_their_own(club: Club) -> None:
    with open_office(club.shelf) as desk:
        invitations.invite_player(desk, "liege", "entente", "dora@player.example", "", AT)
    invite(club)

    assert answer(club, "accept") == "filed"

    assert (holder(club, "german"), holder(club, "entente")) == (CARLA, PLAYERS["entente"])
    assert [one.side for one in seats.read_seats(club.shelf, "liege").invited] == ["entente"]
