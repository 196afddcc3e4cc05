"""A concession brings all points to light: nobody rehearses it, and no side takes it back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.evidence import match_verification
from referee.faults import NotYours
from referee.matches import matches, moderator_entries, opening, shelf
from referee.matches.judging import submission
from referee.reports import letter_answers
from tests.evidence.rulings.meuse import SECRETS
from tests.evidence.test_forgeries import Forged, copied, forged

AT = "2026-12-01T20:00:00Z"


@pytest.fixture
def send(tmp_path: Path) -> Callable[[str], submission.IncomingLetter]:
    opening.open_match(tmp_path, "raid", "skirmish", at=AT, secrets=SECRETS)
    return lambda text: submission.open_letter("letter", text.encode(), at=AT, side="german")


def test_a_rehearsal_of_it_tells_no_points(
    tmp_path: Path, send: Callable[[str], submission.IncomingLetter]
) -> None:
    rehearsed = letter_answers.rehearse(matches.find(tmp_path, "raid"), send("concede"))

    assert rehearsed.hidden
    assert "game-ended" not in str(rehearsed)
    assert "points" not in str(rehearsed)


def test_its_own_side_cannot_take_it_back(
    tmp_path: Path, send: Callable[[str], submission.IncomingLetter]
) -> None:
    letter_answers.submit(tmp_path, "raid", send("concede"))

    with pytest.raises(NotYours):
        moderator_entries.retract(tmp_path, "raid", to=1, by="german", reason="", at=AT)


@pytest.fixture(params=[False, True], ids=["before the other", "after the other"])
def conceded(
    tmp_path: Path, send: Callable[[str], submission.IncomingLetter], request: pytest.FixtureRequest
) -> Path:
    """The journal of a raid that the Germans gave up, of two sides who plot at the same time."""
    if request.param:
        letter_answers.submit(
            tmp_path, "raid", submission.open_letter("letter", b"done", at=AT, side="british")
        )
    letter_answers.submit(tmp_path, "raid", send("concede"))
    return tmp_path / "raid" / shelf.JOURNAL


READERS = ("german", "british", "public")


@pytest.mark.parametrize("reader", READERS)
def test_concession_ends_the_game_at_any_question(conceded: Path, reader: str) -> None:
    view = match_verification.verify(copied(conceded, reader), rejudge=True).own_view

    assert view is not None
    assert view.wrong == ()


def let_the_game_go_on(it: Forged) -> None:
    it.public.pop("events", None)
    for part in it.private.values():
        part.pop("events", None)


@pytest.mark.parametrize("reader", READERS)
def test_a_game_that_goes_on_after_it_is_none(conceded: Path, tmp_path: Path, reader: str) -> None:
    entry = len(conceded.read_bytes().splitlines()) - 1  # The header has a line as well.
    path = forged(conceded, tmp_path, {entry: let_the_game_go_on})

    view = match_verification.verify(copied(path, reader), rejudge=True).own_view

    assert view is not None
    assert {finding.entry for finding in view.wrong} == {entry}
