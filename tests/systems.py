"""The systems of rules that a test has made."""

from functools import lru_cache
from typing import Any, overload

from referee.systems.faces import System
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.system import GreatWarSystem
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.system import SkirmishSystem
from tests.engine.toy import Toy, ToySystem


@overload
def system_of(rules: GreatWar) -> GreatWarSystem: ...
@overload
def system_of(rules: Skirmish) -> SkirmishSystem: ...
@overload
def system_of(rules: Any) -> Any: ...
def system_of(rules: GreatWar | Skirmish | Toy | System[Any, Any, Any]) -> System[Any, Any, Any]:
    """Return the system of some rules in English; a system is returned as it is."""
    match rules:
        case GreatWar() | Skirmish():
            return _system(rules)
        case System():
            return rules
        case _:
            return ToySystem(rules)


@lru_cache(maxsize=32)
def _system(rules: GreatWar | Skirmish) -> GreatWarSystem | SkirmishSystem:
    """Return the system of some rules, whose language keeps names and drawings from call to call."""
    match rules:
        case GreatWar():
            return GreatWarSystem(rules, GreatWarLanguage(rules.theatre))
        case Skirmish():
            return SkirmishSystem(rules, SkirmishLanguage(rules.table))


def language_of(rules: Skirmish) -> SkirmishLanguage:
    """Return the English of a skirmish."""
    return system_of(rules).language
