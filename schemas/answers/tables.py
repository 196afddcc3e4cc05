"""Tables of a match for spreadsheets and data frames: rows of plain columns.

A column that a row has no value for is empty, or 0 where it holds a number. Every row names its match and
its entry, so that rows of many matches may lie in one table.
"""

from typing import Literal

from schemas.record import Record

Origin = Literal["letter", "advance", "machine", "referee", ""]
"""Where an order comes from: a letter, an order in advance, the machine's only lawful one, or a ruling.

The copy of another side does not tell.
"""


class RollRow(Record):
    """A throw: what for, what was needed, and what came up.

    `purpose` is the code of what it was for, and `area` and `unit` are ids, if it was for one. A die of
    `sides` hits if it shows `needed` or less; `expected` is the mean of such hits, as a fraction. `faces`
    stand in their order, parted by blanks; a throw that this reader did not see has none.
    """

    match: str
    entry: int
    event: int
    at: str
    moment: str
    side: str
    purpose: str
    area: str
    unit: str
    text: str
    dice: int
    sides: int
    needed: int
    hits: int
    expected: str
    faces: str


class EventRow(Record):
    """Something that happened: its kind, whose it was, and all of it as JSON in `data`."""

    match: str
    entry: int
    event: int
    at: str
    moment: str
    side: str
    kind: str
    data: str


class ControlRow(Record):
    """Who holds an area after an entry that changed it; entry 1 has every area.

    `owner` is a side or nothing; `status` is `held`, `disputed` or `neutral`; `points` is what it counts.
    """

    match: str
    entry: int
    at: str
    moment: str
    area: str
    owner: str
    status: str
    points: int


class OrderRow(Record):
    """An order that stands: the line of a letter that gives it, its parts, and all of it as JSON in `data`.

    `start` and `to` are areas by id, or a spot on the table as `x,y` in hundredths of an inch.
    """

    match: str
    entry: int
    line: int
    at: str
    moment: str
    side: str
    origin: Origin
    verb: str
    piece: str
    start: str
    to: str
    text: str
    data: str


class LetterRow(Record):
    """A letter that came to something: how many of its orders stand, and how many of its lines fell.

    `letter` is the digest by which it is known again, and `entry` the first entry that came of it.
    `facts` are the codes of what was held against it, parted by blanks.
    """

    match: str
    entry: int
    at: str
    side: str
    letter: str
    orders: int
    refused: int
    advance: int
    facts: str


Row = RollRow | EventRow | ControlRow | OrderRow | LetterRow

TABLES: dict[str, type[Row]] = {
    "rolls": RollRow,
    "events": EventRow,
    "control": ControlRow,
    "orders": OrderRow,
    "letters": LetterRow,
}
"""The tables there are, by name."""
