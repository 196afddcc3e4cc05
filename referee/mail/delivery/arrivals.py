"""Waiting for mail between the rounds of a post office, so that a letter is answered when it comes.

Folders and files are looked at ten times a second. An IMAP server says itself when mail has come (IDLE,
RFC 2177). Mail that is missed here is received by the next round, so that nothing depends on this.
"""

import imaplib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from referee.faults import Fault
from referee.mail import office
from referee.mail.delivery import imap
from referee.mail.office import FOLDER, locate
from referee.matches.journal.writing import identify_at
from referee.platform.ports import ports
from schemas.mail import Inbox

LOOK = 0.1
"""Seconds between two looks at a folder."""

LONGEST = 20 * 60
"""Seconds after which a connection is opened again: servers may close an older one."""


class Arrivals:
    """Notices mail that comes after a call of `note`, and mail that another worker puts away.

    Mail that a round leaves behind is noticed once. A later letter to the same match may have waited for mail
    of another worker.
    """

    def __init__(self, shelf: Path) -> None:
        self._shelf = shelf
        self._there: frozenset[str] = frozenset()
        self._idle: _Idle | None = None

    def __enter__(self) -> "Arrivals":
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def note(self) -> None:
        """Record the mail that the following round finds. Call this before the round."""
        inbox = self._find_inbox()
        self._there = frozenset(_look(self._shelf, inbox))
        if self._idle is not None and not self._idle.is_good_for(inbox):
            self._close()
        if self._idle is None and inbox is not None and inbox.kind == "imap":
            # The round itself reports a server that cannot be reached.
            with suppress(Fault, *imap.SILENT):
                self._idle = _Idle(inbox)

    def wait(self, seconds: float) -> bool:
        """Return True once there is other mail than was recorded, or False after so many seconds."""
        last, inbox = ports.clock.monotonic() + seconds, self._find_inbox()
        others = self._there.intersection(_look(self._shelf, inbox))
        while (seconds := last - ports.clock.monotonic()) > 0:
            if self._idle is None:
                ports.clock.sleep(min(LOOK, seconds))
            elif self._hear(min(LOOK, seconds)):
                return True
            there = frozenset(_look(self._shelf, inbox))
            if not self._there.issuperset(there) or not others.issubset(there):
                return True
        return False

    def _hear(self, seconds: float) -> bool:
        """Return True if the server announces mail within so many seconds."""
        try:
            return self._idle is not None and self._idle.hear(seconds)
        except imap.SILENT:
            self._close()
            return False

    def _find_inbox(self) -> Inbox | None:
        with suppress(Fault):
            return office.read_settings(self._shelf).inbox
        return None

    def _close(self) -> None:
        if self._idle is not None:
            self._idle.close()
            self._idle = None


def _look(shelf: Path, inbox: Inbox | None) -> Iterator[str]:
    """Yield a name for each mail in the inbox, and for each that waits to be sent."""
    # A pipe of the mail server puts answers there: `mail receive` does not send.
    yield from _list_files(shelf / FOLDER / "out" / "new")
    if inbox is None or not (inbox.path or inbox.kind == "imap"):
        return
    match inbox.kind:
        case "maildir":
            yield from _list_files(locate(shelf, inbox.path) / "new")
        case "mbox":
            path = locate(shelf, inbox.path)
            identity = identify_at(path)
            with suppress(OSError):
                if identity and path.stat().st_size:
                    yield f"{path} {identity}"
        case "imap":
            return


def _list_files(folder: Path) -> Iterator[str]:
    """Yield the files of a folder that are complete. Yield none if it cannot be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (entry.path for entry in entries if not entry.name.startswith("."))


class _Idle:
    """A connection on which a server announces new mail. Every method but `close` raises `imap.SILENT`."""

    def __init__(self, inbox: Inbox) -> None:
        """Connect and ask for announcements. Raises a `Fault` if the login fails."""
        self._inbox, self._until = inbox, ports.clock.monotonic() + LONGEST
        self._server = imap.connect(inbox)
        self._rest = b""
        try:
            imap.open_on(self._server, inbox, imap.ask_password(inbox.password_command))
            if "IDLE" not in self._server.capabilities:
                raise imaplib.IMAP4.error("no IDLE")
            self._server.send(b"idle1 IDLE\r\n")
            self._server.socket().settimeout(imap.TIMEOUT)
            while not self._rest.lstrip().startswith(b"+") and b"\n+" not in self._rest:
                self._read()
        except BaseException:
            self.close()
            raise

    def is_good_for(self, inbox: Inbox | None) -> bool:
        """Return True if the connection is young and belongs to this inbox."""
        return inbox == self._inbox and ports.clock.monotonic() < self._until

    def hear(self, seconds: float) -> bool:
        """Return True if new mail is announced within so many seconds. A changed flag does not count."""
        self._server.socket().settimeout(max(seconds, 0.001))
        try:
            self._read()
        except TimeoutError:
            return False
        *lines, self._rest = self._rest.split(b"\n")
        return any(line.rstrip().endswith(b" EXISTS") for line in lines)

    def _read(self) -> None:
        """Read what the server sends. The buffered file of the library cannot be read with a time limit."""
        if not (more := self._server.socket().recv(4096)):
            raise imaplib.IMAP4.abort("the connection is closed")
        self._rest += more

    def close(self) -> None:
        """Close the connection."""
        with suppress(*imap.SILENT):
            self._server.shutdown()
