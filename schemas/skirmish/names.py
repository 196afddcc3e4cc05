"""What the things of a pack are called in another language; a thing without a name keeps that of the pack."""

from collections.abc import Mapping

from schemas.model import Model, Name
from schemas.rulebook import PackNames
from schemas.skirmish.words import Quality, Slug


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
