"""What the things of a pack are called in another language; a thing without a name keeps that of the pack."""

from collections.abc import Mapping
from typing import Literal

from schemas.great_war.words import Kind, Slug
from schemas.record import Record
from schemas.rulebook import PackNames


class NationNames(Record):
    """A nation, and its adjective beside words of either gender; a language without genders has one."""

    name: str
    masculine: str
    feminine: str


class UnitNames(Record):
    """A kind of piece, several of it, and how one piece of it is named in a sentence.

    The parts of `piece` are `masculine` and `feminine` for the nation, and `id`; of armies
    `number`. Forts are named by their areas.
    """

    name: str
    plural: str
    piece: str


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
    ordinals: Mapping[str, str] = {}
    army_names: Mapping[Slug, str] = {}
    cards: Mapping[Slug, str] = {}
