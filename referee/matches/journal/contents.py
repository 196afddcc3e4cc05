"""The public part and the private parts of each kind of entry.

These records are closed: no journal has a field that is not here. `referee.matches.journal.field_checks`
names the checks of each field.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from schemas import clocks
from schemas.journal import HEAD, SIGNATURE, Digest, FiledEvent, FiledOrder, Key, Kind
from schemas.letter import AdvanceOrders, RefusedLetter, SeatChange, TakebackAnswered, TakebackAsked
from schemas.policy import Outcome
from schemas.record import Record, Side

Number = Annotated[int, Meta(ge=0)]
"""The number of an entry."""


Round = Annotated[int, Meta(ge=1)]
"""The number of a round of the beacon."""


class Nothing(Record):
    """A public part without fields."""


class SealedOrder(Record):
    """A sealed order, for its side and the referee."""

    line: int
    order: FiledOrder
    events: tuple[FiledEvent, ...]


class OrderPart(Record):
    """The public part of an order."""

    order: FiledOrder | None = None
    events: tuple[FiledEvent | None, ...] = ()
    sealed: Digest | None = None
    source: str | UnsetType = UNSET
    ignored: tuple[int, ...] | UnsetType = UNSET
    kept: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    wait: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    round: Round | UnsetType = UNSET
    signature: Annotated[str, Meta(pattern=f"^{SIGNATURE}\\Z")] | UnsetType = UNSET


class OrderPrivate(Record):
    """The private part of an order."""

    salt: str
    order: FiledOrder | None = None
    events: Mapping[str, FiledEvent] = {}
    order_salt: str | UnsetType = UNSET
    key: Key | UnsetType = UNSET
    anchor: Digest | UnsetType = UNSET
    line: int | UnsetType = UNSET
    sealed: tuple[SealedOrder, ...] | UnsetType = UNSET
    letter: str | UnsetType = UNSET
    body: str | UnsetType = UNSET
    message_id: str | UnsetType = UNSET
    advance: bool | UnsetType = UNSET
    forced: bool | UnsetType = UNSET


class FiledDecision(Record):
    """The decision of a policy on a disputed entry."""

    entry: Number
    paragraph: str
    outcome: Outcome


class RulingPart(Record):
    """The public part of a ruling: the opening, a correction, or a decision by the policy of the match."""

    order: FiledOrder | None = None
    events: tuple[FiledEvent | None, ...] = ()
    source: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    amendment: bool | UnsetType = UNSET
    consent: tuple[Side, ...] | UnsetType = UNSET
    policy: str | UnsetType = UNSET
    paragraph: str | UnsetType = UNSET
    disputed: Number | UnsetType = UNSET
    outcome: Outcome | UnsetType = UNSET
    error: str | UnsetType = UNSET
    decisions: tuple[FiledDecision, ...] | UnsetType = UNSET
    void: tuple[Number, ...] | UnsetType = UNSET
    again: tuple[Number, ...] | UnsetType = UNSET


class RulingPrivate(Record):
    """The private part of a ruling."""

    salt: str
    order: FiledOrder | None = None
    events: Mapping[str, FiledEvent] = {}
    key: Key | UnsetType = UNSET
    anchor: Digest | UnsetType = UNSET


class RetractPart(Record):
    """The public part of a takeback."""

    to: Number
    reason: str
    consent: tuple[Side, ...] | UnsetType = UNSET
    agreements: Mapping[Side, Number] | UnsetType = UNSET
    mail: str | UnsetType = UNSET


class RemarkPart(Record):
    """The public part of a remark. It is empty if the remark is private."""

    text: str | UnsetType = UNSET


class NotePrivate(Record):
    """The private part of a note: a remark, manual dice of an unfinished letter, or padding."""

    salt: str
    text: str | UnsetType = UNSET
    thrown_for: str | UnsetType = UNSET
    faces: tuple[int, ...] | UnsetType = UNSET
    source: str | UnsetType = UNSET
    padding: str | UnsetType = UNSET


class RevealPart(Record):
    """The public part of the entry that reveals the hidden secret."""

    hidden: str


class AnchorPart(Record):
    """The public part of the entry that begins a key chain."""

    anchor: Digest


class PhrasePart(Record):
    """The public part of the entry that adds a phrase to the dice."""

    phrase: str


class CommitmentPart(Record):
    """The public part of the entry that fixes a phrase by its digest, before any phrase is known."""

    digest: Digest


class WitnessPart(Record):
    """The public part of the entry that quotes a head."""

    head: Annotated[str, Meta(pattern=f"^{HEAD}\\Z")]
    where: str | UnsetType = UNSET
    digest: Digest | UnsetType = UNSET


class AwaitedPart(Record):
    """The public part of the entry that fixes the inputs of dice before their round of the beacon.

    `digest` is that of the order as its dice use it, and `key` the number of their key.
    """

    digest: Digest
    key: Annotated[int, Meta(ge=1)]
    round: Round


class AwaitedLine(Record):
    """A line of a letter whose dice are awaited: its text, or its order as a record."""

    line: int
    text: str | UnsetType = UNSET
    order: FiledOrder | UnsetType = UNSET


class AwaitedPrivate(Record):
    """The private part of awaited dice: the rest of the letter, from the order with the dice on."""

    salt: str
    rest: tuple[AwaitedLine, ...]
    letter: str | UnsetType = UNSET
    body: str | UnsetType = UNSET
    message_id: str | UnsetType = UNSET
    advance: bool | UnsetType = UNSET
    forced: bool | UnsetType = UNSET


class MessagePrivate(Record):
    """The private part of a message."""

    salt: str
    to: tuple[Side, ...]
    text: str
    mail: str | UnsetType = UNSET


class Padding(Record):
    """A private part without content, as long as the others."""

    salt: str
    padding: str


class RefusalPrivate(RefusedLetter):
    """The private part of a refusal, which has a salt."""

    salt: str = field()


class AdvancePrivate(AdvanceOrders):
    """The private part of standing orders, which has a salt."""

    salt: str = field()


Contents = Mapping[Kind, tuple[tuple[type[Record], ...], tuple[type[Record], ...]]]

CONTENTS: Contents = {
    "order": ((OrderPart,), (OrderPrivate,)),
    "ruling": ((RulingPart,), (RulingPrivate,)),
    "retract": ((RetractPart,), ()),
    "note": ((TakebackAsked, TakebackAnswered, RemarkPart), (NotePrivate,)),
    "reveal": ((RevealPart,), ()),
    "anchor": ((AnchorPart,), ()),
    "phrase": ((PhrasePart,), ()),
    "commitment": ((CommitmentPart,), ()),
    "witness": ((WitnessPart,), ()),
    "clock": (
        (clocks.ClockSet, clocks.ClockStopped, clocks.DeadlineMoved, clocks.ClockPaused, clocks.ClockResumed),
        (),
    ),
    "absence": ((clocks.Absence, clocks.AbsenceWithdrawn), ()),
    "late": ((clocks.Lateness,), ()),
    "seat": ((SeatChange,), ()),
    "awaited": ((AwaitedPart,), (AwaitedPrivate,)),
    "message": ((Nothing,), (MessagePrivate,)),
    "refusal": ((Nothing,), (RefusalPrivate, Padding)),
    "advance": ((Nothing,), (AdvancePrivate, Padding)),
}
"""The records that the public part and the private parts of each kind of entry may be."""

Authors = Literal["side", "referee", "both", "none", "any"]

_KINDS: Mapping[Authors, tuple[Kind, ...]] = {
    "side": ("order", "phrase", "awaited", "commitment", "seat", "absence"),
    "referee": ("ruling", "clock", "late", "reveal"),
    "both": ("retract", "witness", "message"),
    "none": ("refusal", "advance"),
    "any": ("note", "anchor"),
}

AUTHORS: Mapping[Kind, Authors] = {kind: authors for authors, kinds in _KINDS.items() for kind in kinds}
"""The authors of a kind: a playing side, the referee, both, no named author, or any of these."""
