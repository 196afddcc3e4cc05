"""The game events chart of a theatre, but for the reinforcements: who joins, who leaves, who may not."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.great_war.words import Kind, Slug
from schemas.record import Record, Sourced


class Early(Record):
    """A season turn in which countries join if all these areas are friendly to their side as it opens."""

    turn: int
    holding: Annotated[tuple[Slug, ...], Meta(min_length=1)]


class Joining(Record):
    """Countries that stand apart until a season turn, or an early one, and then belong to a side."""

    turn: int
    side: Slug
    countries: Annotated[tuple[Slug, ...], Meta(min_length=1)]
    early: Early | None = None


class Withdrawal(Record):
    """Pieces that must leave the theatre; each that is missing moves the victory points by `shift`.

    `armies` leave with all that they hold, which counts as far as it is of the `kinds`. They are not
    eliminated, and never come back.
    """

    turn: int
    name: str
    nation: Slug
    armies: tuple[Slug, ...] = ()
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1)]
    count: Annotated[int, Meta(ge=1)]
    shift: int


class Restraint(Record):
    """What pieces of a nation may not do from one season turn to another, in some areas or everywhere.

    With `cards` it is lifted for a player turn in which the side discards so many beside its offensive, or
    whose offensive is one of the special ones that are `free` of this.
    """

    first: int
    last: int
    nation: Slug
    forbids: Literal["leave", "enter-enemy-areas", "attack", "build"]
    because: str
    areas: tuple[Slug, ...] = ()
    kinds: tuple[Kind, ...] = ()
    cards: Annotated[int, Meta(ge=0)] = 0
    free: tuple[Slug, ...] = ()


class GameEvents(Sourced):
    """The rest of the game events chart; the phase `events` reads it."""

    joining: tuple[Joining, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    restraints: tuple[Restraint, ...] = ()
