"""What players deal with each other: what is filed, what is refused, and that each letter files it once."""

from pathlib import Path

import pytest

from referee.faults import Misuse, NotYours, Stale
from referee.matches import matches, moderator_entries, opening, player_requests
from referee.matches.journal import Draft
from referee.matches.matches import Holder, Match
from referee.matches.player_requests import LONGEST_MESSAGE, MOST_LOOKED_AT, Origin
from schemas.journal import Entry
from schemas.letter import SeatChange
from tests.duels import AT, Send

pytestmark = pytest.mark.usefixtures("begun")


@pytest.fixture
def match(shelf: Path) -> Match:
    return opening.open_match(shelf, "duel", "toy", at=AT)


def by(shelf: Path, side: str, mail: str) -> Origin:
    return Origin(shelf, "duel", side, mail, AT, Holder())


def list_entries(shelf: Path) -> tuple[Entry, ...]:
    return tuple(matches.find(shelf, "duel").entries)


@pytest.mark.parametrize("size", [1, LONGEST_MESSAGE])
def test_message_is_private_and_mail_digest_is_for_writer(shelf: Path, size: int) -> None:
    text = "x" * size
    entry = player_requests.file_message(by(shelf, "red", "m1"), ("blue",), f" {text}\n")

    told = {"to": ["blue"], "text": text}
    parts = {
        reader: {key: part[key] for key in part if key != "salt"} for reader, part in entry.private.items()
    }
    assert parts == {"blue": told, "referee": told, "red": {**told, "mail": "m1"}}
    assert (entry.body.kind, entry.body.side, entry.body.public) == ("message", "red", {})


@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST_MESSAGE + 1)], ids=["empty", "blank", "too long"])
def test_message_length_is_limited(shelf: Path, text: str) -> None:
    with pytest.raises(Misuse, match=str(LONGEST_MESSAGE)):
        player_requests.file_message(by(shelf, "red", "m1"), ("blue",), text)


@pytest.mark.parametrize(("line", "kind"), [("throw 2", "note"), ("stop", "retract")])
def test_side_takes_back_revocable_orders_alone(shelf: Path, send: Send, line: str, kind: str) -> None:
    send("stop", "red")
    send(line, "blue")
    last = list_entries(shelf)[-1].body

    entry = player_requests.ask_takeback(by(shelf, "blue", "m1"), None).body

    assert (entry.kind, entry.side, entry.public["to"]) == (kind, "blue", last.seq - 1)


def test_takeback_covers_last_letter_of_side(shelf: Path, send: Send) -> None:
    """Those before it stand, and of a letter with several orders all are taken back."""
    before = len(list_entries(shelf))
    send("throw 1\nstop", "red")
    count = len(list_entries(shelf)) - before
    assert count == 2, "a letter of two orders"

    entry = player_requests.ask_takeback(by(shelf, "red", "m1"), None)

    assert entry.body.public["to"] == before


@pytest.mark.parametrize(("to", "said"), [(0, "opening"), (3, "no order to take back"), (2, "")])
def test_takeback_needs_an_order(shelf: Path, to: int, said: str) -> None:
    if said:
        with pytest.raises(Misuse, match=rf"(?i){said}"):
            player_requests.ask_takeback(by(shelf, "red", "m1"), to)
    else:
        assert player_requests.ask_takeback(by(shelf, "red", "m1"), to).body.public["to"] == to


def test_takeback_by_side_without_orders_is_refused(shelf: Path) -> None:
    opening.open_match(shelf, "new", "toy", at=AT)

    with pytest.raises(Misuse, match="no order to take back"):
        player_requests.ask_takeback(Origin(shelf, "new", "red", "m1", AT, Holder()), None)


def test_consent_of_others_carries_out_takeback(shelf: Path) -> None:
    ask = player_requests.ask_takeback(by(shelf, "red", "m1"), 1)
    assert (ask.body.kind, ask.body.public) == ("note", {"type": "ask-takeback", "to": 1, "mail": "m1"})
    refused = player_requests.answer_takeback(by(shelf, "blue", "m2"), agrees=False)
    assert refused.body.public["agrees"] is False
    assert list_entries(shelf)[-1] == refused

    agreed = player_requests.answer_takeback(by(shelf, "blue", "m3"), agrees=True)

    back = list_entries(shelf)[-1].body
    assert agreed.body.seq == back.seq - 1
    assert (back.kind, back.side) == ("retract", "referee")
    assert back.public == {
        "to": 1,
        "reason": f"asked in entry {ask.body.seq}",
        "consent": ["blue"],
        "agreements": {"blue": agreed.body.seq},
    }


def test_last_answer_of_side_counts(shelf: Path) -> None:
    ask = player_requests.ask_takeback(by(shelf, "red", "m1"), 1)
    with matches.hold(shelf, "duel") as (writer, _):
        for agrees in (True, False):
            note = {"type": "answer-takeback", "ask": ask.body.seq, "agrees": agrees}
            writer.append(Draft(kind="note", at=AT, side="blue", public=note))
    found = matches.find(shelf, "duel")

    assert player_requests._list_consent(found, ask) == {}


def test_consent_applies_to_one_takeback(shelf: Path) -> None:
    first = player_requests.ask_takeback(by(shelf, "red", "m1"), 1)
    second = player_requests.ask_takeback(by(shelf, "red", "m2"), 1)
    with matches.hold(shelf, "duel") as (writer, _):
        note = {"type": "answer-takeback", "ask": first.body.seq, "agrees": True}
        (agreed,) = writer.append(Draft(kind="note", at=AT, side="blue", public=note))
        writer.append(Draft(kind="note", at=AT, public=note))
    found = matches.find(shelf, "duel")

    assert player_requests._list_consent(found, first) == {"blue": agreed.body.seq}
    assert player_requests._list_consent(found, second) == {}


def test_requesting_side_cannot_answer(shelf: Path) -> None:
    player_requests.ask_takeback(by(shelf, "red", "m1"), 1)

    with pytest.raises(NotYours):
        player_requests.answer_takeback(by(shelf, "red", "m2"), agrees=True)


def test_answer_after_move_is_stale(shelf: Path, send: Send) -> None:
    ask = player_requests.ask_takeback(by(shelf, "blue", "m1"), 1)
    moderator_entries.note(shelf, "duel", "a note moves nothing", by=None, private=False, at=AT)
    send("stop", "red")

    with pytest.raises(Stale, match=str(ask.body.seq)):
        player_requests.answer_takeback(by(shelf, "red", "m2"), agrees=True)


def test_notes_do_not_make_requests_stale(shelf: Path) -> None:
    with pytest.raises(NotYours):
        player_requests.answer_takeback(by(shelf, "blue", "m0"), agrees=True)
    player_requests.ask_takeback(by(shelf, "red", "m1"), 1)
    moderator_entries.note(shelf, "duel", "well", by=None, private=False, at=AT)
    forged = {"type": "ask-takeback", "to": "far"}
    with matches.hold(shelf, "duel") as (writer, _):
        writer.append(Draft(kind="note", at=AT, side="red", public=forged))

    assert (
        player_requests.answer_takeback(by(shelf, "blue", "m2"), agrees=False).body.public["agrees"] is False
    )


@pytest.mark.parametrize("between", [0, MOST_LOOKED_AT - 1, MOST_LOOKED_AT])
def test_mail_files_once_within_search_limit(shelf: Path, between: int) -> None:
    first = player_requests.file_message(by(shelf, "red", "m1"), ("blue",), "well")
    with matches.hold(shelf, "duel") as (writer, _):
        for _ in range(between):
            writer.append(Draft(kind="note", at=AT, side="red", public={"text": "aside"}))
    found = matches.find(shelf, "duel")

    assert player_requests.find_filed(found, "red", "m1") == (first if between < MOST_LOOKED_AT else None)
    assert player_requests.find_filed(found, "blue", "m1") is None
    assert player_requests.find_filed(found, "red", "") is None


def test_repeated_mail_files_nothing(shelf: Path) -> None:
    asked = player_requests.ask_takeback(by(shelf, "red", "m1"), 1)
    answered = player_requests.answer_takeback(by(shelf, "blue", "m2"), agrees=False)

    assert player_requests.ask_takeback(by(shelf, "red", "m1"), 1) == asked
    assert player_requests.answer_takeback(by(shelf, "blue", "m2"), agrees=True) == answered
    assert player_requests.file_message(by(shelf, "red", "m1"), ("blue",), "x") == asked
    assert len(list_entries(shelf)) == answered.body.seq


def test_seat_is_filed_when_changed(shelf: Path) -> None:
    joined, left = SeatChange(change="joined", player="Anna"), SeatChange(change="resigned", player="Anna")
    first = player_requests.file_seat(by(shelf, "red", "m1"), joined)
    again = player_requests.file_seat(by(shelf, "red", "m1"), joined)
    other = player_requests.file_seat(by(shelf, "blue", "m2"), joined)
    then = player_requests.file_seat(by(shelf, "red", "m3"), left)

    assert first is not None
    assert first == again != then
    found = matches.find(shelf, "duel")
    assert [player_requests.find_seat(found, side) for side in ("red", "blue", "green")] == [
        then,
        other,
        None,
    ]
    assert player_requests.read_seat(first) == joined
    assert player_requests.read_seat(list_entries(shelf)[0]) is None


def test_old_format_has_no_seats_and_messages(shelf: Path) -> None:
    opening.open_match(shelf, "old", "toy", at=AT, format=2)
    origin = Origin(shelf, "old", "red", "m1", AT, Holder())

    assert player_requests.file_seat(origin, SeatChange(change="joined")) is None
    with pytest.raises(Misuse):
        player_requests.file_message(origin, ("blue",), "well")
