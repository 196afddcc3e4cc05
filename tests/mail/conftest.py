"""A club that plays by mail: a shelf with a post office, two players, and the mails they are sent."""

import json
import shutil
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.mail import outbox, receiving, seats
from referee.mail.delivery import carriers
from referee.mail.office import FOLDER, open_office
from referee.matches import history, opening
from referee.matches.matches import Match
from schemas.mail import Delivered, Received

AT = "2026-12-01T20:00:00Z"
PLAYERS = {"german": "anna@player.example", "entente": "bert@player.example"}
SECRETS = Secrets(seed="5" * 64, hidden="7" * 64)

CONFIG = """\
address = "referee@club.example"
proof = "{proof}"
trusted_server = "mx.club.example"
quiet = false
receipts = true

[inbox]
kind = "maildir"
path = "{folder}/inbox"

[delivery]
to = "maildir"
path = "{folder}/outgoing"
"""


@dataclass(frozen=True)
class Club:
    """A shelf with a post office, and where its mail goes."""

    shelf: Path

    def set_up(self, proof: str = "token") -> None:
        office = self.shelf / FOLDER
        office.mkdir(parents=True, exist_ok=True)
        (office / "config.toml").write_text(CONFIG.format(proof=proof, folder=self.shelf.parent.as_posix()))

    def seat(self, match: str = "liege") -> None:
        with open_office(self.shelf) as desk:
            for side, address in PLAYERS.items():
                seats.take_seat(desk, match, side, address)

    def receive(self, raw: str | bytes, at: str = AT) -> Received:
        with open_office(self.shelf) as desk:
            return receiving.receive(desk, raw.encode() if isinstance(raw, str) else raw, at)

    def send(self, at: str = AT) -> tuple[Delivered, ...]:
        with open_office(self.shelf) as desk:
            list(receiving.finish(desk, at))
            with carriers.open_carrier(desk) as carry:
                return tuple(outbox.send(desk, carry, at))

    def mails(self, side: str | None = None) -> list[EmailMessage]:
        """What was sent to a player, in the order in which it left."""
        box = self.shelf.parent / "outgoing"
        if not box.exists():
            return []
        files = sorted((box / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in files]
        return [mail for mail in found if side is None or mail["To"] == PLAYERS[side]]

    def confirm(self, side: str, text: str = "yes") -> Received:
        """A player's answer to the question that he was sent last."""
        self.send()
        done = self.receive(self.reply(side, text))
        self.send()
        return done

    def play(self, side: str, text: str, *headers: str, at: str = AT) -> Received:
        """Receive a player's reply, and send what is to be sent then."""
        done = self.receive(self.reply(side, text, *headers), at)
        self.send()
        return done

    def reply(self, side: str, text: str, *headers: str, to: str | None = None) -> str:
        """A player's reply to the last mail that he was sent."""
        last = self.mails(side)[-1]
        lines = [
            f"From: {side.title()} Player <{PLAYERS[side]}>",
            f"To: {to or last['Reply-To']}",
            f"Subject: AW: {' '.join(str(last['Subject']).split())}",
            f"In-Reply-To: {last['Message-ID']}",
            *headers,
        ]
        return "\n".join([*lines, "", text, ""])


def copy_club(club: Club, to: Path, proof: str = "token") -> Club:
    """The same club elsewhere."""
    shutil.copytree(club.shelf.parent, to)
    copied = Club(to / club.shelf.name)
    copied.set_up(proof)
    return copied


@pytest.fixture(scope="session")
def new_club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A club whose German player is asked to play an offensive or pass; both were sent their first report."""
    made = Club(tmp_path_factory.mktemp("club") / "matches")
    made.set_up()
    opening.open_match(made.shelf, "liege", "ttlm", at=AT, secrets=SECRETS)
    made.seat()
    made.send()
    return made


@pytest.fixture
def club(new_club: Club, tmp_path: Path) -> Club:
    """The same club for one test alone."""
    return copy_club(new_club, tmp_path / "club")


EXAMPLE = Path(__file__).parents[1] / "examples" / "ttlm" / "liege"
LETTERS = sorted(EXAMPLE.glob("*.txt"))
"""The letters of an example, in the order in which they came."""


def open_example(folder: Path, proof: str = "token") -> Club:
    """A club that begins the example, with its dice; both players were sent their first report."""
    club = Club(folder / "matches")
    club.set_up(proof)
    begin_example(club)
    club.seat()
    club.send()
    return club


def begin_example(club: Club) -> None:
    """Open the match of the example, with its dice."""
    agreed = json.loads((EXAMPLE / "opening.json").read_bytes())
    secrets = Secrets(seed=agreed["seed"], hidden=agreed["hidden"], published=True)
    opening.open_match(
        club.shelf,
        agreed["match"],
        "ttlm",
        at=agreed["at"],
        scenario=agreed["scenario"],
        secrets=secrets,
        format=agreed["format"],
    )


def list_moves(match: Match) -> list[tuple[object, ...]]:
    """Every order of a match with what came of it."""
    steps = history.steps(match.rules, match.entries)
    return [(step.entry.body.side, move.order, move.events) for step in steps for move in step.moves]
