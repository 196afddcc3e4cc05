"""State of a post office: received mails, answers, last reports and tokens, with its faults."""

import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, NamedTuple

from referee.engine.facts import Fact
from referee.faults import Busy, Complaint
from referee.mail.sharing.database import Database
from schemas.mail import Verdict
from schemas.record import Side


class MailFault(Fact):
    """Errors of a post office that is not set up, is busy, or cannot deliver."""

    NO_OFFICE = (
        "the shelf {shelf} has no post office",
        'write {path} with a line such as: address = "referee@club.example"',
    )
    NO_SUCH_MAIL = (
        "no single mail has a digest that begins with {digest}",
        "list the mails with `referee mail list`",
    )
    DIGEST_TOO_SHORT = "{digest} is too short for a digest", "write at least {least} characters of it"
    MAIL_JUDGED = "the mail {digest} was judged already"
    NO_ANSWER = "the mail {digest} was not answered", "an accepted letter is answered by the next report"
    NO_MODERATOR = "the settings name no moderator", "name an address with --to"
    NO_SUCH_RULE = "no clause of the rulebook contains the word {word}"
    CONFIG_NOT_TOML = "this is not TOML: {why}"
    NO_DELIVERY = "{path} defines no delivery of mail", "add a table [delivery] with `to`"
    NO_PATH = "{path} names no folder for the mail", "add a line with `path`"
    NO_INBOX = "{path} names no inbox", "add a table [inbox] with `kind`"
    FOLDER_MISSING = "the server {host} has no folder {folder}"
    INBOX_MISSING = (
        "there is no Maildir at {path}",
        "make its folders new, cur and tmp, or write its whole path into config.toml",
    )
    MBOX_MISSING = "the mbox {path} was not found"
    MBOX_BUSY = "another process holds the mbox {path}: {why}", "fetch it later"
    OFFICE_BUSY = "another process holds the post office", "try again"
    MEMORY_SILENT = (
        "the database of the post office cannot be read or written: {why}",
        "check the disk, and try again",
    )
    MAIL_NOT_KEPT = "the mail was not stored, and nothing was filed: {why}", "send it again"
    MAIL_WAITS = (
        "the mail is stored, but nothing has been filed yet: {why}",
        "the next command of the post office handles it",
    )
    MAIL_HELD = (
        "the mail is stored, but nothing has been filed because its match is in use: {why}",
        "the next command of the post office handles it",
    )
    MAIL_FILED = (
        "the letter was filed, but has not been answered yet: {why}",
        "the next command of the post office answers it",
    )
    MAIL_IN_DOUBT = (
        "the mail is stored, and its letter may have been filed: {why}",
        "the next command of the post office checks this and files nothing twice",
    )
    REPORTS_WAIT = (
        "the mail was handled, but a report to a player is still to be written: {why}",
        "the next command of the post office writes it",
    )
    OFFICE_SILENT = (
        "the post office cannot be opened, and no mail was received: {why}",
        "check the disk, and try again",
    )
    NO_MAIL = (
        "this is not an e-mail: it has no headers",
        "judge a plain letter with `referee submit MATCH --as SIDE FILE`",
    )
    MAIL_TOO_LARGE = "the mail has more than {most} bytes"
    NOT_AN_ADDRESS = "{address} is not a valid e-mail address"
    NOT_A_PSEUDONYM = (
        "a pseudonym has at most {most} characters on one line, and no @",
        "do not use an address: the journal keeps the pseudonym forever",
    )
    KEY_UNREADABLE = (
        "{file} is not a usable public key: {why}",
        "name a public key file from `ssh-keygen` or from `gpg --armor --export`",
    )
    SEAT_EMPTY = "the seat of the {side} side in {match} is empty"
    SEAT_TAKEN = "{address} already has the seat of the {side} side in {match}"
    NO_SPECTATOR = "{address} is not an observer of {match}"
    SEATS_UNREADABLE = "the seats of {match} cannot be read: {why}"
    PASSWORD_COMMAND = "the command for the password failed: {why}"
    INBOX_SILENT = "mail cannot be fetched from the server {host} now: {why}", "fetch it later"
    SERVER_SILENT = (
        "the server {host} does not accept mail now: {why}",
        ("the mail stays in the queue; send it later"),
    )


Piece = Literal["under way", "refused", "there"]

Tick = Literal["last", "off", "digest"]

FRESH = 64
"""Number of recent tokens kept for each seat, so that a late answer learns that its question is closed."""

INVITED = "invited "
"""Prefix of the `mail` of an invitation token; the invited address follows."""


class KnownMail(NamedTuple):
    """A received mail and its result. `body` is the digest of the text of a letter."""

    digest: str
    message_id: str
    body: str
    sender: str
    match: str
    side: str
    verdict: Verdict
    is_answered: bool
    at: str


class Token(NamedTuple):
    """Meaning of a token: a question to a seat, or a mail of that seat that must be confirmed."""

    match: str
    side: Side
    seq: int
    mail: str = ""

    def find_invited(self) -> str:
        """Return the address that an invitation went to; "" for any other token."""
        return self.mail.removeprefix(INVITED) if self.mail.startswith(INVITED) else ""


class LastReport(NamedTuple):
    """Last entry that was reported to a seat, and the id of that mail."""

    seq: int = 0
    message_id: str = ""


class Memory(Database):
    """Database of a post office, in one file. Every method raises `Busy` if the disk is full or fails."""

    def __init__(self, path: Path) -> None:
        """Open the database."""
        with _naming():
            super().__init__(path)
        self._outgoing: set[str] = set()

    def ask(self, line: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run a statement, as `Database` does."""
        with _naming():
            return super().ask(line, values)

    def commit(self) -> None:
        """Record the changes of the transaction on the disk."""
        with _naming():
            super().commit()

    def note_outgoing(self, key: str, raw: bytes) -> None:
        """Record a mail that is put into the outbox once the transaction is committed."""
        self.ask("INSERT OR REPLACE INTO {file}.outgoing VALUES (?, ?)", (key, raw))
        self._outgoing.add(key)

    def find_outgoing(self, key: str) -> bytes | None:
        """Return the bytes of a mail that is not in the outbox yet, or None."""
        row = self.ask("SELECT raw FROM all_outgoing WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def list_outgoing(self, *, only_own: bool) -> list[tuple[str, bytes]]:
        """Return keys and bytes of the mails that are not in the outbox yet, oldest first.

        With `only_own`, it leaves out the mails of other processes.
        """
        keys = [key for (key,) in self.ask("SELECT key FROM main.outgoing ORDER BY rowid")]
        own_keys = [key for key in keys if not only_own or key in self._outgoing]
        return [(key, raw) for key in own_keys if (raw := self.find_outgoing(key)) is not None]

    def forget_outgoing(self, keys: Iterable[str]) -> None:
        """Record that these mails are in the outbox.

        This need not reach the disk at once: a mail that is in the outbox is not put there again.
        """
        self.ask("PRAGMA synchronous = NORMAL")
        try:
            self.begin()
            for key in keys:
                self.ask("DELETE FROM {file}.outgoing WHERE key = ?", (key,))
            self.commit()
        except BaseException:
            self.roll_back()
            raise
        finally:
            self.ask("PRAGMA synchronous = FULL")
        self._outgoing.clear()

    def note_mail(self, mail: KnownMail) -> None:
        """Record a mail, or update its result."""
        self.ask("INSERT OR REPLACE INTO {file}.mails VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", mail)

    def find_mail(self, digest: str) -> KnownMail | None:
        """Return a mail that came before, or None."""
        row = self.ask("SELECT * FROM all_mails WHERE digest = ?", (digest,)).fetchone()
        return KnownMail(*row[:-1]) if row else None

    def list_mails(self, match: str, verdict: Verdict) -> list[KnownMail]:
        """Return the mails of a match with this verdict, in the order in which they came."""
        question = "SELECT * FROM all_mails WHERE match = ? AND verdict = ? ORDER BY at, place"
        return [KnownMail(*row[:-1]) for row in self.ask(question, (match, verdict))]

    def find_last_mail(self, match: str, side: Side, except_for: frozenset[Verdict]) -> KnownMail | None:
        """Return the last mail of a seat `except_for` those with these verdicts, or None."""
        question = (
            "SELECT * FROM all_mails WHERE match = ? AND side = ?"
            f" AND verdict NOT IN ({', '.join('?' * len(except_for))}) ORDER BY at DESC, place DESC LIMIT 1"
        )
        row = self.ask(question, (match, side, *except_for)).fetchone()
        return KnownMail(*row[:-1]) if row else None

    def list_all_mails(self) -> Iterator[KnownMail]:
        """Yield the received mails, latest first."""
        for row in self.ask("SELECT * FROM main.mails ORDER BY at DESC, rowid DESC"):
            yield KnownMail(*row)

    def knows_letter(self, message_id: str, body: str, digest: str) -> bool:
        """Return True if another mail than `digest` with this Message-ID and text was already answered."""
        question = "SELECT 1 FROM all_mails WHERE message_id = ? AND body = ? AND digest != ? AND answered"
        return self.ask(question, (message_id, body, digest)).fetchone() is not None

    def list_letters(self, match: str, side: Side, body: str) -> list[str]:
        """Return the digests of the mails of a seat that were read as letters with this text, without copies.

        A copy of a held letter must not keep the letter from being judged once it is confirmed.
        """
        question = (
            "SELECT digest FROM all_mails WHERE match = ? AND side = ? AND body = ? AND verdict != 'repeat'"
        )
        return [digest for (digest,) in self.ask(question, (match, side, body))]

    def knows_message(self, message_id: str) -> bool:
        """Return True if a mail with this Message-ID was handled."""
        return self.ask("SELECT 1 FROM all_mails WHERE message_id = ?", (message_id,)).fetchone() is not None

    def count_answers(self, sender: str, verdict: Verdict, at: str) -> int:
        """Count a sender's mails with this verdict that were answered in the hour before `at`."""
        question = "SELECT count(*) FROM all_mails WHERE sender = ? AND verdict = ? AND answered AND at > ?"
        return int(self.ask(question, (sender, verdict, _an_hour_before(at))).fetchone()[0])

    def count_asked(self, match: str, side: Side, at: str) -> int:
        """Count the requests to confirm a mail that a seat received in the hour before `at`."""
        question = (
            "SELECT count(*) FROM all_mails"
            " WHERE match = ? AND side = ? AND verdict = 'unproved' AND answered AND at > ?"
        )
        return int(self.ask(question, (match, side, _an_hour_before(at))).fetchone()[0])

    def note_answer(self, digest: str, key: str) -> None:
        """Record the key of the answer to a mail."""
        self.ask("INSERT OR REPLACE INTO {file}.answers VALUES (?, ?)", (digest, key))

    def find_answer(self, digest: str) -> str | None:
        """Return the key of the answer to a mail, or None."""
        row = self.ask("SELECT key FROM all_answers WHERE digest = ?", (digest,)).fetchone()
        return row[0] if row else None

    def note_report(self, match: str, side: Side, report: LastReport) -> None:
        """Record the last report to a seat."""
        self.ask("INSERT OR REPLACE INTO {file}.reports VALUES (?, ?, ?, ?)", (match, side, *report))

    def find_report(self, match: str, side: Side) -> LastReport | None:
        """Return the last report to a seat, or None."""
        question = "SELECT seq, message_id FROM all_reports WHERE match = ? AND side = ?"
        row = self.ask(question, (match, side)).fetchone()
        return LastReport(*row) if row else None

    def forget_reports(self, match: str, side: Side) -> None:
        """Delete the last report and the tokens of the previous player of a seat."""
        self.leave_seat(match, side)
        self.ask("DELETE FROM {file}.reports WHERE match = ? AND side = ?", (match, side))
        self.ask("DELETE FROM {file}.tokens WHERE match = ? AND side = ?", (match, side))

    def note_token(self, token: str, stands_for: Token) -> None:
        """Record the meaning of a token."""
        self.ask("INSERT OR IGNORE INTO {file}.tokens VALUES (?, ?, ?, ?, ?)", (token, *stands_for))
        if not stands_for.mail:
            oldest = self._find_oldest(stands_for.match, stands_for.side)
            older = "DELETE FROM {file}.tokens WHERE match = ? AND side = ? AND mail = '' AND seq < ?"
            self.ask(older, (stands_for.match, stands_for.side, oldest))

    def _find_oldest(self, match: str, side: Side) -> int:
        """Return the entry of the oldest valid token of a seat."""
        question = (
            "SELECT seq FROM all_tokens WHERE match = ? AND side = ? AND mail = ''"
            " ORDER BY seq DESC LIMIT 1 OFFSET ?"
        )
        row = self.ask(question, (match, side, FRESH - 1)).fetchone()
        return row[0] if row else 0

    def find_token(self, token: str) -> Token | None:
        """Return the meaning of a token, or None if it is unknown or expired."""
        question = "SELECT match, side, seq, mail FROM all_tokens WHERE token = ?"
        row = self.ask(question, (token,)).fetchone()
        if row is None:
            return None
        row_token = Token(*row)
        fresh = row_token.mail or row_token.seq >= self._find_oldest(row_token.match, row_token.side)
        return row_token if fresh else None

    def note_signature(self, signature: str, mail: str) -> bool:
        """Record the mail of a signature. Return True if no other mail used the signature before."""
        question = "SELECT mail FROM all_signatures WHERE signature = ?"
        if row := self.ask(question, (signature,)).fetchone():
            return bool(row[0] == mail)
        self.ask("INSERT INTO {file}.signatures VALUES (?, ?)", (signature, mail))
        return True

    def note_piece(self, piece: str, state: Piece) -> None:
        """Record the delivery state of a piece of a report for a channel."""
        self.ask("INSERT OR REPLACE INTO {file}.pieces VALUES (?, ?)", (piece, state))

    def find_piece(self, piece: str) -> Piece | None:
        """Return the delivery state of a piece, or None if sending has not begun."""
        row = self.ask("SELECT state FROM all_pieces WHERE piece = ?", (piece,)).fetchone()
        return row[0] if row else None

    def note_unfinished(self, match: str) -> None:
        """Record that the seats of a match may need a report, as the last match of the list."""
        self.ask("INSERT OR REPLACE INTO {file}.unfinished VALUES (?)", (match,))

    def forget_unfinished(self, match: str) -> None:
        """Record that the seats of a match have their reports."""
        self.ask("DELETE FROM {file}.unfinished WHERE match = ?", (match,))

    def list_unfinished(self, most: int = -1) -> list[str]:
        """Return the matches whose seats may need a report, at most so many of those noted first."""
        question = "SELECT match FROM main.unfinished ORDER BY rowid LIMIT ?"
        return [name for (name,) in self.ask(question, (most,))]

    def note_tick(self, name: Tick, at: str | None) -> None:
        """Record the time of the last tick or of switching off, or delete it if `at` is None."""
        if at is None:
            self.ask("DELETE FROM {file}.ticks WHERE name = ?", (name,))
        else:
            self.ask("INSERT OR REPLACE INTO {file}.ticks VALUES (?, ?)", (name, at))

    def find_tick(self, name: Tick) -> str:
        """Return the time of the last tick or of switching off, or "" without one."""
        row = self.ask("SELECT at FROM all_ticks WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""


@contextmanager
def _naming() -> Generator[None]:
    """Raise `Busy` for an error of the database."""
    try:
        yield
    except sqlite3.Error as error:
        raise Busy(Complaint.of(MailFault.MEMORY_SILENT, why=error)) from None


def _an_hour_before(at: str) -> str:
    return (datetime.fromisoformat(at) - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
