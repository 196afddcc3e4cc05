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
    """The parts of an order: verb, piece, start and destination. A missing part is empty.

    `default` marks the order without an action: `done`, or no offensive.
    """

    verb: str
    piece: str = ""
    start: Where = ""
    to: Where = ""
    default: bool = False


class Option(Record):
    """A legal order: its line in a letter, its data, and its parts.

    `question` and `subject` are those of its prompt. `piece` is the id of a piece, an army, a figure or a
    unit. `start` (`from` in JSON) and `to` are ids of areas, or spots in hundredths of an inch. `default`
    marks the order without an action.
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

    @property
    def id(self) -> str:
        """The same text for the same order of a side in every process: `german: pass`."""
        return f"{self.side}: {self.text}"

    def __hash__(self) -> int:
        return hash(self.id)


class ArmyUnits(Record):
    """An army of one side: its area, its label on the map, and its units with their names."""

    id: str
    area: str
    label: str
    units: Mapping[str, str]


class Options(Record):
    """Legal orders of one side in parts. `more` is true if the list was cut."""

    match: str
    side: Side
    options: tuple[Option, ...]
    more: bool = False
    head: str


class Held(Record):
    """One objection to an order, with its clause's number and title in this rulebook."""

    clause: str
    number: str
    title: str
    text: str
    remedy: str = ""
    fact: str = ""
    parameters: Mapping[str, JsonValue] = {}


class RefusedLine(Record):
    """A refused line of a letter, with every objection.

    `fact` and `parameters` state `unreadable` as data, for a line that is not an order.
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


class ProposedLine(Record):
    """An order that a letter in free words probably means, beside the words of the letter."""

    order: str
    words: str


class UnreadSentence(Record):
    """A sentence that seems to hold an order. `order` is that order if it is illegal, with objections."""

    words: str
    order: str = ""
    objections: tuple[Held, ...] = ()


class ProposedLetter(Record):
    """Orders that a refused letter probably means, in sequence. None of them was played.

    `due` is the time at which a post office plays them if their writer sends nothing, and `due_text` is this
    time in the zone of the match. It `is_guess` if names alone say what is meant: a post
    office plays no guess without a reply.
    """

    lines: tuple[ProposedLine, ...] = ()
    unread: tuple[UnreadSentence, ...] = ()
    due: str = ""
    due_text: str = ""
    is_guess: bool = False


class AcceptedLine(Record):
    """An accepted order, and its events as its side sees them."""

    line: int
    order: str
    entry: int
    happened: tuple[Block, ...] = ()


class NeededDice(Record):
    """Dice that are needed before the rest of a letter can be judged."""

    line: int
    count: int
    roll: Roll


class AwaitedRound(Record):
    """The round of the beacon for which dice wait: the entry that fixes it, the side, and its time."""

    entry: int
    side: Side
    round: int
    time: str


class Submitted(Record):
    """The ruling on a letter.

    `code` is empty if everything was accepted, `refused` if a line was refused, and `repeat` for a repeated
    letter.

    - refusal: the entry that files the refused lines
    - again: True if the letter was filed before; the answer is the same
    - answered_by: the entry that closed the side's last prompt, if none is open
    - in_advance: the side's standing orders, if the letter changed them
    - in_force: older standing orders that may apply
    - phrase: text that the letter added to the dice
    - followed: answers of standing orders of both sides
    - has_beacon: True if the letter brought a round of the beacon, and `followed` has its dice
    - hidden: True if a rehearsal stopped at a hidden draw
    - awaits: the round of the beacon for which the match waits now
    - receipt: lines of a note that the key of the club signed, on a shelf with a club log
    - proposal: orders that a refused letter in free words probably means
    - names: names of the sides in the pack
    - language: code of the sender's language
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
    needed: NeededDice | None = None
    answered_by: int | None = None
    in_advance: tuple[str, ...] | None = None
    in_force: tuple[str, ...] = ()
    followed: tuple[Block, ...] = ()
    has_beacon: bool = False
    phrase: str = ""
    prompts: tuple[Prompt, ...] = ()
    waiting: tuple[Side, ...] = ()
    awaits: AwaitedRound | None = None
    head: str = ""
    receipt: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    proposal: ProposedLetter | None = None
