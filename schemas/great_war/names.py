"""Names, cards and words of the Great War family."""

from collections.abc import Collection, Iterator, Mapping
from string import Formatter
from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from schemas.great_war.clauses import Clause
from schemas.model import (
    Model,
    Name,
    Prose,
    Slug,
)
from schemas.rulebook import PackNames

Kind = Slug
"""What a playing piece is, as its pack names it; the rules themselves know `army`, `fort` and `artillery`."""

FirePhase = Literal["dogfight", "artillery", "defensive", "pursuit", "offensive"]
"""Who fires when: each is one phase, in which a card's Ersatz is spent or lost."""

Fate = Literal[
    "hit", "last-unit", "unaccompanied", "empty-army", "retreated-twice", "left-alone", "gun-abandoned",
    "crisis", "withdrawn", "cut-off", "out-of-supply", "elsewhere", "exhausted",
]  # fmt: skip
"""Why a piece left the map; `last-unit` is an army that lost it, `cut-off` one driven back in vain.

What is lost `elsewhere` was in a transit box, on its way to another front. An `exhausted` piece was lost
after the battles of a special offensive.
"""

Question = Literal[
    "initiative", "reinforcements", "offensive", "movement", "pass-move", "battles", "combat-cards",
    "kept-battle", "scramble", "cavalry-retreat", "losses", "stand-or-retreat", "rerolls", "retreat-after",
    "empty-army", "crisis", "transit-losses", "attrition", "production", "discards",
]  # fmt: skip
"""A question by its name, in the order of play."""

QUESTIONS: tuple[str, ...] = get_args(Question)


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


class NationNames(Model):
    """A nation, and its adjective beside words of either gender; a language without genders has one."""

    name: Name
    masculine: Name
    feminine: Name


class UnitNames(Model):
    """A kind of piece, several of it, and how one piece of it is named in a sentence.

    The parts of `piece` are `masculine` and `feminine` for the nation, and `id`; of armies
    `number`. Forts are named by their areas.
    """

    name: Name
    plural: Name
    piece: Name


def _check_parts(pattern: str, known: Collection[str]) -> None:
    """Raise a fault if a text with braces has other parts than these."""
    try:
        strange = [part for part in _parts(pattern) if part not in known]
    except ValueError:
        strange = ["{"]
    if strange:
        fact = "`{pattern}` has the part `{part}`; known: {known}"
        raise PydanticCustomError(
            "misshapen", fact, {"pattern": pattern, "part": strange[0], "known": ", ".join(sorted(known))}
        )


def _parts(pattern: str) -> Iterator[str]:
    for _, name, how, conversion in Formatter().parse(pattern):
        if name is not None:
            yield f"{name}{'!' if conversion else ''}{':' if how else ''}"


class Names(PackNames):
    """The names of a pack in one language: `languages/<code>.yaml`.

    `of_areas` are areas behind `of`, where language does more than to set the word. `ordinals` numbers
    armies, its entry `n` those without one of their own. `army_names` are of armies that have a name instead.
    """

    seasons: Mapping[Literal["SPRING", "SUMMER", "AUTUMN", "WINTER"], str]
    countries: Mapping[Slug, str] = {}
    areas: Mapping[Slug, str] = {}
    of_areas: Mapping[Slug, str] = {}
    nations: Mapping[Slug, NationNames]
    units: Mapping[Kind, UnitNames]
    ordinals: Mapping[Name, Name] = {}
    army_names: Mapping[Slug, Name] = {}
    cards: Mapping[Slug, str] = {}

    @field_validator("units")
    @classmethod
    def _check_units(cls, units: Mapping[Kind, UnitNames]) -> Mapping[Kind, UnitNames]:
        for kind, unit in units.items():
            number = "number" if kind == "army" else "id"
            _check_parts(unit.piece, {"masculine", "feminine", number})
        return units

    @field_validator("ordinals")
    @classmethod
    def _check_ordinals(cls, ordinals: Mapping[Name, Name]) -> Mapping[Name, Name]:
        _check_parts(ordinals.get("n", ""), {"number"})
        return ordinals
