"""What a post office remembers: mails that came, their answers, the last report to each seat, its tokens."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, NamedTuple

from referee.engine.faults import Busy, Complaint
from referee.mail.faults import MailFault
from schemas.mail import Verdict
from schemas.record import Side

_TABLES = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS mails (
    digest TEXT PRIMARY KEY, message_id TEXT, body TEXT, sender TEXT, match TEXT, side TEXT, verdict TEXT,
    answered INTEGER, at TEXT
);
CREATE INDEX IF NOT EXISTS mails_by_id ON mails (message_id);
CREATE INDEX IF NOT EXISTS mails_by_sender ON mails (sender, at);
CREATE TABLE IF NOT EXISTS answers (digest TEXT PRIMARY KEY, key TEXT);
CREATE TABLE IF NOT EXISTS reports (
    match TEXT, side TEXT, seq INTEGER, message_id TEXT, PRIMARY KEY (match, side)
);
CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, match TEXT, side TEXT, seq INTEGER, mail TEXT);
CREATE INDEX IF NOT EXISTS tokens_by_seat ON tokens (match, side, mail, seq);
CREATE TABLE IF NOT EXISTS unfinished (match TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS signatures (signature TEXT PRIMARY KEY, mail TEXT);
CREATE TABLE IF NOT EXISTS pieces (piece TEXT PRIMARY KEY, state TEXT);
CREATE TABLE IF NOT EXISTS ticks (name TEXT PRIMARY KEY, at TEXT);
"""

Piece = Literal["under way", "refused", "there"]

Tick = Literal["last", "off"]

FRESH = 64
"""So many of the latest tokens of a seat are kept: a late answer is told that its question is closed."""

INVITED = "invited "
"""How the mail begins that the token of an invitation stands for; the address follows."""


class KnownMail(NamedTuple):
    """A mail that came, and what became of it; `body` is the digest of the text of a letter."""

    digest: str
    message_id: str
    body: str
    sender: str
    match: str
    side: str
    verdict: Verdict
    answered: bool
    at: str


class Token(NamedTuple):
    """What a token stands for: a question of a seat, or a mail of that seat that waits to be confirmed."""

    match: str
    side: Side
    seq: int
    mail: str = ""

    def find_invited(self) -> str:
        """Return the address that an invitation went to; "" for any other token."""
        return self.mail.removeprefix(INVITED) if self.mail.startswith(INVITED) else ""


class LastReport(NamedTuple):
    """Up to which entry a seat knows what happened, and the mail that said so."""

    seq: int = 0
    message_id: str = ""


class Memory:
    """The memory of a post office, in a file."""

    def __init__(self, path: Path) -> None:
        """Open a memory; this and each call raises `Busy` where the disk is full or refuses."""
        self._file = sqlite3.connect(path, isolation_level=None)
        try:
            self._file.executescript(_TABLES)
        except sqlite3.Error as error:
            self._file.close()
            raise _complain(error) from None

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def _ask(self, line: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        try:
            return self._file.execute(line, tuple(values))
        except sqlite3.Error as error:
            raise _complain(error) from None

    def note_mail(self, mail: KnownMail) -> None:
        """Remember a mail, or what became of it since."""
        self._ask("INSERT OR REPLACE INTO mails VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", mail)

    def find_mail(self, digest: str) -> KnownMail | None:
        """A mail that came before."""
        row = self._ask("SELECT * FROM mails WHERE digest = ?", (digest,)).fetchone()
        return KnownMail(*row) if row else None

    def knows_letter(self, message_id: str, body: str) -> bool:
        """Whether the same text under the same Message-ID was answered, whatever way it came."""
        question = "SELECT 1 FROM mails WHERE message_id = ? AND body = ? AND answered"
        return self._ask(question, (message_id, body)).fetchone() is not None

    def count_answers(self, sender: str, verdict: Verdict, at: str) -> int:
        """How many mails of a sender came to this and were answered, within an hour before a moment."""
        question = "SELECT count(*) FROM mails WHERE sender = ? AND verdict = ? AND answered AND at > ?"
        return int(self._ask(question, (sender, verdict, _an_hour_before(at))).fetchone()[0])

    def count_asked(self, match: str, side: Side, at: str) -> int:
        """How many times within an hour a seat was asked whether a mail is its holder's."""
        question = (
            "SELECT count(*) FROM mails"
            " WHERE match = ? AND side = ? AND verdict = 'unproved' AND answered AND at > ?"
        )
        return int(self._ask(question, (match, side, _an_hour_before(at))).fetchone()[0])

    def note_answer(self, digest: str, key: str) -> None:
        """Remember under which key a mail is answered."""
        self._ask("INSERT OR REPLACE INTO answers VALUES (?, ?)", (digest, key))

    def find_answer(self, digest: str) -> str | None:
        """The key of the answer to a mail."""
        row = self._ask("SELECT key FROM answers WHERE digest = ?", (digest,)).fetchone()
        return row[0] if row else None

    def note_report(self, match: str, side: Side, report: LastReport) -> None:
        """Remember the last report to a seat."""
        self._ask("INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?)", (match, side, *report))

    def find_report(self, match: str, side: Side) -> LastReport | None:
        """The last report to a seat; nothing if there was none."""
        question = "SELECT seq, message_id FROM reports WHERE match = ? AND side = ?"
        row = self._ask(question, (match, side)).fetchone()
        return LastReport(*row) if row else None

    def forget_reports(self, match: str, side: Side) -> None:
        """Forget what the last holder of a seat was sent; his tokens are good no more."""
        self._ask("DELETE FROM reports WHERE match = ? AND side = ?", (match, side))
        self._ask("DELETE FROM tokens WHERE match = ? AND side = ?", (match, side))

    def note_token(self, token: str, stands_for: Token) -> None:
        """Remember what a token stands for."""
        self._ask("INSERT OR IGNORE INTO tokens VALUES (?, ?, ?, ?, ?)", (token, *stands_for))
        if not stands_for.mail:
            oldest = self._find_oldest(stands_for.match, stands_for.side)
            older = "DELETE FROM tokens WHERE match = ? AND side = ? AND mail = '' AND seq < ?"
            self._ask(older, (stands_for.match, stands_for.side, oldest))

    def _find_oldest(self, match: str, side: Side) -> int:
        """The entry of the oldest token of a seat that is kept."""
        question = (
            "SELECT seq FROM tokens WHERE match = ? AND side = ? AND mail = ''"
            " ORDER BY seq DESC LIMIT 1 OFFSET ?"
        )
        row = self._ask(question, (match, side, FRESH - 1)).fetchone()
        return row[0] if row else 0

    def find_token(self, token: str) -> Token | None:
        """What a token stands for; nothing if it is unknown, or older than the latest of its seat."""
        question = "SELECT match, side, seq, mail FROM tokens WHERE token = ?"
        row = self._ask(question, (token,)).fetchone()
        if row is None:
            return None
        found = Token(*row)
        fresh = found.mail or found.seq >= self._find_oldest(found.match, found.side)
        return found if fresh else None

    def note_signature(self, signature: str, mail: str) -> bool:
        """Remember by which mail a signature came; whether no other mail had it before."""
        self._ask("INSERT OR IGNORE INTO signatures VALUES (?, ?)", (signature, mail))
        question = "SELECT mail FROM signatures WHERE signature = ?"
        return bool(self._ask(question, (signature,)).fetchone()[0] == mail)

    def note_piece(self, piece: str, state: Piece) -> None:
        """Remember how far a piece of a report came that goes through a door."""
        self._ask("INSERT OR REPLACE INTO pieces VALUES (?, ?)", (piece, state))

    def find_piece(self, piece: str) -> Piece | None:
        """How far a piece came; nothing if it never left."""
        row = self._ask("SELECT state FROM pieces WHERE piece = ?", (piece,)).fetchone()
        return row[0] if row else None

    def note_unfinished(self, match: str) -> None:
        """Remember that the seats of a match may want a report."""
        self._ask("INSERT OR IGNORE INTO unfinished VALUES (?)", (match,))

    def forget_unfinished(self, match: str) -> None:
        """Remember that the seats of a match have their reports."""
        self._ask("DELETE FROM unfinished WHERE match = ?", (match,))

    def list_unfinished(self) -> list[str]:
        """Matches whose seats may want a report."""
        return [name for (name,) in self._ask("SELECT match FROM unfinished ORDER BY match")]

    def note_tick(self, name: Tick, at: str | None) -> None:
        """Remember when the clock ticked last, or when it was switched off; or forget it."""
        if at is None:
            self._ask("DELETE FROM ticks WHERE name = ?", (name,))
        else:
            self._ask("INSERT OR REPLACE INTO ticks VALUES (?, ?)", (name, at))

    def find_tick(self, name: Tick) -> str:
        """When the clock ticked last, or when it was switched off; empty where it never did."""
        row = self._ask("SELECT at FROM ticks WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""


def _complain(error: sqlite3.Error) -> Busy:
    return Busy(Complaint.of(MailFault.MEMORY_SILENT, why=error))


def _an_hour_before(at: str) -> str:
    return (datetime.fromisoformat(at) - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
