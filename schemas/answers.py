"""What the desk answers: the records behind `--json`."""

from collections.abc import Mapping

from schemas.document import Block
from schemas.journal import DiceMode, Kind
from schemas.record import Objection, Prompt, Record, Roll, Side


class Opened(Record):
    """A match that was opened."""

    match: str
    folder: str
    pack: str
    version: str
    scenario: str
    options: Mapping[str, str]
    sides: tuple[Side, ...]
    dice: DiceMode
    anchor: str
    hidden: str
    head: str


class Listed(Record):
    """A match on the shelf, at a glance; `fault` says why it cannot be read."""

    match: str
    pack: str = ""
    scenario: str = ""
    entries: int = 0
    waiting: tuple[Side, ...] = ()
    head: str = ""
    fault: str = ""


class Shelf(Record):
    """The matches there are."""

    shelf: str
    matches: tuple[Listed, ...]


class Held(Record):
    """One clause held against an order, with its number and title in this game's rulebook."""

    clause: str
    number: str
    title: str
    text: str
    remedy: str = ""


class Fallen(Record):
    """A refused line of a letter as it is filed: an order and the objections, or a line that is no order."""

    line: int
    column: int = 1
    text: str
    order: str = ""
    objections: tuple[Objection, ...] = ()
    unreadable: str = ""
    nearest: tuple[str, ...] = ()


class RefusedLetter(Record):
    """What a refusal keeps of a letter, for its sender and the referee."""

    letter: str
    message_id: str | None = None
    text: str
    fallen: tuple[Fallen, ...]
    unheard: tuple[int, ...] = ()
    padding: str = ""
    salt: str = ""


class RefusedLine(Record):
    """A line of a letter that was refused, with everything that is held against it."""

    line: int
    column: int = 1
    text: str
    order: str = ""
    held: tuple[Held, ...] = ()
    unreadable: str = ""
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

    `refusal` is the entry that files what was refused; `again` says that the letter was filed before, and
    this is the answer it got then; `answered_by` is the entry that closed its side's last question, if none
    is open; `hidden` says that a rehearsal stopped at a hidden draw; `names` are what the pack calls sides.
    """

    match: str
    side: Side
    names: Mapping[Side, str] = {}
    accepted: tuple[AcceptedLine, ...] = ()
    refused: tuple[RefusedLine, ...] = ()
    unheard: tuple[int, ...] = ()
    refusal: int | None = None
    again: bool = False
    dry: bool = False
    hidden: bool = False
    needed: Throw | None = None
    answered_by: int | None = None
    prompts: tuple[Prompt, ...] = ()
    waiting: tuple[Side, ...] = ()
    head: str = ""
    warnings: tuple[str, ...] = ()


class Questions(Record):
    """The questions that are open, as one viewer may know them."""

    match: str
    viewer: Side
    prompts: tuple[Prompt, ...]
    waiting: tuple[Side, ...]
    head: str


class Answers(Record):
    """Lawful orders of one side, as lines of a letter; `more` says that the list was cut off."""

    match: str
    side: Side
    orders: tuple[str, ...]
    more: bool = False


class Line(Record):
    """One entry of a journal, as one viewer may know it."""

    seq: int
    at: str
    kind: Kind
    side: Side | None = None
    text: str
    thrown: tuple[tuple[int, ...], ...] = ()
    stands: bool = True
    seal: str


class Log(Record):
    """The entries of a journal."""

    match: str
    viewer: Side
    entries: tuple[Line, ...]
    head: str


class Filed(Record):
    """An entry that is no order: a note, a retract, an opened secret."""

    match: str
    entry: int
    kind: Kind
    text: str
    head: str


class Verified(Record):
    """What was proved of a journal; `differences` are entries that today's rules would decide differently."""

    match: str
    pack: str
    entries: int
    head: str
    keys: int
    rolls: int
    dice: int
    spoken: int
    lacking: int
    opened: bool
    torn: bool
    replayed: int | None = None
    events: int | None = None
    differences: tuple[int, ...] | None = None
    warnings: tuple[str, ...] = ()


class Explained(Record):
    """A clause of a rulebook with its meanings and the rulings that speak of it."""

    pack: str
    book: str
    number: str
    title: str
    rule: str
    meanings: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class Explanation(Record):
    """Everything the rulebooks have under one number or meaning."""

    clauses: tuple[Explained, ...]


class Exported(Record):
    """A copy of a journal, or a map, that was written to a file."""

    match: str
    viewer: Side
    file: str
    lines: int
