"""A lawful order in its parts, for programs that let people choose."""

from collections.abc import Mapping

from msgspec import field

from schemas.record import JsonValue, Record, Side

Spot = tuple[int, int]
"""A place on a table, in hundredths of an inch."""

Where = str | Spot
"""An area by its id, or a spot on the table."""


class OrderParts(Record):
    """The parts of an order: what is done, by which piece, from where, to where; empty where it has none.

    `default` marks the order that leaves all as it is: no more to say, or no offensive.
    """

    verb: str
    piece: str = ""
    start: Where = ""
    to: Where = ""
    default: bool = False


class Option(Record):
    """A lawful order: the line of a letter that gives it, the order as data, and its parts.

    `question` and `subject` are those of the prompt that it answers. `piece` is a piece, an army, a figure
    or a unit by its id; `from` and `to` are areas by id, or spots in hundredths of an inch.
    """

    side: Side
    question: str
    subject: str = ""
    text: str
    verb: str
    piece: str = ""
    start: Where = field(default="", name="from")
    to: Where = ""
    default: bool = False
    order: Mapping[str, JsonValue]


class Options(Record):
    """Lawful orders of one side in their parts; `more` says that the list was cut off."""

    match: str
    side: Side
    options: tuple[Option, ...]
    more: bool = False
    head: str
