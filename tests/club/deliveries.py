"""Mails that left the post office, and the promise that they left in the order in which they were queued."""

import sqlite3
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from referee.mail.office import FOLDER
from referee.mail.outbox import STATES


class Deliveries:
    """The outbox of a shelf and the Maildir that its mails go to.

    Mails of one job are queued together. Only the order of mails of different jobs is checked.
    """

    def __init__(self, shelf: Path, maildir: Path) -> None:
        self._office, self._maildir = shelf / FOLDER, maildir
        self._read: set[str] = set()
        self._jobs: dict[str, int] = {}
        self._job = 0
        self._left: set[str] = set()
        self._last: dict[str, int] = {}
        self._kept: set[str] = set()

    def keep(self) -> None:
        """Note that no mail of the outbox may be lost from now on."""
        self._kept |= self._list_outbox()

    def check(self) -> None:
        """Check that no mail is lost."""
        assert self._kept <= self._list_outbox(), "the outbox lost a mail"

    def note_job(self, *, is_cut_off: bool) -> None:
        """Note the mails that a job queued. If it was cut off, some may be lost or not in the outbox yet."""
        self._job += 1
        if is_cut_off:
            there = self._list_outbox() | self._left
            self._jobs = {key: job for key, job in self._jobs.items() if key in there}
            self._note(self._list_unreleased())
        self._note(self._list_keys("new"))

    def _note(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._jobs.setdefault(key, self._job)

    def _list_outbox(self) -> set[str]:
        """Return the keys of all mails that wait, were sent or failed."""
        return {key for state in STATES for key in self._list_keys(state)}

    def _list_keys(self, state: str) -> list[str]:
        folder = self._office / "out" / state
        # Some folders are gone after a power loss.
        files = folder.iterdir() if folder.is_dir() else ()
        return [file.stem for file in files if file.suffix == ".eml"]

    def _list_unreleased(self) -> Iterator[str]:
        """Yield the keys of recorded mails that are not in the outbox yet."""
        file = sqlite3.connect(self._office / "memory.sqlite")
        for (key,) in file.execute("SELECT key FROM outgoing").fetchall():
            yield key
        file.close()

    def holds_answer(self, message_id: bytes) -> bool:
        """Return True if a mail that was sent or waits answers a letter, whose handling was cut off."""
        paths = (path for folder in (self._office / "out", self._maildir) for path in folder.rglob("*"))
        return any(b"In-Reply-To: " + message_id in path.read_bytes() for path in paths if path.is_file())

    def read(self) -> Iterator[EmailMessage]:
        """Yield the mails that left since the last call, and check their order."""
        # The fractions of the seconds in the names have no zeros before them.
        folder = self._maildir / "new"
        names = {file.name for file in folder.iterdir()} if folder.is_dir() else set[str]()
        for name in sorted(names - self._read, key=_number):
            self._read.add(name)
            mail = message_from_bytes((folder / name).read_bytes(), policy=policy.default)
            self._check_order(str(mail["To"]), str(mail["Message-ID"]).partition("@")[0].rpartition(".")[2])
            yield mail

    def _check_order(self, to: str, key: str) -> None:
        # A process that dies before it records a sent mail sends it again.
        if key in self._left:
            return
        self._left.add(key)
        job = self._jobs.setdefault(key, self._job)
        assert self._last.get(to, 0) <= job, f"mail {key} to {to} left after a later one"
        self._last[to] = job


def _number(name: str) -> int:
    """Return the number of a mail among those that a process put into Maildirs."""
    return int(name.partition("Q")[2].partition(".")[0])
