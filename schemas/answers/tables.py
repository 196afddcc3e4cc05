"""Tables of a match for spreadsheets and data frames: rows of plain columns.

A missing value is an empty text, or 0 in a column of numbers. Every row contains its match and entry, so rows
of many matches can be combined in one table. A list is an array in Parquet, and JSON in a text elsewhere.
"""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Record, Side

Origin = Literal["letter", "advance", "machine", "referee", ""]

MatchName = Annotated[str, Meta(description="name of the match")]
EntryNumber = Annotated[int, Meta(description="number of the entry")]
EventNumber = Annotated[
    int, Meta(description="number of the event among the visible events of the entry, from 1")
]
Time = Annotated[str, Meta(description="time of filing, ISO 8601 in UTC")]
Moment = Annotated[str, Meta(description="season or turn of the game before the event")]
SideName = Annotated[str, Meta(description="id of the side")]
AreaName = Annotated[str, Meta(description="id of the area")]
Data = Annotated[str, Meta(description="the whole record as JSON")]


class MatchRow(Record):
    """A match of the file: its pack, its sides and its length."""

    match: MatchName
    pack: Annotated[str, Meta(description="name of the pack")]
    scenario: Annotated[str, Meta(description="id of the scenario")]
    sides: Annotated[tuple[str, ...], Meta(description="ids of the sides, a list")]
    dice: Annotated[str, Meta(description="source of the dice")]
    viewer: Annotated[str, Meta(description="viewer whose knowledge the rows contain")]
    at: Time
    last: Annotated[str, Meta(description="time of the last entry, ISO 8601 in UTC")]
    entries: Annotated[int, Meta(description="number of entries")]
    over: Annotated[int, Meta(description="1 if the match is over, otherwise 0")]


class RollRow(Record):
    """A roll: its purpose, the required number, and its result."""

    match: MatchName
    entry: EntryNumber
    event: EventNumber
    at: Time
    moment: Moment
    side: Annotated[str, Meta(description="id of the side that face_numbers")]
    purpose: Annotated[str, Meta(description="code of the purpose; empty in journals of formats 1 and 2")]
    area: Annotated[str, Meta(description="id of the area of the roll")]
    unit: Annotated[str, Meta(description="id of the unit or figure of the roll")]
    text: Annotated[str, Meta(description="purpose in words")]
    dice: Annotated[int, Meta(description="number of visible dice")]
    sides: Annotated[int, Meta(description="number of sides of each die")]
    needed: Annotated[int, Meta(description="number of faces that hit")]
    hits: Annotated[int, Meta(description="number of hits")]
    expected: Annotated[str, Meta(description="expected hits, as a fraction")]
    faces: Annotated[str, Meta(description="faces in order, separated by blanks")]
    mean: Annotated[float, Meta(description="expected hits, as a number")] = 0.0
    roll: Annotated[int, Meta(description="number of the roll in its event, from 1")] = 1
    face_numbers: Annotated[tuple[int, ...], Meta(description="faces in order, a list")] = ()


class EventRow(Record):
    """An event as the viewer saw it."""

    match: MatchName
    entry: EntryNumber
    event: EventNumber
    at: Time
    moment: Moment
    side: SideName
    kind: Annotated[str, Meta(description="type of the event")]
    data: Data


class ControlRow(Record):
    """The control of an area after an entry that changed it. The first entry lists every area."""

    match: MatchName
    entry: EntryNumber
    at: Time
    moment: Moment
    area: AreaName
    owner: Annotated[str, Meta(description="id of the side in control")]
    status: Annotated[str, Meta(description="held, disputed or neutral")]
    points: Annotated[int, Meta(description="victory points of the area")]


class OrderRow(Record):
    """An accepted order with its parts."""

    match: MatchName
    entry: EntryNumber
    line: Annotated[int, Meta(description="line of the letter")]
    at: Time
    moment: Moment
    side: SideName
    origin: Annotated[
        Origin,
        Meta(
            description="letter, standing order, only legal order, or ruling of the referee; "
            "empty in copies of other sides"
        ),
    ]
    verb: Annotated[str, Meta(description="type of the order")]
    piece: Annotated[str, Meta(description="id of the piece, army, figure or unit")]
    start: Annotated[str, Meta(description="start: an area, or x,y in hundredths of an inch")]
    to: Annotated[str, Meta(description="destination or subject: an area, or x,y")]
    text: Annotated[str, Meta(description="the order as a line of a letter")]
    data: Data
    order: Annotated[int, Meta(description="number of the order in its entry, from 1")] = 1


class LetterRow(Record):
    """A letter that was filed."""

    match: MatchName
    entry: Annotated[int, Meta(description="first entry of the letter")]
    at: Time
    side: SideName
    letter: Annotated[str, Meta(description="digest of the letter")]
    orders: Annotated[int, Meta(description="number of accepted orders")]
    refused: Annotated[int, Meta(description="number of refused lines")]
    advance: Annotated[int, Meta(description="number of standing orders of the side after the letter")]
    facts: Annotated[str, Meta(description="codes of the objections, separated by blanks")]
    codes: Annotated[tuple[str, ...], Meta(description="codes of the objections, a list")] = ()


class Events(Record):
    """The events that a viewer saw since an entry, and the current head to continue from."""

    match: str
    viewer: Side
    events: tuple[EventRow, ...]
    head: str


Row = MatchRow | RollRow | EventRow | ControlRow | OrderRow | LetterRow

TABLES: dict[str, type[Row]] = {
    "matches": MatchRow,
    "rolls": RollRow,
    "events": EventRow,
    "control": ControlRow,
    "orders": OrderRow,
    "letters": LetterRow,
}

KEYS: dict[str, tuple[str, ...]] = {
    "matches": ("match",),
    "rolls": ("match", "entry", "event", "roll"),
    "events": ("match", "entry", "event"),
    "control": ("match", "entry", "area"),
    "orders": ("match", "entry", "order"),
    "letters": ("match", "side", "letter"),
}
"""The columns that identify a row of each table."""
