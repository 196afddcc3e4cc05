"""Answers about packs and clauses (`explain --json`)."""

from collections.abc import Mapping
from typing import Literal

from schemas.record import Provenance, Record, Side


class ListedPack(Record):
    """A pack at a glance; `fault` says why it cannot be read."""

    pack: str
    name: str = ""
    version: str = ""
    system: str = ""
    fault: str = ""


class PackList(Record):
    """The packs that can be played by name."""

    packs: tuple[ListedPack, ...]


class PackScenario(Record):
    """A set-up."""

    id: str
    name: str


class PackChoice(Record):
    """A rule that may be chosen when a match is opened."""

    id: str
    title: str
    choices: tuple[str, ...]
    default: str


class PackTable(Record):
    """Where the figures of one table come from."""

    table: str
    source: Provenance
    note: str = ""


class PackPage(Record):
    """A pack as it describes itself."""

    pack: str
    name: str
    version: str
    system: str
    folder: str
    digest: str
    sides: tuple[Side, ...]
    scenarios: tuple[PackScenario, ...]
    options: tuple[PackChoice, ...] = ()
    tables: tuple[PackTable, ...] = ()


class BegunPack(Record):
    """A pack that was begun: its folder, the files in it that are its own, and the pack it builds on."""

    pack: str
    folder: str
    files: tuple[str, ...]
    extends: str | None = None


class RedrawnMap(Record):
    """A map that was drawn again, and the pairs of areas whose border the drawing does not show.

    `linked` areas border on each other without a shared edge; `closed` ones share an edge that is no border.
    """

    pack: str
    file: str
    areas: int
    linked: tuple[tuple[str, str], ...] = ()
    closed: tuple[tuple[str, str], ...] = ()


class CountedDepth(Record):
    """The lawful orders at one depth: in all, and by the question they answer."""

    depth: int
    orders: int
    questions: Mapping[str, int]


class CountedShare(Record):
    """How many games a side won, in percent, and between what the true share lies in 19 of 20 such counts."""

    side: Side
    player: str
    won: int
    percent: float
    least: float
    most: float


class CountedGames(Record):
    """Games between two players who follow a script, and how they ended."""

    games: int
    drawn: int
    shares: tuple[CountedShare, CountedShare]


class CountedScenario(Record):
    """The lawful orders that a scenario opens with; depth 2 counts pairs. `games` if any were played."""

    scenario: str
    depths: tuple[CountedDepth, ...]
    games: tuple[CountedGames, ...] = ()


class CountedOrders(Record):
    """The lawful orders that the scenarios of a pack open with."""

    pack: str
    scenarios: tuple[CountedScenario, ...]


class Explained(Record):
    """A clause of a rulebook with its meanings and the rulings that speak of it."""

    pack: str
    book: str
    number: str
    title: str
    rule: str
    meanings: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class ExplainedRuling(Record):
    """How a gap or a contradiction of a rulebook is settled."""

    pack: str
    id: str
    title: str
    text: str
    because: str


class ExplainedFact(Record):
    """What a code stands for: a fault of what was typed, sent or filed, or the refusal of an order.

    The parts of its text and of what helps stand in braces; `packs` are those whose rules refuse for it.
    """

    code: str
    kind: Literal["fault", "refusal"]
    text: str
    remedy: str = ""
    parts: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()


class Explanation(Record):
    """All there is under one number or meaning of a rulebook, the id of a ruling, or the code of a fact."""

    clauses: tuple[Explained, ...] = ()
    rulings: tuple[ExplainedRuling, ...] = ()
    facts: tuple[ExplainedFact, ...] = ()
