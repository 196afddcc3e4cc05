"""A post office that is killed, or loses its power, loses no mail, files none twice, and answers each once.

It stops before each call that changes the disk, by the functions that make the call. A loss of power leaves
nothing of what was not synced.
"""

import inspect
import mailbox
import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from statistics import median

import pytest

from referee.mail import outbox, receiving
from referee.mail.delivery import carriers, inboxes
from referee.mail.office import open_office
from referee.mail.state import Memory
from referee.matches import matches
from referee.matches.matches import Match
from referee.platform import files
from referee.platform.ports import ports
from tests.club.disk import Disk, Unlucky
from tests.mail.conftest import AT, LETTERS, PLAYERS, Club, copy_club, list_moves, open_example

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")

NONSENSE = 5
"""Every so many letters a player sends one that is refused."""

GROUP = 2
"""Mails that are recorded together: few, so that each call of a group comes often."""

CALLERS = 3
"""Functions of the program that name a call: the one that makes it, and those that call this one."""


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
            for _ in outbox.send(desk, carry, AT):
                pass


class StoppingDisk(Disk):
    """A disk that names its calls. The process stops before the call with a name."""

    def __init__(self, club: Club, patch: pytest.MonkeyPatch, stop: str = "", *, power: bool = True) -> None:
        attic = club.shelf.parent / "attic"
        shutil.rmtree(attic, ignore_errors=True)
        attic.mkdir()
        super().__init__(club.shelf, attic, Unlucky())
        self.names: dict[str, None] = {}
        self._stop, self._power = stop, power
        for name in ("commit", "forget_outgoing"):
            patch.setattr(Memory, name, self._before(name, getattr(Memory, name)))

    def _before(self, name: str, call: Callable[..., None]) -> Callable[..., None]:
        def checked(memory: Memory, *arguments: object) -> None:
            self._check(name)
            call(memory, *arguments)

        return checked

    def _check(self, name: str) -> None:
        place = f"{name} in {name_callers()}"
        self.names[place] = None
        if place == self._stop:
            if not self._power:
                self.restart()
            os.kill(os.getpid(), signal.SIGKILL)


def name_callers() -> str:
    """Return the names of the functions of the program that are at work, the innermost first."""
    names: list[str] = []
    frame = inspect.currentframe()
    while frame is not None and len(names) < CALLERS:
        module = frame.f_globals["__name__"]
        if module.startswith("referee.") and not module.startswith("referee.platform."):
            names.append(frame.f_code.co_qualname)
        frame = frame.f_back
    return " < ".join(names)


def list_calls(club: Club) -> list[str]:
    """Do the work of a post office, and return the names of the calls of its disk, the first ones first."""
    with pytest.MonkeyPatch.context() as patch:
        disk = StoppingDisk(club, patch)
        with ports.use(disk=disk):
            work(club)
    return list(disk.names)


def stops_at(club: Club, call: str, *, power: bool) -> bool:
    """Return True if a process stopped before the call, and False if it did its work without it."""
    child = os.fork()
    if child == 0:
        try:
            with (
                pytest.MonkeyPatch.context() as patch,
                ports.use(disk=StoppingDisk(club, patch, call, power=power)),
            ):
                work(club)
        except BaseException:
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGKILL), call
    return code != 0


@pytest.mark.parametrize("power", [True, False], ids=["killed", "without power"])
def test_no_mail_is_lost_doubled_or_answered_twice(
    power: bool, club: Club, example_shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inboxes, "MOST_TOGETHER", GROUP)
    # A large mail ends a group, so that some mails are alone.
    monkeypatch.setattr(inboxes, "LARGEST_TOGETHER", median(map(len, letters())))
    # Threads would sync in any order.
    monkeypatch.setattr(files, "SYNCED_AT_ONCE", 1)
    calls = list_calls(copy_club(club, tmp_path / "whole", "address"))
    assert len(calls) > 20
    while calls:
        first = calls[0]
        copied = copy_club(club, tmp_path / "copy", "address")
        # One club serves for many calls: what was filed and answered before stays.
        while calls and stops_at(copied, calls[0], power=power):
            del calls[0]
        assert calls[:1] != [first], f"no process came to {first}"
        work(copied)
        check(copied, matches.find(example_shelf, "liege"))
        shutil.rmtree(tmp_path / "copy")


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
