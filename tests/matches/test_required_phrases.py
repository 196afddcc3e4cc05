"""Where phrases are required, orders wait for all of them; one may stand in the letter with the orders."""

from pathlib import Path

import pytest

from referee.faults import DataFault, Misuse, NotYours, Stale
from referee.matches import matches, moderator_entries, opening
from referee.matches.matches import Match
from schemas.journal import LONGEST_PHRASE
from tests.duels import AT, Send


@pytest.fixture
def match(shelf: Path) -> Match:
    """The same duel, whose dice have to hold the phrases of both sides."""
    return opening.open_match(shelf, "duel", "toy", at=AT, phrases="required")


def test_last_phrase_can_come_with_orders(shelf: Path, send: Send) -> None:
    with pytest.raises(Stale, match=r"(?i)red.*blue"):
        send("hide 2", "red")
    with pytest.raises(Stale, match=r"(?i)blue"):
        send("phrase: lilacs\nhide 2", "red")
    send("phrase: lilacs", "red")
    assert moderator_entries.list_awaited(matches.find(shelf, "duel")) == ("blue",)

    send("phrase: roses\nhide 5", "blue")

    found = matches.find(shelf, "duel")
    assert moderator_entries.list_awaited(found) == moderator_entries.list_invited(found) == ()
    assert moderator_entries.list_filed(found) == {"red": "lilacs", "blue": "roses"}
    assert [entry.body.kind for entry in found.entries] == ["ruling", "phrase", "phrase", "order"]


def test_phrase_is_filed_once(shelf: Path, match: Match) -> None:
    first = moderator_entries.file_phrase(shelf, "duel", " lilacs \n and roses", by="red", at=AT)
    again = moderator_entries.file_phrase(shelf, "duel", "lilacs and roses", by="Red", at=AT)

    assert (first.entry, first.kind, first.text) == (2, "phrase", "lilacs and roses")
    assert first == again
    assert moderator_entries.list_invited(matches.find(shelf, "duel")) == ("blue",)
    with pytest.raises(NotYours, match="2"):
        moderator_entries.file_phrase(shelf, "duel", "tulips", by="red", at=AT)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("", False),
        (" \n", False),
        ("x" * LONGEST_PHRASE, True),
        ("x" * (LONGEST_PHRASE + 1), False),
        ("\x07", False),
    ],
    ids=["empty", "blank", "as long as may be", "too long", "a bell"],
)
def test_phrase_is_one_printable_line(shelf: Path, match: Match, text: str, fits: bool) -> None:
    if fits:
        assert moderator_entries.file_phrase(shelf, "duel", text, by="red", at=AT).text == text
    else:
        with pytest.raises(DataFault):
            moderator_entries.file_phrase(shelf, "duel", text, by="red", at=AT)


def test_match_without_phrases_refuses_them(shelf: Path) -> None:
    found = opening.open_match(shelf, "plain", "toy", at=AT, phrases="none")

    assert (moderator_entries.list_awaited(found), moderator_entries.list_invited(found)) == ((), ())
    with pytest.raises(Misuse):
        moderator_entries.file_phrase(shelf, "plain", "lilacs", by="red", at=AT)


def test_optional_phrases_are_not_awaited(shelf: Path) -> None:
    found = opening.open_match(shelf, "free", "toy", at=AT)

    assert (moderator_entries.list_awaited(found), moderator_entries.list_invited(found)) == (
        (),
        ("red", "blue"),
    )
