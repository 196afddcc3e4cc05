"""Letters of the German side in the example, which is asked to play an offensive or pass."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import letter_answers
from schemas.answers.orders import Submitted

AT = "2026-12-01T20:00:00Z"

Send = Callable[..., Submitted]


@pytest.fixture
def liege_shelf(example_shelf: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(example_shelf, tmp_path / "shelf"))


@pytest.fixture
def rehearse_german(liege_shelf: Path) -> Send:
    """Rehearse a letter."""

    def send(text: str) -> Submitted:
        sent = submission.open_letter("letter.txt", text.encode(), at=AT, side="german")
        return letter_answers.rehearse(matches.find(liege_shelf, "liege"), sent)

    return send


@pytest.fixture
def send_german(liege_shelf: Path) -> Send:
    """Judge a letter and file the result."""

    def submit(text: str, side: str | None = "german") -> Submitted:
        sent = submission.open_letter("letter.txt", text.encode(), at=AT, side=side)
        return letter_answers.submit(liege_shelf, "liege", sent)

    return submit
