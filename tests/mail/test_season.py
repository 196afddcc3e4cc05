"""A season of two players who read only their mails: how many letters and mails, and what these say."""

import re
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from referee.mail.office import FOLDER
from referee.matches import history, matches, opening
from referee.matches.matches import Match
from tests.mail.conftest import AT, SECRETS, Club

LINK = re.compile(r"^# (.*)\n  <(mailto:.*)>$", re.MULTILINE)

MOST_LETTERS = 60


class Season(NamedTuple):
    """The letters of a season, and the mails that the players were sent."""

    letters: int
    mails: list[EmailMessage]

    def share_without_question(self) -> float:
        return sum(not asks(mail) for mail in self.mails) / len(self.mails)


def asks(mail: EmailMessage) -> bool:
    return "BEGIN ORDERS" in mail.get_content()


def play_season(folder: Path, settings: str = "") -> Season:
    """Let both players send the first suggestion of each mail that asks something, to the next turn."""
    club = Club(folder / "matches")
    club.set_up()
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(settings + path.read_text().replace("quiet = false\nreceipts = true\n", ""))
    opening.open_match(club.shelf, "liege", "ttlm", at=AT, secrets=SECRETS)
    club.seat()
    club.send()
    first, letters = find_moment(club), 0
    while find_moment(club) == first and letters < MOST_LETTERS:
        side = next(iter(history.list_awaited_sides(find(club).rules, find(club).position())))
        mail = club.mails(side)[-1]
        links = LINK.findall(mail.get_content())
        body = parse_qs(urlsplit(links[0][1]).query)["body"][0]
        done = club.receive(club.reply(side, body, f"Message-ID: <{letters}@player>"))
        assert done.verdict == "judged", (mail.get_content(), body)
        club.send()
        letters += 1
    return Season(letters, club.mails())


def find(club: Club) -> Match:
    return matches.find(club.shelf, "liege")


def find_moment(club: Club) -> str:
    match = find(club)
    return str(getattr(match.position(), "turn", ""))


def test_mails_of_a_season_ask_for_something(tmp_path: Path) -> None:
    season = play_season(tmp_path)

    # The first report to the side that waits asks nothing.
    assert season.share_without_question() <= 0.10
    assert len(season.mails) <= 1.2 * season.letters
    for mail in season.mails:
        subject, text = (" ".join(text.split()) for text in (str(mail["Subject"]), mail.get_content()))
        question = subject.partition("your answer is needed: ")[2]
        assert asks(mail) == bool(question)
        assert question in text
