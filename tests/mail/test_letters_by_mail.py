"""Mails that are nearly letters, and what is left of them: subjects, senders, dealings, and what is kept."""

import os
import shutil
import stat
from base64 import b64encode
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.faults import Misuse
from referee.mail import invitations, messages, outbox, receiving, seats
from referee.mail.office import open_office
from referee.matches import matches, opening
from referee.matches.clocks import clock_entries, timeline
from referee.platform import files
from referee.platform.ports import ports
from tests.mail.conftest import AT, PLAYERS, Club
from tests.ports import disk_with

SUBJECTS = {
    "orders": "Re: orders",
    "Re: orders": "Re: orders",
    "AW: Re: Sv[2]: orders": "Re: orders",
    "  re : orders": "Re: orders",
    "my score: 5": "Re: my score: 5",
    "orders, re: liege": "Re: orders, re: liege",
    "Re: the score: 5": "Re: the score: 5",
    "two\n lines": "Re: two lines",
    "": "Re:",
}


@pytest.mark.parametrize(("subject", "answer"), SUBJECTS.items())
def test_an_answer_has_the_subject_of_the_letter_behind_one_re(subject: str, answer: str) -> None:
    mail = EmailMessage()
    if subject:
        mail["Subject"] = " ".join(subject.split("\n"))

    assert messages.reply_subject(mail) == answer


FROM = {
    "anna@player.example": "anna@player.example",
    "Anna <Anna@Player.Example>": "anna@player.example",
    "nobody": "nobody",
    None: "",
}


@pytest.mark.parametrize(("written", "address"), FROM.items())
def test_an_address_is_compared_without_its_name(written: str | None, address: str) -> None:
    mail = EmailMessage()
    if written is not None:
        mail["From"] = written

    assert messages.read_address(mail) == address


PLAIN = "referee@club.example"


@pytest.mark.parametrize("to", [PLAIN, None], ids=["to everybody's address", "by a token"])
def test_automatic_mail_in_a_players_name_causes_no_question(club: Club, to: str | None) -> None:
    done = club.receive(club.reply("german", "pass", "Auto-Submitted: auto-replied", to=to))

    assert (done.verdict, done.code, done.queued) == ("automatic", "automatic-mail", ())
    assert len(matches.find(club.shelf, "liege").entries) == 1


def test_player_of_one_match_may_use_any_subject(club: Club) -> None:
    club.set_up("address")

    done = club.receive(f"From: {PLAYERS['german']}\nTo: {PLAIN}\nSubject: [somme] orders\n\npass\n")

    assert (done.verdict, done.match) == ("judged", "liege")


def test_a_dealing_below_an_order_is_a_line_of_a_letter(club: Club) -> None:
    done = club.receive(club.reply("german", "pass\nagree"))

    assert (done.verdict, done.code) == ("refused", "")
    assert matches.find(club.shelf, "liege").entries[-1].body.kind == "refusal"


def test_withdrawn_absence_may_be_announced_again(club: Club) -> None:
    letters = (club.reply("german", f"away 2026-12-24 to 2026-12-26\n# {number}") for number in range(4))

    def announce() -> int:
        assert club.receive(next(letters)).verdict == "filed"
        return len(timeline.read_times(matches.find(club.shelf, "liege")).absences)

    assert (announce(), announce()) == (1, 1)
    entry = len(matches.find(club.shelf, "liege").entries)
    clock_entries.withdraw_absence(club.shelf, "liege", "german", entry, at=AT)

    assert (announce(), announce()) == (2, 2)


def test_other_days_are_another_absence(club: Club) -> None:
    for days in ("2026-12-24 to 2026-12-26", "2026-12-24 to 2026-12-27", "2026-12-23 to 2026-12-26"):
        club.receive(club.reply("german", f"away {days}"))

    assert len(timeline.read_times(matches.find(club.shelf, "liege")).absences) == 3


@pytest.mark.parametrize(("length", "taken"), [(60, True), (61, False)])
def test_a_pseudonym_has_sixty_signs_at_most(club: Club, length: int, *, taken: bool) -> None:
    with open_office(club.shelf) as desk:
        if taken:
            known = invitations.seat_player(desk, "liege", "german", "carla@x.example", "x" * length, AT)
            assert "x" * length in [seat.player for seat in known.seats]
        else:
            with pytest.raises(Misuse):
                invitations.seat_player(desk, "liege", "german", "carla@x.example", "x" * length, AT)


def test_message_causes_no_report_to_observers(club: Club) -> None:
    with open_office(club.shelf) as desk:
        seats.let_look_on(desk, "liege", "carl@spectator.example")
    club.send()
    club.play("german", "message to entente: well?")

    assert [mail["To"] for mail in club.mails()].count("carl@spectator.example") == 1


def test_a_mail_of_one_name_is_queued_once_though_it_left(club: Club) -> None:
    mail = EmailMessage()
    mail["To"] = "anna@player.example"
    with open_office(club.shelf) as desk:
        assert outbox.queue(desk, "k1", None) == ()
        assert outbox.queue(desk, "k1", mail) == ("k1",)
        assert outbox.queue(desk, "k1", mail) == ()
        assert "k1" in outbox.list_waiting(desk)
        assert [one.sent for one in outbox.send(desk, lambda *_: None, AT)] == [True]
        assert outbox.queue(desk, "k1", mail) == ()
        assert outbox.list_waiting(desk) == []
        assert outbox.take_bounce(desk, "bk1")
        assert outbox.queue(desk, "k1", mail) == ()


def test_waiting_mails_leave_in_the_order_in_which_they_were_written(club: Club) -> None:
    with open_office(club.shelf) as desk:
        folder = desk.folder / "out" / "new"
        for age, name in enumerate(("b", "c", "a")):
            (folder / f"{name}.eml").write_text("To: anna@player.example\n\n")
            os.utime(folder / f"{name}.eml", (1000 + age, 1000 + age))

        assert outbox.list_waiting(desk) == ["b", "c", "a"]


def test_mails_that_are_queued_in_the_same_moment_leave_in_their_order(club: Club) -> None:
    def write_in_a_moment(descriptor: int, content: bytes) -> int:
        count = os.write(descriptor, content)
        # Many systems have one time for all files of some milliseconds.
        os.utime(descriptor, (1000, 1000))
        return count

    keys = [f"k{number}" for number in range(50, 10, -1)]
    mail = EmailMessage()
    mail["To"] = "anna@player.example"
    with ports.use(disk=disk_with(write=write_in_a_moment)), open_office(club.shelf) as desk:
        for key in keys:
            outbox.queue(desk, key, mail)

        assert outbox.list_waiting(desk) == keys


@pytest.mark.parametrize("to", ["sent", "failed"])
def test_a_mail_that_moves_is_on_the_disk_in_its_new_place_and_gone_from_the_old(
    club: Club, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(outbox.files, "sync_folder", lambda folder: synced.append(folder.name))
    with open_office(club.shelf) as desk:
        before = {"sent": "new", "failed": "sent"}[to]
        kept = desk.folder / "out" / before / "k1.eml"
        kept.write_text("To: anna@player.example\n\n")
        if to == "sent":
            list(outbox.send(desk, lambda *_: None, AT))
        else:
            assert outbox.take_bounce(desk, "bk1")

    assert synced == [to, before]
    assert not kept.exists()


@pytest.mark.parametrize("extension", ["k1", "b", "b../k1", "bk2", ""])
def test_no_other_name_is_that_of_a_mail_that_came_back(club: Club, extension: str) -> None:
    with open_office(club.shelf) as desk:
        (desk.folder / "out" / "sent" / "k1.eml").touch()

        assert not outbox.take_bounce(desk, extension)


def list_open_files() -> list[str]:
    return sorted(path.name for path in Path("/dev/fd").iterdir())


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="only some platforms list the open files")
def test_an_office_that_is_closed_leaves_no_file_open(club: Club) -> None:
    before = list_open_files()
    with open_office(club.shelf):
        assert list_open_files() != before

    assert list_open_files() == before


def test_failed_write_leaves_no_partial_file(tmp_path: Path) -> None:
    kept = tmp_path / "1.eml"
    files.write_whole(kept, b"before")

    def fail(_: int) -> None:
        raise OSError("the disk is full")

    with ports.use(disk=disk_with(fsync=fail)), pytest.raises(OSError, match="full"):
        files.write_whole(kept, b"afterwards")

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("1.eml", b"before")]


def test_a_longer_file_is_written_over_by_a_shorter_one(tmp_path: Path) -> None:
    for content in (b"a long one", b"short"):
        files.write_whole(tmp_path / "file", content)

    assert (tmp_path / "file").read_bytes() == b"short"
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


def test_a_token_has_eighty_bits(club: Club) -> None:
    with open_office(club.shelf) as desk:
        assert len(desk.sign("liege")) * 4 == 80


def test_a_damaged_match_keeps_no_other_from_its_reports(club: Club) -> None:
    broken = club.shelf / "aaa"
    broken.mkdir()
    (broken / "journal.jsonl").write_text("nonsense\n")
    with open_office(club.shelf) as desk:
        for name in ("aaa", "liege"):
            desk.memory.note_unfinished(name)
        assert list(receiving.finish(desk, AT)) == []

        assert desk.memory.list_unfinished() == ["aaa"]


def test_address_of_a_player_is_recognised_in_any_case(club: Club) -> None:
    with open_office(club.shelf) as desk:
        assert seats.list_seats_of(desk, PLAYERS["german"].upper()) == [("liege", "german")]
        assert seats.list_seats_of(desk, "nobody@x.example") == []


def test_letter_to_a_match_without_a_seat_is_not_judged_in_another(club: Club) -> None:
    """Found by the simulator: the only seat of an address took letters to other matches."""
    club.set_up("address")
    opening.open_match(club.shelf, "verdun", "ttlm", at=AT)
    head = "From: anna@player.example\nTo: referee@club.example\nSubject: "

    assert club.receive(f"{head}[verdun] my orders\n\npass\n").verdict == "stranger"
    assert club.receive(f"{head}[club-list] my orders\n\npass\n").match == "liege"


def test_seats_changed_by_another_program_are_found(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    address, path = PLAYERS["german"], club.shelf / "liege" / seats.FILE
    monkeypatch.setattr(seats, "FRESH", 0.0)
    with open_office(club.shelf) as desk:
        found = [seats.list_seats_of(desk, address)]
        path.write_bytes(path.read_bytes().replace(address.encode(), b"carl@player.example"))
        found += [seats.list_seats_of(desk, one) for one in (address, "carl@player.example")]
        shutil.copytree(club.shelf / "liege", club.shelf / "again")
        found.append(seats.list_seats_of(desk, "carl@player.example"))
        shutil.rmtree(club.shelf / "liege")
        found.append(seats.list_seats_of(desk, "carl@player.example"))

    liege, again = ("liege", "german"), ("again", "german")
    assert found == [[liege], [], [liege], [again, liege], [again]]


def test_seats_of_removed_match_are_not_found(club: Club) -> None:
    with open_office(club.shelf) as desk:
        assert seats.list_seats_of(desk, PLAYERS["german"])
        shutil.rmtree(club.shelf / "liege")
        assert seats.list_seats_of(desk, PLAYERS["german"]) == []


@pytest.mark.parametrize("text", ["dnoe", ""], ids=["refused", "not judged"])
def test_answer_to_an_encoded_mail_mentions_no_line_numbers(club: Club, text: str) -> None:
    """It names no lines by number, so that a note about numbers only puzzles."""
    encoded = ("Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64")
    done = club.play("german", b64encode(f"{text}\n\n".encode()).decode(), *encoded)

    assert done.verdict == "refused"
    assert "line numbers" not in club.mails("german")[-1].get_content()
