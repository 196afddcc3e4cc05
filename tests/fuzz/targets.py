"""What hostile bytes are thrown at: each target takes any bytes, and only a `Fault` may come out of it.

A target raises `AssertionError` where something reaches a reader that a terminal would obey, and lets every
other exception through: a traceback is a find.
"""

import builtins
import io
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from email import policy
from email.message import EmailMessage
from hashlib import sha256
from json import loads
from pathlib import Path
from typing import Any

from referee.cli.exits import EXITS, OURS
from referee.cli.main import run
from referee.evidence import replay, standalone
from referee.faults import DataFault, Fault
from referee.mail import messages, receiving, seats
from referee.mail.office import open_office
from referee.matches import history, journal
from referee.matches.journal import Draft, line, reading, verification
from referee.matches.judging import submission
from referee.matches.letters import headers, letters, mime
from referee.matches.matches import Match
from referee.packs import policies
from referee.reports import letter_answers, letter_results
from referee.reports.formats import plain_text
from referee.texts import strict_yaml
from referee.texts.canonical import canonical
from schemas.record import to_data

Target = Callable[[bytes], None]

CONTROLS = frozenset({"Cc", "Cs"})
"""What no document may hold; a sign that is only never seen may be what somebody wrote."""

OBEYED = CONTROLS | {"Cf", "Zl", "Zp"}
"""What no terminal may be given."""


HEADERS = (
    "From", "Sender", "To", "Cc", "Subject", "Message-ID", "Reply-To", "Auto-Submitted", "References", "Date",
    "In-Reply-To", "Return-Path", "Delivered-To", "Authentication-Results", "Content-Type", "Precedence",
)  # fmt: skip
"""The headers that a post office reads, or may read."""

ANSWERED = {"Subject", "References", "Content-Type", "Content-Transfer-Encoding", "MIME-Version"}
"""The headers of an answer in the test: none may come in by another's words."""

BUILT_IN = frozenset(name for name, one in vars(builtins).items() if isinstance(one, type))
"""The names of exceptions: a mail that has one as its code was set aside."""


class Table:
    """A match that the targets are tried on; the folder is watched."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.path = match.folder / "journal.jsonl"
        self.lines = self.path.read_bytes().splitlines(keepends=True)
        self.home = match.folder.parent.parent

    def targets(self) -> Mapping[str, Target]:
        """Every target by name."""
        return {
            "letter": lambda raw: self.letter(raw, "letter"),
            "yaml": self.yaml,
            "json": lambda raw: self.letter(raw, "letter.json"),
            "journal": self.journal,
            "sealed": self.sealed,
            "command": self.command,
            "mail": self.mail,
            "office": self.office,
        }

    def letter(self, raw: bytes, name: str) -> None:
        """A letter, read, judged, and answered."""
        with suppress(Fault):
            sent = letters.read(raw, name)
            answer = letter_answers.render_rehearsal(
                submission.rehearse_orders(self.match, "german", sent.orders[:20])
            )
            no_sign_of(plain_text.write(letter_results.document(answer)), CONTROLS)

    def yaml(self, raw: bytes) -> None:
        """Strict YAML, as a letter and as a policy."""
        with suppress(Fault):
            strict_yaml.read(raw, "file.yaml")
        with suppress(Fault):
            policies.read(raw, "policy.yaml")
        self.letter(raw, "letter.yaml")

    def journal(self, raw: bytes) -> None:
        """Bytes after a journal's first lines."""
        whole = b"".join(self.lines[:3]) + raw
        with suppress(Fault):
            reading.read_from(io.BytesIO(whole), self.path)
        with suppress(Fault):
            reading.read_from(io.BytesIO(raw), self.path)

    def sealed(self, raw: bytes) -> None:
        """A body that somebody sealed by the rules, whatever it says; read, replayed, held against itself."""
        forged = self._forged(raw)
        if forged is None:
            return
        path = self.home / "forged.jsonl"
        path.write_bytes(forged)
        others, told, _ = standalone.verified(str(path))
        try:
            found = verification.verify(path)
            assert (told, others.seq, others.dice.header) == ([], found.head.seq, found.dice)
            whole = journal.read(path)
            history.position(self.match.rules, whole.entries)
            for entry in whole.entries:
                if entry.body.kind in reading.MOVING:
                    replay.compare(self.match.system, entry, whole.header.vocabulary, "forged.jsonl")
        except Fault:
            pass

    def _forged(self, raw: bytes) -> bytes | None:
        """The journal up to its second entry, and these bytes as a third, sealed as if they were one."""
        try:
            parts: Any = loads(raw)
            body = canonical(parts["body"])
            own = b',"private":' + canonical(parts["private"]) if parts.get("private") else b""
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None
        seal = sha256(body).hexdigest().encode()
        return b"".join(self.lines[:3]) + b'{"seal":"%b","body":%b%b}\n' % (seal, body, own)

    def mail(self, raw: bytes) -> None:
        """A mail: its headers, what shows that no person wrote it, and the head of an answer to it."""
        mail = headers.parse(raw)
        for name in HEADERS:
            headers.read_text(mail, name)
            list(headers.list_addresses(mail, name))
        mime.find_sign(mail, None, ["referee@club.example"])
        answer = EmailMessage()
        answer["Subject"] = messages.reply_subject(mail)
        answer["References"] = " ".join(headers.list_ids(mail, "References", "Message-ID"))
        answer.set_content(messages.read_address(mail), charset="utf-8", cte="8bit")
        again = answer.as_bytes(policy=policy.SMTP)
        assert set(headers.parse(again).keys()) <= ANSWERED, again
        with suppress(Fault):
            letters.read(raw, "mail.eml")

    def office(self, raw: bytes) -> None:
        """A mail in the hands of a post office; nothing but orders of the seat's player may come of it."""
        shelf = self.match.folder.parent
        if not (shelf / "_post").exists():
            (shelf / "_post").mkdir()
            (shelf / "_post" / "config.toml").write_text('address = "referee@club.example"\n')
            with open_office(shelf) as desk:
                seats.take_seat(desk, self.match.name, "german", "a@b.c")
        entries = len(self.lines)
        with open_office(shelf) as desk:
            try:
                done = receiving.receive(desk, raw, "2026-12-01T20:00:00Z")
            except DataFault:
                return
        assert done.code not in BUILT_IN, done
        assert len(self.path.read_bytes().splitlines()) == entries, done

    def command(self, raw: bytes) -> None:
        """A command line: words apart by zeros; what it reads from the standard input is a letter."""
        words = [word.decode(errors="surrogateescape") for word in raw.split(b"\0")]
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        before = self.outside()
        with redirect_stdout(out), redirect_stderr(err):
            code = run([*words, "--shelf", str(self.match.folder.parent)])
        printed, complained = map(_content, (out, err))
        assert code in EXITS, (words, code)
        assert code != OURS, (words, complained)
        no_sign_of(printed + complained, OBEYED)
        assert self.outside() == before, words

    def outside(self) -> set[Path]:
        """What lies about outside the shelf."""
        return {path for path in self.home.iterdir() if path != self.match.folder.parent}


def _content(stream: io.TextIOWrapper) -> str:
    """What was printed, in words or in bytes."""
    stream.seek(0)
    return stream.read()


def no_sign_of(printed: str, kinds: frozenset[str]) -> None:
    """Fails where a sign would move a cursor, ring a bell, or turn the direction of writing."""
    for sign in set(printed) - {"\n"}:
        assert unicodedata.category(sign) not in kinds, f"{sign!r} in {printed[:200]!r}"


def sealed_seeds(table: Table) -> list[bytes]:
    """Bodies that follow on the second entry, as a start for forgers."""
    lines: list[bytes] = []
    seal = line.read(table.lines[2][:-1]).seal
    for entry in journal.read(table.path).entries[2:60:4]:
        body = to_data(entry)["body"]
        draft = Draft(
            kind=entry.body.kind, at=body["at"], side=entry.body.side, public=body["public"],
            private={side: dict(part) for side, part in entry.private.items()}, key=entry.body.key,
        )  # fmt: skip
        lines.append(line.write_line(draft, 3, seal)[:-1])
    return lines
