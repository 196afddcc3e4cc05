"""The rules, one package per family of games."""

from collections.abc import Mapping
from typing import Any

from referee.engine.system import RuleSystem


def rules(system: str, pack: Any, scenario: str, options: Mapping[str, str]) -> RuleSystem[Any, Any, Any]:
    """The rules of a family, bound to a pack; the family's code is imported only when it is played."""
    match system:
        case "great-war":
            from referee.systems.great_war.rules import GreatWar  # noqa: PLC0415 - one family at a time

            return GreatWar(pack, scenario, options)
        case "skirmish":
            from referee.systems.skirmish.rules import Skirmish  # noqa: PLC0415 - one family at a time

            return Skirmish(pack, scenario, options)
        case _:
            raise LookupError(f"no rule system is called {system!r}")
