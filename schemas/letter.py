"""Letters, standing orders, player requests and refusals as the journal records them.

People and programs write `Envelope` and `Posted`, which are pydantic models. The reader builds the others.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from pydantic import Field

from schemas.journal import Head
from schemas.model import Many, Model
from schemas.record import FiledObjection, JsonValue, Record, Side, Tagged


class AdvanceOrder(Record):
    """What a side answers when it is asked a question: a line of a letter, read when the time comes.

    `subject` is what the question has to be about, where that matters: an area. `role` is what its side has
    to be in it, and `conditions` are what has to hold then. Unless it stands `always`, it is over with the
    player turn in which it was given: `since` is the entry that it was given in.
    """

    question: str
    subject: str = ""
    order: str
    role: str = ""
    conditions: tuple[str, ...] = ()
    always: bool = True
    since: int = 0

    def __str__(self) -> str:
        parts = (
            f"when {self.question}",
            f"in {self.subject}" if self.subject else "",
            f"as {self.role}" if self.role else "",
            f"if {' and '.join(self.conditions)}" if self.conditions else "",
            "always" if self.always else "",
        )
        return f"{' '.join(part for part in parts if part)}: {self.order}"


class AdvanceOrders(Record):
    """All that a side orders in advance from an entry on, for itself and the referee."""

    letter: str
    body: str | None = None
    message_id: str | None = None
    kept: tuple[AdvanceOrder, ...]
    padding: str = ""
    salt: str = ""


class TakebackAsked(Tagged, tag="ask-takeback"):
    """The side of the note asks to take the match back to just after an entry.

    `mail` is the SHA-256 of the letter that says so, as in the notes below.
    """

    to: int
    mail: str = ""


class TakebackAnswered(Tagged, tag="answer-takeback"):
    """The side of the note agrees to what another note asks, or does not."""

    ask: int
    agrees: bool
    mail: str = ""


class SeatChange(Record):
    """What an entry of the kind `seat` says of the seat of its side: who plays it from now on, or no more.

    `player` is a pseudonym, never an address. `mail` is the SHA-256 of the letter that says so.
    """

    change: Literal["joined", "substituted", "resigned"]
    player: str = ""
    mail: str = ""


PlayersNote = TakebackAsked | TakebackAnswered
"""What a note of a player may hold in its public part."""


Form = Literal["text", "yaml", "json"]
"""How the orders of a letter are written."""


class LetterLine(Tagged, tag="line"):
    """One order in words: as it was typed, and with its signs made plain for reading.

    `column` is where the text begins in the line of the file; `columns` says it sign by sign, where making
    the signs plain has moved them. `above` is the comment right above it: a mail program may have broken the
    line off that.
    """

    line: Annotated[int, Meta(ge=1)]
    column: Annotated[int, Meta(ge=1)] = 1
    text: str
    typed: str
    columns: tuple[int, ...] = ()
    above: str = ""

    def at(self, column: int) -> int:
        """The column in the file of a column of the text."""
        if self.columns:
            return self.columns[min(column, len(self.columns)) - 1]
        return self.column + column - 1


class LetterFields(Tagged, tag="fields"):
    """One order as the fields of its record, `side` left out; YAML gives every value as a text."""

    line: Annotated[int, Meta(ge=1)]
    column: Annotated[int, Meta(ge=1)] = 1
    fields: Mapping[str, JsonValue]


LetterOrder = LetterLine | LetterFields


class Letter(Record):
    """A letter that was opened: whatever is left in it asks for something.

    `phrase` is what its side puts into the dice, `digest` the SHA-256 of its bytes, and `body` that of
    its text, where it came as an e-mail; lines are those of the file. `left` are lines that do not count:
    quoted, older, or outside a fence; `template` says that the template of a report came back in it.
    """

    name: str
    form: Form = "text"
    digest: str
    body: str | None = None
    message_id: str | None = None
    match: str | None = None
    side: Side | None = None
    answers: int | None = None
    head: Head | None = None
    phrase: str | None = None
    orders: tuple[LetterOrder, ...]
    left: tuple[LetterLine, ...] = ()
    template: bool = False
    warnings: tuple[str, ...] = ()


class Envelope(Model):
    """A letter as it is written in YAML or JSON: orders are lines in words, or records."""

    match: str | None = None
    side: str | None = None
    answers: Annotated[int, Field(ge=1)] | None = None
    head: str | None = None
    phrase: str | None = None
    orders: Annotated[Many[str | Mapping[str, JsonValue]], Field(min_length=1)]


class Posted(Model):
    """A letter in a batch: where it goes, whose it is, and its text."""

    match: str
    side: str | None = None
    letter: str
    faces: Many[int] | None = None
    source: str = ""


class Fallen(Record):
    """A refused line of a letter as it is filed: an order and the objections, or a line that is no order.

    `fact` and `parameters` are what is said of a line that is no order, as data; earlier entries have none.
    `spelled` are the lines of `nearest` that name a subject: before it, its id, behind it.
    """

    line: int
    column: int = 1
    text: str
    order: str = ""
    objections: tuple[FiledObjection, ...] = ()
    unreadable: str = ""
    remedy: str = ""
    fact: str = ""
    parameters: Mapping[str, JsonValue] = {}
    nearest: tuple[str, ...] = ()
    spelled: tuple[tuple[str, str, str], ...] = ()


class RefusedLetter(Record):
    """What a refusal keeps of a letter, for its sender and the referee."""

    letter: str
    body: str | None = None
    message_id: str | None = None
    text: str
    fallen: tuple[Fallen, ...]
    unheard: tuple[int, ...] = ()
    padding: str = ""
    salt: str = ""
