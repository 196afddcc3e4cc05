"""Two scripted players who know only their mails, and what a season of theirs costs in letters and mails."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from tests.mail.conftest import PLAYERS

LINK = re.compile(r"^# (.*)\n  <(mailto:.*)>$", re.MULTILINE)
"""A suggestion of a mail, and the link that opens a reply with it."""

MOST_LETTERS = 60

MOST_IDLE = 2
"""Steps without any mail after which a player waits for a mail that does not come."""


class Post(Protocol):
    """The ways of a season: the mailboxes of the players, their letters, and the post office."""

    def read(self, side: str) -> list[EmailMessage]:
        """Return the mails that a player has not read yet, in the order of their arrival."""
        ...

    def write(self, side: str, mail: EmailMessage, body: str) -> None:
        """Send a player's reply to a mail, and wait until the post office has handled it."""
        ...


@dataclass
class Season:
    """The letters of a season, and the mails that the players were sent."""

    letters: int = 0
    mails: list[EmailMessage] = field(default_factory=list[EmailMessage])

    @property
    def share_without_question(self) -> float:
        return sum(not asks(mail) for mail in self.mails) / len(self.mails)

    @property
    def false_subjects(self) -> list[str]:
        """Subjects that name no question although the mail asks, or a question that it does not ask."""
        return [str(mail["Subject"]) for mail in self.mails if not has_true_subject(mail)]

    def __str__(self) -> str:
        share = f"{self.share_without_question:.1%}"
        false = len(self.false_subjects)
        return f"{self.letters} letters, {len(self.mails)} mails, {share} ask nothing, {false} false subjects"


def asks(mail: EmailMessage) -> bool:
    return "BEGIN ORDERS" in read_text(mail)


def read_text(mail: EmailMessage) -> str:
    """Return the text of a mail, whose lines have any end."""
    return str(mail.get_content()).replace("\r\n", "\n")


def has_true_subject(mail: EmailMessage) -> bool:
    subject, text = (" ".join(text.split()) for text in (str(mail["Subject"]), read_text(mail)))
    question = subject.partition("your turn: ")[2].rpartition(" (")[0]
    return asks(mail) == bool(question) and question in text


def play(post: Post, is_over: Callable[[], bool]) -> Season:
    """Let each player send the first suggestion of the last mail that asks something."""
    season, idle = Season(), 0
    questions: dict[str, EmailMessage] = {}
    while not is_over() and season.letters < MOST_LETTERS:
        for side in PLAYERS:
            for mail in post.read(side):
                season.mails.append(mail)
                idle = 0
                if asks(mail):
                    questions[side] = mail
        side = next(iter(questions), "")
        if side:
            mail = questions.pop(side)
            _, link = LINK.findall(read_text(mail))[0]
            post.write(side, mail, parse_qs(urlsplit(link).query)["body"][0])
            season.letters += 1
        else:
            idle += 1
            assert idle < MOST_IDLE, "both players wait for a mail that does not come"
    for side in PLAYERS:
        season.mails.extend(post.read(side))
    return season
