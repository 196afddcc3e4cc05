"""A post office whose mails come again, and whose process dies, against a list of its letters."""

import re
from collections import Counter
from contextlib import ExitStack, suppress
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from referee.mail import outbox, receiving, seats
from referee.mail.office import FOLDER, Office, open_office
from referee.mail.state import Memory
from referee.matches import matches, opening
from referee.matches.shelf import JOURNAL
from tests.club.promises import list_doubled
from tests.duels import AT

NAME = "duel"
PLAYERS = {"red": "anna@a.example", "blue": "bert@b.example"}
SIDES = some.sampled_from(["red", "blue"])
LINES = some.sampled_from(["hide 2", "hide 5", "throw 2", "bluff 4", "guess 3", "stop", "hop"])
CONFIG = 'address = "referee@club.example"\nproof = "address"\nreceipts = true\n'


class Letter(NamedTuple):
    """A letter in the model. Some mail programs give two letters the same id."""

    side: str
    id: int
    text: str

    def write(self, relay: int = 0) -> bytes:
        """Return the mail; a server on its way adds a line."""
        received = f"Received: from relay{relay}\n" if relay else ""
        return (
            f"{received}From: {PLAYERS[self.side]}\nTo: referee@club.example\n"
            f"Message-ID: <{self.id}@p.example>\nSubject: [{NAME}]\n\n{self.text}\n"
        ).encode()


class Died(BaseException):
    """The process was killed."""


class OfficeMachine(RuleBasedStateMachine):
    """The model has the letters that were sent, in order, and the mails that were carried."""

    def __init__(self) -> None:
        super().__init__()
        self._folder, self._open = TemporaryDirectory(), ExitStack()
        self.root = Path(self._folder.name) / "matches"
        opening.open_match(self.root, NAME, "toy", at=AT)
        (self.root / FOLDER).mkdir()
        (self.root / FOLDER / "config.toml").write_text(CONFIG)
        self.desk: Office = self._open.enter_context(open_office(self.root))
        for side, address in PLAYERS.items():
            seats.take_seat(self.desk, NAME, side, address)
        self.letters: list[Letter] = []
        self.carried: list[EmailMessage] = []

    def receive(self, letter: Letter, relay: int = 0) -> None:
        """Receive a mail. It is a repeat if its letter came before."""
        done = receiving.receive(self.desk, letter.write(relay), AT)
        due = {"repeat"} if letter in self.letters else {"judged", "refused"}
        assert done.verdict in due, done
        self.letters += [] if letter in self.letters else [letter]

    @rule(side=SIDES, line=LINES)
    def send_a_letter(self, side: str, line: str) -> None:
        number = len(self.letters)
        self.receive(Letter(side, number, f"{line}\n# {number}"))

    @precondition(lambda self: self.letters)
    @rule(line=LINES, chosen=some.integers(0, 99))
    def send_another_letter_with_the_same_id(self, line: str, chosen: int) -> None:
        old = self.letters[chosen % len(self.letters)]
        self.receive(Letter(old.side, old.id, f"{line}\n# {len(self.letters)} again"))

    @precondition(lambda self: self.letters)
    @rule(chosen=some.integers(0, 99), relay=some.integers(0, 2))
    def deliver_a_letter_again(self, chosen: int, relay: int) -> None:
        self.receive(self.letters[chosen % len(self.letters)], relay)

    @rule(side=SIDES, line=LINES, is_filed=some.booleans())
    def die(self, side: str, line: str, is_filed: bool) -> None:
        """The process dies before or after the letter is recorded; then the mail comes again."""
        number = len(self.letters)
        letter = Letter(side, number, f"{line}\n# {number}")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(*((outbox, "release") if is_filed else (Memory, "commit")), die)
            with suppress(Died):
                receiving.receive(self.desk, letter.write(), AT)
            self.desk.memory.roll_back()
        self.open_the_office_again()
        self.letters.append(letter)
        self.receive(letter)

    @rule()
    def open_the_office_again(self) -> None:
        self._open.close()
        self.desk = self._open.enter_context(open_office(self.root))
        receiving.finish(self.desk, AT)

    @rule(limit=some.integers(0, 3), fails=some.booleans())
    def carry_mails(self, limit: int, fails: bool) -> None:
        def carry(mail: EmailMessage, _: str) -> None:
            if fails:
                raise OSError("the server is away")
            self.carried.append(mail)

        assert all(done.sent != fails for done in outbox.send(self.desk, carry, AT, limit))

    @invariant()
    def every_letter_is_answered_once(self) -> None:
        files = (self.root / FOLDER / "out" / "new").glob("*.eml")
        mails = [path.read_text("utf-8") for path in files] + [mail.as_string() for mail in self.carried]
        replies = (re.search(r"^In-Reply-To: <(\d+)@p\.example>", mail, re.MULTILINE) for mail in mails)
        answered = Counter(int(found[1]) for found in replies if found)
        assert answered == Counter(letter.id for letter in self.letters)

    @invariant()
    def nothing_is_filed_or_carried_twice(self) -> None:
        assert not list_doubled((self.root / NAME / JOURNAL).read_bytes())
        ids = [mail["Message-ID"] for mail in self.carried]
        assert len(ids) == len(set(ids))
        texts = {
            entry.private.get(entry.body.side or "", {}).get("letter")
            for entry in matches.find_whole(self.root, NAME).entries
        }
        assert len(texts - {None}) <= len(self.letters)

    def teardown(self) -> None:
        self._open.close()
        self._folder.cleanup()


def die(*_: object) -> None:
    raise Died
