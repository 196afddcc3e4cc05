"""A shelf with one match of the toy game, and a way to send letters to it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.dice.chain import Secrets
from referee.matches import matches, opening
from referee.matches.judging import submission
from referee.matches.judging.submission import IncomingLetter
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from tests.engine import toy_pack

AT = "2026-12-01T20:00:00Z"

Send = Callable[..., Submitted]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf on a desk where the toy game is known."""
    monkeypatch.setattr(rulesets, "bind", toy_pack.bind)
    return tmp_path / "matches"


@pytest.fixture
def match(shelf: Path) -> Match:
    """A match that was just opened; both sides have to hide a number."""
    return opening.open_match(shelf, "duel", "toy", at=AT, secrets=draw_secrets())


def draw_secrets() -> Secrets:
    """Secrets with chains of few keys: a duel rolls few dice, and a chain is worked out to open a match."""
    return Secrets.drawn(keys=256)


def sent(text: str, side: str | None, **how: Any) -> IncomingLetter:
    """A letter as the desk gets it."""
    return submission.open_letter("letter.txt", text.encode(), side=side, **{"at": AT, **how})


@pytest.fixture
def send(shelf: Path, match: Match) -> Send:
    """Send a letter to the match."""
    return lambda text, side=None, **how: letter_answers.submit(shelf, match.name, sent(text, side, **how))


@pytest.fixture
def rehearse(shelf: Path, match: Match) -> Send:
    """Ask what would become of a letter."""
    return lambda text, side=None, **how: letter_answers.rehearse(
        matches.find(shelf, match.name), sent(text, side, **how)
    )


@pytest.fixture
def begun(send: Send) -> None:
    """Both numbers are hidden, red's is 2 and blue's is 5; red is to act."""
    send("hide 2", "red")
    send("hide 5", "blue")
