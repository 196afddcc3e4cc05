"""The language of a table: its names, and the words of its facts, questions and purposes."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from referee.engine.facts import Objection, Parameter, Statable, list_by_code
from referee.i18n.fact_text import Named, Namer
from referee.i18n.translator import ENGLISH, Translator
from referee.systems.language import Language
from referee.systems.skirmish import season
from referee.systems.skirmish.combat import refusals as combat
from referee.systems.skirmish.facts import geometry, shots
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.language import localised_pack, terms
from referee.systems.skirmish.movement import activation
from referee.systems.skirmish.state.table import Table
from schemas.rulebook import Citation
from schemas.skirmish.clauses import Clause
from schemas.skirmish.names import Names
from schemas.skirmish.pack import Feature, Pack, Scenario, Troops, UnitEntry, Weapon


class Naming(Language):
    """Names the things of a table in a language; by default they have the names of the pack."""

    def __init__(self, game: Table, tongue: Translator = ENGLISH, names: Names | None = None) -> None:
        self.game, self.names = game, names
        self.pack: Pack = game.pack if names is None else localised_pack.rename(game.pack, names)
        super().__init__(tongue, names, self.pack.game.sides)
        self.scenario: Scenario = next(one for one in self.pack.scenarios if one.id == game.scenario.id)
        self.weapons: Mapping[str, Weapon] = {weapon.id: weapon for weapon in self.pack.weapons.weapons}
        self.troops: Mapping[str, Troops] = {troops.id: troops for troops in self.pack.troops.troops}
        self.features: tuple[Feature, ...] = self.scenario.terrain
        forces = self.scenario.forces.values()
        self.units: Mapping[str, UnitEntry] = {unit.id: unit for force in forces for unit in force.units}
        self.citations = {citation.number: citation for citation in self.pack.clauses.citations}

    def unit_name(self, unit: str) -> str:
        """Return the name of a unit in a report: `Section 1`."""
        return self.units[unit].name if unit in self.units else unit

    def weapon_name(self, weapon: str) -> str:
        """Return the name of a weapon in a report."""
        return self.weapons[weapon].name if weapon in self.weapons else weapon

    def a_weapon(self, weapon: str) -> str:
        """Return a weapon with its article: `an automatic rifle`."""
        if self.names is not None and weapon in self.names.weapons:
            return self.names.weapons[weapon].one
        name = self.weapon_name(weapon)
        return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"

    def quality_name(self, quality: str) -> str:
        """Return a class of troops as a sentence names it: `stubborn`."""
        return next((troops.name.lower() for id, troops in self.troops.items() if id == quality), quality)

    def feature_name(self, feature: Feature) -> str:
        """Return the name of a feature in a report."""
        return feature.name or self.say(terms.GROUND[feature.kind])

    def ground_name(self, ground: str) -> str:
        """Return the name of an obstacle to a line of sight."""
        if ground in terms.BLOCKING:
            return self.say(terms.BLOCKING[ground])
        return next((self.feature_name(one) for one in self.features if one.id == ground), ground)

    def list_zones(self, side: str) -> str:
        """Return the zones of a side's deployment: `0-48,0-9` or `the farm 8-14,18-23`."""
        force = self.game.force(side)
        zones = [geometry.extent(force.zone)] if force.zone else []
        zones += [
            f"{self.feature_name(one)} {geometry.extent(one.corners)}"
            for one in self.features
            if one.id in force.zone_terrain
        ]
        return self.choice(zones)

    def cite(self, meaning: str) -> Citation:
        return self.citations[self.pack.clauses.meanings[Clause(meaning)]]


def namer(narrator: Naming) -> Namer:
    """Return the function that renders parameters of facts, such as units, lengths and places."""
    names: Mapping[str, Callable[[Any], object]] = {
        "unit": narrator.unit_name,
        "weapon": narrator.weapon_name,
        "carried": lambda weapons: _carry(narrator, weapons),
        "ground": narrator.ground_name,
        "gap": geometry.inches,
        "reach": geometry.inches,
        "place": geometry.write_place,
        "zone": narrator.list_zones,
        "status": lambda status: narrator.say(terms.STATUSES[status]),
        "mode": lambda mode: narrator.say(terms.MODES[mode]),
        "modes": narrator.choice,
        "side": narrator.side_adjective,
        "then": lambda phases: narrator.choice([narrator.say(terms.ASKED[phase]) for phase in phases]),
        "now": lambda phase: narrator.say(terms.ASKED[phase]),
    }

    def name(kind: str, of: Any) -> object:
        return names[kind](of) if kind in names else of

    return name


def _carry(narrator: Naming, weapons: tuple[str, ...]) -> str:
    return narrator.listed([narrator.weapon_name(weapon) for weapon in weapons]) or narrator.say(
        terms.NOTHING
    )


PURPOSES = list_by_code(combat.Throw, shots.Throw, sequence.Throw, activation.Throw, season.Throw)
"""Purposes of rolls, by code."""


class SkirmishLanguage(Naming):
    """One table in one language."""

    purposes: Mapping[str, Statable] = PURPOSES

    @cached_property
    def _namer(self) -> Namer:
        return namer(self)

    def name(self, kind: str, of: Parameter) -> object:
        return self._namer(kind, of)

    def word_dropped(self, objection: Objection) -> str:
        """Return the text of an objection for the event of a dropped order, which files it in English."""
        return self.word(objection).text

    def name_filed(self) -> Named:
        return _gather_filed_names(self.game)


@lru_cache(maxsize=8)
def _gather_filed_names(game: Table) -> Named:
    english, values = SkirmishLanguage(game), {"mode": terms.MODES, "side": game.sides}
    return {kind: {str(english.name(kind, of)): of for of in ids} for kind, ids in values.items()}
