"""The Great War family as a system: its rules, and its other faces once they are asked for."""

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from referee.i18n.translator import Translator
from referee.systems.faces import Advisor, Narrator, Notation, Pictures, Secrecy, System
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.names import Names
from schemas.great_war.orders import GreatWarOrder
from schemas.great_war.pack import Pack
from schemas.rulebook import PackNames


class GreatWarSystem(System[Position, GreatWarOrder, GreatWarEvent]):
    """One theatre of the Great War, ready to be refereed."""

    family = "great-war"
    rules: GreatWar
    language: GreatWarLanguage

    def __init__(self, rules: GreatWar, language: GreatWarLanguage) -> None:
        super().__init__(rules, language)

    @classmethod
    def bind(cls, pack: Pack, scenario: str, options: Mapping[str, str] | None = None) -> "GreatWarSystem":
        """Return the system of a theatre, a scenario of it and the options in force."""
        rules = GreatWar(pack, scenario, options)
        return cls(rules, GreatWarLanguage(rules.theatre))

    def speaking(self, tongue: Translator, names: PackNames | None) -> "GreatWarSystem":
        language = GreatWarLanguage(self.rules.theatre, tongue, cast("Names | None", names))
        return GreatWarSystem(self.rules, language)

    @cached_property
    def narrator(self) -> Narrator[Position, GreatWarEvent]:
        from referee.systems.great_war.faces.narrator import GreatWarNarrator  # noqa: PLC0415 - once it is asked for

        return GreatWarNarrator(self.language)

    @cached_property
    def pictures(self) -> Pictures[Position, GreatWarEvent]:
        from referee.systems.great_war.faces.pictures import GreatWarPictures  # noqa: PLC0415 - once it is asked for

        return GreatWarPictures(self.language)

    @cached_property
    def advisor(self) -> Advisor[Position, GreatWarOrder, GreatWarEvent]:
        from referee.systems.great_war.faces.advisor import GreatWarAdvisor  # noqa: PLC0415 - once it is asked for

        return GreatWarAdvisor(self.language)

    @cached_property
    def secrecy(self) -> Secrecy[Position, GreatWarOrder, GreatWarEvent]:
        from referee.systems.great_war.faces.secrecy import GreatWarSecrecy  # noqa: PLC0415 - once it is asked for

        return GreatWarSecrecy(self.rules, self.language)

    @cached_property
    def notation(self) -> Notation[Position, GreatWarOrder]:
        from referee.systems.great_war.faces.notation import GreatWarNotation  # noqa: PLC0415 - once it is asked for

        return GreatWarNotation(self.language)
