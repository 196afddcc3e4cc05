"""The verifier that stands alone and ours read one table of shapes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import ValidationError, convert

from referee.evidence import shape_table, standalone
from referee.evidence.standalone import shapes
from referee.faults import DataFault
from referee.matches.journal import verification, writer_invariants
from referee.matches.journal.contents import OrderPart, OrderPrivate
from schemas.journal import Body, Entry, FiledDraw, FiledEvent, Key
from tests.evidence.mutations import digest, write

DIGEST = "ab" * 32
_, PUBLIC, PRIVATE = shapes.KINDS["order"]
ROLL = {"purpose": "fire", "sides": 6, "needed": 3, "draw": 0, "faces": [1, 2]}

VALUES: dict[str, tuple[Any, Any, Any]] = {
    "a key": ({"n": 1, "k": DIGEST}, Key, shapes.KEY),
    "a key without its number": ({"k": DIGEST}, Key, shapes.KEY),
    "a key before the first": ({"n": 0, "k": DIGEST}, Key, shapes.KEY),
    "a key whose number is a truth": ({"n": True, "k": DIGEST}, Key, shapes.KEY),
    "a key in capitals": ({"n": 1, "k": "AB" * 32}, Key, shapes.KEY),
    "a key with a newline": ({"n": 1, "k": DIGEST[1:] + "\n"}, Key, shapes.KEY),
    "a key and something besides": ({"n": 1, "k": DIGEST, "zzz": 1}, Key, shapes.KEY),
    "a roll": ({"rolls": [ROLL]}, FiledEvent, shapes.EVENT),
    "a roll of a die without sides": ({"rolls": [{**ROLL, "sides": 0}]}, FiledEvent, shapes.EVENT),
    "a roll of a die of 257 sides": ({"rolls": [{**ROLL, "sides": 257}]}, FiledEvent, shapes.EVENT),
    "a roll without faces": ({"rolls": [{**ROLL, "faces": None}]}, FiledEvent, shapes.EVENT),
    "a roll for a purpose half told": (
        {"rolls": [{**ROLL, "purpose": {"kind": "fire"}}]},
        FiledEvent,
        shapes.EVENT,
    ),
    "a roll for a purpose as a record": (
        {"rolls": [{**ROLL, "purpose": {"kind": "fire", "parameters": {"a": ["b", 3]}}}]},
        FiledEvent,
        shapes.EVENT,
    ),
    "an event that is none": ([], FiledEvent, shapes.EVENT),
    "a draw": ({"purpose": "deal", "order": [2, 1], "size": 2}, FiledDraw, shapes.DRAW),
    "a draw of words": ({"purpose": "deal", "order": ["a"]}, FiledDraw, shapes.DRAW),
    "a public part": (
        {"order": None, "events": [None, {"type": "x"}]},
        OrderPart,
        PUBLIC,
    ),
    "a public part whose seal is short": ({"sealed": "ab"}, OrderPart, PUBLIC),
    "a public part whose order has no side": (
        {"order": {"type": "x"}},
        OrderPart,
        PUBLIC,
    ),
    "a private part": ({"salt": "s", "events": {"0": {}}}, OrderPrivate, PRIVATE),
    "a private part without salt": ({"events": {}}, OrderPrivate, PRIVATE),
    "a private part with a null among its events": (
        {"salt": "s", "events": {"0": None}},
        OrderPrivate,
        PRIVATE,
    ),
}


def test_the_table_follows_from_the_records() -> None:
    assert shape_table.TABLE.read_text(encoding="utf-8") == shape_table.table()


def is_read(value: object, kind: Any) -> bool:
    try:
        convert(value, kind)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("what", VALUES)
def test_both_take_the_same_values_for_a_shape(what: str) -> None:
    value, kind, shape = VALUES[what]
    assert standalone.fits(value, shape) == is_read(value, kind)


def test_some_of_the_values_have_their_shape_and_some_have_not() -> None:
    fit = [standalone.fits(value, shape) for value, _, shape in VALUES.values()]
    assert 5 < sum(fit) < len(fit) - 10


PARTS: dict[str, tuple[dict[str, Any], dict[str, Any], bool]] = {
    "nothing but a salt": ({}, {"salt": "s"}, True),
    "events of a reader": ({}, {"salt": "s", "events": {"0": {"type": "x"}}}, True),
    "a null among the events of a reader": ({}, {"salt": "s", "events": {"0": None}}, False),
    "an order without a side": ({}, {"salt": "s", "order": {"type": "x"}}, False),
    "a key before the first": ({}, {"salt": "s", "key": {"n": 0, "k": DIGEST}}, False),
    "a short anchor": ({}, {"salt": "s", "anchor": "ab"}, False),
    "a public seal that is short": ({"sealed": "ab"}, {"salt": "s"}, False),
    "a public order without a side": ({"order": {"type": "x"}}, {"salt": "s"}, False),
}


@pytest.mark.parametrize(("public", "private", "fits"), PARTS.values(), ids=PARTS)
def test_each_part_of_an_entry_has_its_shape(
    public: dict[str, Any], private: dict[str, Any], fits: bool
) -> None:
    body = Body(seq=1, prev=DIGEST, at="1914-08-04T06:00:00Z", kind="order", side="german", public=public)
    entry = Entry(seal=DIGEST, body=body, private={"german": {"salt": "s"}, "referee": private})

    assert (list(writer_invariants.find_misshapen(entry)) == []) is fits


@pytest.mark.parametrize("version", [True, 1.0, "1", None, 0, 4], ids=repr)
def test_the_number_of_a_format_is_a_number(
    tmp_path: Path, version: object, file: Callable[..., Path]
) -> None:
    header = standalone.read_line(file().read_bytes().splitlines()[0])[1]
    body = {**header, "format": version}
    path = tmp_path / "other.jsonl"
    path.write_bytes(write({"seal": digest(body), "body": body}) + b"\n")

    with pytest.raises(DataFault):
        verification.verify(path)
    assert [seq for seq, _ in standalone.verified(str(path))[1]] == [0]
