"""Two players who know nothing but their mails play the whole example through real servers.

Each reads his mailbox by IMAP and answers by SMTP; the post office fetches by IMAP and sends by SMTP. The
journal is then that of the shell: the same header, and the same entries in the same order, each with its
kind, side, public and private parts, dice and spent keys. Left out is what cannot be equal: times, the name
and digest of the mail that brought a letter, salts, commitments and seals, in which those stand.
"""

import imaplib
import re
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes, message_from_string, policy
from email.message import EmailMessage
from pathlib import Path

from referee.mail import outbox, receiving
from referee.mail.delivery import carriers, inboxes
from referee.mail.office import open_office
from referee.matches import matches
from referee.matches.matches import Match
from schemas.journal import Entry
from tests.mail.conftest import AT, LETTERS, PLAYERS, Club, begin_example
from tests.mail.servers.machines import PASSWORD, Machines

SETTINGS = """\
address = "referee@club.example"
proof = "token"
receipts = true
[inbox]
kind = "imap"
host = "localhost"
port = {imap}
user = "referee"
password_command = "echo {password}"
[delivery]
to = "smtp"
host = "localhost"
port = {smtp}
user = "referee"
password_command = "echo {password}"
"""

PATIENCE = 20.0
"""So many seconds a mail may be under way."""

OF_THE_MAIL = frozenset({"letter", "body", "line", "message_id", "salt", "padding"})
"""Parts of an entry that name the mail that brought it, or hide how long a part is."""

TOLD = re.compile(r"<referee\.liege\.(\d+)\.")
"""Up to which entry a mail tells a player what happened."""


@dataclass
class Player:
    """A scripted player: his letters, each with the entry that he waits to read of, and what he has read."""

    side: str
    script: list[tuple[int, str]]
    read: int = 0
    mails: list[EmailMessage] = field(default_factory=list[EmailMessage])

    @property
    def name(self) -> str:
        return PLAYERS[self.side].partition("@")[0]

    @property
    def told(self) -> int:
        found = [TOLD.match(str(mail["Message-ID"])) for mail in self.mails]
        return max((int(one[1]) for one in found if one), default=0)

    def look(self, machines: Machines) -> None:
        """Read what is new in the mailbox."""
        with imaplib.IMAP4_SSL("localhost", machines.imap, ssl_context=ssl.create_default_context()) as box:
            box.login(self.name, PASSWORD)
            box.select()
            _, found = box.search(None, "UNSEEN")
            for number in found[0].split():
                _, parts = box.fetch(number, "(RFC822)")
                raw = next(part[1] for part in parts if isinstance(part, tuple))
                self.mails.append(message_from_bytes(raw, policy=policy.default))

    def answer(self, machines: Machines) -> bool:
        """Send the next letter, if its time has come; whether it was sent."""
        if not self.script or self.told < self.script[0][0]:
            return False
        _, text = self.script.pop(0)
        last = self.mails[-1]
        mail = EmailMessage()
        mail["From"] = f"{self.name.title()} <{PLAYERS[self.side]}>"
        mail["To"] = last["Reply-To"]
        mail["Subject"] = f"Re: {last['Subject']}"
        mail["In-Reply-To"] = last["Message-ID"]
        mail["Message-ID"] = f"<{len(self.script)}.{self.name}@player.example>"
        mail.set_content(text)
        machines.send(self.name, mail)
        return True


def test_a_match_by_smtp_and_imap_is_the_match_of_the_shell(
    machines: Machines, example_shelf: Path, tmp_path: Path
) -> None:
    shell = matches.find_whole(example_shelf, "liege")
    club = Club(tmp_path / "matches")
    move_in(club, machines)
    players = [Player(side, list(write_script(shell, side))) for side in PLAYERS]
    work(club)

    while any(player.script for player in players):
        assert wait(lambda: take_turn(players, machines)), "a player waits for a mail that does not come"
        assert wait(lambda: work(club)), "a letter does not come"

    played = matches.find_whole(club.shelf, "liege")
    assert len(played.entries) == len(shell.entries)
    for by_mail, typed in zip(played.entries, shell.entries, strict=True):
        assert list_facts(by_mail) == list_facts(typed)
    assert played.header == shell.header
    assert played.journal.head.seq == len(shell.entries) > 0


def move_in(club: Club, machines: Machines) -> None:
    """Let a post office use the servers, open the match, and give the sides to the players."""
    club.set_up()
    known = {"imap": machines.imap, "smtp": machines.smtp, "password": PASSWORD}
    (club.shelf / "_post" / "config.toml").write_text(SETTINGS.format(**known))
    begin_example(club)
    club.seat()


def write_script(shell: Match, side: str) -> Iterator[tuple[int, str]]:
    """The letters of a side, each with the entry of the others before it that the writer hears of."""
    filed = iter(list_letters(shell))
    for path in LETTERS:
        first = next(filed)
        before = shell.entries[: first - 1]
        heard = (entry for entry in before if entry.body.side == side or entry.body.kind != "refusal")
        if path.stem.endswith(side):
            yield max((entry.body.seq for entry in heard), default=0), path.read_text()


def list_letters(shell: Match) -> list[int]:
    """The first entry of each letter that the shell took."""
    written = [
        next(filter(None, (part.get("letter") for part in entry.private.values())), None)
        for entry in shell.entries
    ]
    return [seq for seq, letter in enumerate(written, 1) if letter and letter not in written[: seq - 1]]


def take_turn(players: list[Player], machines: Machines) -> bool:
    """Let the players look, and one of them answer."""
    for player in players:
        player.look(machines)
    return any(player.answer(machines) for player in players)


def work(club: Club) -> bool:
    """Fetch, judge and send; whether a mail came in."""
    with open_office(club.shelf) as desk:
        received = list(inboxes.fetch(desk, AT))
        list(receiving.finish(desk, AT))
        with carriers.open_carrier(desk) as carry:
            assert all(mail.sent for mail in outbox.send(desk, carry, AT))
    return bool(received)


def wait(step: Callable[[], bool]) -> bool:
    """Try a step until it does something."""
    until = time.monotonic() + PATIENCE
    while not (done := step()) and time.monotonic() < until:
        time.sleep(0.02)
    return done


def list_facts(entry: Entry) -> dict[str, object]:
    """What an entry says, without times, the mail that brought it, and what seals those."""
    body = entry.body
    return {
        "seq": body.seq,
        "kind": body.kind,
        "side": body.side,
        "key": body.key,
        "public": body.public,
        "private": strip(entry.private),
    }


def strip(part: object) -> object:
    """A part of an entry without what names the mail, however deep."""
    match part:
        case Mapping():
            named = {name: strip(value) for name, value in part.items() if name not in OF_THE_MAIL}
            return named | {"text": read_body(str(part["text"]))} if "text" in part else named
        case list() | tuple():
            return [strip(value) for value in part]
        case _:
            return part


def read_body(text: str) -> str:
    """The letter of a mail, or the letter that it is already."""
    mail = message_from_string(text, policy=policy.default)
    body = mail.get_content() if mail["Message-ID"] else text
    return "\n".join(body.splitlines())
