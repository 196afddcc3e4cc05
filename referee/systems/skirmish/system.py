"""The skirmish family as a system: its rules, and its other faces, which are imported at first use."""

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from referee.i18n.translator import Translator
from referee.systems.faces import Advisor, Narrator, Notation, Pictures, Secrecy, System
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.rulebook import PackNames
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.names import Names
from schemas.skirmish.orders import SkirmishOrder
from schemas.skirmish.pack import Pack


class SkirmishSystem(System[Position, SkirmishOrder, SkirmishEvent]):
    """One table, ready to be refereed."""

    family = "skirmish"
    rules: Skirmish
    language: SkirmishLanguage

    def __init__(self, rules: Skirmish, language: SkirmishLanguage) -> None:
        super().__init__(rules, language)

    @classmethod
    def bind(cls, pack: Pack, scenario: str, options: Mapping[str, str] | None = None) -> "SkirmishSystem":
        """Return the system of a table, a scenario of it and the options in force."""
        rules = Skirmish(pack, scenario, options)
        return cls(rules, SkirmishLanguage(rules.table))

    def speaking(self, tongue: Translator, names: PackNames | None) -> "SkirmishSystem":
        language = SkirmishLanguage(self.rules.table, tongue, cast("Names | None", names))
        return SkirmishSystem(self.rules, language)

    def demand_libraries(self) -> None:
        """Raise Misconfigured without shapely, which reports need first of all."""
        geometry.find_shapely()

    @cached_property
    def narrator(self) -> Narrator[Position, SkirmishEvent]:
        from referee.systems.skirmish.faces.narrator import SkirmishNarrator  # noqa: PLC0415 - imported at first use

        return SkirmishNarrator(self.language)

    @cached_property
    def pictures(self) -> Pictures[Position, SkirmishEvent]:
        from referee.systems.skirmish.faces.pictures import SkirmishPictures  # noqa: PLC0415 - imported at first use

        return SkirmishPictures(self.language)

    @cached_property
    def advisor(self) -> Advisor[Position, SkirmishOrder, SkirmishEvent]:
        from referee.systems.skirmish.faces.advisor import SkirmishAdvisor  # noqa: PLC0415 - imported at first use

        return SkirmishAdvisor(self.language)

    @cached_property
    def secrecy(self) -> Secrecy[Position, SkirmishOrder, SkirmishEvent]:
        from referee.systems.skirmish.faces.secrecy import SkirmishSecrecy  # noqa: PLC0415 - imported at first use

        return SkirmishSecrecy(self.rules, self.language)

    @cached_property
    def notation(self) -> Notation[Position, SkirmishOrder]:
        from referee.systems.skirmish.faces.notation import SkirmishNotation  # noqa: PLC0415 - imported at first use

        return SkirmishNotation(self.language)
