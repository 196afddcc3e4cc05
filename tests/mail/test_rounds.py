"""Rounds of the post office, and mail that waits in an mbox."""

import configparser
import mailbox
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.faults import Busy, Complaint, Misconfigured, NotFound
from referee.mail import service
from referee.mail.delivery import inboxes
from referee.mail.delivery.arrivals import Arrivals
from referee.mail.mail_room import server_files
from referee.mail.office import FOLDER, digest, open_office
from referee.mail.state import MailFault
from referee.matches import matches
from referee.matches.clocks import clock_entries
from schemas.clocks import Terms
from schemas.mail import Received, Round, Ticked
from tests.mail.conftest import AT, Club

BOX = """\
address = "referee@club.example"
[inbox]
kind = "mbox"
path = "{path}"
[delivery]
to = "maildir"
path = "{folder}/outgoing"
"""


@pytest.fixture
def box(club: Club) -> Path:
    """An mbox that the club fetches its mail from."""
    path = club.shelf.parent / "box"
    config = BOX.format(path=path.as_posix(), folder=club.shelf.parent.as_posix())
    (club.shelf / FOLDER / "config.toml").write_text(config)
    return path


def put(path: Path, *mails: str, sender: str = "anna@player.example") -> None:
    with path.open("a") as file:
        file.writelines(f"From {sender} Tue Dec  1 20:00:00 2026\n{mail}\n\n" for mail in mails)


def fetch(club: Club) -> list[Received]:
    with open_office(club.shelf) as desk:
        return list(inboxes.fetch(desk, AT))


def test_mail_of_an_mbox_is_taken_in_and_taken_out(club: Club, box: Path) -> None:
    put(box, club.reply("german", "pass", "Message-ID: <1@player>"), club.reply("german", "report"))
    assert [one.verdict for one in fetch(club)] == ["judged", "answered"]
    assert box.read_bytes() == b""
    assert fetch(club) == []


def test_the_envelope_of_an_mbox_says_that_no_person_wrote(club: Club, box: Path) -> None:
    put(box, club.reply("german", "pass"), sender="MAILER-DAEMON")
    assert [one.verdict for one in fetch(club)] == ["automatic"]


def test_unread_mail_stays_in_the_mbox(club: Club, box: Path) -> None:
    put(box, club.reply("german", "report"), club.reply("german", "pass"))
    with open_office(club.shelf) as desk:
        found: Iterator[Received] = inboxes.fetch(desk, AT)
        assert next(found).verdict == "answered"
        assert next(found).verdict == "judged"
        found.close()  # type: ignore[attr-defined] # what is fetched is a generator
    with closing(mailbox.mbox(box)) as left:
        assert len(left) == 1
    assert [one.verdict for one in fetch(club)] == ["repeat"]


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="only some platforms list the open files")
def test_an_mbox_that_is_held_is_not_kept_open(club: Club, box: Path) -> None:
    put(box, club.reply("german", "pass"))
    with closing(mailbox.mbox(box)) as held:
        held.lock()
        before = len(list(Path("/dev/fd").iterdir()))
        with pytest.raises(Busy) as fault:
            fetch(club)
        # The fault still holds the frames in which the box was opened.
        after = len(list(Path("/dev/fd").iterdir()))
        held.unlock()

    assert (fault.value.complaints[0].code, after) == ("mbox-busy", before)


def test_an_mbox_that_is_not_there_or_is_held_is_left_alone(club: Club, box: Path) -> None:
    with pytest.raises(NotFound):
        fetch(club)
    put(box, club.reply("german", "pass"))
    with closing(mailbox.mbox(box)) as held:
        held.lock()
        with pytest.raises(Busy):
            fetch(club)
        held.unlock()
    assert len(fetch(club)) == 1


def test_a_round_fetches_ticks_and_sends(club: Club, box: Path) -> None:
    clock_entries.set_terms(club.shelf, "liege", Terms(hour="20:00", hours=48, warn=(24,)), at=AT)
    put(box, club.reply("german", "report"))
    (done,) = service.watch(club.shelf, lambda: "2026-12-02T20:00:00Z", 1, rounds=1)
    assert [one.verdict for one in done.received] == ["answered"]
    assert [one.kind for one in done.ticked.notices] == ["reminder"]
    assert len(done.sent) == 2
    assert not done.is_idle
    (again,) = service.watch(club.shelf, lambda: "2026-12-02T20:01:00Z", 1, rounds=1)
    assert again.is_idle


def test_a_step_that_fails_keeps_no_other_waiting(club: Club, box: Path) -> None:
    assert not box.exists()
    clock_entries.set_terms(club.shelf, "liege", Terms(hour="20:00", hours=48, warn=(24,)), at=AT)
    done = service.go_round(club.shelf, "2026-12-02T20:00:00Z")
    assert done.faults == (f"the mbox {box.as_posix()} was not found",)
    assert len(done.sent) == 1


def test_rounds_wait_between_them(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(Arrivals, "wait", lambda _, seconds: waited.append(seconds))
    (club.shelf.parent / "inbox" / "new").mkdir(parents=True)
    (club.shelf.parent / "inbox" / "cur").mkdir()
    moments = iter(("2026-12-01T20:01:00Z", "2026-12-01T20:02:00Z", "2026-12-01T20:03:00Z"))
    done: list[Round] = list(service.watch(club.shelf, lambda: next(moments), 60, rounds=3))
    assert waited == pytest.approx([60, 60], abs=10)
    assert [one.is_idle for one in done] == [True] * 3
    assert len(matches.find(club.shelf, "liege").entries) == 1


RELATIVE = """\
address = "referee@club.example"
[inbox]
kind = "{kind}"
path = "{inbox}"
[delivery]
to = "maildir"
path = "sent/out"
"""


@pytest.mark.parametrize("kind", ["maildir", "mbox"])
def test_relative_paths_begin_beside_the_shelf(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    letter, beside = club.reply("german", "pass"), club.shelf.parent
    config = RELATIVE.format(kind=kind, inbox=f"{kind}-in")
    (club.shelf / FOLDER / "config.toml").write_text(config)
    inbox = mailbox.Maildir(beside / "maildir-in", create=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)

    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
        if kind == "maildir":
            inbox.add(letter)
        else:
            put(beside / "mbox-in", letter)
        assert arrivals.wait(10)
    done = service.go_round(club.shelf, AT)

    assert [one.verdict for one in done.received] == ["judged"]
    assert len(list((beside / "sent" / "out" / "new").iterdir())) == len(done.sent) == 1
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("kind", ["maildir", "mbox"])
def test_missing_path_is_named_and_nothing_is_written(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    club.receive(club.reply("german", "pass"))
    config = RELATIVE.format(kind=kind, inbox="").replace("sent/out", "")
    (club.shelf / FOLDER / "config.toml").write_text(config)
    monkeypatch.chdir(tmp_path)

    with Arrivals(club.shelf) as arrivals:
        arrivals.note()
    done = service.go_round(club.shelf, AT)

    assert len(done.faults) == 2
    assert all("config.toml names no folder for the mail" in fault for fault in done.faults)
    assert not (tmp_path / "new").exists()
    assert not (club.shelf.parent / "new").exists()


def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    unit = configparser.ConfigParser()
    unit.optionxform = str  # type: ignore[assignment,method-assign] # names keep their capitals
    unit.read_string(server_files.write_unit(tmp_path / "our shelf", 90))
    assert list(unit) == ["DEFAULT", "Unit", "Service", "Install"]
    command = unit["Service"]["ExecStart"]
    assert command.endswith(f' -m referee mail watch --every 90 --shelf "{tmp_path.as_posix()}/our shelf"')


SHELVES = {
    "our shelf": ('"{}/our shelf"', "'{}/our shelf'"),
    "100%h": ('"{}/100%%h"', "{}/100\\%h"),
    "$HOME": ('"{}/$$HOME"', "'{}/$HOME'"),
    'the "q" \\': ('"{}/the \\"q\\" \\\\"', "'{}/the \"q\" \\'"),
    "Liège": ('"{}/Liège"', "'{}/Liège'"),
    "a\tb": ('"{}/a\\x09b"', "'{}/a\tb'"),
}
"""Names of shelves, each with its path in a unit of systemd and in a line of cron."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("name", SHELVES)
def test_path_of_a_shelf_is_escaped_for_systemd_and_cron(tmp_path: Path, name: str) -> None:
    in_unit, in_cron = (one.format(tmp_path.as_posix()) for one in SHELVES[name])

    lines = server_files.write_unit(tmp_path / name, 60).splitlines()

    (command,) = (line for line in lines if line.startswith("ExecStart="))
    assert command.endswith(f" --shelf {in_unit}")
    title = in_unit[1:-1].replace("$$", "$")
    assert lines[1] == f"Description=The post office of {title}"
    assert server_files.write_cron(tmp_path / name, 60).endswith(f" --shelf {in_cron}\n")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_a_unit_for_any_shelf(tmp_path: Path) -> None:
    for number, name in enumerate(SHELVES):
        unit = tmp_path / f"referee-{number}.service"
        unit.write_text(server_files.write_unit(tmp_path / name, 60))
        done = subprocess.run(
            ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
        )
        assert (done.returncode, unit.name in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize(("seconds", "minutes"), [(1, 1), (60, 1), (600, 10), (86_400, 59)])
def test_a_line_of_cron_goes_one_round_every_so_many_minutes(
    tmp_path: Path, seconds: int, minutes: int
) -> None:
    line = server_files.write_cron(tmp_path, seconds)
    assert line.startswith(f"*/{minutes} * * * * ")
    assert line.endswith(f" mail watch --rounds 1 --quiet --shelf {tmp_path.as_posix()}\n")


def test_fault_of_a_club_without_an_inbox_names_the_setting(club: Club) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text(re.sub(r"\[inbox\]\n.*\n.*\n", "", config.read_text()))

    with open_office(club.shelf) as desk, pytest.raises(Misconfigured, match=r"config\.toml"):
        list(inboxes.fetch(desk, AT))


def test_a_club_without_a_delivery_misses_none_while_no_mail_waits(club: Club) -> None:
    config = club.shelf / FOLDER / "config.toml"
    config.write_text(re.sub(r"\[(inbox|delivery)\]\n.*\n.*\n", "", config.read_text()))

    assert service.go_round(club.shelf, AT).faults == ()
    club.receive(club.reply("german", "pass"))
    (fault,) = service.go_round(club.shelf, AT).faults
    assert "defines no delivery of mail" in fault


def test_a_clock_that_is_kept_from_ticking_keeps_no_mail_waiting(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Busy(Complaint.of(MailFault.OFFICE_BUSY))

    monkeypatch.setattr(service.reminders, "tick", fail)
    (club.shelf.parent / "inbox" / "new").mkdir(parents=True)
    (club.shelf.parent / "inbox" / "cur").mkdir()
    club.receive(club.reply("german", "pass"))

    done = service.go_round(club.shelf, AT)

    assert done.ticked == Ticked(now=AT)
    assert done.faults == ("another process holds the post office (try again)",)
    assert len(done.sent) == 2


def test_a_round_finishes_what_a_process_left_and_passes_folders_over(club: Club) -> None:
    (club.shelf.parent / "inbox" / "new" / "folder").mkdir(parents=True)
    (club.shelf.parent / "inbox" / "cur").mkdir()
    raw = club.reply("german", "pass").encode()
    (club.shelf / FOLDER / "in" / f"{digest(raw)}.eml").write_bytes(raw)

    done = service.go_round(club.shelf, AT)

    assert (done.received, done.faults, len(done.sent)) == ((), (), 2)
