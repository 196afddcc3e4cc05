"""Conformance cases of the Great War family."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from schemas.case import BARE, CaseFile, Expected, Given, Words
from schemas.great_war.names import Kind
from schemas.model import Model, Slug
from schemas.record import Side

Filled = Field(min_length=1)
"""A table that says something."""

Cards = tuple[Annotated[str, BARE], ...]
"""Cards by number, or by kind: `ersatz-3` is the first of them that is not dealt yet."""

Standings = Literal["friendly", "enemy", "disputed", "neutral"]


class GreatWarGiven(Given):
    """A position, described.

    `turn` is whose player turn it is and of what kind: `german offensive`, `limited`, `pass` or
    `undecided`; `passes` is how many player turns just before it were passes. `start: scenario` puts the
    pieces of the scenario on the map; without it the map is empty but for `pieces`. Each of its lines is an
    area and all that stands there: `verdun: fr-1 [3I 1A] entrenched, 2 fr-i, fort 4`. An area is owned by
    the side that holds it alone, or as in the scenario, unless `owners` says otherwise: a side, or
    `neutral`. `battles` are declared and not fought yet. `asked` is what comes next on the agenda: `german
    movement`, `entente losses 3 in verdun siege 1 after artillery`, `entente retreat-after in verdun`,
    `battle verdun`, `the deal`, `initiative`, `reinforcements`, `the supply check`, `production`,
    `discards`, `season's end`; what would follow it in a real turn or season follows here. `eliminated` are
    armies, and pieces that had taken the place of others. `first` is the First Player; until bids are
    opened, that of the season before.
    """

    season: Words | None = None
    turn: Words | None = None
    passes: Annotated[int, Field(ge=0, le=1)] = 0
    start: Literal["empty", "scenario"] = "empty"
    owners: Mapping[Slug, str] = {}
    pieces: str = ""
    hands: Mapping[Side, Cards] = {}
    pile: Cards | None = None
    discards: Cards = ()
    eliminated: tuple[str, ...] = ()
    battles: tuple[Slug, ...] = ()
    first: Side | None = None
    asked: Words | None = None


Chance = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]*)(/[1-9][0-9]*)?$")]
"""An exact chance: `25/36`."""


class Fought(Model):
    """How a player turn may end, over every sequence of dice.

    Questions are answered by the first of `answers` that is lawful, or with a loss or `done`. `left` is how
    likely each end is, told by what each side has left on the map, armies apart and a fort by its strength:
    `"german 3, entente 2": 25/36`.
    """

    answers: tuple[Words, ...] = ()
    left: Annotated[Mapping[str, Chance], Filled]


class GreatWarExpected(Expected):
    """What must come of it.

    `pieces` are the whole of each area it names, in the notation of `given`; pieces of a kind are alike. A
    status is the same to both sides, or given for each. `turn` and `season` are those that are reached;
    `turn: none` is between player turns. `chances` are those of the player turn that is open where the case
    ends.
    """

    carried_out: ClassVar[frozenset[str]] = frozenset({"accepted", "pieces"})

    pieces: Words | None = None
    gone: Annotated[tuple[str, ...], Filled] | None = None
    eliminated: Literal["none"] | Annotated[tuple[str, ...], Filled] | None = None
    status: Annotated[Mapping[Slug, Standings | Mapping[Side, Standings]], Filled] | None = None
    owner: Annotated[Mapping[Slug, Side], Filled] | None = None
    points: int | None = None
    level: Words | None = None
    strength: Annotated[Mapping[str, int], Filled] | None = None
    supplied: Annotated[Mapping[Side, Annotated[Mapping[Slug, bool], Filled]], Filled] | None = None
    hands: Annotated[Mapping[Side, Cards], Filled] | None = None
    locked: Annotated[Mapping[Side, Cards], Filled] | None = None
    pool: Annotated[Mapping[Slug, Annotated[Mapping[Kind, int], Filled]], Filled] | None = None
    discards: Cards | None = None
    pile: Annotated[int, Field(ge=0)] | None = None
    battles: Literal["none"] | Annotated[tuple[Slug, ...], Filled] | None = None
    season: Words | None = None
    turn: Words | None = None
    first: Side | None = None
    chances: Fought | None = None


GreatWarCases = CaseFile[GreatWarGiven, GreatWarExpected]
