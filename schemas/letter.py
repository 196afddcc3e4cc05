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
    """A standing order: a line of a letter that answers a question when it is asked.

    `subject` limits it to a question about an area, `role` to a role of its side, and `conditions` to
    positions. Unless it is `always` valid, it expires with the player turn of `since`, the entry in which it
    was given.
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
    """The standing orders of a side from an entry on, for the side and the referee."""

    letter: str
    body: str | None = None
    message_id: str | None = None
    kept: tuple[AdvanceOrder, ...]
    padding: str = ""
    salt: str = ""


class TakebackAsked(Tagged, tag="ask-takeback"):
    """A note of a side that asks to return the match to the state after an entry.

    `mail` is the SHA-256 of its letter, as in the notes below.
    """

    to: int
    mail: str = ""


class TakebackAnswered(Tagged, tag="answer-takeback"):
    """A note of a side that agrees to a request in another note, or refuses it."""

    ask: int
    agrees: bool
    mail: str = ""


class SeatChange(Record):
    """Public part of an entry of the kind `seat`: a player takes or leaves the seat of a side.

    `player` is a pseudonym, never an address. `mail` is the SHA-256 of the letter.
    """

    change: Literal["joined", "substituted", "resigned"]
    player: str = ""
    mail: str = ""


PlayersNote = TakebackAsked | TakebackAnswered
"""Content of a player's note in its public part."""


Form = Literal["text", "yaml", "json"]
"""Form in which the orders of a letter are written."""


class LetterLine(Tagged, tag="line"):
    """One order in words, as typed and with plain characters.

    `column` is the beginning of the text in the line of the file, and `columns` the column of each character
    if plain characters moved them. `above` is the comment right above, from which a mail program may have
    broken the line off. A line `is_doubtful` if another line contradicts it.
    """

    line: Annotated[int, Meta(ge=1)]
    column: Annotated[int, Meta(ge=1)] = 1
    text: str
    typed: str
    columns: tuple[int, ...] = ()
    above: str = ""
    is_doubtful: bool = False

    def at(self, column: int) -> int:
        """Return the column in the file for a column of the text."""
        if self.columns:
            return self.columns[min(column, len(self.columns)) - 1]
        return self.column + column - 1


class LetterFields(Tagged, tag="fields"):
    """One order as the fields of a record, without `side`. YAML gives every value as a text."""

    line: Annotated[int, Meta(ge=1)]
    column: Annotated[int, Meta(ge=1)] = 1
    fields: Mapping[str, JsonValue]


LetterOrder = LetterLine | LetterFields


class QuotedTemplate(Record):
    """The lines of a quoted report's template that are not comments, and the entry and side that it names."""

    answers: int
    side: Side
    lines: tuple[LetterLine, ...]


class Letter(Record):
    """A letter as read. Each remaining line is meant as an order.

    `phrase` is added to the dice, `beacon` is a round of the beacon and its signature, `digest` is the
    SHA-256 of its bytes, and `body` that of the text of an e-mail. Line numbers are those of the file. `left`
    are lines that do not count: quoted, older, or outside a fence. `template` is true if it contains the
    template of a report, and `quoted_template` is a quoted one. `forwarded_from` is the author of a forwarded
    letter whose lines count.
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
    beacon: str | None = None
    orders: tuple[LetterOrder, ...]
    left: tuple[LetterLine, ...] = ()
    template: bool = False
    quoted_template: QuotedTemplate | None = None
    forwarded_from: str | None = None
    warnings: tuple[str, ...] = ()


class Envelope(Model):
    """A letter written in YAML or JSON. Orders are lines of words, or records."""

    match: str | None = None
    side: str | None = None
    answers: Annotated[int, Field(ge=1)] | None = None
    head: str | None = None
    phrase: str | None = None
    beacon: str | None = None
    orders: Annotated[Many[str | Mapping[str, JsonValue]], Field(min_length=1)]


class Posted(Model):
    """A letter in a batch: its match, its side and its text."""

    match: str
    side: str | None = None
    letter: str
    faces: Many[int] | None = None
    source: str = ""


class FiledLine(Record):
    """A refused line as it is filed: an order with the objections, or a line that is not an order.

    `fact` and `parameters` state the fault of a line that is not an order, as data; early entries have none.
    `spelled` are lines of `nearest` with a subject: the text before it, its id, the text after it.
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
    """Content of a refusal, for its sender and the referee."""

    letter: str
    body: str | None = None
    message_id: str | None = None
    text: str
    fallen: tuple[FiledLine, ...]
    unheard: tuple[int, ...] = ()
    padding: str = ""
    salt: str = ""
