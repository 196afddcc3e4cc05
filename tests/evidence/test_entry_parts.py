"""What entries tell of their throws, draws and phrases, read one by one."""

import hmac
import json
from typing import Any

import pytest

from referee.dice.entry_parts import (
    find_misplaced,
    is_plain_order,
    list_telling_parts,
    list_tellings,
    read_draw,
)
from referee.dice.faults import DiceFault
from referee.dice.format3 import list_phrases, mark_spoken, part_salt
from referee.dice.proof import Chain, DiceProof
from schemas.journal import Body, Entry, Header, Kind
from schemas.record import Purpose, Side

SEAL = "0" * 64


def entry(
    kind: Kind = "order", side: str = "red", private: dict[str, Any] | None = None, **public: Any
) -> Entry:
    """An entry that tells this."""
    body = Body(seq=1, prev=SEAL, at="", kind=kind, side=Side(side), public=public)
    return Entry(seal=SEAL, body=body, private={Side(one): part for one, part in (private or {}).items()})


@pytest.mark.parametrize(
    ("told", "plain"),
    [
        (entry(events=[{"type": "moved"}, {"type": "held"}]), True),
        (entry(events=[]), True),
        (entry(), True),
        (entry(events=[{"type": "moved"}], private={"red": {"letter": SEAL, "line": 1, "salt": SEAL}}), True),
        (entry(events=[{"type": "moved"}, {"type": "fired", "rolls": []}]), False),
        (entry(events=[{"type": "drew", "order": [1]}]), False),
        (entry(events=[None]), False),
        (entry(events={"1": {"type": "moved"}}), False),
        (entry(sealed=SEAL), False),
        (entry(order={"type": "done"}, events=[]), True),
        (entry(order={"type": "done"}, events=[], source="Fritz"), False),
        (entry(kind="anchor"), False),
        (entry(kind="ruling"), False),
        (entry(private={"red": {"events": []}}), False),
    ],
)
def test_an_order_is_plain_where_nothing_of_it_could_be_of_dice(told: Entry, plain: bool) -> None:
    assert is_plain_order(told, list_telling_parts(told)) is plain


PLACES = {
    ("0", "1"): True,
    ("0+0", "0+1", "0", "1+0", "2+0", "2+1"): True,
    (): True,
    ("2",): False,
    ("3+0",): False,
    ("0+1",): False,
    ("2+1",): False,
    ("00",): False,
    ("-1+0",): False,
    ("0", "5+0"): False,
}
"""Where events may stand that everyone saw otherwise or not at all, beside two that everyone saw."""


@pytest.mark.parametrize(("places", "found"), PLACES.items())
def test_an_event_that_one_reader_saw_has_a_place_among_those_of_everyone(
    places: tuple[str, ...], found: bool
) -> None:
    told = {place: {"type": "moved", "to": place} for place in places}
    one = entry(events=[{"type": "moved"}, None], private={"red": {"events": told}})

    said = [complaint.parts for complaint in find_misplaced(one)]
    assert said == ([] if found else [{"reader": "red"}])
    if found:
        assert [*list_tellings(one)][-1] == [told[place] for place in places]


@pytest.mark.parametrize(("place", "found"), [("0+0", True), ("0", False), ("1+0", False)])
def test_an_entry_without_public_events_has_one_place(place: str, found: bool) -> None:
    one = entry(private={"red": {"events": {place: {"type": "moved"}}}})

    assert [complaint.parts for complaint in find_misplaced(one)] == ([] if found else [{"reader": "red"}])


@pytest.mark.parametrize("told", [[{"type": "moved"}], [], None, 5, "0+0"])
def test_events_of_one_reader_go_by_their_places(told: object) -> None:
    listed = entry(events=[], private={"red": {"events": told}, "blue": {"letter": SEAL}})

    assert [complaint.parts for complaint in find_misplaced(listed)] == [{"reader": "red"}]


def test_a_secret_key_that_cannot_be_read_is_found_beside_all_else() -> None:
    header = Header(
        match="duel", pack="toy", pack_version="1", pack_digest=SEAL, system="toy", scenario="one",
        sides=("red", "blue"), anchor=SEAL, anchors={"red": SEAL}, hidden=SEAL, at="",
    )  # fmt: skip
    forged = entry(private={"red": {"salt": SEAL, "key": "none"}})

    assert DiceFault.SECRET_KEY_UNREADABLE.code in {one.code for one in DiceProof(header).take(forged, [])}


def test_phrases_are_those_of_sides_before_the_first_order() -> None:
    entries = [
        entry("phrase", phrase="to Valmy"),
        entry("phrase", "blue", phrase="once more"),
        entry("note", "blue", phrase="no phrase"),
        entry("order", "blue"),
        entry("phrase", "red", phrase="too late"),
    ]

    assert list_phrases(entries) == {"red": "to Valmy", "blue": "once more"}


@pytest.mark.parametrize(
    ("salt", "message"),
    [
        (part_salt("c0" * 32, SEAL, "red"), ["salt", SEAL, "red"]),
        (mark_spoken("c0" * 32, SEAL, 2), ["spoken", SEAL, 2]),
    ],
)
def test_a_salt_is_the_first_half_of_a_digest_under_the_hidden_secret(salt: str, message: list[Any]) -> None:
    spelled = json.dumps(message, separators=(",", ":")).encode()

    assert salt == hmac.new(("c0" * 32).encode(), spelled, "sha256").hexdigest()[:32]


@pytest.mark.parametrize(
    ("purpose", "read"),
    [
        ({"kind": "deck", "parameters": {"side": "red"}}, Purpose(kind="deck", parameters={"side": "red"})),
        ("the deck", "the deck"),
    ],
)
def test_a_hidden_draw_says_what_it_was_for(purpose: object, read: object) -> None:
    draw = read_draw({"type": "shuffled", "purpose": purpose, "order": [2, 1]})

    assert draw == (read, (2, 1))
    assert draw is not None
    assert type(draw[0]) is type(read)


def test_an_invalid_draw_is_read_as_none() -> None:
    assert read_draw({"type": "moved"}) is None


def test_a_chain_of_which_no_key_is_spent_is_not_renewed() -> None:
    assert not Chain(SEAL, 10).is_due
