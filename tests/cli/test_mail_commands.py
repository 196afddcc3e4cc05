"""The post office at the shell: what a moderator types, what he reads, and the codes that cron gets."""

import mailbox
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Referee, Result

CONFIG = """\
address = "referee@club.example"
proof = "address"
[delivery]
to = "{to}"
path = "{path}"
"""

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2Zq"

AT = "2026-12-01T20:00:00Z"


@pytest.fixture
def club(command: Referee, shelf: Path) -> Referee:
    """A match and a post office whose mail goes into a folder."""
    assert command("new", "liege", "ttlm").code == 0
    (shelf / "_post").mkdir()
    set_up(shelf, "maildir", shelf.parent / "outgoing")
    return command


def set_up(shelf: Path, to: str, path: Path) -> None:
    (shelf / "_post" / "config.toml").write_text(CONFIG.format(to=to, path=path.as_posix()))


def seat_both(club: Referee) -> None:
    for side, name in (("german", "anna"), ("entente", "bert")):
        assert club("mail", "seat", "liege", side, f"{name}@player.example").code == 0


def code_of(told: Result) -> str:
    """The code of the only complaint, asked for as a record."""
    return str(told.json["complaints"][0]["code"])


MISUSED = (
    "german",
    "german --json --player Anna",
    "german anna@player.example --leave",
    "--leave",
    "--leave --invite",
)


@pytest.mark.parametrize("more", MISUSED)
def test_a_seat_is_asked_for_with_a_side_and_an_address_or_with_neither(club: Referee, more: str) -> None:
    told = club("mail", "seat", "liege", *more.split(), "--json")

    assert (told.code, code_of(told)) == (2, "seat-without-address")
    assert club("mail", "seat", "liege").out == "Every seat is empty.\n"


def test_seats_are_given_listed_and_left(club: Referee) -> None:
    both = "entente: bert@player.example\ngerman: anna@player.example\n"
    seat_both(club)

    assert club("mail", "seat", "liege").out == both
    assert club("mail", "seat", "liege", "german", "--leave").out == "entente: bert@player.example\n"
    told = club("mail", "seat", "liege", "german", "--leave", "--json")
    assert (told.code, code_of(told)) == (66, "seat-empty")
    assert club("log", "liege").out.count("a player takes the seat") == 2


@pytest.mark.parametrize("more", ["--forum nowhere/anna", "--key missing.pub"])
def test_seat_stays_empty_after_a_faulty_key_or_forum_name(club: Referee, more: str) -> None:
    told = club("mail", "seat", "liege", "german", "anna@player.example", *more.split())

    assert told.code != 0
    assert club("mail", "seat", "liege").out == "Every seat is empty.\n"
    assert "takes the seat" not in club("log", "liege").out


def test_invited_player_has_no_seat_yet(club: Referee) -> None:
    invited = club("mail", "seat", "liege", "german", "anna@player.example", "--invite")

    assert invited.out == "german: anna@player.example is invited\n"
    assert "seat" not in [one["kind"] for one in club("log", "liege", "--json").json["entries"]]
    assert club("mail", "send").out.startswith("anna@player.example: [liege] you are invited to play Germany")


def test_a_key_is_kept_beside_the_address_of_its_player(club: Referee, tmp_path: Path) -> None:
    (tmp_path / "anna.pub").write_text(f"{KEY} anna\n")

    told = club(
        "mail", "seat", "liege", "german", "anna@player.example", "--key", tmp_path / "anna.pub", "--json"
    )

    assert told.json["seats"][0]["key"] == KEY
    assert (
        club("mail", "seat", "liege", "entente", "b@player.example", "--json").json["seats"][0]["key"] == ""
    )


def test_a_later_option_of_a_seat_changes_nothing_else(club: Referee, tmp_path: Path) -> None:
    (tmp_path / "anna.pub").write_text(f"{KEY} anna\n")
    seat = ("mail", "seat", "liege", "german", "anna@player.example")
    club(*seat, "--player", "Anna", "--key", tmp_path / "anna.pub")
    club("mail", "send")

    (told,) = club(*seat, "--format", "speech", "--json").json["seats"]

    assert (told["player"], told["key"], told["form"]) == ("Anna", KEY, "speech")
    assert club("log", "liege").out.count("the seat") == 1
    assert club("mail", "send").out == ""


def test_observer_is_added_and_removed(club: Referee) -> None:
    assert club("mail", "spectator", "liege").out == "Nobody observes this match.\n"
    for name in ("carl", "dora"):
        club("mail", "spectator", "liege", f"{name}@x.example")

    assert club("mail", "spectator", "liege").out == "carl@x.example\ndora@x.example\n"
    assert club("mail", "spectator", "liege", "carl@x.example", "--remove").out == "dora@x.example\n"
    assert club("mail", "spectator", "liege", "carl@x.example", "--remove").code == 66


LETTER = "From: anna@player.example\nTo: referee@club.example\nSubject: [liege] orders\n\npass\n"


def test_a_mail_is_taken_in_from_a_file_or_a_pipe(club: Referee, tmp_path: Path) -> None:
    seat_both(club)
    (tmp_path / "mail.eml").write_text(LETTER)

    assert club("mail", "receive", tmp_path / "mail.eml").out.endswith(
        " (liege, german): judged; 2 to send\n"
    )
    assert club("mail", "receive", stdin=LETTER).out.endswith(": received before\n")
    plain = club("mail", "receive", stdin="no mail")
    assert (plain.code, "referee submit MATCH --as SIDE FILE" in plain.err) == (65, True)


def test_waiting_mail_is_listed_one_per_line(club: Referee, shelf: Path) -> None:
    seat_both(club)
    inbox = mailbox.Maildir(shelf.parent / "inbox", create=True)
    config = shelf / "_post" / "config.toml"
    config.write_text(f'{config.read_text()}[inbox]\nkind = "maildir"\npath = "{shelf.parent}/inbox"\n')
    for letter in (LETTER, "From: x@evil.example\nTo: referee@club.example\n\npass\n", "\nno mail\n"):
        inbox.add(letter)

    lines = club("mail", "fetch").out.splitlines()
    told = sorted(line.partition(": ")[2] for line in lines)
    assert told == [
        "cannot be handled: set aside [no-mail]",
        "judged; 2 to send",
        "not judged: no seat has this address",
    ]
    assert club("mail", "fetch").out == ""
    assert club("mail", "list", "--failed").out.splitlines()[0].endswith(": cannot be handled: set aside: -")


def test_mail_that_waits_is_sent_and_as_much_as_was_asked_for(club: Referee) -> None:
    seat_both(club)

    assert len(club("mail", "send", "--limit", 1).out.splitlines()) == 1
    (left,) = club("mail", "send").out.splitlines()
    assert left.partition(" ")[2].startswith("[liege] ")
    assert club("mail", "send").out == ""
    assert club("mail", "tick").out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sendmail")
@pytest.mark.parametrize(("taken", "code"), [("*", 0), ("anna@*", 75), ("nobody", 75)])
def test_mail_that_was_not_taken_is_a_code_for_cron(
    club: Referee, shelf: Path, taken: str, code: int
) -> None:
    """A program that takes some mails, by whom they go to."""
    seat_both(club)
    program = shelf.parent / "sendmail"
    program.write_text(
        f'#!/bin/sh\nto="$(sed -n "s/^To: //p")"\ncase "$to" in {taken}) exit 0;; *) exit 75;; esac\n'
    )
    program.chmod(0o755)
    set_up(shelf, "sendmail", program)

    told = club("mail", "send")

    assert told.code == code
    assert told.out.count("still waiting") == {"*": 0, "anna@*": 1, "nobody": 2}[taken]


def test_empty_inbox_is_not_an_error(club: Referee) -> None:
    assert club("mail", "send").code == 0


def test_idle_round_prints_only_json(club: Referee) -> None:
    idle = club("mail", "watch", "--rounds", 1)
    recorded = club("mail", "watch", "--rounds", 1, "--json")

    assert (idle.code, idle.out) == (0, "")
    assert (recorded.code, recorded.json["sent"], recorded.json["ok"]) == (0, [], True)


@pytest.mark.parametrize(("rounds", "lines"), [(1, 1), (2, 1)])
def test_a_match_that_cannot_be_read_is_named_once(
    club: Referee, shelf: Path, rounds: int, lines: int
) -> None:
    journal = shelf / "liege" / "journal.jsonl"
    journal.write_bytes(b"no journal\n" + journal.read_bytes())

    ticked = club("mail", "tick", "--now", AT)
    told = club("mail", "watch", "--rounds", rounds, "--every", 1, "--now", AT)
    quiet = club("mail", "watch", "--rounds", 1, "--quiet", "--now", AT)

    assert (ticked.code, told.code, quiet.code, quiet.out) == (75, 75, 75, "")
    assert len(told.out.splitlines()) == lines
    assert ticked.out.startswith("liege: ")
    assert told.out.startswith("liege: ")
    assert quiet.err.startswith("referee: liege: ")


def test_a_round_tells_what_it_did_and_leaves_its_code(club: Referee, shelf: Path) -> None:
    seat_both(club)
    assert len(club("mail", "watch", "--rounds", 1, "--now", AT).out.splitlines()) == 2

    jumped = club("mail", "watch", "--rounds", 1, "--now", "2026-12-09T20:00:00Z")
    assert (jumped.code, jumped.out.startswith("The clock jumped from 2026-12-01T20:00:00Z to")) == (1, True)

    club("mail", "tick", "--on", "--now", "2026-12-09T20:00:00Z")
    club("mail", "spectator", "liege", "carl@x.example")
    (shelf / "_post" / "config.toml").write_text('address = "referee@club.example"\n')
    failed = club("mail", "watch", "--rounds", 1, "--now", "2026-12-09T20:00:00Z")
    assert (failed.code, "defines no delivery of mail" in failed.out) == (75, True)
    assert club("mail", "watch", "--rounds", 1, "--now", "2026-12-19T20:00:00Z").code == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sendmail")
@pytest.mark.parametrize("line", ["send", "watch --rounds 1"])
def test_quiet_command_reports_unsent_mail(club: Referee, shelf: Path, line: str) -> None:
    seat_both(club)
    set_up(shelf, "sendmail", shelf.parent / "missing")

    failed = club("mail", *line.split(), "--quiet")

    assert (failed.code, failed.out) == (75, "")
    assert len(failed.err.splitlines()) == 2
    assert all("@player.example: still waiting, " in one for one in failed.err.splitlines())


def test_quiet_round_reports_failed_steps_and_jumps_of_the_clock(club: Referee, shelf: Path) -> None:
    seat_both(club)
    told = club("mail", "watch", "--rounds", 1, "--quiet", "--now", AT)
    assert (told.code, told.out, told.err) == (0, "", "")

    jumped = club("mail", "watch", "--rounds", 1, "--quiet", "--now", "2026-12-09T20:00:00Z")
    assert (jumped.code, jumped.out, "The clock jumped" in jumped.err) == (1, "", True)
    assert "The clock jumped" in club("mail", "tick", "--quiet", "--now", "2026-12-09T20:00:00Z").err

    club("mail", "tick", "--on", "--now", AT)
    club("mail", "spectator", "liege", "carl@x.example")
    (shelf / "_post" / "config.toml").write_text('address = "referee@club.example"\n')
    failed = club("mail", "watch", "--rounds", 1, "--quiet", "--now", AT)
    assert (failed.code, failed.out, "defines no delivery of mail" in failed.err) == (75, "", True)


@pytest.mark.parametrize(
    ("name", "told"), [("cron", "*/2 * * * * "), ("systemd", "[Unit]")], ids=["cron", "systemd"]
)
def test_service_files_are_only_printed(club: Referee, name: str, told: str) -> None:
    seat_both(club)

    printed = club("mail", "watch", "--print", name, "--every", 120)

    assert (printed.code, printed.out.startswith(told)) == (0, True)
    assert len(club("mail", "send").out.splitlines()) == 2
    assert code_of(club("mail", "watch", "--print", "upstart", "--json")) == "starter-unknown"
