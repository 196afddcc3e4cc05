"""What the desk answers: the records behind `--json`."""

from collections.abc import Mapping
from typing import Literal

from schemas.clocks import Deadline
from schemas.journal import DiceMode, Kind, Phrases
from schemas.record import JsonValue, Prompt, Record, Side


class Opened(Record):
    """A match that was opened; `chosen` are the options that are not as the pack recommends.

    On a shelf with a club log, `leaf` is the number of the leaf of the header, and `proof` its proof for the
    players, in lines that begin with a signed checkpoint.
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
    leaf: int | None = None
    proof: tuple[str, ...] = ()


class Languages(Record):
    """The language that each viewer of a match is answered in, and those there are."""

    match: str
    languages: Mapping[Side, str]
    known: tuple[str, ...]


class Listed(Record):
    """A match on the shelf, at a glance; `fault` says why it cannot be read, and `code` names that.

    `deadlines` are the answers that are owed, where a clock runs.
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
    """The matches there are."""

    shelf: str
    matches: tuple[Listed, ...]


class KeptFold(Record):
    """What is kept of the past of one match, so that commands need not read it again.

    A fold is `fresh`, or `behind` what was filed since; one that is `unfit` is not used. `size` is in bytes,
    with its checkpoints. `wrong` are the parts that are not what the journal comes to, if that was checked.
    """

    match: str
    state: Literal["fresh", "behind", "unfit", "none"]
    entries: int = 0
    checkpoints: int = 0
    size: int = 0
    wrong: tuple[str, ...] = ()


class Folds(Record):
    """The folds of some matches, and in which folder they lie; or how many were `cleared` from it."""

    folder: str
    folds: tuple[KeptFold, ...]
    checked: bool = False
    cleared: int | None = None


class Questions(Record):
    """The questions that are open, as one viewer may know them.

    No order is taken before the `phrases_awaited` of some sides are in the dice.
    """

    match: str
    viewer: Side
    prompts: tuple[Prompt, ...]
    waiting: tuple[Side, ...]
    phrases_awaited: tuple[Side, ...] = ()
    head: str


class Answers(Record):
    """Lawful orders of one side, as lines of a letter; `more` says that the list was cut off."""

    match: str
    side: Side
    orders: tuple[str, ...]
    more: bool = False


class Line(Record):
    """One entry of a journal, as one viewer may know it; the dice of some are those that a ruling `kept`."""

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
    """An entry that is no order: a note, a phrase, a retract, an opened secret."""

    match: str
    entry: int
    kind: Kind
    text: str
    head: str


class DoubtedRoll(Record):
    """A throw that a copy cannot lead back to the header: it follows from a key of its own, or from none."""

    entry: int
    purpose: str
    dice: int
    basis: Literal["own-key", "word"]


class ViewFinding(Record):
    """What is said of one event of an entry by its number, or of its order, which has the number 0.

    `code` and `parameters` are the same as data as the `text`.
    """

    entry: int
    event: int
    code: str
    parameters: Mapping[str, JsonValue] = {}
    text: str


class OwnView(Record):
    """What a copy tells its reader, held against the rules as far as he may know.

    `orders`, `events`, `rolls` and `refusals` count what the copy tells, and how much of it was
    judged. `wrong` must be otherwise by today's rules. `unjudged` cannot be judged from here, and each
    says why.
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
    """One thing that no journal proves, and why, or what helps."""

    code: str
    text: str
    why: str = ""


class Tail(Record):
    """The lines that a repair set aside: the file that keeps them, and the entry that they stood behind.

    `believed` counts those that could be believed, and `keys` the keys of dice to come that they show.
    """

    file: str
    after: int
    lines: int
    believed: int = 0
    keys: int = 0


class FoundWitness(Record):
    """A head that was recorded elsewhere: the entry that says so, whose word it is, and where to look it up.

    `digest` is the SHA-256 of what was kept of it. `fixed` is the entry up to which it fixes this history,
    null where this history does not have that head.
    """

    entry: int
    head: str
    side: Side | None = None
    where: str = ""
    digest: str = ""
    fixed: int | None = None


class NotJudged(Record):
    """Why the rules of a journal were not judged; `differences` are known ones of the pack here."""

    code: str
    text: str
    remedy: str = ""
    differences: tuple[str, ...] = ()


class Verified(Record):
    """What was proved of a journal; `differences` are entries that today's rules would decide differently.

    `rolls` and `dice` count what is proved to the header. Of the dice that are not, `own_key` counts those
    that follow from a key of their own, whose owner has to show that it was due, `on_word` those on the
    moderator's word, and `unproved` both; `doubted` lists their throws, and `spoken` counts those of people.
    `phrased` are the sides whose phrases are in the dice. `fixed` is the entry up to which `witnesses` fix
    the history, by heads that were recorded elsewhere. `own_view` is what the rules say to a copy, which
    lacks what its reader may not know. `not_judged` says why no rules were asked, or is null. `limits` are
    the things that this journal cannot prove, and `unproved_fields` the fields, as `kind.field`, that rest on
    the moderator's word.
    `agreed` counts the secret facts that are what was claimed of them, once the secrets are open;
    `set_aside` is the file that keeps a torn line, and `tail` the lines that a repair took away.
    """

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
        """Whether today's rules would decide anything differently, as far as it was judged."""
        return bool(self.differences) or (self.own_view is not None and bool(self.own_view.wrong))


class Words(Record):
    """What is printed and is no record: a page of help, a copy of a journal, a page to step through."""

    text: str


class Exported(Record):
    """A copy of a journal, a report or a map that was written to a file."""

    match: str
    viewer: Side
    file: str
    lines: int


class ExportedReports(Record):
    """The reports that were written to a folder, one for each reader."""

    match: str
    files: tuple[Exported, ...]
