"""The systems of rules that a test has made."""

from typing import Any, overload

from referee.systems.faces import System
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.system import GreatWarSystem
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.system import SkirmishSystem
from tests.engine.toy import Toy, ToySystem


@overload
def system_of(rules: GreatWar) -> GreatWarSystem: ...
@overload
def system_of(rules: Skirmish) -> SkirmishSystem: ...
@overload
def system_of(rules: Any) -> Any: ...
def system_of(rules: GreatWar | Skirmish | Toy) -> System[Any, Any, Any]:
    """Return the system that a rule system belongs to, with its other faces in the same language."""
    match rules:
        case GreatWar():
            return GreatWarSystem(rules)
        case Skirmish():
            return SkirmishSystem(rules)
        case _:
            return ToySystem(rules)
