"""What the cards of a deck do."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.great_war.clauses import Clause
from schemas.great_war.words import Kind, Slug
from schemas.model import Model, Name, Prose

OffensiveKind = Literal["offensive", "limited"]

CombatEffect = Literal["gas", "barrage", "surprise", "weather"]
"""What a card does to the battles of a turn: shells, the order of fire, or the sky over all of them."""


class Bonus(Model):
    """Extra dice of a special offensive, in so many battles where an army of the nation fights.

    Dice of a kind that fires in the artillery phase are thrown in both phases of the attacker. With
    `surprise` the attacker fires first in these battles, as by a surprise attack, with or without dice. After
    all battles each army of the nation that fought in one loses so many pieces of the kind as it `exhausts`.
    """

    kind: Kind
    dice: Annotated[int, Field(ge=0)]
    firepower: Annotated[int, Field(ge=1, le=6)]
    nation: Slug
    battles: Annotated[int, Field(ge=1)] = 1
    surprise: bool = False
    exhausts: Annotated[int, Field(ge=0)] = 0
    clause: Clause


class Demand(Model):
    """What a crisis costs in one year: so many pieces of these nations and kinds."""

    year: int
    name: Name
    count: Annotated[int, Field(ge=1)]
    nations: Annotated[tuple[Slug, ...], Field(min_length=1)]
    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)]


class Crisis(Model):
    """A crisis that one side brings upon the other; a demand that is not met moves the victory points.

    After the crisis of the year `last` the card leaves the game.
    """

    by: Slug
    shift: int
    demands: Annotated[tuple[Demand, ...], Field(min_length=1)]
    last: int | None = None
    clause: Clause
    year_clause: Clause


class CardKind(Model):
    """What the cards of one name do.

    A special offensive is an ordinary one for the other side, before `special_from` and after `special_until`
    (season turns).
    `combat` is its effect on battles, from `playable_from` on, or for a side from its turn in
    `playable_from_by` on; `firepower` is that of the artillery it supplies. `reserves` lets one piece go any
    distance.
    """

    id: Slug
    name: Name
    names: tuple[Name, ...] = ()
    copies: Annotated[int, Field(ge=1)]
    ersatz: Annotated[int, Field(ge=1, le=3)] = 1
    offensive: OffensiveKind | None = None
    special_for: Slug | None = None
    special_from: int | None = None
    special_until: int | None = None
    bonus: Bonus | None = None
    combat: CombatEffect | None = None
    firepower: Annotated[int, Field(ge=0, le=6)] = 0
    reserves: bool = False
    crisis: Crisis | None = None
    playable_from: int | None = None
    playable_from_by: Mapping[Slug, int] = {}
    text: Prose
