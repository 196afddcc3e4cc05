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
    """An entry as one copy tells it; without a kind it is the header."""

    seq: int
    seal: str
    at: str
    kind: Kind | None = None
    side: Side | None = None


class Compared(Record):
    """Two copies of a journal side by side.

    `common` is the last entry that both have alike, -1 if not even the header is; `parted` says how each
    tells the first entry where they part; `ends` are the last entries of either.
    """

    first: str
    second: str
    match: str
    common: int
    ends: tuple[int, int]
    parted: tuple[Told, Told] | None = None


State = Literal["proved", "different", "unjudged", "unbelievable", "unreadable", "failed", "lost"]
"""What an audit may come to of a journal."""


class Limits(Record):
    """What no journal proves."""

    limits: tuple[Limit, ...]


class Audited(Record):
    """One journal of an audit.

    `state` says what the judge came to. Everything a `proved` journal can prove was proved, and where entries
    were judged again, today's rules say the same; of a `different` one they do not. An `unjudged` one was
    proved, and there are no rules here to judge it. An `unbelievable` one
    was changed, an `unreadable` one could not be read. Of a `failed` one (our mistake) and a `lost` one
    (its process died at every one of its `tries`) nothing is known. `complaints` say why.
    """

    journal: str
    state: State
    verified: Verified | None = None
    complaints: tuple[FiledComplaint, ...] = ()
    tries: int = 1


class Audit(Record):
    """The sum of an audit: how many journals there were, and in each state.

    `judged` counts those whose entries were judged again, and `tried_again` those whose process died once.
    `shard` is the part of the archive that was asked for.
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


class Weighed(Held):
    """A clause weighed in judging an order: what it found, and an order that shows the difference."""

    example: str = ""


class Draw(Record):
    """One byte of the stream of an entry: its index, what it was, and the face it gave, if it gave one."""

    index: int
    byte: int
    face: int | None


class ProvedRoll(Record):
    """A roll with all that anyone needs to throw it again: the key, the message, every draw.

    The key of a throw that not everyone sees is made `of` that of its `owner`, and of how many throws he had
    before it, as far as that key may be shown.
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
"""What rules may say of an entry today."""


class Rejudged(Record):
    """An entry that is decided differently: what was decided then, what now, and by which clauses."""

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
    """The dice of one side: hits expected and rolled, and where 95 of 100 such sides would end up.

    `expected` is a fraction as text; `low` and `high` are the exact interval; `at_least` and `at_most` are
    the chances of so many hits or more, and of so many or fewer, as fractions of a million.
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
    """The luck of a match; dice that needed no number are left out, and counted."""

    match: str
    sides: tuple[SideLuck, ...]
    aimless: int
    names: Mapping[Side, str] = {}


class Amended(Record):
    """An amendment of a position: what was asked for, on whose word, and what the rules hold against it.

    `filed` are the entries of its rulings; there are none where something is `refused`, or nothing was filed.
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
    """A paragraph of a policy as a ruling cites it."""

    policy: str
    paragraph: str
    title: str
    text: str


RulingOutcome = Literal["stands", "void", "replay"]
"""What a ruling makes of a disputed entry."""


class Decided(Record):
    """What a policy makes of one disputed entry: the paragraph that decides, and the facts that it asked."""

    entry: int
    cited: Cited
    outcome: RulingOutcome
    facts: tuple[str, ...]


class Resolution(Record):
    """What a policy makes of errors: what stands, what is void, which dice survive, and what is sent again.

    `decisions` has each disputed entry; `entry`, `cited`, `outcome` and `facts` are those of the first that
    is void, or of the first. `kept` are entries that are filed again with their dice, as the entries
    `filed_again`, and `filed` is the entry of the ruling, if it was filed. `changed` is what the disputed
    orders changed in battles.
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
