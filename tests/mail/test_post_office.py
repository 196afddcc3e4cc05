"""Letters by mail: judged once, answered once, and what moved is reported to everyone who plays."""

import mailbox
import os
import stat
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.faults import Busy, DataFault, Misuse, NotFound
from referee.mail import receiving, seats
from referee.mail.delivery import inboxes
from referee.mail.office import open_office
from referee.mail.report_requests import MOST_OPTIONS
from referee.matches import matches
from referee.platform import files
from referee.platform.ports import ports
from referee.reports import legal_orders
from tests.mail.conftest import AT, LETTERS, PLAYERS, Club, list_moves, open_example
from tests.ports import clock_with, disk_with


def count_entries(club: Club, name: str = "liege") -> int:
    return len(matches.find(club.shelf, name).entries)


def test_a_player_is_sent_a_report_when_he_takes_his_seat(club: Club) -> None:
    (german,), (entente,) = club.mails("german"), club.mails("entente")

    assert "your turn: " in german["Subject"]
    assert "Waiting for Germany" in entente["Subject"]
    assert "BEGIN ORDERS liege" in german.get_content()


def test_a_reply_is_judged_answered_and_reported(club: Club) -> None:
    done = club.play("german", "pass", "Message-ID: <1@player>")

    assert (done.verdict, done.match, done.side, len(done.queued)) == ("judged", "liege", "german", 2)
    answer, report = club.mails("german")[-1], club.mails("entente")[-1]
    assert "Accepted: pass" in answer.get_content()
    assert answer["In-Reply-To"] == "<1@player>"
    assert "you may move one piece and exchange cards (SUMMER" in " ".join(answer["Subject"].split())
    assert "passes" in report.get_content()
    assert report["In-Reply-To"] == club.mails("entente")[0]["Message-ID"]


@pytest.mark.parametrize("side", ["german", "entente"])
def test_every_mail_says_that_a_program_wrote_it(club: Club, side: str) -> None:
    club.play("german", "pass")

    for mail in club.mails(side):
        assert mail["Auto-Submitted"] in {"auto-generated", "auto-replied"}
        assert mail["Message-ID"].startswith("<referee.liege.")
        lines = [line for line in mail.get_content().splitlines() if "<mailto:" not in line]
        assert max(map(len, lines)) <= 72 or "://" in mail.get_content()


def test_the_same_mail_again_is_not_judged_and_not_answered(club: Club) -> None:
    letter = club.reply("german", "pass", "Message-ID: <1@player>")
    club.receive(letter)
    entries = count_entries(club)

    assert club.receive(letter).verdict == "repeat"
    again = club.receive(f"Received: by another server\n{letter}")
    assert (again.verdict, again.queued) == ("repeat", ())
    assert count_entries(club) == entries


COPIES = {
    "other servers": ("Received: by another server", "Message-ID: <1@player>", "Date: {}"),
    "other id": ("Message-ID: <2@relay>", "Date: {}"),
}
"""Headers of copies of a mail that came by another route."""

DATE, LATER = "Tue, 01 Dec 2026 19:59:58 +0000", "Tue, 01 Dec 2026 20:05:00 +0000"


@pytest.mark.parametrize("text", ["report", "What a nice evening we had in Ghent."], ids=["request", "prose"])
@pytest.mark.parametrize("route", COPIES)
def test_copy_of_a_mail_without_orders_is_not_answered(club: Club, route: str, text: str) -> None:
    first = club.receive(club.reply("german", text, "Message-ID: <1@player>", f"Date: {DATE}"))
    assert first.queued
    copy = club.reply("german", text, *(line.format(DATE) for line in COPIES[route]))

    again = club.receive(copy)

    assert (again.verdict, again.queued) == ("repeat", ())


def test_copy_of_a_letter_under_another_id_is_not_judged(club: Club) -> None:
    club.receive(club.reply("german", "pass", "Message-ID: <1@player>", f"Date: {DATE}"))
    entries = count_entries(club)

    again = club.receive(club.reply("german", "pass", "Message-ID: <2@relay>", f"Date: {DATE}"))

    assert (again.verdict, again.queued, count_entries(club)) == ("repeat", (), entries)


@pytest.mark.parametrize("heads", [("Date: {}",), ()], ids=["later", "undated"])
def test_request_that_is_written_again_is_answered(club: Club, heads: tuple[str, ...]) -> None:
    for number, date in enumerate((DATE, LATER)):
        done = club.receive(
            club.reply(
                "german", "report", f"Message-ID: <{number}@player>", *(line.format(date) for line in heads)
            )
        )
        assert (done.verdict, len(done.queued)) == ("answered", 1)


def test_another_letter_under_a_known_message_id_is_an_incident(club: Club) -> None:
    club.receive(club.reply("german", "pass", "Message-ID: <1@player>"))
    entries = count_entries(club)

    done = club.play("german", "done", "Message-ID: <1@player>")

    assert (done.verdict, done.code) == ("refused", "message-id-reused")
    assert count_entries(club) == entries
    assert "Message-ID" in club.mails("german")[-1].get_content()


def test_refused_letter_is_answered_and_hidden_from_the_other_side(club: Club) -> None:
    before = len(club.mails("entente"))
    done = club.play("german", "move ge-1 to the moon")

    assert (done.verdict, len(done.queued)) == ("refused", 1)
    assert 'Not understood: "move ge-1 to the moon"' in club.mails("german")[-1].get_content()
    assert len(club.mails("entente")) == before


def test_answer_goes_to_the_registered_address(club: Club) -> None:
    letter = club.reply("german", "pass").replace(PLAYERS["german"], "mallory@evil.example")
    club.receive(letter)
    club.send()

    assert {mail["To"] for mail in club.mails()} == set(PLAYERS.values())


def test_the_example_is_played_by_mail_as_it_is_at_the_shell(example_shelf: Path, tmp_path: Path) -> None:
    shell = matches.find(example_shelf, "liege")
    club = open_example(tmp_path)
    for number, path in enumerate(LETTERS):
        side = path.stem.partition("-")[2]
        done = club.receive(club.reply(side, path.read_text(), f"Message-ID: <{number}@player>"))
        assert done.verdict in {"judged", "refused"}
        club.send()

    assert list_moves(matches.find(club.shelf, "liege")) == list_moves(shell)
    assert len(list_moves(shell)) > 40


def test_mail_of_a_maildir_is_taken_in_and_set_aside(club: Club) -> None:
    inbox = mailbox.Maildir(club.shelf.parent / "inbox", create=True)
    inbox.add(club.reply("german", "pass", "Message-ID: <1@player>"))
    inbox.add("no mail at all")
    with open_office(club.shelf) as desk:
        done = list(inboxes.fetch(desk, AT))
        assert sorted(mail.verdict for mail in done) == ["judged", "unreadable"]
        assert list(inboxes.fetch(desk, AT)) == []
    assert len(list((club.shelf.parent / "inbox" / inboxes.DONE / "cur").iterdir())) == 2
    kept = club.shelf.parent / "inbox" / inboxes.DONE
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (kept, *kept.iterdir())}
    assert modes == dict.fromkeys((inboxes.DONE, "new", "cur", "tmp"), 0o700)


def test_an_inbox_that_is_not_there_is_named(club: Club) -> None:
    with open_office(club.shelf) as desk, pytest.raises(NotFound) as fault:
        list(inboxes.fetch(desk, AT))

    assert fault.value.complaints[0].code == "inbox-missing"
    assert (club.shelf.parent / "inbox").as_posix() in str(fault.value)


def test_a_mail_has_all_of_its_bytes_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, known = tmp_path / "1.eml", os.fsync
    seen: list[tuple[int, bool]] = []

    def sync(descriptor: int) -> None:
        about = os.fstat(descriptor)
        if stat.S_ISREG(about.st_mode):
            seen.append((about.st_size, kept.exists()))
        known(descriptor)

    folders: list[tuple[Path, bool]] = []
    monkeypatch.setattr(files, "sync_folder", lambda folder: folders.append((folder, kept.exists())))
    with ports.use(disk=disk_with(fsync=sync)):
        files.write_whole(kept, b"pass\n")

    assert seen == [(5, False)]
    assert folders == [(tmp_path, True)]
    assert kept.read_bytes() == b"pass\n"


def test_addresses_and_mails_are_for_the_moderator_alone_and_in_no_journal(club: Club) -> None:
    club.receive(club.reply("german", "pass"))
    with open_office(club.shelf):
        office = club.shelf / "_post"
        private = [path for path in office.rglob("*") if path.name != "config.toml"]
        modes = {stat.S_IMODE(path.stat().st_mode) for path in private}

    assert len(private) > 10
    assert modes == {0o600, 0o700}
    assert stat.S_IMODE((club.shelf / "liege" / seats.FILE).stat().st_mode) == 0o600
    assert "player.example" not in (club.shelf / "liege" / "journal.jsonl").read_text()


def test_a_seat_that_is_given_to_another_is_lost_for_the_one_before(club: Club) -> None:
    old = club.reply("german", "pass")
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "liege", "german", "carla@player.example")
    club.send()

    assert club.mails()[-1]["To"] == "carla@player.example"
    assert club.receive(old).verdict == "stranger"


def test_one_address_has_one_seat_of_a_match(club: Club) -> None:
    with open_office(club.shelf) as desk, pytest.raises(Misuse) as fault:
        seats.take_seat(desk, "liege", "entente", PLAYERS["german"].upper())

    assert fault.value.complaints[0].code == "seat-taken"


def test_a_shelf_without_a_post_office_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as fault, open_office(tmp_path):
        pass

    assert "config.toml" in fault.value.complaints[0].remedy


SETTINGS = {
    "no TOML": "address = ",
    "an unknown key": 'address = "a@b"\nadress = "a@b"',
    "no address": 'proof = "token"',
    "an address that is none": 'address = "club"',
    "an unknown proof": 'address = "a@b"\nproof = "faith"',
    "a port that is none": 'address = "a@b"\n[delivery]\nto = "smtp"\nport = 70000',
}


@pytest.mark.parametrize("text", SETTINGS.values(), ids=SETTINGS)
def test_settings_that_mean_nothing_are_refused(club: Club, text: str) -> None:
    (club.shelf / "_post" / "config.toml").write_text(text)

    with pytest.raises(DataFault), open_office(club.shelf):
        pass


def test_only_one_process_works_in_a_post_office(club: Club) -> None:
    with open_office(club.shelf), pytest.raises(Busy), open_office(club.shelf, timeout=0):
        pass


def test_process_waits_for_a_busy_post_office(club: Club) -> None:
    with ExitStack() as other:
        other.enter_context(open_office(club.shelf))
        # The other process is done while this one sleeps.
        clock = clock_with(sleep=lambda _: other.close())

        with ports.use(clock=clock), open_office(club.shelf, timeout=5) as desk:
            assert desk.shelf == club.shelf


THREADS = {
    "short": (3, [0, 1, 2]),
    "as long as it is named": (11, list(range(11))),
    "longer": (15, [0, *range(5, 15)]),
}


@pytest.mark.parametrize(("count", "named"), THREADS.values(), ids=THREADS)
def test_an_answer_names_the_first_mail_of_its_thread_and_the_latest(
    club: Club, count: int, named: list[int]
) -> None:
    older = " ".join(f"<{number}@player>" for number in range(count - 1))
    last = f"Message-ID: <{count - 1}@player>"
    club.play("german", "pass", f"References: {older}", last)

    answer = club.mails("german")[-1]
    assert answer["References"].split() == [f"<{number}@player>" for number in named]
    assert answer["In-Reply-To"] == f"<{count - 1}@player>"


ASKED = {
    "report": "Your turn",
    "Full report": "Entry 1",
    "rapport": "Your turn",
    "options": "offensive",
    "Options for ge-1": "There are none.",
}


@pytest.mark.parametrize(("asked", "told"), ASKED.items(), ids=ASKED)
def test_a_player_is_sent_what_he_asks_for_and_nothing_is_filed(club: Club, asked: str, told: str) -> None:
    entries = count_entries(club)

    done = club.play("german", f"Hi Tom,\n\n{asked}\n\nRegards\nAnna")

    assert (done.verdict, len(done.queued)) == ("answered", 1)
    assert count_entries(club) == entries
    assert told in club.mails("german")[-1].get_content()


MORE = "The list is not complete. Ask for the options of one piece."


def test_a_long_list_of_options_says_that_it_is_cut_and_that_of_a_late_piece_is_whole(club: Club) -> None:
    club.play("german", "offensive 5")
    known = legal_orders.options(matches.find(club.shelf, "liege"), "german", 100 * MOST_OPTIONS).orders
    early = {word for order in known[:MOST_OPTIONS] for word in order.split()}
    late = next(piece for order in known[1:] if (piece := order.split()[1]) not in early)

    told: list[list[str]] = []
    for asked in ("options", f"options for {late}"):
        club.play("german", asked)
        told.append(club.mails("german")[-1].get_content().splitlines())

    every, its_own = told
    assert [line for line in known if line in every] == list(known[:MOST_OPTIONS])
    assert [line for line in known if line in its_own] == [line for line in known if late in line.split()]
    assert (MORE in every, MORE in its_own) == (True, False)


def test_a_player_is_sent_the_map_as_a_picture(club: Club) -> None:
    club.play("german", "map")

    (picture,) = club.mails("german")[-1].iter_attachments()
    assert (picture.get_content_type(), picture.get_filename()) == ("image/svg+xml", "liege.svg")
    assert b"<svg" in picture.get_content()


def test_a_player_rehearses_orders_by_mail(club: Club) -> None:
    entries = count_entries(club)
    club.play("german", "what if\npass\nmove ge-1 to nowhere")

    text = club.mails("german")[-1].get_content()
    assert "Would be accepted: pass" in text
    assert "nowhere" in text
    assert "line" not in text.partition("Next question")[0]
    assert count_entries(club) == entries


def test_rehearsal_by_mail_names_dice_without_a_line_number(club: Club) -> None:
    club.play("german", "what if\noffensive 17\nmove ge-1 to liege\nbattle liege\ndone\ndone")

    text = " ".join(club.mails("german")[-1].get_content().split())
    assert "Your letter would roll" in text


def test_words_of_a_request_below_an_order_do_not_count(club: Club) -> None:
    done = club.play("german", "pass\nreport")

    assert done.verdict == "judged"
    assert "read as text" in " ".join(club.mails("german")[-1].get_content().split())


def test_requests_without_end_are_not_answered_without_end(club: Club) -> None:
    done = [club.receive(club.reply("german", f"report\n# {number}")) for number in range(22)]

    assert [bool(one.queued) for one in done] == [True] * 20 + [False] * 2


@pytest.mark.parametrize(("less", "taken"), [(-1, True), (0, True), (1, False)])
def test_a_mail_has_at_most_so_many_bytes(
    club: Club, monkeypatch: pytest.MonkeyPatch, less: int, *, taken: bool
) -> None:
    raw = club.reply("german", "pass")
    monkeypatch.setattr(receiving, "LARGEST", len(raw.encode()) - less)

    if taken:
        assert club.receive(raw).verdict == "judged"
    else:
        with pytest.raises(DataFault) as fault:
            club.receive(raw)
        assert fault.value.complaints[0].code == "mail-too-large"


@pytest.mark.parametrize("route", COPIES)
def test_copy_of_a_held_letter_asks_no_second_question(club: Club, route: str) -> None:
    held = club.receive(club.reply("german", "resign", "Message-ID: <1@player>", f"Date: {DATE}"))
    assert (held.verdict, bool(held.queued)) == ("held", True)

    again = club.receive(club.reply("german", "resign", *(line.format(DATE) for line in COPIES[route])))

    assert (again.verdict, again.queued) == ("repeat", ())
    entries = count_entries(club)
    assert club.confirm("german").verdict == "confirmed"
    assert count_entries(club) == entries + 1
