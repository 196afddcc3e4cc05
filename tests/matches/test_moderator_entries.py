"""Takebacks, notes and the end of a match."""

from pathlib import Path

import pytest

from referee.evidence import match_verification
from referee.faults import Misuse, NotFound, NotYours, Stale
from referee.matches import history, matches, moderator_entries
from referee.matches.matches import Match
from schemas.answers.matches import Filed
from schemas.record import REFEREE
from tests.duels import AT, Send

pytestmark = pytest.mark.usefixtures("begun")


def back(shelf: Path, to: int, by: str | None = None, reason: str = "") -> Filed:
    return moderator_entries.retract(shelf, "duel", to=to, by=by, reason=reason, at=AT)


def standing(shelf: Path) -> list[int]:
    return [entry.body.seq for entry in history.standing(matches.find(shelf, "duel").entries)]


def test_takeback_keeps_entries(shelf: Path, send: Send) -> None:
    send("stop", "red")
    back(shelf, 3, "red")

    assert standing(shelf) == [1, 2, 3]
    match = matches.find(shelf, "duel")
    assert [entry.body.kind for entry in match.entries] == ["ruling", "order", "order", "order", "retract"]
    assert match.position().turn == "red"


def test_takeback_of_takeback_restores_orders(shelf: Path, send: Send) -> None:
    send("stop", "red")
    send("stop", "blue")
    back(shelf, 3, reason="a slip")
    send("guess 1", "red")
    back(shelf, 5, reason="no slip after all")

    assert standing(shelf) == [1, 2, 3, 4, 5]


def test_published_key_stays_spent(shelf: Path, send: Send) -> None:
    send("throw 3", "red")
    back(shelf, 3, reason="the wrong match")
    send("throw 3\n# the same order", "red")

    match = matches.find(shelf, "duel")
    assert [entry.body.key.n for entry in match.entries if entry.body.key] == [1, 2]
    verified = match_verification.verify(match.folder / "journal.jsonl", rejudge=True)
    assert (verified.keys, verified.replayed, verified.differences) == (2, 4, ())


@pytest.mark.parametrize("reason", ["", " \t", "\u200b\u2060 \xad", "\x07"])
def test_reason_needs_a_visible_character(shelf: Path, send: Send, reason: str) -> None:
    send("stop", "red")

    with pytest.raises(Misuse, match="needs a reason"):
        back(shelf, 3, reason=reason)
    with pytest.raises(Misuse, match="the note is empty"):
        moderator_entries.note(shelf, "duel", reason, by=None, private=False, at=AT)


@pytest.mark.parametrize("order", ["throw 1", "peek", "guess 1", "bluff 4"])
def test_side_cannot_take_back_irrevocable_orders(shelf: Path, send: Send, order: str) -> None:
    send(order, "red")

    with pytest.raises(NotYours, match="entry 4"):
        back(shelf, 3, "red")


def test_side_takes_back_only_own_orders(shelf: Path, send: Send) -> None:
    send("stop", "red")
    send("stop", "blue")

    with pytest.raises(NotYours, match="entry 5 is not an order of red"):
        back(shelf, 3, "red")
    back(shelf, 4, "blue")
    back(shelf, 3, "red")
    assert standing(shelf) == [1, 2, 3]


@pytest.mark.parametrize(
    ("to", "said"),
    [
        (3, "no order to take back after entry 3"),
        (0, "the opening of a match cannot be taken back"),
        (-1, "duel has no entry -1; its last is 3"),
        (99, "duel has no entry 99; its last is 3"),
    ],
)
def test_takeback_needs_an_order(shelf: Path, to: int, said: str) -> None:
    with pytest.raises((Misuse, NotFound), match=said):
        back(shelf, to, reason="why not")


def test_referee_takeback_needs_reason(shelf: Path) -> None:
    with pytest.raises(Misuse, match="reason"):
        back(shelf, 2, reason="  ")


def test_taken_back_order_can_be_sent_again(shelf: Path, send: Send) -> None:
    send("answers: 3\nstop", "red")
    back(shelf, 3, "red")

    assert not send("answers: 3\nstop", "red").again


def test_private_note_is_for_author_and_referee(shelf: Path) -> None:
    filed = moderator_entries.note(shelf, "duel", "he always hides 5", by="red", private=True, at=AT)

    assert (filed.kind, filed.text) == ("note", "")
    entry = matches.find(shelf, "duel").entries[-1]
    assert set(entry.private) == {"red", REFEREE}
    assert entry.body.public == {}


@pytest.mark.parametrize("by", [None, "red"])
def test_other_notes_are_public(shelf: Path, by: str | None) -> None:
    moderator_entries.note(shelf, "duel", "dinner is ready", by=by, private=False, at=AT)

    entry = matches.find(shelf, "duel").entries[-1]
    assert (entry.body.public, entry.private) == ({"text": "dinner is ready"}, {})


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_empty_note_is_refused(shelf: Path, text: str) -> None:
    before = len(matches.find(shelf, "duel").entries)
    with pytest.raises(Misuse, match="is empty"):
        moderator_entries.note(shelf, "duel", text, by="red", private=False, at=AT)

    assert len(matches.find(shelf, "duel").entries) == before


def test_notes_do_not_change_position(shelf: Path, send: Send) -> None:
    before = matches.find(shelf, "duel").position()
    moderator_entries.note(shelf, "duel", "Ω\ud800", by=None, private=False, at=AT)

    assert matches.find(shelf, "duel").position() == before


def test_secrets_are_not_revealed_while_prompt_is_open(shelf: Path, match: Match) -> None:
    with pytest.raises(Misuse):
        moderator_entries.reveal(shelf, "duel", unfinished=False, at=AT)

    moderator_entries.reveal(shelf, "duel", unfinished=True, at=AT)
    assert not (match.folder / "secret.json").exists()
    assert match_verification.verify(match.folder / "journal.jsonl").opened


def test_revealed_match_accepts_no_orders(shelf: Path, send: Send) -> None:
    moderator_entries.reveal(shelf, "duel", unfinished=True, at=AT)

    with pytest.raises(Stale):
        send("stop", "red")
    with pytest.raises(Stale):
        back(shelf, 2, reason="why not")
    with pytest.raises(Stale):
        moderator_entries.reveal(shelf, "duel", unfinished=True, at=AT)


@pytest.mark.parametrize(
    ("consent", "filed"),
    [((), {}), (("red",), {"consent": ["red"]}), (("red", "Blue", "red"), {"consent": ["blue", "red"]})],
)
def test_takeback_records_consent(
    shelf: Path, send: Send, consent: tuple[str, ...], filed: dict[str, list[str]]
) -> None:
    send("stop", "red")
    moderator_entries.retract(shelf, "duel", to=3, by=None, reason="a slip", at=AT, consent=consent)

    assert matches.find(shelf, "duel").entries[-1].body.public == {"to": 3, "reason": "a slip", **filed}
