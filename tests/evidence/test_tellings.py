"""What entries tell of their throws, draws and phrases, read one by one."""

from typing import Any

import pytest

from referee.dice.custom import list_phrases
from referee.dice.dice_proof import Chain
from referee.dice.tellings import is_plain_order, list_telling_parts, read_draw
from schemas.journal import Body, Entry, Kind
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


def test_phrases_are_those_of_sides_before_the_first_order() -> None:
    entries = [
        entry("phrase", phrase="to Valmy"),
        entry("note", "blue", phrase="no phrase"),
        entry("phrase", "blue", phrase="once more"),
        entry("order", "blue"),
        entry("phrase", "red", phrase="too late"),
    ]

    assert list_phrases(entries) == {"red": "to Valmy", "blue": "once more"}


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


def test_what_is_no_draw_is_read_as_none() -> None:
    assert read_draw({"type": "moved"}) is None


def test_a_chain_of_which_no_key_is_spent_is_not_renewed() -> None:
    assert not Chain(SEAL, 10).is_due
