"""The game events chart of a theatre, but for the reinforcements: who joins, who leaves, who may not."""

from typing import Literal

from pydantic import Field

from schemas.great_war.words import Kind, Slug
from schemas.record import Record, Sourced


class Joining(Record):
    """Countries that stand apart until a season turn, and then belong to a side."""

    turn: int
    side: Slug
    countries: tuple[Slug, ...] = Field(min_length=1)


class Withdrawal(Record):
    """Pieces that must leave the theatre; each that is missing moves the victory points by `shift`."""

    turn: int
    name: str
    nation: Slug
    kinds: tuple[Kind, ...] = Field(min_length=1)
    count: int = Field(ge=1)
    shift: int


class Restraint(Record):
    """What pieces of a nation may not do from one season turn to another, in some areas or everywhere."""

    first: int
    last: int
    nation: Slug
    forbids: Literal["leave", "enter-enemy-areas", "attack", "build"]
    because: str
    areas: tuple[Slug, ...] = ()
    kinds: tuple[Kind, ...] = ()


class GameEvents(Sourced):
    """The rest of the game events chart; the phase `events` reads it."""

    joining: tuple[Joining, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    restraints: tuple[Restraint, ...] = ()
