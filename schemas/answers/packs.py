"""Answers about packs and clauses (`explain --json`)."""

from collections.abc import Mapping
from typing import Literal

from schemas.record import Provenance, Record, Side


class ListedPack(Record):
    """A pack in a list. `fault` is the reason why it cannot be read."""

    pack: str
    name: str = ""
    version: str = ""
    system: str = ""
    fault: str = ""


class PackList(Record):
    """The installed packs."""

    packs: tuple[ListedPack, ...]


class PackScenario(Record):
    """A set-up."""

    id: str
    name: str


class PackChoice(Record):
    """An option of a match."""

    id: str
    title: str
    choices: tuple[str, ...]
    default: str


class PackTable(Record):
    """The source of the figures of one table."""

    table: str
    source: Provenance
    note: str = ""


class FigureCount(Record):
    """The number of figures of a file by label."""

    file: str
    labels: Mapping[str, int]


class PackPage(Record):
    """The description of a pack."""

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
    figures: tuple[FigureCount, ...] = ()


class BlankFigure(Record):
    """A blank of a pack: its place, the `source` of its figure in the printed game, and its weight.

    The figures of the lowest weight decide most, and are asked for first. `item` is the season turn, or the
    nation and its armies, that the figure belongs to.
    """

    file: str
    figure: str
    line: int
    column: int
    source: str
    weight: int
    item: str = ""


class NewFigure(Record):
    """A figure that was written into a blank."""

    file: str
    figure: str
    value: str
    item: str = ""


class FilledPack(Record):
    """A pack whose blanks were filled in: the numbers of new figures and of blanks, and lists of both."""

    pack: str
    figures: int
    blanks: int
    next: tuple[BlankFigure, ...] = ()
    entries: tuple[NewFigure, ...] = ()


class BegunPack(Record):
    """A new pack: its folder, its own files, and its base pack."""

    pack: str
    folder: str
    files: tuple[str, ...]
    extends: str | None = None


class RedrawnMap(Record):
    """A map whose outlines were drawn again, and the pairs of areas whose border the drawing does not show.

    `linked` areas are adjacent without a shared edge. `closed` areas share an edge that is not a border.
    """

    pack: str
    file: str
    areas: int
    linked: tuple[tuple[str, str], ...] = ()
    closed: tuple[tuple[str, str], ...] = ()


class CountedDepth(Record):
    """The number of legal orders at one depth, in total and by question."""

    depth: int
    orders: int
    questions: Mapping[str, int]


class CountedShare(Record):
    """The percentage of games that a side won, with its 95 % confidence interval."""

    side: Side
    player: str
    won: int
    percent: float
    least: float
    most: float


class CountedGames(Record):
    """Games between two scripted players, and their results."""

    games: int
    drawn: int
    shares: tuple[CountedShare, CountedShare]


class CountedScenario(Record):
    """The number of legal orders at the start of a scenario. Depth 2 counts pairs of orders."""

    scenario: str
    depths: tuple[CountedDepth, ...]
    games: tuple[CountedGames, ...] = ()


class CountedOrders(Record):
    """The number of legal orders at the start of a pack's scenarios."""

    pack: str
    scenarios: tuple[CountedScenario, ...]


class Explained(Record):
    """A clause of a rulebook with its meanings and the rulings that cite it."""

    pack: str
    book: str
    number: str
    title: str
    rule: str
    meanings: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class ExplainedRuling(Record):
    """The ruling on a gap or a contradiction of a rulebook."""

    pack: str
    id: str
    title: str
    text: str
    because: str


class ExplainedFact(Record):
    """The explanation of a code: a fault, or the refusal of an order.

    Parts of the text and of the remedy are in braces. `packs` are the packs whose rules use the refusal.
    """

    code: str
    kind: Literal["fault", "refusal"]
    text: str
    remedy: str = ""
    parts: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()


class CodePlace(Record):
    """A place in the source: a function, a table entry, a line of a pack, or a case."""

    file: str
    line: int
    name: str
    text: str = ""


Basis = Literal["meaning", "number", "case", "shared-case", "section", "chapter", "none"]
"""Link from a clause to its rules.

- meaning: the functions name the meaning of the clause
- number: their docstrings or comments cite its number
- case: they create an event, or name a refusal, that a case of the clause expects
- shared-case: they name a meaning of a clause that a case cites together with it
- section: they name a meaning of its section, or cite the section
- chapter: they name a meaning of its chapter
- none: no function was found
"""


class ClauseCode(Record):
    """The code of a clause: its rules, refusals, prompts, events, orders, lines of packs, cases and titles.

    `basis` is the link from the clause to its `rules`. `refusals` and `prompts` are codes, `events` and
    `orders` types. `has_cases` is False if the working folder is not a checkout with cases. `titles` are by
    language.
    """

    pack: str
    number: str
    basis: Basis
    rules: tuple[CodePlace, ...] = ()
    refusals: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    events: tuple[CodePlace, ...] = ()
    orders: tuple[CodePlace, ...] = ()
    pack_lines: tuple[CodePlace, ...] = ()
    cases: tuple[CodePlace, ...] = ()
    has_cases: bool = True
    titles: Mapping[str, str] = {}


class Explanation(Record):
    """Everything about one clause, meaning, ruling or code."""

    clauses: tuple[Explained, ...] = ()
    rulings: tuple[ExplainedRuling, ...] = ()
    facts: tuple[ExplainedFact, ...] = ()
    code: tuple[ClauseCode, ...] = ()
