"""An IMAP folder as an inbox (RFC 9051), and passwords of mail servers."""

import imaplib
import shlex
import ssl
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import cast

from referee.faults import Busy, Complaint, Misconfigured
from referee.mail.state import MailFault
from schemas.mail import Inbox

TIMEOUT = 60
"""Seconds that a command may take."""


def ask_password(command: str) -> str:
    """Return the first line that the password command prints. Raises `Misconfigured` if it fails."""
    try:
        done = subprocess.run(
            shlex.split(command), capture_output=True, text=True, check=True, timeout=TIMEOUT
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = type(error).__name__
        raise Misconfigured(Complaint.of(MailFault.PASSWORD_COMMAND, why=why)) from None
    return done.stdout.partition("\n")[0]


KEYWORD = "$RefereeDone"
"""Flag of received mails. It leaves the unread state to people who read the same folder."""

SEEN = r"(\Seen)"
"""Fallback flag for servers without custom flags."""


SILENT = (OSError, imaplib.IMAP4.error)
"""Errors of the library for a server that cannot be reached, refuses, or stops answering."""


class Folder:
    """An open folder. Its methods raise `Busy` if the server stops answering."""

    def __init__(self, server: imaplib.IMAP4, host: str, *, keeps_keywords: bool) -> None:
        self._server, self._host = server, host
        self._keeps_keywords = keeps_keywords

    def list_new(self) -> list[bytes]:
        """Return the numbers of the mails that were not received yet, oldest first."""
        response = self._ask("SEARCH", f"UNKEYWORD {KEYWORD}" if self._keeps_keywords else "UNSEEN")
        return (cast("list[bytes]", response)[0] or b"").split()

    def read(self, number: bytes, most: int) -> bytes:
        """Return the first `most` bytes of a mail. The mail stays unread for people."""
        response = self._ask("FETCH", number.decode(), f"(BODY.PEEK[]<0.{most}>)")
        return next((part[1] for part in response if isinstance(part, tuple)), b"")

    def mark_done(self, number: bytes) -> None:
        """Flag a mail as received."""
        self._ask("STORE", number.decode(), "+FLAGS", KEYWORD if self._keeps_keywords else SEEN)

    def _ask(self, *command: str) -> "list[tuple[bytes, bytes] | bytes]":
        try:
            _, response = self._server.uid(*command)
        except SILENT as error:
            raise _complain(self._host, error) from None
        return cast("list[tuple[bytes, bytes] | bytes]", response)


@contextmanager
def open_folder(inbox: Inbox) -> Generator[Folder]:
    """Open the folder of an inbox. Raises `Busy` if the server cannot be reached or refuses the login."""
    password = ask_password(inbox.password_command)
    try:
        server = connect(inbox)
    except SILENT as error:
        raise _complain(inbox.host, error) from None
    try:
        yield open_on(server, inbox, password)
    finally:
        with suppress(*SILENT):
            server.logout()


def open_on(server: imaplib.IMAP4, inbox: Inbox, password: str) -> Folder:
    """Log in and open the folder of an inbox on a connection."""
    try:
        server.login(inbox.user, password)
        answer, _ = server.select(_quote(inbox.folder))
        _, permanent_flags = server.response("PERMANENTFLAGS")
    except SILENT as error:
        raise _complain(inbox.host, error) from None
    if answer != "OK":
        raise Misconfigured(Complaint.of(MailFault.FOLDER_MISSING, host=inbox.host, folder=inbox.folder))
    flags = b" ".join(one or b"" for one in cast("list[bytes | None]", permanent_flags))
    keeps = rb"\*" in flags or KEYWORD.encode() in flags
    return Folder(server, inbox.host, keeps_keywords=keeps)


def _complain(host: str, error: Exception) -> Busy:
    return Busy(Complaint.of(MailFault.INBOX_SILENT, host=host, why=type(error).__name__))


def connect(inbox: Inbox) -> imaplib.IMAP4:
    """Connect to the server of an inbox."""
    trust = ssl.create_default_context()
    if inbox.security == "tls":
        return imaplib.IMAP4_SSL(inbox.host, inbox.port, ssl_context=trust, timeout=TIMEOUT)
    server = imaplib.IMAP4(inbox.host, inbox.port, timeout=TIMEOUT)
    if inbox.security == "starttls":
        server.starttls(trust)
    return server


def _quote(folder: str) -> str:
    return '"' + folder.replace("\\", "\\\\").replace('"', '\\"') + '"'
