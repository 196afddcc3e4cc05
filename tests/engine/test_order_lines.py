"""The patterns of order lines: fields, parts that may be left out, and other forms."""

from collections.abc import Mapping
from typing import Literal

import pytest

from referee.engine.order_lines import OrderLine
from schemas.model import Many, Order


class Send(Order):
    """An order with a field of each kind."""

    type: Literal["send"] = "send"
    piece: str = "ge-1"
    cards: Many[int] = ()
    into: str | None = None
    count: int = 0
    loud: bool = False


SPELLINGS = {"loudly": {True: "loudly", False: ""}.__getitem__, "hex": hex}


@pytest.mark.parametrize(
    ("pattern", "fields", "line"),
    [
        ("send", {}, "send"),
        ("send {piece} now", {}, "send ge-1 now"),
        ("send {piece}[ into {into}]", {}, "send ge-1"),
        ("send {piece}[ into {into}]", {"into": "ge-2"}, "send ge-1 into ge-2"),
        ("send {count}", {}, "send 0"),
        ("send {count:hex}", {"count": 17}, "send 0x11"),
        ("send[ {loud:loudly}][ {into}]", {"loud": True}, "send loudly"),
        ("send {cards} | send nothing", {"cards": (3, 5)}, "send 3, 5"),
        ("send {cards} | send nothing", {}, "send nothing"),
        ("send {cards} | send {into}", {}, "send"),
    ],
)
def test_a_pattern_writes_the_fields_of_an_order(
    pattern: str, fields: Mapping[str, object], line: str
) -> None:
    assert OrderLine(pattern).write(Send.model_validate({"side": "german", **fields}), SPELLINGS) == line


def test_readers_need_the_fields_outside_brackets() -> None:
    assert OrderLine("send {piece} to {into}[ with {count}] | send").fields == ("piece", "into")
