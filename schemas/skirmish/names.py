"""Names and words of the skirmish family."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Strict, WithJsonSchema

from schemas.model import (
    Model,
    Name,
    Slug,
)
from schemas.rulebook import PackNames


def hundredths(said: object) -> object:
    """Inches as people write them, with at most two decimals, as whole hundredths of an inch."""
    if not isinstance(said, str):
        return said
    sign = -1 if said.startswith("-") else 1
    whole, _, part = said.lstrip("-").partition(".")
    if not (whole.isascii() and whole.isdigit()) or len(part) > 2 or (part and not part.isdigit()):
        raise ValueError("inches have at most two decimals, as in 17.25")
    return sign * (int(whole) * 100 + int(part.ljust(2, "0")))


Inches = Annotated[
    int,
    BeforeValidator(hundredths),
    WithJsonSchema({"type": "number", "multipleOf": 0.01, "description": "inches, two decimals at most"}),
]
"""A length or a coordinate: written in inches in a pack, kept in whole hundredths of an inch."""

Point = tuple[Inches, Inches]
"""A place on the table: to the east and to the north of its south-west corner."""

Spot = tuple[int, int]
"""A place on the table in hundredths of an inch, as orders and events keep it."""

OrderSpot: TypeAlias = Annotated[tuple[int, int], Strict(False)]
"""The same in an order, where it is also read from a list."""

Quality = Literal["gallant", "ferocious", "veteran", "stubborn", "regular", "irregular", "raw"]
"""The class of troops."""

Moving = Literal["stealthy", "manoeuvre", "rush", "assault"]
"""The ways to move."""

Mode = Literal["halt", "stealthy", "manoeuvre", "rush", "assault"]
"""How a figure spent its movement."""

Posture = Literal["open", "observe", "hidden", "prone"]
"""How a figure holds itself: `observe` looks out of a trench or building, `hidden` keeps its head down."""

TerrainKind = Literal[
    "trench", "wire", "building", "wall", "hill", "dense-wood", "scrub", "hedge", "crater", "smoke",
    "impassable",
]  # fmt: skip
"""What a piece of ground is."""

Role = Literal["platoon-commander", "squad-leader", "gun-leader", "trooper", "loader"]
"""What a figure is in its unit."""

UnitKind = Literal["section", "command", "heavy-weapon"]
"""What a unit is."""

Status = Literal["active", "killed", "surrendered", "dispersed"]
"""Whether a figure or a unit still takes part."""

Compass = Literal["", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""Where somebody went; nothing of who has not moved."""

Light = Literal["day", "twilight", "night"]
"""How well one sees."""

FireKind = Literal["aimed", "unaimed"]
"""Whether fire is laid on a man or on a place."""

Effect = Literal["miss", "pin", "kill"]
"""What dice did to a figure."""

Phase = Literal[
    "deployment",
    "opening",
    "plotting",
    "movement",
    "artillery",
    "laying",
    "firing",
    "melee",
    "morale",
    "over",
]
"""Where a turn stands: in `plotting` and `laying` the sides are asked, all else the referee works out."""


class WeaponNames(Model):
    """A weapon by itself, and `one` of it as a sentence has it: with its article."""

    name: Name
    one: Name


class Names(PackNames):
    """The names of a pack in one language: `languages/<code>.yaml`.

    Among its words are what the scenarios call things: scenarios, units, ground, rewards.
    """

    weapons: Mapping[Slug, WeaponNames]
    troops: Mapping[Quality, str]
