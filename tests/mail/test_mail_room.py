"""The moderator's mail room: lists of mails, and what can be done with one by hand."""

from textwrap import indent

import pytest

from referee.cli.render import clock_and_mail
from referee.faults import Misuse, NotFound
from referee.mail import receiving, reminders
from referee.mail.mail_room import records
from referee.mail.office import FOLDER, open_office
from referee.matches import matches
from schemas.mail import MailRecord
from tests.mail.conftest import AT, PLAYERS, Club

STRANGER = "From: Carla <carla@other.example>\nTo: referee@club.example\nSubject: my turn\n\npass\n"
LIST = STRANGER.replace("\n\n", "\nPrecedence: list\nList-Id: <a.b>\nMessage-ID: <l@b>\n\n").replace(
    "Carla <carla@other.example>", PLAYERS["german"]
)
LATER = "2026-12-02T19:00:00Z"


def unjudged(club: Club) -> tuple[MailRecord, ...]:
    with open_office(club.shelf) as desk:
        return records.list_mails(desk, "unjudged").mails


def test_mail_of_stranger_is_listed_with_the_command_that_settles_it(club: Club) -> None:
    club.receive(STRANGER)

    (mail,) = unjudged(club)
    assert (mail.sender, mail.subject, mail.verdict) == ("carla@other.example", "my turn", "stranger")
    assert mail.settle == f"referee mail accept {mail.digest[:12]} MATCH SIDE"


@pytest.mark.parametrize("raw", [STRANGER, LIST], ids=["another address", "a list"])
def test_accepted_mail_is_judged_and_answered(club: Club, raw: str) -> None:
    club.receive(raw)
    (mail,) = unjudged(club)

    with open_office(club.shelf) as desk:
        done = records.accept(desk, mail.digest[:12], "liege", "german", AT)
    club.send()

    assert (done.verdict, done.side) == ("judged", "german")
    assert matches.find(club.shelf, "liege").entries[-1].body.kind == "order"
    assert "Accepted: pass" in club.mails("german")[-1].get_content()
    assert unjudged(club) == ()


def test_unchanged_template_that_is_accepted_stays_without_orders(club: Club) -> None:
    report = indent(club.mails("german")[-1].get_content(), "> ")
    done = club.receive(club.reply("german", report, "Message-ID: <1@anna>"))

    with open_office(club.shelf) as desk:
        accepted = records.accept(desk, done.digest, "liege", "german", AT)

    assert (done.code, accepted.code) == ("template-unedited", "template-unedited")
    assert [mail.digest for mail in unjudged(club)] == [done.digest]


def test_mail_of_an_opponent_is_listed_with_the_command_that_rejects_it(club: Club) -> None:
    forged = club.reply("german", "pass").replace(PLAYERS["german"], PLAYERS["entente"])
    done = club.receive(forged)

    (mail,) = unjudged(club)
    assert (mail.verdict, mail.settle) == ("forged", f"referee mail reject {done.digest[:12]}")


def test_text_without_headers_in_an_inbox_is_kept_told_and_can_be_accepted(club: Club) -> None:
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(f'moderator = "eve@club.example"\n{path.read_text()}')

    with open_office(club.shelf) as desk:
        done = receiving.receive_from_inbox(desk, b"pass\n", AT)
    club.send()

    (mail,) = unjudged(club)
    assert (mail.digest, mail.verdict) == (done.digest, "unreadable")
    (told,) = (one for one in club.mails() if one["To"] == "eve@club.example")
    assert f"{done.digest}.eml" in told.get_content().replace("\n", "")
    with open_office(club.shelf) as desk:
        assert records.accept(desk, done.digest, "liege", "german", AT).verdict == "judged"


def test_judged_mail_is_not_accepted_again(club: Club) -> None:
    done = club.receive(club.reply("german", "pass"))

    with open_office(club.shelf) as desk, pytest.raises(Misuse):
        records.accept(desk, done.digest, "liege", "german", AT)


def test_rejected_mail_is_settled_and_its_sender_gets_the_reason(club: Club) -> None:
    club.receive(STRANGER)
    (mail,) = unjudged(club)

    with open_office(club.shelf) as desk:
        assert records.reject(desk, mail.digest, "You do not play here.", AT).verdict == "rejected"
    club.send()

    assert unjudged(club) == ()
    answer = club.mails()[-1]
    assert answer["To"] == "carla@other.example"
    assert answer.get_content().startswith("The moderator did not judge your mail")
    assert answer.get_content().endswith("reason:\n\nYou do not play here.\n")


@pytest.mark.parametrize("text", ["pass", "offensive 55", "away 2027-01-02 to 2027-01-05"])
def test_mail_in_the_journal_is_not_rejected(club: Club, text: str) -> None:
    done = club.play("german", text)
    before = len(club.mails())

    with open_office(club.shelf) as desk, pytest.raises(Misuse):
        records.reject(desk, done.digest, "You do not play here.", AT)
    club.send()

    assert len(club.mails()) == before


def test_answer_is_sent_again(club: Club) -> None:
    done = club.play("german", "pass")
    before = len(club.mails("german"))

    with open_office(club.shelf) as desk:
        records.resend(desk, done.digest)
    club.send()

    assert len(club.mails("german")) == before + 1


def test_mail_is_forwarded(club: Club) -> None:
    done = club.receive(STRANGER)

    with open_office(club.shelf) as desk:
        records.forward(desk, done.digest, "dora@club.example", AT)
    club.send()

    mail = club.mails()[-1]
    assert (mail["To"], mail["Subject"]) == ("dora@club.example", "Fwd: my turn")
    assert "| pass" in mail.get_content()


@pytest.mark.parametrize("address", ["dora", "", "dora@club.example, eve@club.example"])
def test_mail_is_not_forwarded_to_a_wrong_address(club: Club, address: str) -> None:
    done = club.receive(STRANGER)

    with open_office(club.shelf) as desk, pytest.raises(Misuse, match="is not a valid e-mail address"):
        records.forward(desk, done.digest, address, AT)


def test_short_digest_is_refused_as_too_short(club: Club) -> None:
    done = club.receive(STRANGER)

    with open_office(club.shelf) as desk, pytest.raises(Misuse, match="write at least 4 characters"):
        records.show(desk, done.digest[:3])


def test_unknown_digest_is_not_found(club: Club) -> None:
    with open_office(club.shelf) as desk, pytest.raises(NotFound):
        records.show(desk, "ffff")


def test_daily_digest_names_the_commands(club: Club) -> None:
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(f'moderator = "eve@club.example"\n{path.read_text()}')
    done = club.receive(STRANGER)
    for at in (AT, AT, LATER):
        with open_office(club.shelf) as desk:
            reminders.tick(desk, at)
    club.send()

    (mail,) = (one for one in club.mails() if one["To"] == "eve@club.example")
    assert mail["Subject"] == "1 mail was not judged"
    text = " ".join(mail.get_content().split())
    assert f'not judged: no seat has this address. "referee mail accept {done.digest[:12]}' in text
    assert '"referee mail reject MAIL --reason TEXT" settles any of them without judging it' in text


def test_list_shortens_the_subject_of_a_reply(club: Club) -> None:
    subject = "Re: [liege] your turn: Declare your battles in the order in which you fight them (SUMMER 1914)"
    club.receive(STRANGER.replace("my turn", subject))

    with open_office(club.shelf) as desk:
        mails = records.list_mails(desk, "all")
    assert mails.mails[0].subject == subject
    line = clock_and_mail.word_mails(mails).splitlines()[0]
    assert line.endswith("Re: [liege] your turn: Declare your battles in the order …")
