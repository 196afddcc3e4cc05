"""The language of a theatre: its names, and the words of its facts, questions and purposes."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product

from referee.engine.facts import Parameter, Statable, list_by_code
from referee.i18n.fact_text import Namer
from referee.i18n.purpose_text import Named
from referee.systems.great_war.combat import fire
from referee.systems.great_war.events import recorder
from referee.systems.great_war.language import fact_names
from referee.systems.great_war.language.naming import Naming
from referee.systems.great_war.movement import transit
from referee.systems.great_war.state.game import GreatWarGame

PURPOSES = list_by_code(fire.Throw, transit.Throw, recorder.Draw)
"""Purposes of rolls and of mixed cards, by code."""

MOST_DICE = 100
"""No kind of pieces rolls as many dice at once."""


class GreatWarLanguage(Naming):
    """One theatre in one language."""

    purposes: Mapping[str, Statable] = PURPOSES

    @cached_property
    def _namer(self) -> Namer:
        return fact_names.namer(self)

    def name(self, kind: str, of: Parameter) -> object:
        """Return the name of a parameter of a fact."""
        return self._namer(kind, of)

    def name_filed(self) -> Named:
        """Return the values of the English names in purposes that older journals record as sentences."""
        return _gather_filed_names(self.game)


@lru_cache(maxsize=8)
def _gather_filed_names(game: GreatWarGame) -> Named:
    english, arms = GreatWarLanguage(game), product(game.units, range(MOST_DICE))
    cards = range(1, len(game.cards) + 1)
    parameters: Mapping[str, Iterable[Parameter]] = {
        "area": game.areas, "side": game.sides, "arms": arms, "card": cards,
    }  # fmt: skip
    return {kind: {str(english.name(kind, of)): of for of in values} for kind, values in parameters.items()}
