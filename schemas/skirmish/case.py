"""Conformance cases of the skirmish family."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from schemas.case import CaseFile, Expected, Given, Words
from schemas.record import Side
from schemas.skirmish.names import Light, Posture
from schemas.skirmish.pack import Feature

Filled = Field(min_length=1)
"""A table with at least one entry."""

Lines = tuple[Words, ...]


class SkirmishGiven(Given):
    """A position as text.

    `units` are lines such as `british br-s1 veteran section markers 1: 1 at 10,10 squad-leader rifle; 2 at
    12,10 pinned`: side, unit, class, and each figure by its number, its place and words: its role, weapons,
    traits, items, its posture, and its actions in this turn (`manoeuvre`, `rush`, `stealthy`, `assault`,
    `fired`, `advanced`, `emerged`) or the last (`fired-before`, `was-fighting`). A figure without a weapon
    has a rifle. `start: scenario` plays the scenario as it is.

    `seen` are lines such as `br-s1: ge-g1-1, ge-g1-2`: a unit, and enemies that it sees. Each side's enemies
    have the aliases c01, c02 and so on in the order of their first mention. `melees` are lines such as
    `br-s1-1 at ge-g1-1`, the attacker first. `off_table` are lines such as `british br-art-1 he 2 of 3`:
    missions and shells; `pending` are lines such as `br-art-1 at 10,10 in 2`. `dead` are lines such as
    `ge-g1-9 at 10,10`: figures of `units` that died this turn. `smoke` are places. `tokens` are lines such as
    `german tank at 10,10 then 12,10 shooting`. `flames` are lines such as `german at 10,10 to 12,10`. `zones`
    are features to deploy in, by side.
    `parameters` are figures of the pack that this case changes, such as `aimed.natural_20_kills: "true"`.
    """

    start: Literal["table", "scenario"] = "table"
    asked: Literal["deployment", "movement", "fire", "artillery", "melee", "morale", "end"] = "movement"
    turn: Annotated[int, Field(ge=1)] = 1
    turns: Annotated[int, Field(ge=1)] = 99
    light: Light = "day"
    rain: bool = False
    first: Side | None = None
    terrain: tuple[Feature, ...] = ()
    units: str = ""
    seen: Lines = ()
    melees: Lines = ()
    off_table: Lines = ()
    pending: Lines = ()
    dead: Lines = ()
    smoke: Lines = ()
    tokens: Lines = ()
    flames: Lines = ()
    zones: Mapping[Side, tuple[str, ...]] = {}
    parameters: Mapping[str, str] = {}


class SkirmishExpected(Expected):
    """The required result of a case.

    `sees` lists all enemies that a unit sees. `chances` are exact: a name such as `aimed -2 x3` with the
    fraction of all rolls for each result, worked out from the rules by full enumeration.
    """

    carried_out: ClassVar[frozenset[str]] = frozenset({"accepted"})

    at: Annotated[Mapping[str, str], Filled] | None = None
    pins: Annotated[Mapping[str, int], Filled] | None = None
    posture: Annotated[Mapping[str, Posture], Filled] | None = None
    status: Annotated[Mapping[str, str], Filled] | None = None
    markers: Annotated[Mapping[str, int], Filled] | None = None
    sees: Annotated[Mapping[str, tuple[str, ...]], Filled] | None = None
    melees: Literal["none"] | Lines | None = None
    missions: Annotated[Mapping[str, int], Filled] | None = None
    smoke: Annotated[int, Field(ge=0)] | None = None
    score: Annotated[Mapping[Side, int], Filled] | None = None
    supply: Annotated[Mapping[str, int], Filled] | None = None
    phase: Words | None = None
    turn: int | None = None
    chances: Annotated[Mapping[str, Mapping[str, str]], Filled] | None = None


SkirmishCases = CaseFile[SkirmishGiven, SkirmishExpected]
