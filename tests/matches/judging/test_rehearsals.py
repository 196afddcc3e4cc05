"""A rehearsal goes as far as the first die, and tells nothing of what the other side has under seal."""

from pathlib import Path

import pytest

from referee.matches import matches, opening
from referee.reports import answers, publishing
from referee.reports.rulings import ruling_reports
from tests.duels import AT, sent

SEALED = (
    "done  # nobody moves",
    "section 1 stealthy to 18,8\ndone",
    "section 1 rush to 20,16\ndone",
    "section 2 manoeuvre to 28,9\nsection 1 rush to 20,16\ndone",
    "barrage br-art-1 at 24,38\ndone",
)
"""What the British may have sealed: with dice and without."""

REHEARSED = ("done", "ge-g1 manoeuvre to 14,33\ndone", "ge-g1 stealthy to 14,34\ndone")
"""What the Germans rehearse, who close their orders last."""


@pytest.fixture(scope="module")
def raids(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf with a skirmish for each of these, in which the Germans are to close their orders."""
    shelf = tmp_path_factory.mktemp("raids")
    for number, sealed in enumerate(SEALED):
        name = f"raid-{number}"
        opening.open_match(shelf, name, "skirmish", at=AT)
        for side, lines in (("german", "done"), ("british", "done"), ("british", sealed)):
            assert answers.submit(shelf, name, sent(lines, side)).accepted
    return shelf


@pytest.mark.parametrize("letter", REHEARSED)
def test_a_rehearsal_says_the_same_whatever_is_sealed(raids: Path, letter: str) -> None:
    told: set[str] = set()
    for number in range(len(SEALED)):
        answer = answers.rehearse(matches.find(raids, f"raid-{number}"), sent(letter, "german"))
        written = publishing.publish(ruling_reports.document(answer), "text")
        told.add(written.replace(f"raid-{number}", "raid"))

    assert len(told) == 1
    assert "would throw" not in told.pop()
