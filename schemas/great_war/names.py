"""What the things of a pack are called in another language; a thing without a name keeps that of the pack."""

from collections.abc import Collection, Iterator, Mapping
from string import Formatter
from typing import Literal

from schemas.great_war.words import Kind, Slug
from schemas.record import Misshapen, Name, Record
from schemas.rulebook import PackNames


class NationNames(Record):
    """A nation, and its adjective beside words of either gender; a language without genders has one."""

    name: Name
    masculine: Name
    feminine: Name


class UnitNames(Record):
    """A kind of piece, several of it, and how one piece of it is named in a sentence.

    The parts of `piece` are `masculine` and `feminine` for the nation, and `id`; of armies
    `number`. Forts are named by their areas.
    """

    name: Name
    plural: Name
    piece: Name


def _check_parts(key: str, pattern: str, known: Collection[str]) -> None:
    """Raise unless a text with braces, under this key, has no other parts than these."""
    try:
        strange = [part for part in _parts(pattern) if part not in known]
    except ValueError:
        strange = ["{"]
    if strange:
        fact = "`{pattern}` has the part `{part}`; known: {known}"
        raise Misshapen(key, fact, pattern=pattern, part=strange[0], known=", ".join(sorted(known)))


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

    def __post_init__(self) -> None:
        for kind, unit in self.units.items():
            number = "number" if kind == "army" else "id"
            _check_parts("units", unit.piece, {"masculine", "feminine", number})
        _check_parts("ordinals", self.ordinals.get("n", ""), {"number"})
