"""The two kinds of line of a journal: the header, and entries."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, convert

from schemas.record import Record, Side, Since

FORMAT = 3
"""The version of the journal format that new matches are written in."""

OWNED = 2
"""The first format whose secret throws have owners with chains of their own.

Published counts of orders and games were thrown for purposes as it spells them.
"""

PHRASED = 3
"""The first format whose dice hold the phrases of the players, and whose secret throws name their owner."""

LONGEST_PHRASE = 200
"""The most signs of a phrase."""

KEYS = 4096
"""How many keys a dice chain holds, unless the header says otherwise."""

ADDED = frozenset({"vocabulary", "phrases", "anchors", "policy", "policy_digest", "players", "odds"})
"""What came into headers after the first of them were filed, and may be missing there."""

MOST_KEYS = 65_536
"""No chain is longer: whoever proves one walks it to its end."""

MOST_SIDES = 256
"""The most sides of a die: its face is taken from one byte."""

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""A SHA-256 digest, or a key of the dice chain: 64 hexadecimal digits, in lower case."""

TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]+)?(Z|[+]00:00)"
"""The form of a moment in UTC, as RFC 3339 spells it; its day must be in the calendar, too."""

HEAD = "(0|[1-9][0-9]{0,15}):[0-9a-f]{64}"
"""The form of a head of a journal."""

DiceMode = Literal["sealed", "spoken"]

Phrases = Literal["required", "allowed", "none"]
"""Whether the sides put phrases of their own into the dice: all of them have to, may, or may not."""

Kind = Literal[
    "order", "advance", "refusal", "retract", "ruling", "note", "reveal", "anchor", "phrase", "witness",
    "clock", "absence", "late", "seat", "message",
]  # fmt: skip

NEW_KINDS: frozenset[Kind] = frozenset({"witness", "clock", "absence", "late", "seat", "message"})
"""The kinds of entry that came with format 3."""


class Header(Record):
    """Line 0: what was agreed before the first order.

    `anchor` is K(0) of the first dice chain and `keys` the length of every chain; `anchors` are K(0) of the
    chains for throws that not everyone sees, by whose they are: a side's, or the referee's. `hidden` is the
    SHA-256 of the secret that hidden draws, those chains and all later ones come from. `policy` says what
    becomes of errors that are found late; a match of before there were policies has none, and one of
    format 1 has no `anchors`. `vocabulary` is the version of the event shapes in which it is
    written; `phrases` says whether the sides put phrases of their own into the dice. `players` are the bots
    that play for sides, each by its name and version; a match of people has none. Where `odds` are
    forbidden, nothing weighs its battles.
    """

    format: int = FORMAT
    vocabulary: Annotated[int, Since(2), Meta(ge=1)] = 1
    match: str
    pack: str
    pack_version: str
    pack_digest: str
    system: str
    scenario: str
    options: Mapping[str, str] = {}
    sides: tuple[Side, ...]
    dice: DiceMode = "sealed"
    phrases: Annotated[Phrases, Since(3)] = "allowed"
    anchor: Digest
    anchors: Annotated[Mapping[Side, Digest], Meta(max_length=16)] = {}
    keys: Annotated[int, Meta(ge=1, le=MOST_KEYS)] = KEYS
    hidden: Digest
    policy: str = ""
    policy_digest: str = ""
    players: Annotated[Mapping[Side, str], Meta(max_length=16)] | UnsetType = UNSET
    odds: Literal["forbidden"] | UnsetType = UNSET
    at: str


class First(Record):
    """Line 0 as it stands in the journal."""

    seal: Digest
    body: Header


class Key(Record):
    """A spent key of a dice chain: K(n), as 64 hexadecimal digits."""

    n: Annotated[int, Meta(ge=1)]
    k: Digest


class Body(Record):
    """What the seal covers.

    `public` is JSON that the rule system reads: of an order, `order`, null where not everyone may know it,
    and `events`, those that everyone saw something of (nulls between them are of earlier versions); `sealed`
    instead of the order's digest where dice were thrown for an order that is still secret; `source` of
    spoken dice. An `anchor` entry has `anchor` in it, a `reveal` entry `hidden`, and a `phrase`
    entry `phrase`. An entry may carry sealed orders as well, of which this tells nothing: they are in the
    private part of their side.
    """

    seq: Annotated[int, Meta(ge=1)]
    prev: Digest
    at: str
    kind: Kind
    side: Side | None = None
    key: Key | None = None
    public: Mapping[str, object] = {}
    commit: Mapping[str, Digest] = {}


class FiledPurpose(Record):
    """What dice are thrown for, as an entry holds it since format 3: nothing is left out."""

    kind: str
    parameters: Mapping[str, str | int | tuple[str | int, ...]]


class FiledRoll(Record):
    """A roll as an entry holds it; those that everyone sees may lack a key of their own, and an owner."""

    purpose: str | FiledPurpose
    sides: Annotated[int, Meta(ge=1, le=MOST_SIDES)]
    needed: int
    draw: int
    key: str = ""
    owner: str = ""
    faces: tuple[int, ...]


class FiledEvent(Record, forbid_unknown_fields=False):
    """What an entry tells of an event, as far as it is read without rules; other parts may stand beside."""

    rolls: tuple[FiledRoll, ...] = ()


class FiledDraw(Record, forbid_unknown_fields=False):
    """An event that a hidden draw decided: what was drawn, in which order."""

    purpose: str | FiledPurpose
    order: tuple[int, ...]


class FiledOrder(Record, forbid_unknown_fields=False):
    """What an entry tells of an order, as far as it is read without rules."""

    type: str
    side: Side


class PublicPart(Record, forbid_unknown_fields=False):
    """What everyone may know of an entry, as far as it is read without rules; others may stand beside."""

    order: FiledOrder | None = None
    events: tuple[FiledEvent | None, ...] = ()
    sealed: Digest | None = None
    source: str = ""
    anchor: Digest | UnsetType = UNSET
    hidden: str = ""
    phrase: str = ""
    kept: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class PrivatePart(Record, forbid_unknown_fields=False):
    """What one reader alone may know of an entry, as far as it is read without rules."""

    salt: str
    order: FiledOrder | None = None
    events: Mapping[str, FiledEvent] = {}
    order_salt: str = ""
    key: Key | UnsetType = UNSET
    anchor: Digest | UnsetType = UNSET


class Entry(Record):
    """One line: one transaction."""

    seal: Digest
    body: Body
    private: Mapping[str, Mapping[str, object]] = {}


class Head(Record):
    """The end of a journal as it was kept elsewhere: sequence number and seal; number 0 is the header's."""

    seq: Annotated[int, Meta(ge=0)]
    seal: Digest

    def __str__(self) -> str:
        return f"{self.seq}:{self.seal}"

    @classmethod
    def read(cls, text: str) -> "Head":
        """The head that prints as this text; a `ValueError` if none does."""
        seq, _, seal = text.strip().partition(":")
        return convert({"seq": seq, "seal": seal}, cls, strict=False)
