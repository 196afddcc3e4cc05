"""The two kinds of line of a journal: the header, and entries."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, convert

from schemas.record import Record, Side, Since

FORMAT = 3
"""The version of the journal format that new matches are written in."""

OWNED = 2
"""The first format whose secret rolls have owners with their own key chains.

The dice of published counts of orders and games follow from purposes in the spelling of this format.
"""

PHRASED = 3
"""The first format whose dice include the players' phrases, and whose secret rolls name their owner."""

LONGEST_PHRASE = 200
"""Highest number of characters of a phrase."""

KEYS = 4096
"""Number of keys of a key chain (default)."""

ADDED = frozenset(
    {"vocabulary", "phrases", "anchors", "policy", "policy_digest", "players", "odds", "beacon", "lock"}
)
"""Fields that older headers lack."""

MOST_KEYS = 65_536
"""Highest number of keys of a chain. A proof computes all of them."""

LONGEST_LEAD = 28_800
"""Highest number of rounds of the beacon between an order and its dice: a day."""

MOST_SIDES = 256
"""Highest number of sides of a die; a face is derived from one byte."""

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""A SHA-256 digest or a key of a key chain: 64 hexadecimal digits in lower case."""

TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]+)?(Z|[+]00:00)"
"""The form of a moment in UTC, as RFC 3339 spells it; its day must be in the calendar, too."""

SIGNATURE = "[0-9a-f]{96}"
"""The form of a signature of the beacon."""

HEAD = "(0|[1-9][0-9]{0,15}):[0-9a-f]{64}"
"""The form of a head of a journal."""

DiceMode = Literal["sealed", "spoken"]

Phrases = Literal["required", "allowed", "none", "committed"]
"""Rule for the phrases of the sides in the dice: every side has to file one, may file one, or may not.

With `committed`, every side first files the digest of its phrase, and decks are shuffled after all phrases.
"""

Kind = Literal[
    "order", "advance", "refusal", "retract", "ruling", "note", "reveal", "anchor", "phrase", "witness",
    "clock", "absence", "late", "seat", "message", "awaited",
    "commitment",
]  # fmt: skip

NEW_KINDS: frozenset[Kind] = frozenset(
    {"witness", "clock", "absence", "late", "seat", "message", "awaited", "commitment"}
)
"""Kinds of entry that exist since format 3."""


class SecretLock(Record):
    """The hidden secret under a time lock: the round of the beacon that opens it, and the bytes in base64."""

    round: Annotated[int, Meta(ge=1)]
    data: str


class Header(Record):
    """Line 0: the agreed terms of a match.

    `anchor` is K(0) of the first public key chain, and `keys` is the length of every chain. `anchors` are
    K(0) of the chains for secret rolls, by owner: a side, or the referee. `hidden` is the SHA-256 of the
    secret that determines hidden draws, the chains of owners and all later chains. `policy` names the rules
    for errors that are found late; older matches have none, and a match of format 1 has no `anchors`.
    `vocabulary` is the version of the event shapes. `phrases` is the rule for phrases of the sides.
    `players` are the bots of sides, each by name and version; a match of people has none. If `odds` are
    forbidden, no command computes the odds of its battles. Public dice also follow from a
    round of drand quicknet if there is a `beacon`: the number of rounds between an order and its dice.
    The `lock` opens the hidden secret at its time, without the moderator.
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
    beacon: Annotated[int, Meta(ge=1, le=LONGEST_LEAD)] | UnsetType = UNSET
    lock: SecretLock | UnsetType = UNSET
    at: str


class First(Record):
    """Line 0 of a journal, with its seal."""

    seal: Digest
    body: Header


class Key(Record):
    """A spent key of a key chain: K(n), as 64 hexadecimal digits."""

    n: Annotated[int, Meta(ge=1)]
    k: Digest


class Body(Record):
    """The sealed part of an entry.

    `public` is JSON for the rules. For an order it contains `order`, null if the order is secret, and
    `events`, all events with a public part (nulls between them are from earlier versions). It also contains
    `sealed`, the substitute for the digest of a secret order with dice, and `source`, the source of manual
    dice. An `anchor` entry contains `anchor`, a `reveal` entry `hidden`, and a `phrase` entry `phrase`.
    Sealed orders are in the private part of their side, and leave no trace here.
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
    """Purpose of a roll in an entry since format 3, with all fields."""

    kind: str
    parameters: Mapping[str, str | int | tuple[str | int, ...]]


class FiledRoll(Record):
    """A roll in an entry. Public rolls have neither a key of their own nor an owner."""

    purpose: str | FiledPurpose
    sides: Annotated[int, Meta(ge=1, le=MOST_SIDES)]
    needed: int
    draw: int
    key: str = ""
    owner: str = ""
    faces: tuple[int, ...]


class FiledEvent(Record, forbid_unknown_fields=False):
    """Fields of an event that are read without rules; an event may have other fields."""

    rolls: tuple[FiledRoll, ...] = ()


class FiledDraw(Record, forbid_unknown_fields=False):
    """An event of a hidden draw, with its result in order."""

    purpose: str | FiledPurpose
    order: tuple[int, ...]


class FiledOrder(Record, forbid_unknown_fields=False):
    """Fields of an order that are read without rules."""

    type: str
    side: Side


class Entry(Record):
    """One line: one transaction."""

    seal: Digest
    body: Body
    private: Mapping[str, Mapping[str, object]] = {}


class Head(Record):
    """A recorded end of a journal: entry number and seal; number 0 is the header."""

    seq: Annotated[int, Meta(ge=0)]
    seal: Digest

    def __str__(self) -> str:
        return f"{self.seq}:{self.seal}"

    @classmethod
    def read(cls, text: str) -> "Head":
        """Return the head with this text. Raises `ValueError` if the text is not a head."""
        seq, _, seal = text.strip().partition(":")
        return convert({"seq": seq, "seal": seal}, cls, strict=False)
