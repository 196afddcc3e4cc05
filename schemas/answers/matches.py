"""Answers about matches: the records behind `--json`."""

from collections.abc import Mapping
from typing import Literal

from schemas.answers.orders import AwaitedRound
from schemas.clocks import Deadline
from schemas.journal import DiceMode, Kind, Phrases
from schemas.record import JsonValue, Prompt, Record, Side


class Opened(Record):
    """An opened match. `chosen` are the options that differ from the pack's recommendation.

    `beacon` is the number of rounds for which public dice wait, and `secret_opens` the time at which the
    hidden secret opens without the moderator. On a shelf with a club log, `leaf` is the
    number of the leaf of the header, and `proof` its proof for the players, in lines that begin with a signed
    checkpoint.
    """

    match: str
    folder: str
    pack: str
    version: str
    scenario: str
    options: Mapping[str, str]
    chosen: Mapping[str, str] = {}
    sides: tuple[Side, ...]
    dice: DiceMode
    phrases: Phrases = "allowed"
    anchor: str
    hidden: str
    policy: str
    head: str
    beacon: int | None = None
    secret_opens: str | None = None
    leaf: int | None = None
    proof: tuple[str, ...] = ()


class Languages(Record):
    """The language of each viewer of a match, and the available languages."""

    match: str
    languages: Mapping[Side, str]
    known: tuple[str, ...]


class Listed(Record):
    """A match on the shelf. `fault` is the reason why it cannot be read, and `code` names that fault.

    `deadlines` are the open answers if a clock runs.
    """

    match: str
    pack: str = ""
    scenario: str = ""
    entries: int = 0
    waiting: tuple[Side, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    head: str = ""
    fault: str = ""
    code: str = ""


class Shelf(Record):
    """The matches on a shelf."""

    shelf: str
    matches: tuple[Listed, ...]


class KeptFold(Record):
    """The snapshot of one match, from which commands read on.

    A snapshot is `fresh`, `behind` later entries, or `unfit` for use. `size` is in bytes, with its
    checkpoints. `wrong` are the parts that differ from a replay of the journal, if that was checked.
    """

    match: str
    state: Literal["fresh", "behind", "unfit", "none"]
    entries: int = 0
    checkpoints: int = 0
    size: int = 0
    wrong: tuple[str, ...] = ()


class Folds(Record):
    """The snapshots of some matches and their folder, or the number of `cleared` ones."""

    folder: str
    folds: tuple[KeptFold, ...]
    checked: bool = False
    cleared: int | None = None


class Questions(Record):
    """The open prompts as one viewer may know them.

    No order is accepted before the phrases of the sides `phrases_awaited`, or while dice wait for a round of
    the beacon (`awaits`).
    """

    match: str
    viewer: Side
    prompts: tuple[Prompt, ...]
    waiting: tuple[Side, ...]
    phrases_awaited: tuple[Side, ...] = ()
    awaits: AwaitedRound | None = None
    head: str


class Answers(Record):
    """Legal orders of one side, as lines of a letter. `more` is true if the list was cut."""

    match: str
    side: Side
    orders: tuple[str, ...]
    more: bool = False


class Line(Record):
    """One entry of a journal as one viewer may know it. `kept` is true if a ruling kept its dice."""

    seq: int
    at: str
    kind: Kind
    side: Side | None = None
    text: str
    thrown: tuple[tuple[int, ...], ...] = ()
    stands: bool = True
    seal: str
    kept: bool = False


class Log(Record):
    """The entries of a journal."""

    match: str
    viewer: Side
    entries: tuple[Line, ...]
    head: str


class Filed(Record):
    """A filed entry without an order: a note, a phrase, a takeback or a reveal."""

    match: str
    entry: int
    kind: Kind
    text: str
    head: str


class DoubtedRoll(Record):
    """A roll that a copy cannot trace to the header.

    It follows from its own key, or from the moderator's word.
    """

    entry: int
    purpose: str
    dice: int
    basis: Literal["own-key", "word"]


class ViewFinding(Record):
    """A finding about one event of an entry, or about its order (event 0).

    `code` and `parameters` state the `text` as data.
    """

    entry: int
    event: int
    code: str
    parameters: Mapping[str, JsonValue] = {}
    text: str


class OwnView(Record):
    """The content of a copy, judged by the rules as far as its viewer may know.

    `orders`, `events`, `rolls` and `refusals` count the content of the copy, and the others the judged part.
    `wrong` findings differ from today's rules. `unjudged` findings state why they cannot be judged from this
    copy.
    """

    viewer: Side
    orders: int = 0
    orders_judged: int = 0
    events: int = 0
    events_judged: int = 0
    rolls: int = 0
    rolls_judged: int = 0
    refusals: int = 0
    refusals_judged: int = 0
    wrong: tuple[ViewFinding, ...] = ()
    unjudged: tuple[ViewFinding, ...] = ()


class Limit(Record):
    """A fact that no journal can prove, with the reason or a remedy."""

    code: str
    text: str
    why: str = ""


class Tail(Record):
    """The lines that a repair set aside: the file that stores them, and the entry before them.

    `believed` counts valid entries, and `keys` the keys of future rolls that the lines show.
    """

    file: str
    after: int
    lines: int
    believed: int = 0
    keys: int = 0


class FoundWitness(Record):
    """A head that was recorded elsewhere: its entry, its author, and the place.

    `digest` is the SHA-256 of the evidence. `fixed` is the last entry whose history it fixes, or null if this
    journal does not contain the head.
    """

    entry: int
    head: str
    side: Side | None = None
    where: str = ""
    digest: str = ""
    fixed: int | None = None


class NotJudged(Record):
    """The reason why a journal was not judged. `differences` are known differences of the installed pack."""

    code: str
    text: str
    remedy: str = ""
    differences: tuple[str, ...] = ()


class Verified(Record):
    """The result of a verification. `differences` are entries that today's rules would decide differently.

    `rolls` and `dice` are traced to the header. The others are counted in `unproved`: `own_key` dice follow
    from their own key, whose owner must show that it was due, and `on_word` dice rest on the moderator's
    word. `doubted` lists their rolls, and `spoken` counts manual dice. `phrased` are the sides with phrases
    in the dice. `fixed` is the last entry that the `witnesses` fix. `own_view` is the judgement of a copy
    that lacks secret parts. `not_judged` is the reason why no rules were applied, or null. `limits` are facts
    that this journal cannot prove, and `unproved_fields` the fields, as `kind.field`, that rest on the
    moderator's word.

    `agreed` counts the secret facts that match their claims, after the secrets were revealed. `set_aside` is
    the file with a torn line, and `tail` the lines that a repair removed.
    """

    match: str
    pack: str
    entries: int
    head: str
    keys: int
    rolls: int
    dice: int
    spoken: int
    secret_opened: bool = False
    rounds: int = 0
    rounds_checked: int = 0
    lacking: int
    opened: bool
    torn: bool
    replayed: int | None = None
    events: int | None = None
    differences: tuple[int, ...] | None = None
    agreed: int | None = None
    unproved: int = 0
    own_key: int = 0
    on_word: int = 0
    doubted: tuple[DoubtedRoll, ...] = ()
    phrased: tuple[Side, ...] = ()
    fixed: int | None = None
    witnesses: tuple[FoundWitness, ...] = ()
    own_view: OwnView | None = None
    not_judged: NotJudged | None = None
    unproved_fields: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    set_aside: str = ""
    tail: Tail | None = None
    warnings: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """True if today's rules would decide an entry differently, as far as it was judged."""
        return bool(self.differences) or (self.own_view is not None and bool(self.own_view.wrong))


class Words(Record):
    """Printed text that is not a record: a help page, a copy of a journal, or a page."""

    text: str


class Exported(Record):
    """A copy of a journal, a report, a map or tables that were written to a file.

    `match` has several names, with commas between, if the tables of several matches share the file.
    """

    match: str
    viewer: Side
    file: str
    lines: int


class OrderPage(Record):
    """The page on which a side composes its letter: its file in the folder of the site."""

    match: str
    side: Side
    file: str


class BuiltSite(Record):
    """A site that was written: its folder, its matches, the new or changed ones, and secret pages."""

    folder: str
    matches: int
    fresh: int
    orders: tuple[OrderPage, ...] = ()


class ExportedReports(Record):
    """Reports that were written to a folder, one for each viewer."""

    match: str
    files: tuple[Exported, ...]
