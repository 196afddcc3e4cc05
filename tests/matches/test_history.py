"""Takebacks lead back to where a match stood, and entries that cannot be read are faults."""

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from referee.faults import DataFault
from referee.matches import history, matches, moderator_entries
from referee.matches.matches import Match
from schemas.journal import Entry
from schemas.model import ModelUnion, Order
from schemas.record import REFEREE, to_data
from tests.duels import AT, Send
from tests.engine.toy import Hide, Stopped, Toy


@pytest.fixture
def played(match: Match, begun: None, send: Send) -> Match:
    """A match with throws, a refusal and a note."""
    send("throw 1", "red")
    send("throw 9", "blue")
    moderator_entries.note(match.folder.parent, "duel", "seen", by=None, private=False, at=AT)
    send("peek", "blue")
    return matches.find(match.folder.parent, "duel")


def test_takeback_leads_back_to_where_a_match_stood(played: Match) -> None:
    moderator_entries.retract(played.folder.parent, "duel", to=4, by=None, reason="a slip", at=AT)
    entries = matches.find(played.folder.parent, "duel").entries
    stood = history.position(played.rules, entries[:4])

    assert history.position(played.rules, entries[:-1]) != stood
    assert history.position(played.rules, entries) == stood


def bend(entry: Entry, public: dict[str, Any], own: dict[str, Any]) -> Entry:
    """An entry of red that tells something else, to everyone or to red."""
    body = replace(entry.body, public={**entry.body.public, **public})
    return replace(entry, body=body, private={"red": {**entry.private["red"], **own}})


STRANGE: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "events that are a word": ({"events": "none"}, {}, "its events are not a list"),
    "events that are a record": ({"events": {}}, {}, "its events are not a list"),
    "an event that is none": ({"events": [{"type": "nothing"}]}, {}, "nothing"),
    "private events that are a list": ({}, {"events": []}, "a private part has events without places"),
    "a private event that is none": ({}, {"events": {"0+0": {"type": "nothing"}}}, "nothing"),
    "an order that is none": ({"order": {"type": "nothing", "side": "red"}}, {}, "nothing"),
    "an order with more in it": (
        {"order": {"type": "throw", "side": "red", "dice": 1, "more": 1}},
        {},
        "more",
    ),
    "sealed orders that are a word": ({}, {"sealed": "none"}, "its sealed orders are not valid orders"),
    "a sealed order without a line": (
        {},
        {"sealed": [{"order": {"type": "hide", "side": "red", "number": 2}, "events": []}]},
        "its sealed orders are not valid orders",
    ),
    "a sealed order whose line is a word": (
        {},
        {"sealed": [{"line": "1", "order": {"type": "stop", "side": "red"}, "events": []}]},
        "its sealed orders are not valid orders",
    ),
    "a sealed order whose events are a record": (
        {},
        {"sealed": [{"line": 1, "order": {"type": "stop", "side": "red"}, "events": {}}]},
        "its sealed orders are not valid orders",
    ),
}


@pytest.mark.parametrize(("public", "own", "said"), STRANGE.values(), ids=STRANGE)
def test_malformed_entry_is_a_fault(
    played: Match, public: dict[str, Any], own: dict[str, Any], said: str
) -> None:
    entry = next(one for one in played.entries if one.body.kind == "order" and one.body.key is not None)
    assert entry.body.side == "red"
    assert history.moves_of(played.rules, bend(entry, {}, {}))

    with pytest.raises(DataFault, match=said) as fault:
        history.moves_of(played.rules, bend(entry, public, own))
    assert f"entry {entry.body.seq}" in str(fault.value)


def test_null_events_of_format_1_are_private(played: Match) -> None:
    """It had a null in the public list for each event that not everyone saw."""
    entry = next(one for one in played.entries if one.body.kind == "order" and one.body.key is not None)
    (thrown, *_) = history.list_events_told(played.rules, entry, None)
    seen, hidden = to_data(thrown), to_data(replace(thrown, side="blue"))
    older = bend(entry, {"events": [None, seen]}, {"events": {"0": hidden}})
    told = {
        viewer: [to_data(event) for event in history.list_events_told(played.rules, older, viewer)]
        for viewer in (None, "red", "blue", REFEREE)
    }

    assert told == {None: [seen], "red": [hidden, seen], "blue": [seen], REFEREE: [hidden, seen]}


class Rest(Order):
    type: Literal["rest"] = "rest"
    hours: int = 8


class Resting(Toy):
    """The same game with an order that need not say all of itself."""

    orders = ModelUnion(Rest)


def test_order_must_be_spelled_canonically(played: Match) -> None:
    entry = next(one for one in played.entries if one.body.kind == "order")
    whole, short = {"type": "rest", "side": "red", "hours": 8}, {"type": "rest", "side": "red"}

    assert history.read_order(Resting(), entry, whole) == Rest(side="red")
    with pytest.raises(DataFault, match="not spelled canonically"):
        history.read_order(Resting(), entry, short)


def test_events_after_sealed_orders_are_replayed(played: Match) -> None:
    entry = next(one for one in played.entries if one.body.kind == "order" and one.body.key is not None)
    sealed = {"line": 3, "order": {"type": "hide", "side": "red", "number": 2}, "events": []}
    ended = bend(entry, {"order": None, "events": []}, {"order": None, "events": {}, "sealed": [sealed]})
    added = bend(ended, {"events": [{"type": "stopped", "side": "red"}]}, {})
    hidden = history.Move(Hide(side="red", number=2), (), 3)

    assert history.moves_of(played.rules, ended) == (hidden,)
    assert history.moves_of(played.rules, added) == (hidden, history.Move(None, (Stopped(side="red"),), 1))
