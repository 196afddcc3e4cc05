"""The language of a table: its names, and the words of its facts, questions and purposes."""

from collections.abc import Mapping
from functools import cached_property, lru_cache

from referee.engine.facts import Objection, Parameter, Statable, list_by_code
from referee.i18n.fact_text import Namer
from referee.i18n.purpose_text import Named
from referee.systems.skirmish import season
from referee.systems.skirmish.combat import refusals as combat
from referee.systems.skirmish.facts import shots
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.language import naming, terms
from referee.systems.skirmish.language.naming import Naming
from referee.systems.skirmish.movement import activation
from referee.systems.skirmish.state.table import Table

PURPOSES = list_by_code(combat.Throw, shots.Throw, sequence.Throw, activation.Throw, season.Throw)
"""Purposes of rolls, by code."""


class SkirmishLanguage(Naming):
    """One table in one language."""

    purposes: Mapping[str, Statable] = PURPOSES

    @cached_property
    def _namer(self) -> Namer:
        return naming.namer(self)

    def name(self, kind: str, of: Parameter) -> object:
        """Return the name of a parameter of a fact."""
        return self._namer(kind, of)

    def word_dropped(self, objection: Objection) -> str:
        """Return the text of an objection for the event of a dropped order, which files it in English."""
        return self.word(objection).text

    def name_filed(self) -> Named:
        """Return the values of the English names in purposes that older journals record as sentences."""
        return _gather_filed_names(self.game)


@lru_cache(maxsize=8)
def _gather_filed_names(game: Table) -> Named:
    english, values = SkirmishLanguage(game), {"mode": terms.MODES, "side": game.sides}
    return {kind: {str(english.name(kind, of)): of for of in ids} for kind, ids in values.items()}
