"""Answers about orders: the ruling on a letter (`submit --json`) and the parts of legal orders."""

from collections.abc import Mapping

from msgspec import field

from schemas.record import JsonValue, Prompt, Record, Roll, Side
from schemas.reports import Block

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


class Held(Record):
    """One clause held against an order, with its number and title in this game's rulebook."""

    clause: str
    number: str
    title: str
    text: str
    remedy: str = ""
    fact: str = ""
    parameters: Mapping[str, JsonValue] = {}


class RefusedLine(Record):
    """A line of a letter that was refused, with everything that is held against it.

    `fact` and `parameters` are what `unreadable` says of a line that is no order, as data.
    """

    line: int
    column: int = 1
    text: str
    order: str = ""
    held: tuple[Held, ...] = ()
    unreadable: str = ""
    remedy: str = ""
    fact: str = ""
    parameters: Mapping[str, JsonValue] = {}
    nearest: tuple[str, ...] = ()


class AcceptedLine(Record):
    """An order that stands, and what its side saw of what came of it."""

    line: int
    order: str
    entry: int
    happened: tuple[Block, ...] = ()


class Throw(Record):
    """Dice that are needed before the rest of a letter can be judged."""

    line: int
    count: int
    roll: Roll


class Submitted(Record):
    """What became of a letter.

    `code` is empty if all was accepted, `refused` if something was not, and `repeat` if nothing was filed
    because the letter had been; `refusal` is the entry that files what was refused; `again` says that the
    letter was filed before, and this is the answer it got then; `answered_by` is the entry that closed
    its side's last question, if none is open; `in_advance` are the orders in advance of its side, if the
    letter changed them, and `in_force` older ones that may apply to what it orders; `phrase` is what the
    letter put into the dice, and `followed` is what orders in advance of either side answered at once;
    `hidden` says that a rehearsal stopped at a hidden draw; `names` are what the pack calls sides; `language`
    is the one that its sender is answered in, by its code.
    """

    match: str
    side: Side
    code: str = ""
    names: Mapping[Side, str] = {}
    language: str = "en"
    accepted: tuple[AcceptedLine, ...] = ()
    refused: tuple[RefusedLine, ...] = ()
    unheard: tuple[int, ...] = ()
    refusal: int | None = None
    again: bool = False
    dry: bool = False
    hidden: bool = False
    needed: Throw | None = None
    answered_by: int | None = None
    in_advance: tuple[str, ...] | None = None
    in_force: tuple[str, ...] = ()
    followed: tuple[Block, ...] = ()
    phrase: str = ""
    prompts: tuple[Prompt, ...] = ()
    waiting: tuple[Side, ...] = ()
    head: str = ""
    warnings: tuple[str, ...] = ()
