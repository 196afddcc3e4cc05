"""What the things of a pack are called in another language; a thing without a name keeps that of the pack."""

from collections.abc import Collection, Iterator, Mapping
from string import Formatter
from typing import Literal

from pydantic import field_validator
from pydantic_core import PydanticCustomError

from schemas.great_war.words import Kind, Slug
from schemas.model import Model, Name
from schemas.rulebook import PackNames


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
