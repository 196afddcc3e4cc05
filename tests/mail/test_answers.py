"""What an answer holds, that there is one, and that what this post office signed stays signed."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from email import message_from_string, policy
from types import ModuleType

import pytest

from referee.faults import Misuse
from referee.mail import answers, office, outbox, player_requests, receiving, seats
from referee.mail.office import Case, open_office
from referee.matches import matches
from referee.matches.judging import submission
from referee.platform.ports import ports
from referee.reports import legal_orders
from schemas.mail import Seat
from tests.mail.conftest import AT, Club
from tests.mail.test_player_requests import forget
from tests.ports import disk_with

MOVED = "Head of the journal"


def test_a_letter_that_orders_now_and_in_advance_is_answered_with_a_report(club: Club) -> None:
    before = {side: len(club.mails(side)) for side in ("german", "entente")}
    club.play("german", "pass\nwhen losses always: lose cheapest")

    mine, others = club.mails("german")[before["german"] :], club.mails("entente")[before["entente"] :]
    assert [MOVED in mail.get_content() for mail in mine] == [True]
    assert len(others) == 1
    assert "lose cheapest" not in others[0].get_content()


def test_a_letter_that_moves_nothing_is_answered_without_a_report(club: Club) -> None:
    club.receive(club.reply("german", "when losses always: lose cheapest"))
    sent = club.send()
    assert len(sent) == 1
    assert "Events" not in club.mails("german")[-1].get_content()


def read_subject(club: Club, side: str) -> str:
    return " ".join(str(club.mails(side)[-1]["Subject"]).split())


def test_subject_of_an_answer_says_that_orders_were_refused(club: Club) -> None:
    assert club.play("german", "move ge-1 to paris").verdict == "refused"
    assert read_subject(club, "german") == (
        "[liege] your orders were refused. Your turn: Play an offensive card, or pass?"
        " (SUMMER 1914, turn 1 of 23)"
    )

    assert club.play("entente", "pass").verdict == "refused"
    assert read_subject(club, "entente").endswith(
        "orders were refused. Waiting for Germany (SUMMER 1914, turn 1 of 23)"
    )

    assert club.play("german", "pass").verdict == "judged"
    assert "refused" not in read_subject(club, "german")


def test_an_answer_that_was_queued_is_not_queued_again(club: Club) -> None:
    """As after a crash between the answer and the note that the mail is done."""
    raw = club.reply("german", "offensive 99")
    mail = message_from_string(raw, policy=policy.default)
    sent = submission.open_letter("mail", b"offensive 99", at=AT, side="german")
    with open_office(club.shelf) as desk:
        filed = submission.submit(club.shelf, "liege", sent)
        case = Case(desk, "ab" * 32, raw.encode(), mail, AT)
        assert len(answers.answer_letter(case, filed)) == 1
        assert answers.answer_letter(case, filed) == ()
        # One that was noted and never queued, for the process died in between, is queued now.
        desk.memory.note_answer("cd" * 32, "lost")
        assert len(answers.answer_letter(replace(case, digest="cd" * 32), filed)) == 1


def test_letter_of_records_does_not_count_as_a_request(club: Club) -> None:
    done = club.receive(club.reply("german", "orders:\n  - type: pass"))
    assert (done.verdict, done.code) == ("judged", "")
    assert len(matches.find(club.shelf, "liege").entries) == 2


def test_post_office_recognises_signed_mail_after_a_restart(club: Club) -> None:
    signatures = set()
    for _ in range(2):
        with open_office(club.shelf) as desk:
            signatures.add(desk.sign("liege german 7"))
            assert desk.sign("liege german 8") not in signatures
    assert len(signatures) == 1
    assert len((club.shelf / "_post" / "key").read_bytes()) * 4 == 256
    assert (club.shelf / "_post" / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("address", ["hans", "@", "", "hans@", "@club.example"])
def test_a_seat_is_given_to_an_address_alone(club: Club, address: str) -> None:
    with open_office(club.shelf) as desk, pytest.raises(Misuse) as fault:
        seats.take_seat(desk, "liege", "german", address)
    assert fault.value.complaints[0].code == "not-an-address"


def test_no_report_is_owed_after_all_are_sent(club: Club) -> None:
    with open_office(club.shelf) as desk:
        desk.memory.note_unfinished("liege")
        assert desk.memory.list_unfinished() == ["liege"]
        list(receiving.finish(desk, AT))
        assert desk.memory.list_unfinished() == []


@pytest.fixture
def synced_files() -> Iterator[list[int]]:
    """The files that were synced, which a killed process may have written."""
    numbers: list[int] = []

    def note(descriptor: int) -> None:
        numbers.append(os.fstat(descriptor).st_ino)
        os.fsync(descriptor)

    with ports.use(disk=disk_with(fsync=note)):
        yield numbers


def test_reports_that_a_killed_process_owes_tell_what_is_on_the_disk(
    club: Club, synced_files: list[int]
) -> None:
    with open_office(club.shelf) as desk:
        desk.memory.note_unfinished("liege")
        list(receiving.finish(desk, AT))

    assert matches.journal_of(club.shelf, "liege").stat().st_ino in synced_files


@pytest.mark.parametrize("request_", ["status", "report", "full report"])
def test_answer_to_a_request_follows_the_disk(club: Club, synced_files: list[int], request_: str) -> None:
    raw = club.reply("german", request_)
    synced_files.clear()

    assert club.receive(raw).verdict == "answered"
    assert matches.journal_of(club.shelf, "liege").stat().st_ino in synced_files


def test_answer_to_an_unjudged_mail_is_in_sentences(club: Club) -> None:
    """Its reader knows neither the file of the mail nor its lines."""
    assert club.play("german", "").verdict == "refused"
    text = " ".join(club.mails("german")[-1].get_content().split())

    assert "- The letter contains no order. Write one order per line; quoted lines and" in text
    assert ".eml" not in text


def test_options_are_asked_for_by_several_words(club: Club) -> None:
    wanted, *_ = legal_orders.options(matches.find(club.shelf, "liege"), "german", 9).orders
    assert wanted.startswith("offensive ")
    club.play("german", f"options for {wanted}")
    told = [line for line in club.mails("german")[-1].get_content().splitlines() if "offensive" in line]
    assert told == [wanted]


@pytest.mark.parametrize("noted", [True, False], ids=["the report was noted", "it was not"])
def test_a_letter_that_was_answered_by_a_report_is_not_answered_again_after_a_crash(
    club: Club, *, noted: bool
) -> None:
    """The answer was queued, and the process died before it noted that the mail is done."""
    raw = club.reply("german", "pass")
    first = club.receive(raw)
    club.send()
    sent = len(club.mails())
    forget(club, first.digest)
    if not noted:
        with closing(sqlite3.connect(club.shelf / "_post" / "memory.sqlite")) as file, file:
            file.execute("DELETE FROM reports")

    assert (club.receive(raw).queued, club.send()) == ((), ())
    assert len(club.mails()) == sent


def test_a_report_belongs_to_the_thread_of_the_last_report_and_not_of_an_answer(club: Club) -> None:
    (first,) = club.mails("entente")
    for text in ("report", "options", "message to referee: well?"):
        club.play("entente", text)
    club.receive(club.reply("german", "pass"))
    club.send()

    last = club.mails("entente")[-1]
    assert (last["In-Reply-To"], last["References"]) == (first["Message-ID"], first["Message-ID"])


def test_a_mail_that_was_kept_and_not_finished_is_judged_by_the_next_process(club: Club) -> None:
    raw = club.reply("german", "pass").encode()
    (club.shelf / "_post" / "in" / f"{office.digest(raw)}.eml").write_bytes(raw)

    with open_office(club.shelf) as desk:
        (done,) = receiving.finish(desk, AT)
        assert list(receiving.finish(desk, AT)) == []

    assert (done.verdict, done.digest) == ("judged", office.digest(raw))
    assert len(matches.find(club.shelf, "liege").entries) == 2
    assert [path.stem for path in (club.shelf / "_post" / "done").iterdir()] == [done.digest]
    assert club.receive(raw).verdict == "repeat"


def test_mails_that_were_kept_are_finished_in_the_order_in_which_they_came(club: Club) -> None:
    letters = [club.reply("german", text).encode() for text in ("pass", "report", "map")]
    for number, raw in enumerate(letters):
        kept = club.shelf / "_post" / "in" / f"{office.digest(raw)}.eml"
        kept.write_bytes(raw)
        os.utime(kept, (1000 - number, 1000 - number))

    with open_office(club.shelf) as desk:
        done = [one.digest for one in receiving.finish(desk, AT)]

    assert done == [office.digest(raw) for raw in reversed(letters)]


@pytest.mark.parametrize(
    ("text", "module", "answer"),
    [("pass", answers, "answer_letter"), ("message to entente: well?", player_requests, "answer")],
    ids=["a letter", "a message"],
)
def test_round_after_a_crash_sends_all_pending_answers(
    club: Club, monkeypatch: pytest.MonkeyPatch, text: str, module: ModuleType, answer: str
) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    sent = len(club.mails("entente"))
    letter = club.reply("german", text)
    with monkeypatch.context() as patch:
        patch.setattr(module, answer, die)
        with pytest.raises(KeyboardInterrupt):
            club.receive(letter)
    with open_office(club.shelf) as desk:
        assert len(list(receiving.finish(desk, AT))) == 1
        assert desk.memory.list_unfinished() == []
    club.send()

    assert len(club.mails("entente")) == sent + 1


def test_a_report_that_is_queued_before_the_answer_does_not_replace_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    letter = club.reply("german", "pass")
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "queue", die)
        with pytest.raises(KeyboardInterrupt):
            club.receive(letter)
    with open_office(club.shelf) as desk:
        answers.report_to_seats(desk, matches.find(club.shelf, "liege"))
        list(receiving.finish(desk, AT))
    club.send()

    assert [mail["Auto-Submitted"] for mail in club.mails("german")[-2:]] == [
        "auto-generated",
        "auto-replied",
    ]


def test_a_key_is_that_of_one_side_and_of_who_is_invited_to_it(club: Club) -> None:
    match = matches.find(club.shelf, "liege")
    with open_office(club.shelf) as desk:
        for side, name in (("german", "carla"), ("entente", "dora")):
            seats.invite(desk, match, Seat(side=side, address=f"{name}@x.example"))
        known = seats.change_seat(desk, "liege", "german", key="a key")

    assert {(one.side, one.key) for one in (*known.seats, *known.invited)} == {
        ("german", "a key"), ("entente", "")
    }  # fmt: skip
