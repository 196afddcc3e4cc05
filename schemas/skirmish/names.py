"""What the things of a pack are called in another language; a thing without a name keeps that of the pack."""

from collections.abc import Mapping

from schemas.record import Record
from schemas.rulebook import SideNames
from schemas.skirmish.words import Quality, Slug


class WeaponNames(Record):
    """A weapon by itself, and `one` of it as a sentence has it: with its article."""

    name: str
    one: str


class Names(Record):
    """The names of a pack in one language: `languages/<code>.yaml`.

    `words` are what the scenarios call things, by their names there: scenarios, units, ground, rewards.
    `clauses` are titles by number; a clause without one has that of its section.
    """

    language: str
    sides: Mapping[Slug, SideNames]
    weapons: Mapping[Slug, WeaponNames]
    troops: Mapping[Quality, str]
    words: Mapping[str, str] = {}
    clauses: Mapping[str, str] = {}
