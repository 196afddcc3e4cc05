"""The two kinds of line of a journal: the header, and entries."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from schemas.record import Record, Side

FORMAT = 1
"""The version of the journal format that is written."""

DiceMode = Literal["sealed", "spoken"]

Kind = Literal["order", "refusal", "retract", "ruling", "note", "reveal", "anchor"]


class Header(Record):
    """Line 0: what was agreed before the first order.

    `anchor` is K(0) of the dice chain; `hidden` is the SHA-256 of the secret that hidden draws come from.
    """

    format: int = FORMAT
    match: str
    pack: str
    pack_version: str
    pack_digest: str
    system: str
    scenario: str
    options: Mapping[str, str] = {}
    sides: tuple[Side, ...]
    dice: DiceMode = "sealed"
    anchor: str
    hidden: str
    at: str


class Key(Record):
    """A spent key of the dice chain: K(n), as 64 hexadecimal digits."""

    n: int = Field(ge=1)
    k: str


class Body(Record):
    """What the seal covers. `public` is JSON that the rule system reads."""

    seq: int = Field(ge=1)
    prev: str
    at: str
    kind: Kind
    side: Side | None = None
    key: Key | None = None
    public: Mapping[str, Any] = {}
    commit: Mapping[str, str] = {}


class Entry(Record):
    """One line: one transaction."""

    seal: str
    body: Body
    private: Mapping[str, Mapping[str, Any]] = {}


class Head(Record):
    """The end of a journal as somebody kept it: sequence number and seal."""

    seq: int
    seal: str

    def __str__(self) -> str:
        return f"{self.seq}:{self.seal}"
