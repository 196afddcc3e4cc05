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
"""The modes of movement."""

Mode = Literal["halt", "stealthy", "manoeuvre", "rush", "assault"]
"""Movement of a figure in a turn."""

Posture = Literal["open", "observe", "hidden", "prone"]
"""Posture of a figure: `observe` looks out of a trench or building, `hidden` keeps its head down."""

TerrainKind = Literal[
    "trench", "wire", "building", "wall", "hill", "dense-wood", "scrub", "hedge", "crater", "smoke",
    "impassable",
]  # fmt: skip

Role = Literal["platoon-commander", "squad-leader", "gun-leader", "trooper", "loader"]
"""Role of a figure in its unit."""

UnitKind = Literal["section", "command", "heavy-weapon"]

Status = Literal["active", "killed", "surrendered", "dispersed"]
"""State of a figure: in action, or the reason why it is not."""

Compass = Literal["", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""Direction of a move; empty for a figure that has not moved."""

Light = Literal["day", "twilight", "night"]
"""Light of a turn."""

FireKind = Literal["aimed", "unaimed"]

Effect = Literal["miss", "pin", "kill"]
"""Effect of dice on a figure."""

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
"""Phase of a turn: the sides give orders in `plotting` and `laying`, the referee works out the others."""


class WeaponNames(Model):
    """Name of a weapon, and `one` of it with its article for a sentence."""

    name: Name
    one: Name


class Names(PackNames):
    """The names of a pack in one language: `languages/<code>.yaml`.

    Its words include the names in scenarios: of scenarios, units, ground and rewards.
    """

    weapons: Mapping[Slug, WeaponNames]
    troops: Mapping[Quality, str]
