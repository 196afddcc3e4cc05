"""Evidence as records: copies compared, entries judged again, disputes, and the luck of the dice."""

from collections.abc import Mapping
from typing import Literal

from schemas.answers.complaints import FiledComplaint
from schemas.answers.matches import Limit, Verified
from schemas.answers.odds import OrderChange
from schemas.answers.orders import Held
from schemas.journal import Kind
from schemas.record import Record, Roll, Side
from schemas.rulebook import Citation


class Told(Record):
    """An entry of one copy; the header has no kind."""

    seq: int
    seal: str
    at: str
    kind: Kind | None = None
    side: Side | None = None


class Compared(Record):
    """Two copies of a journal side by side.

    `common` is the last equal entry, or -1 if the headers differ. `parted` is the first different entry of
    each copy. `ends` are the last entries of both.
    """

    first: str
    second: str
    match: str
    common: int
    ends: tuple[int, int]
    parted: tuple[Told, Told] | None = None


State = Literal["proved", "different", "unjudged", "unbelievable", "unreadable", "failed", "lost"]
"""Result of an audit of a journal."""


class Limits(Record):
    """Facts that no journal proves."""

    limits: tuple[Limit, ...]


class Audited(Record):
    """One journal of an audit.

    `state` is the result. A `proved` journal passed all proofs, and today's rules agree if entries were
    judged again; they do not agree with a `different` one. An `unjudged` one passed the proofs, and its
    rules are not installed. An `unbelievable` one was changed, and an `unreadable` one could not be read.
    Nothing is known of a `failed` one (our mistake), or of a `lost` one, whose process died in all
    `tries`. `complaints` contain the reasons. `digest` is the SHA-256 of the unpacked journal, empty if it
    could not be read; with `from_earlier`, an earlier audit judged it.
    """

    journal: str
    state: State
    verified: Verified | None = None
    complaints: tuple[FiledComplaint, ...] = ()
    tries: int = 1
    digest: str = ""
    from_earlier: bool = False


class AuditFile(Record):
    """The header of a file of audited journals: version of the program, and if entries are judged again."""

    program: str
    rejudge: bool


class Audit(Record):
    """The sum of an audit: how many journals there were, and in each state.

    `judged` counts journals whose entries were judged again, `tried_again` journals whose process died once.
    `shard` is the requested part of the archive. The results of `from_earlier` journals are those of an
    earlier audit.
    """

    journals: int = 0
    proved: int = 0
    different: int = 0
    unjudged: int = 0
    unbelievable: int = 0
    unreadable: int = 0
    failed: int = 0
    lost: int = 0
    judged: int = 0
    tried_again: int = 0
    shard: str = "1/1"
    from_earlier: int = 0


class Weighed(Held):
    """A clause in the judgement of an order, with its objection and an order that shows the limit."""

    example: str = ""


class Draw(Record):
    """One byte of the draws of an entry: its index, its value, and the face that it gave, or None."""

    index: int
    byte: int
    face: int | None


class ProvedRoll(Record):
    """A roll with its key, its message and every draw, so that anyone can recompute it.

    The key of a secret roll follows from `of`, the key of its `owner`, and from the `number` of the roll, if
    the viewer may see that key.
    """

    roll: Roll
    hits: int
    key: str = ""
    owner: Side = ""
    of: str = ""
    number: int = 0
    key_before: str = ""
    message: str = ""
    draws: tuple[Draw, ...] = ()
    source: str = ""


Decision = Literal["accepted", "refused", "other-events", "needs-dice", "unreadable"]
"""Decision of today's rules on an entry."""


class Rejudged(Record):
    """An entry with different decisions then and now, and the clauses of the new one."""

    entry: int
    side: Side | None
    order: str
    then: Decision
    now: Decision
    clauses: tuple[Weighed, ...] = ()
    differences: tuple[str, ...] = ()


class Rejudgement(Record):
    """A match judged again, by today's rules or with another pack."""

    match: str
    pack: str
    version: str
    digest: str
    judged: int
    different: tuple[Rejudged, ...]
    stopped: str = ""


class SideLuck(Record):
    """The dice of one side: expected and rolled hits, and the interval of 95 of 100 such sides.

    `expected` is a fraction as text; `low` and `high` are the exact interval; `at_least` and `at_most` are
    the chances of at least and at most this number of hits, in millionths.
    """

    side: Side
    dice: int
    hits: int
    expected: str
    low: int
    high: int
    at_least: int
    at_most: int
    shows: str


class Luck(Record):
    """The luck of a match; dice without a needed number are counted apart."""

    match: str
    sides: tuple[SideLuck, ...]
    aimless: int
    names: Mapping[Side, str] = {}


class Amended(Record):
    """An amendment of a position: its lines, its reason, the consent, and the objections of the rules.

    `filed` are the entries of its rulings. It is empty if a line is `refused`, or if nothing was filed.
    """

    match: str
    lines: tuple[str, ...]
    reason: str
    consent: tuple[Side, ...] = ()
    refused: tuple[Held, ...] = ()
    filed: tuple[int, ...] = ()
    code: str = ""
    head: str = ""


class Cited(Record):
    """A paragraph of a policy, as cited by a ruling."""

    policy: str
    paragraph: str
    title: str
    text: str


RulingOutcome = Literal["stands", "void", "replay"]
"""Outcome of a ruling for a disputed entry."""


class Decided(Record):
    """Decision of a policy on one disputed entry: its paragraph, and the facts that it depends on."""

    entry: int
    cited: Cited
    outcome: RulingOutcome
    facts: tuple[str, ...]


class Resolution(Record):
    """Decision of a policy on errors: valid and void entries, kept dice, and orders to send again.

    `decisions` contains each disputed entry; `entry`, `cited`, `outcome` and `facts` belong to the first void
    entry, or to the first entry if none is void. `kept` are entries that are filed again with their dice, as
    the entries `filed_again`. `filed` is the entry of the ruling, if it was filed. `changed` lists the
    changes in battles by the disputed orders.
    """

    match: str
    entry: int
    cited: Cited
    error: str
    clauses: tuple[Citation, ...] = ()
    outcome: RulingOutcome
    facts: tuple[str, ...]
    stands: tuple[int, ...]
    void: tuple[int, ...]
    dice_kept: int
    dice_fallen: int
    again: tuple[str, ...] = ()
    filed: int | None = None
    head: str = ""
    decisions: tuple[Decided, ...] = ()
    kept: tuple[int, ...] = ()
    filed_again: tuple[int, ...] = ()
    changed: tuple[OrderChange, ...] = ()
