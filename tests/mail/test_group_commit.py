"""Mails of a group are recorded together: few syncs, no answer before them, none lost or doubled."""

import errno
import os
from collections import Counter
from pathlib import Path

import pytest

from referee.mail import outbox, receiving, seats
from referee.mail.delivery import inboxes
from referee.mail.office import open_office
from referee.matches import matches, opening
from referee.matches.journal import unsynced
from referee.platform import files
from referee.platform.ports import ports
from schemas.mail import Received
from tests.mail.conftest import AT, SECRETS, Club
from tests.ports import disk_with

GROUP = 12
SYNCS = 5
"""Highest number of syncs for a mail, those of the database included."""


@pytest.fixture
def shelf(tmp_path: Path) -> Club:
    """A club with a match for each of some players, whose letters wait in the inbox."""
    club = Club(tmp_path / "matches")
    club.set_up("address")
    path = club.shelf / "_post" / "config.toml"
    path.write_text(path.read_text().replace("quiet = false\n", ""))
    for name in names():
        opening.open_match(club.shelf, name, "ttlm", at=AT, secrets=SECRETS)
    with open_office(club.shelf) as desk:
        for name in names():
            seats.take_seat(desk, name, "german", f"{name}@player.example")
        receiving.finish(desk, AT)
    club.send()
    inbox = tmp_path / "inbox"
    for folder in ("new", "cur", "tmp"):
        (inbox / folder).mkdir(parents=True)
    for name in names():
        head = f"From: {name}@player.example\nTo: referee@club.example\nMessage-ID: <{name}@player>"
        (inbox / "new" / name).write_text(f"{head}\nSubject: [{name}]\n\npass\n")
    return club


def names() -> list[str]:
    return [f"m{number:02}" for number in range(GROUP)]


def fetch(club: Club) -> list[Received]:
    with open_office(club.shelf) as desk:
        return list(inboxes.fetch(desk, AT))


def check(club: Club) -> None:
    """Each letter is filed once and answered once, and none waits."""
    club.send()
    for name in names():
        entries = matches.find_whole(club.shelf, name).entries
        assert [entry.body.kind for entry in entries].count("order") == 1
    answers = Counter(
        mail["In-Reply-To"] for mail in club.mails() if mail["Auto-Submitted"] == "auto-replied"
    )
    assert answers == {f"<{name}@player>": 1 for name in names()}
    assert not list((club.shelf / "_post" / "in").iterdir())


def test_group_of_letters_takes_few_syncs(shelf: Club) -> None:
    calls: list[int] = []
    disk = disk_with(fsync=lambda descriptor: (calls.append(descriptor), os.fsync(descriptor)))

    with ports.use(disk=disk):
        assert {done.verdict for done in fetch(shelf)} == {"judged"}

    # One commit of the database syncs once.
    assert len(calls) + 1 <= SYNCS * GROUP
    check(shelf)


def test_answers_leave_after_all_journals_are_synced(shelf: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    release = outbox.release

    def note(paths: list[Path]) -> list[OSError | None]:
        assert not outbox_files(shelf)
        synced.extend(path for path in paths if path.name == "journal.jsonl")
        return [None for _ in paths]

    monkeypatch.setattr(files, "sync_files", note)
    monkeypatch.setattr(outbox, "release", lambda desk: (check_synced(synced), release(desk)))

    fetch(shelf)

    check_synced(synced)


def outbox_files(club: Club) -> list[Path]:
    return list((club.shelf / "_post" / "out" / "new").glob("*.eml"))


def check_synced(synced: list[Path]) -> None:
    assert {path.parent.name for path in synced} == set(names())


def test_journal_that_cannot_be_synced_delays_no_other(shelf: Club) -> None:
    bad = shelf.shelf / names()[3] / "journal.jsonl"

    def fail(descriptor: int) -> None:
        if Path(f"/proc/self/fd/{descriptor}").readlink() == bad:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        os.fsync(descriptor)

    with ports.use(disk=disk_with(fsync=fail)):
        verdicts = Counter(done.verdict for done in fetch(shelf))

    assert verdicts == {"judged": GROUP - 1, "waiting": 1}
    check(shelf)


@pytest.mark.parametrize(
    ("module", "name"),
    [(unsynced.Unsynced, "sync_all"), (outbox, "release"), (outbox, "_is_filed"), (receiving, "_leave")],
    ids=["before the sync", "before the outbox", "in the outbox", "before the mails are put away"],
)
def test_process_that_dies_in_a_group_loses_and_doubles_nothing(
    shelf: Club, monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, name, die)
        with pytest.raises(KeyboardInterrupt):
            fetch(shelf)

    fetch(shelf)
    check(shelf)


def test_same_mail_twice_in_a_group_is_judged_once(shelf: Club) -> None:
    inbox = shelf.shelf.parent / "inbox" / "new"
    (inbox / "again").write_bytes((inbox / names()[0]).read_bytes())

    assert Counter(done.verdict for done in fetch(shelf)) == {"judged": GROUP, "repeat": 1}
    check(shelf)


def test_each_letter_of_one_match_in_a_group_sees_the_one_before(shelf: Club) -> None:
    inbox = shelf.shelf.parent / "inbox" / "new"
    last = (inbox / names()[0]).read_text().replace("@player>", "@later>").replace("pass", "done")
    (inbox / "zz").write_text(last)

    assert Counter(done.verdict for done in fetch(shelf)) == {"judged": GROUP + 1}
    orders = [one.body.kind for one in matches.find_whole(shelf.shelf, names()[0]).entries]
    assert orders.count("order") == 2


def test_files_that_are_synced_together_report_each_failure(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in "abc"]
    for path in (paths[0], paths[2]):
        path.write_text("x")

    failures = files.sync_files(paths)

    assert [failure is not None for failure in failures] == [False, True, False]
