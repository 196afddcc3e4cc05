"""Tables of a match for spreadsheets and data frames: rows of plain columns.

A column that a row has no value for is empty, or 0 where it holds a number. Every row names its match and
its entry, so that rows of many matches may lie in one table.
"""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Record, Side

Origin = Literal["letter", "advance", "machine", "referee", ""]

MatchName = Annotated[str, Meta(description="the match, by its name")]
EntryNumber = Annotated[int, Meta(description="the entry of the journal")]
EventNumber = Annotated[
    int, Meta(description="which event of the entry, of those that the reader saw, from 1")
]
Time = Annotated[str, Meta(description="when it was filed, as ISO 8601 in UTC")]
Moment = Annotated[
    str, Meta(description="when it was in the game: the season or the turn, before it happened")
]
SideName = Annotated[str, Meta(description="the side, by its id")]
AreaName = Annotated[str, Meta(description="the area, by its id")]
Data = Annotated[str, Meta(description="all of it as JSON")]


class RollRow(Record):
    """A throw: what for, what was needed, and what came up."""

    match: MatchName
    entry: EntryNumber
    event: EventNumber
    at: Time
    moment: Moment
    side: Annotated[str, Meta(description="whose throw it is: a side, by its id")]
    purpose: Annotated[
        str, Meta(description="the code of what it was for; journals of formats 1 and 2 have none")
    ]
    area: Annotated[str, Meta(description="the area that it was for, by its id")]
    unit: Annotated[str, Meta(description="the unit or the figure that it was for, by its id")]
    text: Annotated[str, Meta(description="what it was for, in words")]
    dice: Annotated[int, Meta(description="how many dice were thrown, as far as the reader saw them")]
    sides: Annotated[int, Meta(description="the sides of each die")]
    needed: Annotated[int, Meta(description="how many faces of such a die hit")]
    hits: Annotated[int, Meta(description="how many of the dice hit")]
    expected: Annotated[str, Meta(description="the mean of such hits, as a fraction")]
    faces: Annotated[str, Meta(description="the faces in their order, with blanks between them")]


class EventRow(Record):
    """Something that happened, as its reader saw it."""

    match: MatchName
    entry: EntryNumber
    event: EventNumber
    at: Time
    moment: Moment
    side: SideName
    kind: Annotated[str, Meta(description="the type of the event")]
    data: Data


class ControlRow(Record):
    """Who holds an area after an entry that changed it; the first entry has every area."""

    match: MatchName
    entry: EntryNumber
    at: Time
    moment: Moment
    area: AreaName
    owner: Annotated[str, Meta(description="the side that owns it, by its id")]
    status: Annotated[str, Meta(description="held, disputed or neutral")]
    points: Annotated[int, Meta(description="the victory points that it counts")]


class OrderRow(Record):
    """An order that stands, with its parts."""

    match: MatchName
    entry: EntryNumber
    line: Annotated[int, Meta(description="the line of the letter")]
    at: Time
    moment: Moment
    side: SideName
    origin: Annotated[
        Origin,
        Meta(
            description="a letter, an order in advance, the only lawful order, or a ruling of the referee; "
            "the copy of another side does not tell"
        ),
    ]
    verb: Annotated[str, Meta(description="what is done: the type of the order")]
    piece: Annotated[str, Meta(description="the piece, army, figure or unit that does it, by its id")]
    start: Annotated[str, Meta(description="where it stands: an area, or x,y in hundredths of an inch")]
    to: Annotated[str, Meta(description="where it goes, or what it is about: an area, or x,y")]
    text: Annotated[str, Meta(description="the line of a letter that gives it")]
    data: Data


class LetterRow(Record):
    """A letter that came to something."""

    match: MatchName
    entry: Annotated[int, Meta(description="the first entry that came of it")]
    at: Time
    side: SideName
    letter: Annotated[str, Meta(description="the digest by which it is known again")]
    orders: Annotated[int, Meta(description="how many of its orders stand")]
    refused: Annotated[int, Meta(description="how many of its lines were refused")]
    advance: Annotated[int, Meta(description="how many orders in advance its side has after it")]
    facts: Annotated[str, Meta(description="the codes of what was held against it, with blanks between them")]


class Events(Record):
    """What a viewer saw happen since an entry, and the head of now, to ask again from there."""

    match: str
    viewer: Side
    events: tuple[EventRow, ...]
    head: str


Row = RollRow | EventRow | ControlRow | OrderRow | LetterRow

TABLES: dict[str, type[Row]] = {
    "rolls": RollRow,
    "events": EventRow,
    "control": ControlRow,
    "orders": OrderRow,
    "letters": LetterRow,
}
"""The tables there are, by name."""
