"""A concession brings all points to light: nobody rehearses it, and no side takes it back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.engine.faults import NotYours
from referee.matches import matches, moderating, opening
from referee.matches.judging import submitting
from referee.reports import answers

AT = "2026-12-01T20:00:00Z"


@pytest.fixture
def send(tmp_path: Path) -> Callable[[str], submitting.Sent]:
    opening.open_match(tmp_path, "raid", "skirmish", at=AT)
    return lambda text: submitting.send("letter", text.encode(), at=AT, side="german")


def test_a_rehearsal_of_it_tells_no_points(tmp_path: Path, send: Callable[[str], submitting.Sent]) -> None:
    rehearsed = answers.rehearse(matches.find(tmp_path, "raid"), send("concede"))

    assert rehearsed.hidden
    assert "game-ended" not in str(rehearsed)
    assert "points" not in str(rehearsed)


def test_its_own_side_cannot_take_it_back(tmp_path: Path, send: Callable[[str], submitting.Sent]) -> None:
    answers.submit(tmp_path, "raid", send("concede"))

    with pytest.raises(NotYours):
        moderating.retract(tmp_path, "raid", to=1, by="german", reason="", at=AT)
