"""Letters that come again: one order or several, in one turn or in another, with Message-ID or without."""

import os
from pathlib import Path

import pytest

from referee.matches import matches
from referee.matches.letters import letters
from referee.platform.ports import ports
from schemas.answers.orders import Submitted
from schemas.journal import Body, Entry
from tests.duels import Send
from tests.ports import disk_with

pytestmark = pytest.mark.usefixtures("begun")


def filed(shelf: Path) -> int:
    return len(matches.find(shelf, "duel").entries)


def answered(answer: Submitted) -> list[tuple[str, int | None]]:
    """The orders of an answer, and the entries that hold them."""
    return [(line.order, line.entry) for line in answer.accepted]


def mail(text: str, number: int = 1) -> str:
    return f"From: red@example.org\nMessage-ID: <{number}@example.org>\n\n{text}\n"


def test_repeat_of_several_orders_gets_all_answers(shelf: Path, send: Send) -> None:
    first = send("peek\npeek\nthrow 1", "red")
    before = filed(shelf)
    again = send("peek\npeek\nthrow 1", "red")

    assert (again.again, filed(shelf)) == (True, before)
    assert answered(again) == answered(first) == [("peek", 4), ("peek", 5), ("throw 1", 6)]


def test_repeat_is_answered_once_its_entries_are_on_the_disk(shelf: Path, send: Send) -> None:
    """A process that was killed before its sync may have filed them."""
    send("peek", "red")
    journal, sync = matches.journal_of(shelf, "duel"), os.fsync
    synced_files: list[int] = []

    def note(descriptor: int) -> None:
        synced_files.append(os.fstat(descriptor).st_ino)
        sync(descriptor)

    with ports.use(disk=disk_with(fsync=note)):
        assert send("peek", "red").again
    assert journal.stat().st_ino in synced_files


def test_repeat_is_recognised_after_other_side_wrote(shelf: Path, send: Send) -> None:
    """A mail is known for ever, and its answer names its own entries and no later ones."""
    first = send(mail("peek\nstop"), "red")
    send("peek\nstop", "blue")
    before = filed(shelf)
    again = send(mail("peek\nstop"), "red")

    assert (again.again, filed(shelf)) == (True, before)
    assert answered(again) == answered(first) == [("peek", 4), ("stop", 5)]


def test_repeat_gets_answer_of_last_run(shelf: Path, send: Send) -> None:
    send("peek\nstop", "red", at="2026-12-01T20:00:01Z")
    send("stop", "blue", at="2026-12-01T20:00:02Z")
    second = send("peek\nstop", "red", at="2026-12-01T20:00:03Z")
    before = filed(shelf)
    again = send("peek\nstop", "red", at="2026-12-01T20:00:04Z")

    assert (second.again, again.again, filed(shelf)) == (False, True, before)
    assert answered(again) == answered(second) == [("peek", 7), ("stop", 8)]


def test_repeat_of_partly_refused_letter_gets_its_refusal(shelf: Path, send: Send) -> None:
    first = send("peek\nthrow 9\nstop", "red")
    before = filed(shelf)
    again = send("peek\nthrow 9\nstop", "red")

    assert (again.again, filed(shelf)) == (True, before)
    assert (answered(again), again.refused, again.refusal) == (answered(first), first.refused, first.refusal)
    assert answered(again) == [("peek", 4)]
    assert again.refusal == 5


def test_refused_letter_of_other_side_is_not_a_repeat(shelf: Path, send: Send) -> None:
    send("throw 9", "red")

    assert not send("throw 9", "blue").again
    assert filed(shelf) == 5


def entry(seq: int, at: str = "t") -> Entry:
    body = Body(seq=seq, at=at, kind="order", public={}, prev="", commit={})
    return Entry(seal="", body=body, private={})


@pytest.mark.parametrize(
    ("filed", "last"),
    [
        ([], []),
        ([(4, "t")], [4]),
        ([(4, "t"), (5, "t")], [4, 5]),
        ([(4, "t"), (6, "t")], [4, 6]),
        ([(4, "t"), (7, "t")], [7]),
        ([(4, "t"), (5, "u")], [5]),
        ([(4, "t"), (8, "t"), (9, "t")], [8, 9]),
        ([(4, "t"), (8, "t"), (12, "t"), (13, "t")], [12, 13]),
        ([(4, "t"), (5, "t"), (9, "u")], [9]),
    ],
)
def test_last_run_ends_with_last_entry(filed: list[tuple[int, str]], last: list[int]) -> None:
    """The anchor of a new chain may stand between two entries of one letter, and no more than it."""
    met = letters._last_run([entry(*one) for one in filed])

    assert [one.body.seq for one in met] == last
