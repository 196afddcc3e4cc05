"""A post office whose process is killed loses no mail, files none twice, and answers each once."""

import mailbox
import os
import random
import re
import shutil
import signal
import sys
import time
from collections import Counter
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail import outbox, receiving
from referee.mail.delivery import carriers, inboxes
from referee.mail.office import open_office
from referee.matches import matches
from referee.matches.matches import Match
from tests.mail.conftest import AT, LETTERS, PLAYERS, Club, copy_club, list_moves, open_example

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")

NONSENSE = 5
"""Every so many letters a player sends one that is refused."""

LONGEST = 0.3
"""So many seconds a process lives at most before it is killed."""


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A club that begins the example, and whose inbox holds all its letters and some that are refused."""
    made = open_example(tmp_path / "club", proof="address")
    folder = tmp_path / "club" / "inbox"
    inbox = mailbox.Maildir(folder, create=True)
    for number, letter in enumerate(letters(), start=1):
        key = inbox.add(letter.encode())
        os.utime(folder / "new" / key, (number, number))
    return made


def letters() -> list[str]:
    written: list[str] = []
    for number, path in enumerate(LETTERS):
        side = path.stem.partition("-")[2]
        written.append(mail(side, f"{number}@player", path.read_text()))
        if number % NONSENSE == 0:
            written.append(mail(side, f"{number}.nonsense@player", "move everything to the moon"))
    return written


def mail(side: str, message_id: str, text: str) -> str:
    heads = f"From: {PLAYERS[side]}\nTo: referee@club.example\nMessage-ID: <{message_id}>\nSubject: [liege]"
    return f"{heads}\n\n{text}\n"


def work(club: Club) -> None:
    """What a post office does every few minutes."""
    with open_office(club.shelf) as desk:
        for _ in inboxes.fetch(desk, AT):
            pass
        list(receiving.finish(desk, AT))
        with carriers.open_carrier(desk) as carry:
            for _ in outbox.send(desk, carry):
                pass


def work_and_die(club: Club, seconds: float) -> bool:
    """Whether a process that may live so long came to the end of its work."""
    child = os.fork()
    if child == 0:
        try:
            work(club)
        except BaseException:
            os._exit(1)
        os._exit(0)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.waitstatus_to_exitcode(status) == 0
            return True
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def test_no_mail_is_lost_doubled_or_answered_twice(
    club: Club, example_shelf: Path, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    chance = random.Random(1914)
    killed, mails = 0, 0
    while killed < request.config.getoption("--kills"):
        again = tmp_path / f"after {killed}"
        copied = copy_club(club, again, "address")
        lives = 0
        # A machine that is busy gets nowhere in a short life, so that each may be a little longer.
        while not work_and_die(copied, chance.uniform(0, LONGEST * (1 + lives / 20))):
            lives += 1
        killed += lives
        work(copied)
        check(copied, matches.find(example_shelf, "liege"))
        mails += len(letters())
        shutil.rmtree(again)
    assert killed > 0
    print(f"{killed} processes killed over {mails} mails")  # noqa: T201 - `-s` shows the figures


def check(club: Club, shell: Match, sent: list[EmailMessage] | None = None) -> None:
    """The match is the one of the shell, and one mail that was sent answers each."""
    played = matches.find(club.shelf, "liege")
    assert list_moves(played) == list_moves(shell)
    assert count_refusals(played) == count_refusals(shell) + len(letters()) - len(LETTERS)
    sent = club.mails() if sent is None else sent
    answered = Counter(
        mail["In-Reply-To"] for mail in unique(sent) if mail["Auto-Submitted"] == "auto-replied"
    )
    assert answered == Counter(re.findall("^Message-ID: (.*)$", "".join(letters()), re.MULTILINE))
    assert len({mail["Message-ID"] for mail in sent}) == len(unique(sent))


def unique(mails: list[EmailMessage]) -> list[EmailMessage]:
    """Mails without those that were sent twice as they are, as a carrier's word may be lost."""
    return list({mail.as_bytes(): mail for mail in mails}.values())


def count_refusals(match: Match) -> int:
    return sum(entry.body.kind == "refusal" for entry in match.entries)
