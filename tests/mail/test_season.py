"""A season of two players who read only their mails: how many letters and mails, and what these say."""

from collections import Counter
from email.message import EmailMessage
from pathlib import Path

from referee.mail.office import FOLDER
from referee.matches import matches, opening
from tests.mail import seasons
from tests.mail.conftest import AT, SECRETS, Club
from tests.mail.seasons import Season


class Postman:
    """The post of a club without servers."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._letters = 0
        self._read = Counter[str]()

    def read(self, side: str) -> list[EmailMessage]:
        mails = self._club.mails(side)[self._read[side] :]
        self._read[side] += len(mails)
        return mails

    def write(self, side: str, mail: EmailMessage, body: str) -> None:
        self._letters += 1
        letter = self._club.reply(side, body, f"Message-ID: <{self._letters}@player>", to=mail["Reply-To"])
        done = self._club.receive(letter)
        assert done.verdict == "judged", (mail.get_content(), body)
        self._club.send()


def play_season(folder: Path, settings: str = "") -> Season:
    """Let both players play to the next turn."""
    club = Club(folder / "matches")
    club.set_up()
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(settings + path.read_text().replace("quiet = false\nreceipts = true\n", ""))
    opening.open_match(club.shelf, "liege", "ttlm", at=AT, secrets=SECRETS)
    club.seat()
    club.send()
    first = find_turn(club)
    return seasons.play(Postman(club), lambda: find_turn(club) != first)


def find_turn(club: Club) -> str:
    return str(getattr(matches.find(club.shelf, "liege").position(), "turn", ""))


def test_mails_of_a_season_ask_for_something(tmp_path: Path) -> None:
    season = play_season(tmp_path)

    # The first report to the side that waits asks nothing.
    assert season.share_without_question <= 0.10
    assert season.letters <= 16
    assert len(season.mails) <= 20
    assert season.false_subjects == []
