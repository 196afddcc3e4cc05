"""A season through real servers: the players read by IMAP and write by SMTP, the post office goes its rounds.

The moderator types nothing. The figures are those of the season without servers, which plays the same script.
"""

import imaplib
import ssl
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Self

from referee.mail import service
from referee.mail.office import FOLDER
from referee.matches import opening
from schemas.mail import Round
from tests.mail import seasons
from tests.mail.conftest import AT, PLAYERS, SECRETS, Club
from tests.mail.seasons import Season
from tests.mail.servers.machines import PASSWORD, Machines
from tests.mail.servers.test_whole_match import SETTINGS
from tests.mail.test_season import find_turn, play_season

PATIENCE = 20.0
"""Seconds that a mail may take through the servers."""

PAUSE = 0.05
"""Seconds between two looks into a mailbox."""


class Servers:
    """The mailboxes of two players on a server, and the post office of a club that uses the same server."""

    def __init__(self, machines: Machines, club: Club) -> None:
        self._machines, self._club = machines, club
        self._boxes: dict[str, imaplib.IMAP4_SSL] = {}
        self._letters = 0
        self._awaited = dict.fromkeys(PLAYERS, 0)

    def __enter__(self) -> Self:
        trust = ssl.create_default_context()
        for side in PLAYERS:
            box = imaplib.IMAP4_SSL("localhost", self._machines.imap, ssl_context=trust)
            box.login(_name(side), PASSWORD)
            self._boxes[side] = box
        return self

    def __exit__(self, *_: object) -> None:
        for box in self._boxes.values():
            box.logout()

    def go_round(self) -> Round:
        """Let the post office fetch, tick and send once, as its service does."""
        done = service.go_round(self._club.shelf, AT)
        assert done.faults == ()
        for mail in done.sent:
            assert mail.sent, mail.why
            self._awaited[next(side for side in PLAYERS if PLAYERS[side] == mail.to)] += 1
        return done

    def read(self, side: str) -> list[EmailMessage]:
        """Return the new mails of a mailbox, once all that were sent have arrived."""
        mails: list[EmailMessage] = []
        until = time.monotonic() + PATIENCE
        while len(mails) < self._awaited[side]:
            assert time.monotonic() < until, "a mail to a player does not come"
            mails += self._read_new(self._boxes[side])
            time.sleep(PAUSE)
        self._awaited[side] = 0
        return mails

    def _read_new(self, box: imaplib.IMAP4_SSL) -> list[EmailMessage]:
        # A folder that is selected again shows what arrived since then.
        box.select()
        _, found = box.search(None, "UNSEEN")
        mails: list[EmailMessage] = []
        for number in found[0].split():
            _, parts = box.fetch(number, "(RFC822)")
            raw = next(part[1] for part in parts if isinstance(part, tuple))
            mails.append(message_from_bytes(raw, policy=policy.default))
        return mails

    def write(self, side: str, mail: EmailMessage, body: str) -> None:
        self._letters += 1
        letter = EmailMessage()
        letter["From"] = f"{_name(side).title()} <{PLAYERS[side]}>"
        letter["To"] = mail["Reply-To"]
        letter["Subject"] = f"Re: {' '.join(str(mail['Subject']).split())}"
        letter["In-Reply-To"] = mail["Message-ID"]
        letter["Message-ID"] = f"<{self._letters}@player.example>"
        letter.set_content(body)
        self._machines.send(_name(side), letter)
        until = time.monotonic() + PATIENCE
        while not (received := self.go_round().received):
            assert time.monotonic() < until, "a letter does not come"
            time.sleep(PAUSE)
        assert [one.verdict for one in received] == ["judged"], body


def _name(side: str) -> str:
    return PLAYERS[side].partition("@")[0]


def play_by_servers(machines: Machines, folder: Path, settings: str) -> Season:
    """Play a season with these settings of a post office; the others have their defaults."""
    club = Club(folder / "matches")
    known = {"imap": machines.imap, "smtp": machines.smtp, "password": PASSWORD}
    text = SETTINGS.format(**known).replace("receipts = true\n", settings)
    (club.shelf / FOLDER).mkdir(parents=True)
    (club.shelf / FOLDER / "config.toml").write_text(text)
    opening.open_match(club.shelf, "liege", "ttlm", at=AT, secrets=SECRETS)
    club.seat()
    first = find_turn(club)
    with Servers(machines, club) as post:
        post.go_round()
        return seasons.play(post, lambda: find_turn(club) != first)


def test_season_by_servers_costs_what_it_costs_without_them(machines: Machines, tmp_path: Path) -> None:
    """With receipts more mails go through the servers; `test_season.py` has the costs without them."""
    settings = "receipts = true\n"
    season = play_by_servers(machines, tmp_path / "servers", settings)
    same = play_season(tmp_path / "in process", settings)

    assert str(season) == str(same)
    assert [str(mail["Subject"]) for mail in season.mails] == [str(mail["Subject"]) for mail in same.mails]
    assert season.false_subjects == []
