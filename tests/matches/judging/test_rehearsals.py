"""A rehearsal goes as far as the first die, and tells nothing of what the other side has under seal."""

from pathlib import Path

import pytest

from referee.faults import DataFault, Fault, Misuse, NotFound, Stale
from referee.matches import matches, moderator_entries, opening
from referee.reports import letter_answers, letter_results, publishing
from tests.duels import AT, Send, sent

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
            assert letter_answers.submit(shelf, name, sent(lines, side)).accepted
    return shelf


@pytest.mark.parametrize("letter", REHEARSED)
def test_rehearsal_is_independent_of_sealed_orders(raids: Path, letter: str) -> None:
    told: set[str] = set()
    for number in range(len(SEALED)):
        answer = letter_answers.rehearse(matches.find(raids, f"raid-{number}"), sent(letter, "german"))
        written = publishing.publish(letter_results.document(answer), "text")
        told.add(written.replace(f"raid-{number}", "raid"))

    assert len(told) == 1
    assert "would throw" not in told.pop()


REFUSED = {
    "answers: 77\nthrow 1": NotFound,
    f"head: 3:{'0' * 64}\nthrow 1": DataFault,
}
"""Letters that are not judged at all."""


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("text", "fault"), REFUSED.items())
def test_unjudged_letter_is_not_rehearsed(
    send: Send, rehearse: Send, text: str, fault: type[Exception]
) -> None:
    for ask in (send, rehearse):
        with pytest.raises(fault):
            ask(text, "red")


@pytest.mark.usefixtures("begun")
def test_closed_match_refuses_rehearsals(shelf: Path, rehearse: Send) -> None:
    moderator_entries.reveal(shelf, "duel", unfinished=True, at=AT)

    with pytest.raises(Stale, match="revealed its secrets"):
        rehearse("throw 1", "red")


@pytest.mark.usefixtures("begun")
def test_sealed_dice_refuse_faces(rehearse: Send) -> None:
    with pytest.raises(Misuse, match="duel"):
        rehearse("throw 1", "red", faces=(3,), source="ann")


@pytest.mark.usefixtures("begun")
def test_unreadable_language_file_prevents_filing(shelf: Path, send: Send) -> None:
    journal = shelf / "duel" / "journal.jsonl"
    before = journal.read_bytes()
    (shelf / "duel" / "languages.json").write_text("{")

    with pytest.raises(Fault):
        send("throw 1", "red")
    assert journal.read_bytes() == before
